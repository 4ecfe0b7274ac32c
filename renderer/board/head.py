"""The head of a board picture: the tile in hand, whose turn it is, and a chip for each seat."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.state import GameState
from engine.tiles import Tile
from renderer.board.frame import WIDE
from renderer.board.markers import Markers
from renderer.geometry.face import shown
from renderer.pieces.boxes import lot_of
from renderer.pieces.liveries import livery
from renderer.style.cache import kept
from renderer.style.palette import THEMES, blank, index_of, quantise
from renderer.style.text import broken, fit, numeral, width, write
from renderer.style.tokens import RADIUS, SIZE, SPACE
from renderer.tile.sprites import tile_sprite

LOW, HIGH = 100, 124  # with one row of chips, with two
BAR = 6  # in the colour of the seat that moves, at the edge of the picture
RING = 3  # around the chip of a seat that moves
FRAME = 3  # around the tile in hand, with a line of 1 around it
INSET = SPACE["medium"]
NAME, LEAST_NAME, SCORE = SIZE["small"], 12, 18
PAD = 5  # inside a chip
TITLES = range(SIZE["head"], 11, -1)  # sizes of the title, the largest first


def head_height(players: int) -> int:
    """How high the head is, at 400 pixels of width."""
    return LOW if players < 3 else HIGH


def movers(view: GameState) -> set[int]:
    """The seats that have to decide."""
    return set() if view.over else {asked.player for asked in view.questions} or {view.player}


def draw_head(image: Image.Image, view: GameState, markers: Markers, theme: str) -> None:
    """Paste the tile in hand, the words beside it, and all chips."""
    scale, high = markers.scale, head_height(len(view.scores))
    held = lot_of(view) if view.tile is None else (view.tile, view.placer)
    seats = [held[1]] if held else sorted(movers(view))
    for seat in seats[:1]:
        image.paste(index_of(theme, THEMES[theme]["text"]), (BAR * scale, 0, (BAR + 1) * scale, high * scale))
        image.paste(index_of(theme, livery(seat).colour), (0, 0, BAR * scale, high * scale))
    left = BAR + INSET
    if held is not None:
        side = high - INSET - (high > LOW) * INSET
        framed = _framed(shown(view, held[0]), held[1], side, scale, theme)
        image.paste(framed, (left * scale, (high * scale - framed.height) // 2))
        left += side + INSET + SPACE["small"]
    room = WIDE - INSET - left
    middle = 50 if high == LOW else 46
    words = _words(markers.title, markers.note, (room, middle), scale, theme)
    image.paste(words, (left * scale, SPACE["small"] * scale))
    _draw_chips(image, view, markers, (left, middle + SPACE["small"]), theme)


@kept
def _framed(tile: Tile, seat: int, side: int, scale: int, theme: str) -> Image.Image:
    """The tile, framed in the colour of the player who lays it or bids most for it."""
    length, rim = side * scale, (FRAME + 1) * scale
    framed = blank((length, length), "text", theme)
    framed.paste(index_of(theme, livery(seat).colour), (scale, scale, length - scale, length - scale))
    framed.paste(tile_sprite(tile, 0, length - 2 * rim, theme), (rim, rim))
    return framed


@kept
def _words(title: str, note: str, size: tuple[int, int], scale: int, theme: str) -> Image.Image:
    """Whose turn it is, and below it what is left."""
    look, room = THEMES[theme], size[0] * scale
    picture = Image.new("RGB", (room, size[1] * scale), look["page"])
    points = next((p for p in TITLES if width(title, p * scale) <= room), TITLES[-1]) * scale
    write(picture, (0, 15 * scale), fit(title, points, room), points, look["text"], anchor="lm")
    low = size[1] - 2 - NAME // 2
    line = fit(note, NAME * scale, room, "regular")
    write(picture, (0, low * scale), line, NAME * scale, look["text_soft"], "regular", "lm")
    return quantise(picture, theme)


def _draw_chips(
    image: Image.Image, view: GameState, markers: Markers, at: tuple[int, int], theme: str
) -> None:
    """Paste the chips of all seats, more than two in two rows."""
    scale, players = markers.scale, len(view.scores)
    lines = 1 if players < 3 else 2
    a_row = -(-players // lines)
    wide = (WIDE - INSET - at[0] + INSET) // a_row - INSET
    high = (head_height(players) - at[1] - INSET - RING) // lines - (lines - 1) * RING
    turns = movers(view)
    for seat, score in enumerate(view.scores):
        name = markers.names[seat] if seat < len(markers.names) else livery(seat).mark
        chip = seat_chip(seat, name, score, seat in turns, (wide, high), scale, theme)
        x = at[0] + seat % a_row * (wide + INSET) - RING
        y = at[1] + seat // a_row * (high + 2 * RING)
        image.paste(chip, (x * scale, y * scale))


@kept
def seat_chip(
    seat: int, name: str, score: int, turn: bool, size: tuple[int, int], scale: int, theme: str
) -> Image.Image:
    """A seat's name and score on its colour; there is a ring around one that moves."""
    dress = livery(seat)
    picture = _bare_chip(seat, turn, size, scale, theme).copy()
    middle = picture.height / 2
    right = picture.width - (RING + PAD) * scale
    right -= round(write(picture, (right, middle), numeral(score), SCORE * scale, dress.ink, anchor="rm"))
    left = (RING + PAD) * scale
    lines, points = _lines_of(name, right - left - SPACE["small"] * scale, scale)
    for i, line in enumerate(lines):
        y = middle + (i - (len(lines) - 1) / 2) * points
        write(picture, (left, y), line, points, dress.ink, anchor="lm")
    return quantise(picture, theme)


def _lines_of(name: str, room: float, scale: int) -> tuple[list[str], int]:
    """A name on one line, or a smaller one, or two, and the size of its letters."""
    for points in (NAME * scale, LEAST_NAME * scale):
        if width(name, points) <= room:
            return [name], points
    return broken(name, points, room), points


@kept
def _bare_chip(seat: int, turn: bool, size: tuple[int, int], scale: int, theme: str) -> Image.Image:
    """A chip without any text, in full colour."""
    look, rim, big = THEMES[theme], RING * scale * 2, scale * 2
    box = (size[0] * big + 2 * rim, size[1] * big + 2 * rim)
    picture = Image.new("RGB", box, look["page"])
    draw = ImageDraw.Draw(picture)
    if turn:
        around = (0, 0, box[0] - 1, box[1] - 1)
        draw.rounded_rectangle(around, (RADIUS["small"] + RING) * big, outline=look["text"], width=2 * big)
    inner = (rim, rim, box[0] - rim - 1, box[1] - rim - 1)
    colour = livery(seat).colour
    draw.rounded_rectangle(inner, RADIUS["small"] * big, fill=colour, outline=look["text"], width=big)
    return picture.reduce(2)

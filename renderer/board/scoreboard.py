"""The strip of a board picture: the players' cards, the tile to lay or to bid for, the tiles left."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from engine.state import GameState
from engine.tiles import Tile
from renderer.board.badges import plate
from renderer.board.frame import GAP, HEAD, INFO, RIM, Frame
from renderer.board.markers import Markers
from renderer.board.supply import Counts, write_supply
from renderer.geometry.face import shown
from renderer.pieces.boxes import Card, cards_of, lot_of
from renderer.pieces.liveries import livery
from renderer.style.cache import kept
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, numeral, width, write
from renderer.tile.sprites import tile_sprite

SCORE = 40  # pixels; the height of a score
NAME_SIZES = (28, 25, 22, 19, 17)  # of a name, the largest first; a name that fits none is shortened


def supplies_of(view: GameState, extra: Iterable[Card]) -> tuple[Counts, ...]:
    """What each player has: the figures left, then what the boxes add."""
    found: list[list[tuple[str, int]]] = [[] for _ in view.scores]
    for (seat, figure), count in view.supply.items():
        found[seat].append((figure, count))
    for card in (*cards_of(view), *extra):
        found[card.seat].append((card.icon, card.count))
    return tuple(tuple(counts) for counts in found)


def draw_strip(image: Image.Image, view: GameState, markers: Markers, frame: Frame, theme: str) -> None:
    """Paste all cards, the tile to lay, and the number of tiles left."""
    if frame.strip is None:
        return
    left, top, w, h = frame.strip
    side = left > 0
    a_row, wide, high = frame.cards
    turns = set() if view.over else {asked.player for asked in view.questions} or {view.player}
    y = top + (RIM if side else 4)
    for seat, counts in enumerate(supplies_of(view, markers.cards)):
        name = markers.names[seat] if seat < len(markers.names) else livery(seat).mark
        spot = left + RIM + seat % a_row * (wide + GAP), y + seat // a_row * (high + GAP)
        card = player_card(seat, name, view.scores[seat], counts, seat in turns, (wide, high), theme)
        image.paste(card, spot)
    lines = -(-len(view.scores) // a_row)
    if side:
        _draw_info(image, view, (left + RIM, y + lines * (high + GAP)), INFO - 20, True, theme)
    else:
        _draw_info(image, view, (left + w - INFO + 10, top + 4), h - 12, False, theme)


def _draw_info(
    image: Image.Image, view: GameState, spot: tuple[int, int], room: int, beside: bool, theme: str
) -> None:
    """The tile to lay or to bid for, and beside or below it the number of tiles left."""
    x, y = spot
    left = len(view.bag) + sum(pile(view) for pile in view.rules.hooks.piles_left)
    pile, mask = plate(f"\u25a7 {left}", 28, theme)
    held = lot_of(view) if view.tile is None else (view.tile, view.placer)
    if held is not None:
        size = min(104, room if beside else room - pile.height - GAP) // 4 * 4
        framed = _held(shown(view, held[0]), held[1], size, theme)
        image.paste(framed, (x, y))
        if beside:
            x, y = x + framed.width + GAP, y + (framed.height - pile.height) // 2
        else:
            y += framed.height + GAP
    image.paste(pile, (x, y), mask)


@kept
def _held(tile: Tile, seat: int, size: int, theme: str) -> Image.Image:
    """The tile, framed in the colour of the player who lays it or bids most for it."""
    framed = Image.new("RGB", (size + 8, size + 8), livery(seat).colour)
    framed.paste(tile_sprite(tile, 0, size, theme).convert("RGB"), (4, 4))
    return quantise(framed, theme)


@kept
def _empty_card(seat: int, turn: bool, size: tuple[int, int], theme: str) -> Image.Image:
    """A card with the mark of a player and nothing else, in full colour."""
    look, dress = THEMES[theme], livery(seat)
    w, h = size
    picture = Image.new("RGB", (w * 2, h * 2), look["page"])
    draw = ImageDraw.Draw(picture)
    ground, edge = (look["marked"], look["accent"]) if turn else (look["card"], look["page_edge"])
    box = (1, 1, w * 2 - 2, h * 2 - 2)
    draw.rounded_rectangle(box, 20, fill=ground, outline=edge, width=8 if turn else 3)
    draw.rounded_rectangle((16, 16, 108, 108), 18, fill=dress.colour, outline=(24, 20, 22), width=4)
    picture = picture.reduce(2)
    write(picture, (31, 31), dress.mark, 32, dress.ink, anchor="mm")
    return picture


@kept
def player_card(
    seat: int, name: str, score: int, counts: Counts, turn: bool, size: tuple[int, int], theme: str
) -> Image.Image:
    """One player's card: mark, name, score, and what is left in the supply."""
    look = THEMES[theme]
    w = size[0]
    picture = _empty_card(seat, turn, size, theme).copy()
    write(picture, (w - 14, 31), numeral(score), SCORE, look["text"], anchor="rm")
    room = w - 62 - 14 - width(numeral(score), SCORE) - 10
    points = next((size for size in NAME_SIZES if width(name, size) <= room), NAME_SIZES[-1])
    write(picture, (62, 31), fit(name, points, room), points, look["text"], anchor="lm")
    write_supply(picture, counts, HEAD - 4, seat, theme)
    return quantise(picture, theme)

"""A whole game as a moving picture: each frame is drawn from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO

from PIL import Image, ImageDraw

from engine.geometry import Cell
from engine.queries import newest_cell
from engine.state import GameState
from renderer.board.frame import bounds
from renderer.board.layers import bridges_of, put_pieces
from renderer.board.surface import Viewport, bare_table
from renderer.board.tile_layer import laid_on, lay_tiles
from renderer.pieces.liveries import livery
from renderer.pieces.standing import standing
from renderer.style.cache import kept
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, numeral, width, write

SIDE = 720  # pixels of the longer side of the board
LEAST, MOST = 8, 64  # pixels of a tile
RIM = 12
CARD, NARROW = 44, 200  # height of a player's card, and its least width
PACE = 450  # milliseconds of a frame
GAP = 6
HOLD = 8  # frames that the last one lasts
H264 = {"preset": "veryfast", "crf": "24", "tune": "animation"}


def changed(views: Iterable[GameState]) -> Iterator[GameState]:
    """Only those views that look different from the one before."""
    before: object = None
    for view in views:
        look = len(view.board.cells), len(view.board.spans), standing(view), [*view.scores]
        if look != before:
            yield view
        before = look


@dataclass(frozen=True, slots=True)
class Screen:
    """Where everything of a moving picture goes, in pixels."""

    size: tuple[int, int]
    port: Viewport
    foot: int  # where the cards begin
    a_row: int  # how many cards


def screen_of(view: GameState, side: int = SIDE) -> Screen:
    """Room for the whole board of a view, and below it for names and scores."""
    west, north, columns, rows = bounds(view.board.cells)
    players = len(view.scores)
    tile = max(LEAST, min(MOST, (side - 2 * RIM) // max(columns, rows) // 4 * 4))
    wide = max(columns * tile, min(players, 2) * NARROW) + 2 * RIM
    lines = -(-players // max(1, (wide - 2 * RIM) // NARROW))
    foot = rows * tile + 2 * RIM
    high = foot + lines * (CARD + GAP) + GAP
    even = wide + wide % 2, high + high % 2  # as videos want it
    port = Viewport((west, north), ((wide - columns * tile) // 2, RIM), tile)
    return Screen(even, port, foot, -(-players // lines))


def frames(
    views: Sequence[GameState], names: Sequence[str] = (), theme: str = "day", side: int = SIDE
) -> Iterator[Image.Image]:
    """One picture for each view, all framed like the last: the board, and below it names and scores."""
    screen = screen_of(views[-1], side)
    board = bare_table(screen.size, screen.port, theme, "page_edge")
    known: set[Cell] = set()
    for view in views:
        new = [cell for cell in view.board.cells if cell not in known]
        lay_tiles(board, laid_on(view), new)
        known.update(new)
        frame = replace(board, image=board.image.copy())
        put_pieces(frame, bridges_of(view, known), standing(view), newest_cell(view))
        _put_players(frame.image, view, names, screen, theme)
        yield frame.image


def _put_players(
    picture: Image.Image, view: GameState, names: Sequence[str], screen: Screen, theme: str
) -> None:
    wide = (screen.size[0] - 2 * RIM - (screen.a_row - 1) * GAP) // screen.a_row
    for seat, score in enumerate(view.scores):
        name = names[seat] if seat < len(names) else ""
        turn = not view.over and seat == view.player
        at = (
            RIM + seat % screen.a_row * (wide + GAP),
            screen.foot + seat // screen.a_row * (CARD + GAP),
        )
        picture.paste(_player(seat, name, score, turn, wide, theme), at)


@kept
def _player(seat: int, name: str, score: int, turn: bool, w: int, theme: str) -> Image.Image:
    """A player's mark, name and score on one line."""
    look, dress = THEMES[theme], livery(seat)
    picture = Image.new("RGB", (w, CARD), look["page_edge"])
    draw = ImageDraw.Draw(picture)
    ground, edge = (look["marked"], look["accent"]) if turn else (look["card"], look["page_edge"])
    draw.rounded_rectangle((0, 0, w - 1, CARD - 1), 8, fill=ground, outline=edge, width=3)
    draw.rounded_rectangle((7, 7, 36, 36), 6, fill=dress.colour, outline=(24, 20, 22), width=2)
    write(picture, (22, 22), dress.mark, 20, dress.ink, anchor="mm")
    write(picture, (w - 10, 22), numeral(score), 26, look["text"], anchor="rm")
    room = w - 44 - 20 - width(numeral(score), 26)
    size = 20 if width(name, 20) <= room else 17
    write(picture, (44, 22), fit(name, size, room), size, look["text"], anchor="lm")
    return quantise(picture, theme)


def webp(pictures: Iterable[Image.Image], pace: int = PACE) -> bytes:
    """An animated WebP; the last picture stays longer."""
    out = BytesIO()
    first, *rest = pictures
    times = [pace] * len(rest) + [pace * HOLD]
    film = {"save_all": True, "append_images": rest, "duration": times, "loop": 0}
    first.save(out, "WEBP", **film, quality=60, method=0, minimize_size=False)
    return out.getvalue()


def gif(pictures: Iterable[Image.Image], pace: int = PACE) -> bytes:
    """An animated GIF, without any loss: all pictures have the palette of their theme."""
    out = BytesIO()
    first, *rest = pictures
    times = [pace] * len(rest) + [pace * HOLD]
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=True)
    return out.getvalue()


def mp4(pictures: Iterable[Image.Image], pace: int = PACE) -> bytes:
    """A video in H.264; the last picture stays longer. Raises ImportError without the extra `video`."""
    import av  # 22 MB, which a worker without replays does not need

    out = BytesIO()
    with av.open(out, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=Fraction(1000, pace), options=H264)
        stream.thread_count = 1
        for number, picture in enumerate(_held(pictures)):
            if number == 0:
                stream.width, stream.height = picture.size
            frame: av.VideoFrame = av.VideoFrame.from_image(picture.convert("RGB"))  # type: ignore[no-untyped-call]
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return out.getvalue()


def _held(pictures: Iterable[Image.Image]) -> Iterator[Image.Image]:
    """The pictures, the last one several times."""
    for picture in pictures:
        yield picture
    yield from [picture] * (HOLD - 1)

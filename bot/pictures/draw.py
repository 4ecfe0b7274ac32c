"""Pictures on request: what the conversation asks for, drawn by the renderer in a thread of its own."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image
from PIL.ImageSequence import Iterator

from bot.conversation.protocol.messages import PictureRequest
from bot.operations.events import NOBODY, Watch
from engine.geometry import Cell
from engine.queries import newest_cell
from engine.state import GameState
from engine.tiles import LANDS
from renderer.board.board import png, render
from renderer.board.frame import frame_of
from renderer.board.markers import Markers, Spot
from renderer.style.palette import THEMES
from renderer.views.animation import changed, frames, webp
from renderer.views.closeup import closeup
from renderer.views.sheets import score_chart, score_sheet, tiles_sheet
from renderer.warm import warm

KEPT = 64  # pictures in memory
Box = tuple[float, float, float, float]  # left, top, width, height, as shares of the picture


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; `spots` tells where its labelled cells are."""

    content: bytes
    mime: str
    width: int
    height: int
    spots: tuple[tuple[str, Box], ...] = ()


def draw(request: PictureRequest) -> Picture:
    """Draw a picture."""
    if request.theme not in THEMES:
        request = replace(request, theme="day")
    return DRAWERS[request.kind](request)


def _view(request: PictureRequest) -> GameState:
    if request.view is None:
        raise ValueError(f"a picture of kind {request.kind} needs a view")
    return request.view


def _still(image: Image.Image, spots: tuple[tuple[str, Box], ...] = ()) -> Picture:
    return Picture(png(image), "image/png", image.width, image.height, spots)


def _board(request: PictureRequest) -> Picture:
    view = _view(request)
    empty = tuple((cell, label) for label, cell in request.cells if cell not in view.board.cells)
    laid = tuple((cell, label) for label, cell in request.cells if cell in view.board.cells)
    markers = Markers(names=request.names)
    if request.kind == "fields":
        markers = replace(markers, fields=True)
    elif request.kind == "feature":
        lit = tuple(spot for cell in request.highlight for spot in _reach(view, cell))
        marked = () if lit else tuple((cell, "•") for cell in request.highlight)
        markers = replace(markers, lit=lit, steps=marked)
    else:
        markers = replace(markers, cells=empty, steps=laid, last=newest_cell(view))
    image = render(view, markers, request.theme)
    return _still(image, _spots(view, markers, image))


def _reach(view: GameState, cell: Cell) -> list[Spot]:
    """Every segment of the features on a tile; fields are left out, they would light the whole board."""
    board = view.board
    features = {feature for _, kind, feature in board.segments_at(cell) if kind not in LANDS}
    return [
        Spot(other, segment)
        for other in board.cells
        for segment, _, feature in board.segments_at(other)
        if feature in features
    ]


def _spots(view: GameState, markers: Markers, image: Image.Image) -> tuple[tuple[str, Box], ...]:
    wanted: list[tuple[Cell, str]] = [*markers.cells, *markers.steps]
    last = markers.last or view.last
    cells = [cell for cell, _ in wanted]
    frame = frame_of(view.board.cells, cells, last, len(view.scores), markers.side, markers.strip)
    found: list[tuple[str, Box]] = []
    for cell, label in wanted:
        if frame.shows(cell):
            left, top = frame.corner(cell)
            width, height = image.size
            box = (left / width, top / height, frame.tile / width, frame.tile / height)
            found.append((label, box))
    return tuple(found)


def _close_up(request: PictureRequest) -> Picture:
    view = _view(request)
    if request.focus is None or request.tile is None:
        raise ValueError("a close-up needs a cell and a tile")
    rotations = [variant.rotation for variant in request.variants]
    names = [variant.letter for variant in request.variants]
    letters = [[(segment, letter) for letter, segment in variant.spots] for variant in request.variants]
    return _still(closeup(view, request.tile, request.focus, rotations, None, request.theme, names, letters))


def _tiles(request: PictureRequest) -> Picture:
    numbered = request.kind == "tiles" and len(request.tiles) > 1
    return _still(tiles_sheet(request.tiles, _view(request), request.theme, numbered=numbered))


def _score_sheet(request: PictureRequest) -> Picture:
    categories = [name for name, _ in request.rows]
    points = [{name: values[seat] for name, values in request.rows} for seat in range(len(request.names))]
    return _still(score_sheet(request.names, categories, points, request.theme))


def _chart(request: PictureRequest) -> Picture:
    return _still(score_chart(request.names, request.series, request.theme))


def _animation(request: PictureRequest) -> Picture:
    pictures = frames(changed(request.frames), request.theme)
    content = webp(pictures)
    with Image.open(BytesIO(content)) as image:
        return Picture(content, "image/webp", *image.size)


def as_gif(content: bytes) -> bytes:
    """An animation as a GIF, for chats that do not play WebP."""
    out = BytesIO()
    with Image.open(BytesIO(content)) as film:
        stills = [(still.convert("RGB"), int(still.info.get("duration", 500))) for still in Iterator(film)]
    first, *rest = [still for still, _ in stills]
    first.save(out, "GIF", save_all=True, append_images=rest, duration=[time for _, time in stills], loop=0)
    return out.getvalue()


DRAWERS: dict[str, Callable[[PictureRequest], Picture]] = {
    "board": _board,
    "choice": _board,
    "fields": _board,
    "feature": _board,
    "close_up": _close_up,
    "census": _tiles,
    "tiles": _tiles,
    "score_sheet": _score_sheet,
    "chart": _chart,
    "animation": _animation,
}


class Painter:
    """Draws off the event loop, one picture after the other, and keeps the latest."""

    def __init__(self, watch: Watch = NOBODY) -> None:
        self.waiting = 0  # pictures that were asked for and are not there yet
        self._watch = watch
        self._hand = ThreadPoolExecutor(1, "painter")
        self._film = ThreadPoolExecutor(1, "film")  # an animation takes seconds: nobody waits behind it
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._film.submit(warm)  # so that the first picture after a start comes soon

    async def paint(self, request: PictureRequest) -> Picture:
        """The picture of a request; raises whatever the renderer raises."""
        known = self._kept.get(request.key)
        if known is not None:
            self._kept.move_to_end(request.key)
            return known
        hand = self._film if request.kind == "animation" else self._hand
        self.waiting += 1
        try:
            picture = await asyncio.get_running_loop().run_in_executor(hand, self._draw, request)
        finally:
            self.waiting -= 1
        self._kept[request.key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture

    def _draw(self, request: PictureRequest) -> Picture:
        began = time.perf_counter()
        picture = draw(request)
        self._watch.drawn(request.kind, time.perf_counter() - began)
        return picture

    def close(self) -> None:
        """Give up what is not begun."""
        for hand in (self._hand, self._film):
            hand.shutdown(wait=False, cancel_futures=True)

"""The art of a live board: sheets of sprites by name, and where the pieces of a game stand."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from engine.actions import Action
from engine.expansions.tower.part import PART as TOWER
from engine.expansions.tower.part import BuildFloor
from engine.geometry import Cell
from engine.state import Figure, GameState
from renderer.geometry.carcassonne import QUARTERS
from renderer.geometry.face import GARDEN
from renderer.pieces.boxes import cards_of
from renderer.pieces.liveries import livery
from renderer.pieces.places import figure_place, tower_place
from renderer.pieces.standing import standing
from renderer.style.palette import THEMES
from renderer.style.tokens import css
from renderer.views.sprite_sheets import SIZES, designs_of, sheet_plan

MOST_FILES = 400
COMMON = "tiles.base.bare"
_SHEET = re.compile(r"([a-z0-9_.]{1,60})-([a-z]{1,12})-(\d)-([0-9a-f]{12})\.webp")
_INDEX = re.compile(r"([a-z0-9_.]{1,60})-([0-9a-f]{12})\.json")


@cache
def art_version() -> str:
    """A hash of all that sprites are made from: it is a part of their names."""
    found = hashlib.sha256()
    for package in ("renderer", "engine.tiles"):
        for file in _files(resources.files(package)):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


@cache
def tokens_css() -> bytes:
    """The colours and sizes of the pictures, for a page."""
    return css().encode()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry)
        elif entry.name.endswith((".py", ".json", ".toml", ".ttf")):
            yield entry


class LiveArt:
    """Draws sheets in a thread of its own, and keeps them under names that change with the art."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, "sprites")
        self._indexes = ThreadPoolExecutor(1, "sprite-indexes")  # pages sketch from them

    async def file(self, name: str) -> Path | None:
        """The file of a sheet or of its index, drawn first if it is missing; None if there is no such art."""
        path = self._folder / name
        if not (_SHEET.fullmatch(name) or _INDEX.fullmatch(name)):
            return None
        if path.is_file():
            return path
        thread = self._indexes if _INDEX.fullmatch(name) else self._thread
        return await asyncio.get_running_loop().run_in_executor(thread, self._make, path)

    def _make(self, path: Path) -> Path | None:
        if path.is_file():  # two pages asked for it
            return path
        content = _content(path.name)
        if content is None:
            return None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(content)
        part.replace(path)
        if _SHEET.fullmatch(path.name):  # one thread only
            self._tidy()
        return path

    def _tidy(self) -> None:
        made = [file for file in self._folder.iterdir() if file.suffix != ".part"]
        files = sorted(made, key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)

    def prepare(self) -> None:
        """Begin to draw what nearly every table needs."""
        index = self._folder / f"{COMMON}-{art_version()}.json"
        sheets = [self._folder / f"{COMMON}-day-{density}-{art_version()}.webp" for density in SIZES]
        for thread, paths in ((self._indexes, [index]), (self._thread, sheets)):
            for path in paths:
                if not path.is_file():
                    thread.submit(self._make, path)

    def close(self) -> None:
        """Cancel what has not begun."""
        for thread in (self._indexes, self._thread):
            thread.shutdown(wait=False, cancel_futures=True)


def _content(name: str) -> bytes | None:
    if match := _INDEX.fullmatch(name):
        plan = sheet_plan(match[1]) if match[2] == art_version() else None
        return json.dumps(plan.index(), separators=(",", ":")).encode() if plan else None
    match = _SHEET.fullmatch(name)
    if match is None or match[4] != art_version() or match[2] not in THEMES or int(match[3]) not in SIZES:
        return None
    plan = sheet_plan(match[1])
    return plan.draw(match[2], int(match[3])) if plan else None


# -- one game ---------------------------------------------------------------------------------------


def art_of(view: GameState) -> dict[str, Any]:
    """The sheets that a table needs, the sizes of their sprites, and the colours of the seats."""
    seats = len(view.scores)
    boxes = [member.key for member in view.rules.members if designs_of(member.key)]
    bare = "" if any(GARDEN in member.kinds for member in view.rules.members) else ".bare"
    return {
        "version": art_version(),
        "tiles": [f"tiles.{tiles.name}{bare}" for tiles in view.rules.tile_sets()],
        "pieces": [f"pieces.{box}.{seats}" for box in boxes],
        "sizes": SIZES,
        "colours": ["#{:02x}{:02x}{:02x}".format(*livery(seat).colour) for seat in range(seats)],
        "inks": ["#{:02x}{:02x}{:02x}".format(*livery(seat).ink) for seat in range(seats)],
    }


def pieces_of(view: GameState) -> list[list[Any]]:
    """Everything that stands on the board: sprite, and its middle in cells."""
    return [[_sprite(one.design, one.seat), round(one.x, 3), round(one.y, 3)] for one in standing(view)]


def supplies_of(view: GameState) -> list[list[list[Any]]]:
    """What each player has, as sprites with counts."""
    found: list[list[list[Any]]] = [[] for _ in view.scores]
    for (seat, figure), count in view.supply.items():
        found[seat].append([_sprite(figure, seat), count])
    for card in cards_of(view):
        owner = card.seat if card.icon == "castle" else None
        found[card.seat].append([_sprite(card.icon, owner), card.count])
    return found


def _sprite(design: str, seat: int | None) -> str:
    return design if seat is None else f"{design}/{seat}"


def spot_of(state: GameState, action: Action) -> dict[str, Any]:
    """Where an option is on the board, and the sprite of what would stand there."""
    cell, segment = getattr(action, "cell", None), getattr(action, "segment", None)
    quarter = getattr(action, "quarter", None)
    if cell is None:
        return {"at": _quarter(state, quarter)} if isinstance(quarter, str) else {}
    if isinstance(action, BuildFloor):
        return _tower_of(state, cell)
    if not isinstance(segment, str) or cell not in state.board.cells:
        return {"at": [cell[0] + 0.5, cell[1] + 0.5]}
    standing_there = [one for one in state.all_figures() if (one.cell, one.segment) == (cell, segment)]
    figure = getattr(action, "figure", None) or (standing_there[0].kind if standing_there else "meeple")
    seat = standing_there[0].player if standing_there else action.player
    design, (x, y) = figure_place(state, Figure(seat, figure, cell, segment))
    return {"at": [round(cell[0] + x, 3), round(cell[1] + y, 3)], "sprite": _sprite(design, seat)}


def _tower_of(state: GameState, cell: Cell) -> dict[str, Any]:
    """A tower with one floor more."""
    x, y = tower_place(state.board.cells[cell].turned)
    height = TOWER.of(state).height(cell) + 1
    return {"at": [round(cell[0] + x, 3), round(cell[1] + y, 3)], "sprite": f"tower_{height}"}


def _quarter(state: GameState, quarter: str) -> list[float]:
    """The landmark of a quarter of Carcassonne."""
    corner = (cell for cell, placed in state.board.cells.items() if placed.turned.tile.at == (0, 0))
    left, top = next(corner, (0, 0))
    x, y = QUARTERS[quarter]
    return [left + x, top + y]

"""What pictures cost: `python -m tools.bench.renderer` prints CPU milliseconds and ratios to bare work."""

from __future__ import annotations

import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from functools import partial
from statistics import median

from engine.state import GameState
from engine.turned import Turned
from renderer.board.board import render
from renderer.board.markers import Markers
from renderer.style.png import png
from renderer.views.animation import frames, gif, mp4, webp
from renderer.warm import warm
from tests.golden.table import KINDS, NAMES, table
from tests.support.boards import random_board

FIRST = "from tools.bench.renderer import first; print(first({}))"


def whole(count: int = 72, figures: int = 16) -> GameState:
    """A full board of five players."""
    return table(random_board(("base",), count, 5), 5, figures)


def growing(turns: int = 8) -> list[GameState]:
    """A full board, tile by tile, as a game goes on inside its frame."""
    laid = random_board(("base",), 72, 5)
    order = list(laid.items())
    view = table(dict(order[:-turns]), 5, 16)
    views = [view]
    for cell, (tile, rotation) in order[-turns:]:
        view = view.fork()
        view.own_board().place(Turned(tile, rotation, KINDS), cell)
        view.last = cell
        views.append(view)
    return views


def cost(work: Callable[[], object], rounds: int = 9) -> float:
    """The least CPU time of some rounds, in milliseconds."""
    best = 9e9
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


def first(ready: bool = False) -> float:
    """The first picture of a process, with or without getting ready before."""
    view = whole()
    if ready:
        warm(("base",))
    return cost(lambda: png(render(view, Markers(names=NAMES))), 1)


def figures() -> dict[str, float]:
    """All costs of a turn, and the ratios of the budget."""
    views = growing()
    holes = list(views[-1].board.frontier)[:12]
    markers = Markers(names=NAMES, cells=tuple((cell, str(i + 1)) for i, cell in enumerate(holes)))
    for view in views:  # the sprites are there, the boards are not
        render(view, Markers(names=NAMES, strip=False))
    render(views[0], markers)
    turns = [cost(partial(render, view, markers), 1) for view in views[1:]]
    full = render(views[-1], Markers(names=NAMES))
    image = render(views[-1], markers)
    compose = sorted(turns)[len(turns) // 2]
    raw = image.tobytes()
    encode, bare = cost(lambda: png(image)), cost(lambda: zlib.compress(raw, 1))
    return {
        "compose a turn": compose,
        "encode": encode,
        "compose / encode": compose / encode,
        "encode / zlib": encode / bare,
        "kilobytes": len(png(full)) / 1024,
    }


def replay(tiles: int = 150) -> dict[str, float]:
    """A whole game of many tiles as a video, a GIF and a WebP: CPU and size."""
    laid = [*random_board(("base", "princess_dragon", "cult", "ordinary"), tiles + 12, 4).items()]
    views = [table(dict(laid[:count]), 4, count // 6) for count in range(1, len(laid) + 1)]
    found = {}
    for label, encode in (("video", mp4), ("GIF", gif), ("WebP", webp)):
        start = time.process_time()
        content = encode(frames(views, NAMES))
        found[f"replay, {label}"] = (time.process_time() - start) * 1000
        found[f"replay, {label}, kilobytes"] = len(content) / 1024
    return found


def first_pictures() -> dict[str, float]:
    """The first picture of a new process, and of one that got ready at its start: the middle one of five."""
    return {
        label: median(_first_picture(ready) for _ in range(5))
        for label, ready in (("first picture, cold", False), ("first picture, ready", True))
    }


def _first_picture(ready: bool) -> float:
    code = FIRST.format(ready)
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(fresh.stdout)


if __name__ == "__main__":
    for name, value in (figures() | first_pictures() | replay()).items():
        print(f"{name:20} {value:8.2f}")

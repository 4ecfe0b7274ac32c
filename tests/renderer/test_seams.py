"""Neighbours join without a seam: a rim depends on the kind of its edge and on nothing else."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from engine.tiles import SETS, load
from renderer.tile import sprites
from renderer.tile.marks import marks
from renderer.tile.sprites import tile_picture

SIZE = 48
CORNER = 12  # pixels; what meets in a corner is covered by one whole tower or bush
Rim = list[tuple[int, int, int]]
INSIDE = 21.0  # mean difference of a channel, of 255, between a rim and the usual rim of its kind
ACROSS = 18.0  # the same between the two sides of a seam


def _rim(pixels: list[tuple[int, int, int]], side: int) -> Rim:
    last = SIZE - 1
    spots = {
        0: [(i, 0) for i in range(SIZE)],
        1: [(last, i) for i in range(SIZE)],
        2: [(i, last) for i in range(SIZE)],
        3: [(0, i) for i in range(SIZE)],
    }[side]
    return [pixels[y * SIZE + x] for x, y in spots[CORNER:-CORNER]]


@cache
def _rims() -> dict[tuple[str, int], list[tuple[str, Rim]]]:
    out: dict[tuple[str, int], list[tuple[str, Rim]]] = defaultdict(list)
    for name in SETS:
        for tile in load(name).tiles:
            for rotation in range(4):
                raw = tile_picture(tile, rotation, SIZE).tobytes()
                pixels = list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
                for side in range(4):
                    kind = tile.edges[(side - rotation) % 4]
                    if kind != "inner":
                        out[kind, side].append((f"{tile.id} turned {rotation}", _rim(pixels, side)))
    return out


def _usual(rims: list[tuple[str, Rim]]) -> Rim:
    """The median of many rims, pixel by pixel."""
    middle = len(rims) // 2
    out: Rim = []
    for i in range(len(rims[0][1])):
        r, g, b = (sorted(rim[i][c] for _, rim in rims)[middle] for c in range(3))
        out.append((r, g, b))
    return out


def _apart(a: Rim, b: Rim) -> float:
    return sum(abs(p - q) for u, v in zip(a, b, strict=True) for p, q in zip(u, v, strict=True)) / len(a) / 3


def test_every_rim_looks_like_every_other_rim_of_its_kind() -> None:
    for (kind, side), rims in _rims().items():
        usual = _usual(rims)
        for name, rim in rims:
            assert _apart(rim, usual) < INSIDE, (kind, side, name)


def test_no_mark_reaches_over_the_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    with_marks = _rims()
    _rims.cache_clear()
    monkeypatch.setattr(sprites, "BRUSHES", tuple(brush for brush in sprites.BRUSHES if brush is not marks))
    without = _rims()
    _rims.cache_clear()
    for edge, rims in with_marks.items():
        for (name, rim), (_, bare) in zip(rims, without[edge], strict=True):
            assert _apart(rim, bare) == 0, (edge, name)


def test_both_sides_of_a_seam_look_alike() -> None:
    rims = _rims()
    for kind, side in rims:
        assert _apart(_usual(rims[kind, side]), _usual(rims[kind, (side + 2) % 4])) < ACROSS, (kind, side)


def test_lines_cross_the_rim_in_the_middle() -> None:
    rims = _rims()
    for kind in ("road", "river", "trail"):
        for side in range(4):
            usual = _usual(rims[kind, side])
            land = _usual(rims["meadow" if kind == "trail" else "field", side])
            differs = [
                i
                for i, (a, b) in enumerate(zip(usual, land, strict=True))
                if sum(abs(p - q) for p, q in zip(a, b, strict=True)) > 60
            ]
            assert differs
            middle = (len(usual) - 1) / 2
            assert abs((differs[0] + differs[-1]) / 2 - middle) <= 0.5, (kind, side)

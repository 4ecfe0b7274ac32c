"""Land is told apart by its light, not by its hue alone: in every theme, in grey, and colour-blind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import pytest

from engine.tiles import SETS, Tile, load
from renderer.geometry.layout import layout_of
from renderer.geometry.marks import MARKS
from renderer.pieces.liveries import contrast, luminance, seen
from renderer.style.canvas import RGB
from renderer.style.palette import THEMES
from renderer.tile.city import FACE, LINE, WALL
from renderer.tile.lines import ROAD_RIM
from renderer.tile.sprites import tile_sprite

SIZE = 64
SMALL = 20  # pixels of a tile late in a long game, 400 pixels wide
GREY, BLIND = "full", "deuteranopia"
INSIDE = {"city": WALL + LINE, "field": FACE + LINE, "meadow": 0.06, "crop": 0.06}  # of the rim of a segment
# pair of grounds -> the least contrast by day, by night, in high contrast
APART = {
    ("city", "field"): (1.6, 1.6, 1.7),
    ("field", "table"): (3.0, 2.5, 1.5),
    ("city", "table"): (2.0, 1.8, 2.0),
    ("crop", "meadow"): (1.68, 2.07, 2.07),
}
LINES = {  # the same for colours that are too thin to measure
    ("road", "grass"): (1.5, 2.0, 1.35),
    ("road", "road_rim"): (4.5, 4.5, 4.5),
    ("wall", "paving"): (3.0, 3.0, 3.0),
    ("wall", "ink"): (4.5, 4.5, 4.5),
    ("place", "table"): (3.0, 3.0, 3.0),
}


def _inside(tile: Tile) -> Iterator[tuple[int, str]]:
    """The pixels inside the segments of a tile, away from walls and marks, with the kinds."""
    layout = layout_of(tile)
    kinds = {segment.id: segment.kind for segment in tile.segments}
    marks = [(place.at, MARKS[place.mark].room) for place in layout.places]
    for pixel in range(SIZE * SIZE):
        spot = (pixel % SIZE + 0.5) / SIZE, (pixel // SIZE + 0.5) / SIZE
        kind = kinds.get(layout.regions.at(spot) or "")
        if kind not in INSIDE or layout.regions.depth(spot) < INSIDE[kind]:
            continue
        if all(math.dist(spot, at) > room for at, room in marks):
            yield pixel, kind


@cache
def _light(theme: str, sight: str) -> dict[str, float]:
    """The mean luminance of each ground over all tiles, and of the table."""
    sums: dict[str, list[float]] = {kind: [] for kind in INSIDE}
    for name in SETS:
        for tile in load(name).tiles:
            raw = tile_sprite(tile, 0, SIZE, theme, corners=False).convert("RGB").tobytes()
            for pixel, kind in _inside(tile):
                sums[kind].append(_luminance((raw[3 * pixel], raw[3 * pixel + 1], raw[3 * pixel + 2]), sight))
    means = {kind: sum(values) / len(values) for kind, values in sums.items()}
    return {**means, "table": _luminance(THEMES[theme]["table"], sight)}


@cache
def _luminance(colour: RGB, sight: str) -> float:
    if sight == GREY:
        return luminance(colour)
    lightness = seen(colour, sight)[0]
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3


@pytest.mark.parametrize("sight", [GREY, BLIND])
@pytest.mark.parametrize("theme", THEMES)
def test_grounds_differ_in_light(theme: str, sight: str) -> None:
    light = _light(theme, sight)
    for (a, b), least in APART.items():
        bright, dark = max(light[a], light[b]), min(light[a], light[b])
        assert (bright + 0.05) / (dark + 0.05) >= least[[*THEMES].index(theme)], (a, b, light)


@pytest.mark.parametrize("theme", THEMES)
def test_lines_differ_in_light(theme: str) -> None:
    look = THEMES[theme]
    for (a, b), least in LINES.items():
        assert contrast(look[a], look[b]) >= least[[*THEMES].index(theme)], (a, b)


def test_lines_are_seen_on_small_tiles() -> None:
    assert 2 * ROAD_RIM * SMALL >= 3.5
    assert (WALL + 2 * LINE) * SMALL >= 2

"""Every segment of every tile has its ground and its anchor."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from engine.tiles import AREAS, INNER, LANDS, LINES, POSTS, SETS, SITES, Tile, load
from renderer.geometry.layout import anchor, layout_of
from renderer.geometry.marks import MARKS, Ground
from renderer.geometry.plan import side_point
from renderer.style.canvas import turn

TILES = [tile for name in SETS for tile in load(name).tiles]
CLAIMABLE = (AREAS | LINES | LANDS | SITES | INNER | POSTS) - {"river"}


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_half_edge_lies_in_its_own_field(tile: Tile) -> None:
    regions = layout_of(tile).regions
    for segment in tile.segments:
        for half in segment.halves:
            spot = side_point(half // 2, 0.2 if half % 2 == 0 else 0.8, 0.012)
            assert regions.at(spot) == segment.id, (segment.id, half)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_anchor_stands_on_its_segment(tile: Tile) -> None:
    layout = layout_of(tile)
    assert set(layout.anchors) == {segment.id for segment in tile.segments}
    for segment in tile.segments:
        x, y = layout.anchors[segment.id]
        assert 0.03 < x < 0.97
        assert 0.03 < y < 0.97
        if segment.kind not in SITES | POSTS:
            assert layout.regions.at((x, y)) == segment.id, segment.id


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_figures_on_one_tile_do_not_hide_each_other(tile: Tile) -> None:
    kinds = {segment.id: segment.kind for segment in tile.segments}
    spots = {name: spot for name, spot in layout_of(tile).anchors.items() if kinds[name] in CLAIMABLE}
    for (a, p), (b, q) in combinations(spots.items(), 2):
        assert math.dist(p, q) > 0.17, (a, b)


def test_an_anchor_turns_with_its_tile() -> None:
    for tile in TILES[:40]:
        for segment in tile.segments:
            for rotation in range(4):
                assert anchor(tile, segment.id, rotation) == turn(anchor(tile, segment.id, 0), rotation)


def test_badges_do_not_cover_each_other() -> None:
    for tile in TILES:
        places = [place for place in layout_of(tile).places if MARKS[place.mark].ground != Ground.MEADOW]
        for a, b in combinations(places, 2):
            assert math.dist(a.at, b.at) > 0.32, (tile.id, a, b)

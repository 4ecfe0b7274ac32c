"""The tile files: complete, free of contradictions, and checked by a loader that notices breaks."""

import json
from collections import Counter
from dataclasses import replace
from importlib import resources

import pytest

from engine import tiles
from engine.board import Board
from engine.tiles import BadTile, Segment, Tile, check, load, parse
from engine.turned import Shape

TOTALS = {
    "base": 72,
    "river": 12,
    "river2": 12,
    "carcassonne": 12,
    "ordinary": 5,
    "cult": 5,
    "princess_dragon": 30,
    "bridges_castles_bazaars": 12,
    "inns_cathedrals": 18,
    "traders_builders": 24,
    "tower": 18,
    "over_hill_and_dale": 73,
}


@pytest.mark.parametrize("name", tiles.SETS)
def test_every_set_loads_with_its_number_of_tiles(name: str) -> None:
    assert sum(tile.count for tile in load(name).tiles) == TOTALS[name]


def test_the_base_set_has_the_printed_numbers() -> None:
    """BASE-09: 72 tiles and the start tile; the numbers of edges, shields, monasteries and gardens."""
    base = load("base")
    assert base.start == "base-D"
    kinds: Counter[str] = Counter()
    shields = 0
    patterns: Counter[str] = Counter()
    for tile in base.tiles:
        shields += tile.count * sum(segment.shields for segment in tile.segments)
        for segment in tile.segments:
            kinds[segment.kind] += tile.count
        letters = "".join(edge[0] for edge in tile.edges)
        patterns[min(letters[i:] + letters[:i] for i in range(4))] += tile.count
    assert kinds == {"city": 49, "road": 62, "field": 126, "monastery": 6, "garden": 8}
    assert shields == 10
    assert patterns == {
        "cccc": 1,
        "cccf": 4,
        "cccr": 3,
        "ccff": 7,
        "ccrr": 5,
        "cfcf": 6,
        "cfff": 5,
        "cfrr": 3,
        "crfr": 4,
        "crrf": 3,
        "crrr": 3,
        "ffff": 4,
        "fffr": 2,
        "ffrr": 9,
        "frfr": 8,
        "frrr": 4,
        "rrrr": 1,
    }


@pytest.mark.parametrize("name", tiles.SETS)
def test_every_broken_rim_is_noticed(name: str) -> None:
    """Taking any side or half-edge away from any segment breaks the tile, and the loader says so."""
    for tile in load(name).tiles:
        for number, segment in enumerate(tile.segments):
            broken = []
            if segment.halves and tile.edges[segment.halves[0] // 2] != "inner":
                broken.append(replace(segment, halves=segment.halves[1:]))
            if segment.sides:
                broken.append(replace(segment, sides=segment.sides[1:]))
            for piece in broken:
                segments = (*tile.segments[:number], piece, *tile.segments[number + 1 :])
                with pytest.raises(BadTile):
                    check(replace(tile, segments=segments))


@pytest.mark.parametrize("kind", ["monastery", "garden", "shrine"])
def test_marks_of_a_site_survive_its_neighbours(kind: str) -> None:
    """A mark belongs to its feature for good, also where the feature is counted anew with every neighbour."""
    edges = ("field", "field", "field", "field")
    site = Segment("s1", kind, marks=frozenset({"inn"}))
    around = Segment("f1", "field", halves=tuple(range(8)))
    marked = Shape(Tile("t", "set", 1, edges, (site, around)), frozenset({kind, "field"}), frozenset({"inn"}))
    board = Board.empty()
    board.place(marked.turns[0], (0, 0))
    assert board.feature((0, 0), "s1").marks == ("inn",)
    board.place(marked.turns[1], (1, 0))
    sites = [board.feature(cell, "s1") for cell in ((0, 0), (1, 0))]
    assert [(site.marks, site.open) for site in sites] == [(("inn",), 7), (("inn",), 7)]


def test_a_wrong_total_is_noticed() -> None:
    data = json.loads(resources.files("engine.tiles").joinpath("base.json").read_text("utf-8"))
    data["tiles"][0]["count"] += 1
    with pytest.raises(BadTile, match="add up"):
        parse(data)

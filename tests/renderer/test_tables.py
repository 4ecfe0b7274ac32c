"""Every mark, figure and box has its row in the renderer's tables."""

from __future__ import annotations

import pytest

from engine.game import GAMES
from engine.ruleset import Expansion
from engine.tiles import load
from renderer.geometry.marks import MARKS, Ground, printed
from renderer.pieces.boxes import CARDS, LOTS, PIECES
from renderer.pieces.designs import DESIGNS, DRESSED
from renderer.tile.marks import DRAW

MEMBERS = [member for game in GAMES.values() for member in (game.base, *game.boxes)]
UNDRAWN = (Ground.NOWHERE, Ground.WALLS)  # no picture, or one that belongs to the walls
each_member = pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.key)


@each_member
def test_every_mark_of_a_box_has_a_place_and_a_drawing(member: Expansion) -> None:
    tiles = [tile for name in (*member.tile_sets, *member.apart) for tile in load(name).tiles]
    names = {name for tile in tiles for segment in tile.segments for name in printed(segment)}
    names |= {name for tile in tiles for name in (*tile.symbols, *dict(tile.animals))}
    assert names <= MARKS.keys()
    assert {name for name in names if MARKS[name].ground not in UNDRAWN} <= DRAW.keys()


@each_member
def test_every_figure_of_a_box_has_designs_in_the_players_colours(member: Expansion) -> None:
    for figure, kind in member.figures.items():
        grounds = DRESSED.get(figure, {})
        for design in (figure, *(grounds.get(ground, figure) for ground in kind.stands_on)):
            assert DESIGNS[design].owned, design


@each_member
def test_every_box_says_which_pieces_it_has(member: Expansion) -> None:
    assert member.key in PIECES


def test_no_row_is_left_over() -> None:
    assert {name for name, mark in MARKS.items() if mark.ground not in UNDRAWN} == DRAW.keys()
    assert {design for grounds in DRESSED.values() for design in grounds.values()} <= DESIGNS.keys()
    assert CARDS.keys() | LOTS.keys() <= PIECES.keys()

"""Sentences about floors, towers and prisoners, and the keys `towers`, `floors` and `prisoners`."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.expansions.tower.part import PART, Prisoner
from engine.setup import SEAT_LETTERS
from tests.replays.runner import Table, arrangement, player_of, sentence

HELD = r"(?P<seat>[A-F]) holds (?P<owner>[A-F])'s (?P<figure>\w+)"


@arrangement("towers")
def _towers(table: Table, heights: dict[str, int]) -> None:
    """`{ "0,-1" = 2 }`: floors that stand already, beside those of the players."""
    towers = []
    for cell, height in heights.items():
        x, y = cell.split(",")
        towers.append(((int(x), int(y)), height))
    PART.set(table.state, replace(PART.of(table.state), heights=tuple(towers)))


@arrangement("floors")
def _floors(table: Table, left: dict[str, int]) -> None:
    """`{ A = 0 }`: how many floors a player has left."""
    part = PART.of(table.state)
    floors = list(part.floors)
    for seat, count in left.items():
        floors[SEAT_LETTERS.index(seat)] = count
    PART.set(table.state, replace(part, floors=tuple(floors)))


@arrangement("prisoners")
def _prisoners(table: Table, lines: list[str]) -> None:
    """`"A holds B's large"`"""
    for line in lines:
        match = re.fullmatch(HELD, line)
        assert match, line
        prisoner = _prisoner(match)
        table.state.supply[prisoner.owner, prisoner.figure] -= 1
        part = PART.of(table.state)
        PART.set(table.state, replace(part, prisoners=(*part.prisoners, prisoner)))


def _prisoner(match: re.Match[str]) -> Prisoner:
    return Prisoner(player_of(match), SEAT_LETTERS.index(match["owner"]), match["figure"])


@sentence(HELD)
def _holds(table: Table, match: re.Match[str]) -> None:
    prisoners = PART.of(table.state).prisoners
    assert _prisoner(match) in prisoners, prisoners


@sentence(r"there (?:is|are) (?P<count>\d+) prisoners?")
def _count(table: Table, match: re.Match[str]) -> None:
    prisoners = PART.of(table.state).prisoners
    assert len(prisoners) == int(match["count"]), prisoners


@sentence(r"(?P<seat>[A-F]) has (?P<count>\d+) floors? left")
def _floors_left(table: Table, match: re.Match[str]) -> None:
    floors = PART.of(table.state).floors
    assert floors[player_of(match)] == int(match["count"]), floors


@sentence(r"the tower on (?P<x>-?\d+),(?P<y>-?\d+) has (?P<count>\d+) floors?")
def _height(table: Table, match: re.Match[str]) -> None:
    part = PART.of(table.state)
    assert part.height((int(match["x"]), int(match["y"]))) == int(match["count"]), part.heights

"""Sentences about bridges, castles and bazaars. Those that begin with `given` set something up."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.expansions import bazaars, bridges, castles
from engine.expansions.castles.part import Castle
from engine.state import Figure
from tests.replays.runner import Table, player_of, sentence

CELL = r"(?P<x>-?\d+),(?P<y>-?\d+)"


def cell_of(match: re.Match[str]) -> tuple[int, int]:
    return int(match["x"]), int(match["y"])


def replaced(values: tuple[int, ...], match: re.Match[str]) -> tuple[int, ...]:
    player = player_of(match)
    return (*values[:player], int(match["count"]), *values[player + 1 :])


@sentence(r"given (?P<seat>[A-F]) has (?P<count>\d) bridges? left")
def _give_bridges(table: Table, match: re.Match[str]) -> None:
    left = bridges.PART.of(table.state).left
    bridges.PART.set(table.state, bridges.BridgesPart(replaced(left, match)))


@sentence(r"(?P<seat>[A-F]) has (?P<count>\d) bridges? left")
def _bridges_left(table: Table, match: re.Match[str]) -> None:
    left = bridges.PART.of(table.state).left
    assert left[player_of(match)] == int(match["count"]), left


@sentence(rf"the (?P<kind>\w+) at {CELL} (?P<segment>\w+) has (?P<count>\d+) tiles?")
def _tiles(table: Table, match: re.Match[str]) -> None:
    cell = cell_of(match)
    feature = table.state.board.feature(cell, table.segment(cell, match["segment"]))
    assert (feature.kind, feature.size) == (match["kind"], int(match["count"])), feature


@sentence(r"given (?P<seat>[A-F]) has (?P<count>\d) castles? left")
def _give_tokens(table: Table, match: re.Match[str]) -> None:
    part = castles.PART.of(table.state)
    castles.PART.set(table.state, replace(part, tokens=replaced(part.tokens, match)))


@sentence(r"(?P<seat>[A-F]) has (?P<count>\d) castles? left")
def _tokens_left(table: Table, match: re.Match[str]) -> None:
    tokens = castles.PART.of(table.state).tokens
    assert tokens[player_of(match)] == int(match["count"]), tokens


@sentence(rf"given (?P<seat>[A-F]) has a castle on {CELL} (?P<segment>\w+)")
def _give_castle(table: Table, match: re.Match[str]) -> None:
    state, cell, player = table.state, cell_of(match), player_of(match)
    city = state.board.feature_id(cell, match["segment"])
    first, second = sorted(state.board.tiles_of(city))
    state.supply[player, "meeple"] -= 1
    castle = Castle(player, city, (first, second), Figure(player, "meeple", cell, match["segment"]))
    part = castles.PART.of(state)
    castles.PART.set(state, replace(part, castles=(*part.castles, castle)))


@sentence(rf"(?P<seat>[A-F]) has a lord on {CELL}")
def _lord(table: Table, match: re.Match[str]) -> None:
    found = castles.PART.of(table.state).castles
    assert any(
        castle.lord is not None and castle.owner == player_of(match) and cell_of(match) in castle.cells
        for castle in found
    ), found


@sentence(r"there are (?P<count>\d) lords")
def _lords(table: Table, match: re.Match[str]) -> None:
    assert len(list(castles.lords(table.state))) == int(match["count"])


@sentence(r"given the bag is (?P<tiles>.*)")
def _give_bag(table: Table, match: re.Match[str]) -> None:
    table.state.bag = tuple(reversed(match["tiles"].split(", "))) if match["tiles"] != "empty" else ()


@sentence(r"the tiles on offer are (?P<tiles>.*)")
def _offer(table: Table, match: re.Match[str]) -> None:
    offer = bazaars.PART.of(table.state).offer
    assert offer == tuple(match["tiles"].split(", ")), offer


@sentence(r"the tile in hand is (?P<tile>\S+)")
def _in_hand(table: Table, match: re.Match[str]) -> None:
    assert table.state.tile == match["tile"], table.state.tile


@sentence(r"out of the game: (?P<tiles>.*)")
def _discarded(table: Table, match: re.Match[str]) -> None:
    assert table.state.discarded == tuple(match["tiles"].split(", ")), table.state.discarded


@sentence(r"no bazaar is held")
def _no_bazaar(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert bazaars.PART.of(table.state) == bazaars.PART.type(), bazaars.PART.of(table.state)

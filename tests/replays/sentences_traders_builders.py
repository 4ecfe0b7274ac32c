"""Sentences about goods, builders, pigs and second parts. `given ...` sets something up."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.expansions.traders_builders.part import GOODS, PART
from tests.replays.runner import Table, player_of, sentence


def tokens(text: str) -> tuple[int, ...]:
    """`4 wine, 1 grain` -> (4, 1, 0)."""
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (\w+)", text)}
    assert set(counts) <= set(GOODS), text
    return tuple(counts.get(kind, 0) for kind in GOODS)


@sentence(r"given the goods of (?P<seat>[A-F]) are (?P<goods>.*)")
def _give_goods(table: Table, match: re.Match[str]) -> None:
    part, player = PART.of(table.state), player_of(match)
    held = (*part.goods[:player], tokens(match["goods"]), *part.goods[player + 1 :])
    PART.set(table.state, replace(part, goods=held))


@sentence(r"the goods of (?P<seat>[A-F]) are (?P<goods>.*)")
def _goods(table: Table, match: re.Match[str]) -> None:
    held = PART.of(table.state).goods[player_of(match)]
    assert held == tokens(match["goods"]), held


@sentence(r"(?P<seat>[A-F]) plays a second part")
def _second(table: Table, match: re.Match[str]) -> None:
    assert PART.of(table.state).second, PART.of(table.state)
    assert (table.state.placer, table.state.questions[0].ask) == (player_of(match), "place")


@sentence(r"nobody plays a second part")
def _no_second(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    part = PART.of(table.state)
    assert (part.second, part.noted, part.owed) == (False, False, False), part


@sentence(r"(?P<seat>[A-F])'s (?P<figure>\w+) stands on (?P<x>-?\d+),(?P<y>-?\d+) (?P<segment>\w+)")
def _stands(table: Table, match: re.Match[str]) -> None:
    cell = (int(match["x"]), int(match["y"]))
    wanted = (player_of(match), match["figure"], cell, table.segment(cell, match["segment"]))
    there = [(f.player, f.kind, f.cell, f.segment) for f in table.state.all_figures()]
    assert wanted in there, there

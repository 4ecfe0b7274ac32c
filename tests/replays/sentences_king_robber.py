"""Sentences about the king and the robber knight."""

from __future__ import annotations

import re

from engine.expansions.king_robber import PART, Title
from tests.replays.runner import Table, player_of, sentence


def _title(table: Table, match: re.Match[str]) -> Title:
    titles = PART.of(table.state)
    return titles.king if match["title"] == "king" else titles.robber


@sentence(r"(?P<seat>[A-F]) holds the (?P<title>king|robber) with (?P<size>\d+) tiles")
def _holds(table: Table, match: re.Match[str]) -> None:
    title = _title(table, match)
    assert (title.holder, title.size) == (player_of(match), int(match["size"])), title


@sentence(r"nobody holds the (?P<title>king|robber)")
def _free(table: Table, match: re.Match[str]) -> None:
    assert _title(table, match).holder is None


@sentence(r"the (?P<title>king|robber)'s marker is on (?P<x>-?\d+),(?P<y>-?\d+)")
def _marker(table: Table, match: re.Match[str]) -> None:
    feature = _title(table, match).feature
    assert feature is not None
    cells = table.state.board.tiles_of(feature)
    assert (int(match["x"]), int(match["y"])) in cells, cells

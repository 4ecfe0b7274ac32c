"""Sentences about shrines."""

from __future__ import annotations

import re

from engine.events import TileDiscarded
from engine.expansions.cult import DuelDecided
from tests.replays.runner import Table, sentence


@sentence(r"(?P<tile>\S+) was discarded")
def _was_discarded(table: Table, match: re.Match[str]) -> None:
    assert match["tile"] in [event.tile for event in table.events if isinstance(event, TileDiscarded)]


@sentence(r"(?P<x>-?\d+),(?P<y>-?\d+) lost a duel")
def _lost(table: Table, match: re.Match[str]) -> None:
    lost = [event.loser for event in table.events if isinstance(event, DuelDecided)]
    cells = [cell for feature in lost for cell in table.state.board.tiles_of(feature)]
    assert (int(match["x"]), int(match["y"])) in cells, cells


@sentence(r"there was no duel")
def _no_duel(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert not [event for event in table.events if isinstance(event, DuelDecided)]

"""What can be said of the river, and of tiles drawn and discarded on the way."""

from __future__ import annotations

import re

from engine.expansions.river import PART, TurnAgain
from tests.replays.runner import Table, player_of, sentence


@sentence(r"the river is open at (?P<cells>-?\d+,-?\d+(?: and -?\d+,-?\d+)*)")
def _open(table: Table, match: re.Match[str]) -> None:
    ends = {f"{x},{y}" for x, y in (end.cell for end in PART.of(table.state).ends)}
    assert ends == set(match["cells"].split(" and ")), ends


@sentence(r"the river is closed")
def _closed(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert not PART.of(table.state).ends, PART.of(table.state).ends


@sentence(r"(?P<tile>\S+) is in hand")
def _in_hand(table: Table, match: re.Match[str]) -> None:
    assert table.state.tile == match["tile"], table.state.tile


@sentence(r"(?P<tile>\S+) was discarded")
def _discarded(table: Table, match: re.Match[str]) -> None:
    assert match["tile"] in table.state.discarded, table.state.discarded


@sentence(r"nothing was discarded")
def _all_laid(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert not table.state.discarded, table.state.discarded


@sentence(r"(?P<seat>[A-F]) takes another turn")
def _again(table: Table, match: re.Match[str]) -> None:
    assert TurnAgain(player_of(match)) in table.events
    assert table.state.player == player_of(match), table.state.player


@sentence(r"nobody takes another turn")
def _not_again(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert not [event for event in table.events if isinstance(event, TurnAgain)]

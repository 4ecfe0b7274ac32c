"""Sentences about the city of Carcassonne."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.expansions.count.city import PART, Guest
from tests.replays.runner import Table, given, player_of, sentence

GUESTS = r"(?P<seat>[A-F]) has (?P<count>\d+) (?P<figure>[a-z]+?)s? in the (?P<quarter>\w+)"
COUNT = r"the count is in the (?P<quarter>\w+)"


@sentence(GUESTS)
def _guests(table: Table, match: re.Match[str]) -> None:
    guest = Guest(match["quarter"], player_of(match), match["figure"])
    count = PART.of(table.state).guests.count(guest)
    assert count == int(match["count"]), f"has {count}"


@given(GUESTS)
def _put_guests(table: Table, match: re.Match[str]) -> None:
    city, count = PART.of(table.state), int(match["count"])
    guest = Guest(match["quarter"], player_of(match), match["figure"])
    table.state.supply[guest.player, guest.figure] -= count
    PART.set(table.state, replace(city, guests=city.guests + (guest,) * count))


@sentence(COUNT)
def _count(table: Table, match: re.Match[str]) -> None:
    assert PART.of(table.state).count == match["quarter"], PART.of(table.state).count


@given(COUNT)
def _put_count(table: Table, match: re.Match[str]) -> None:
    PART.set(table.state, replace(PART.of(table.state), count=match["quarter"]))

"""Sentences about the city of Carcassonne."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.expansions.count.city import PART, CityGuest
from tests.replays.runner import Table, arrangement, player_of, sentence

GUESTS = r"(?P<seat>[A-F]) has (?P<count>\d+) (?P<figure>[a-z]+?)s? in the (?P<quarter>\w+)"
COUNT = r"the count is in the (?P<quarter>\w+)"


@arrangement("city")
def _city(table: Table, lines: list[str]) -> None:
    """The sentences of this file, made true before the first move."""
    for line in lines:
        city = PART.of(table.state)
        if match := re.fullmatch(COUNT, line):
            city = replace(city, count=match["quarter"])
        else:
            match = re.fullmatch(GUESTS, line)
            assert match, f"unknown sentence: {line}"
            guest = CityGuest(match["quarter"], player_of(match), match["figure"])
            table.state.supply[guest.player, guest.figure] -= int(match["count"])
            city = replace(city, guests=city.guests + (guest,) * int(match["count"]))
        PART.set(table.state, city)


@sentence(GUESTS)
def _guests(table: Table, match: re.Match[str]) -> None:
    guest = CityGuest(match["quarter"], player_of(match), match["figure"])
    count = PART.of(table.state).guests.count(guest)
    assert count == int(match["count"]), f"has {count}"


@sentence(COUNT)
def _count(table: Table, match: re.Match[str]) -> None:
    assert PART.of(table.state).count == match["quarter"], PART.of(table.state).count

"""Sentences about harvest tokens. `given that ...` prepares what was taken earlier."""

import re
from collections import Counter

from engine.events import TileDiscarded
from engine.over_hill_and_dale.part import PART, Hills
from tests.replays.runner import Table, player_of, sentence


def kinds(words: str) -> list[str]:
    """`2 apple, wheat` -> apple, apple, wheat."""
    found: list[str] = []
    for word in words.split(", "):
        count, _, kind = word.rpartition(" ")
        found += [kind] * int(count or 1)
    return found


@sentence(r"given that (?P<seat>[A-F]) harvested (?P<tokens>.*)")
def _given_tokens(table: Table, match: re.Match[str]) -> None:
    hills = PART.of(table.state)
    held = list(hills.held)
    held[player_of(match)] = tuple(kinds(match["tokens"]))
    left = Counter(dict(hills.supply))
    left.subtract(kinds(match["tokens"]))
    assert min(left.values()) >= 0, "there are not so many"
    PART.set(table.state, Hills(tuple(left.items()), tuple(held), hills.shared, hills.settled))


@sentence(r"(?P<seat>[A-F]) harvested (?P<tokens>.*)")
def _holds(table: Table, match: re.Match[str]) -> None:
    held = PART.of(table.state).held[player_of(match)]
    expected = [] if match["tokens"] == "nothing" else kinds(match["tokens"])
    assert sorted(held) == sorted(expected), held


@sentence(r"the harvest supply has (?P<count>\d) (?P<kind>\w+)")
def _left(table: Table, match: re.Match[str]) -> None:
    left = dict(PART.of(table.state).supply)
    assert left[match["kind"]] == int(match["count"]), left


@sentence(r"(?P<seat>[A-F]) is not asked (?P<ask>\w+)")
def _not_asked(table: Table, match: re.Match[str]) -> None:
    asked = {(question.player, question.ask) for question in table.state.questions}
    assert (player_of(match), match["ask"]) not in asked, asked


@sentence(r"(?P<tile>ohd-\S+) left the game")
def _discarded(table: Table, match: re.Match[str]) -> None:
    gone = [event.tile for event in table.events if isinstance(event, TileDiscarded)]
    assert gone == [match["tile"]], gone
    assert table.state.discarded == (match["tile"],)

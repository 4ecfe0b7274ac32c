"""Sentences that are about no single box."""

import re

from engine.events import FeatureCompleted
from tests.replays.runner import Table, sentence


@sentence(r"completed: (?P<kinds>.*)")
def _completed(table: Table, match: re.Match[str]) -> None:
    """The kinds of all features that were completed in this game, in any order."""
    kinds = [event.kind for event in table.events if isinstance(event, FeatureCompleted)]
    wanted = [] if match["kinds"] == "nothing" else match["kinds"].split(", ")
    assert sorted(kinds) == sorted(wanted), kinds

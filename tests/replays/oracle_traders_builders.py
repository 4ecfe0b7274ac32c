"""Traders & Builders in the oracle's games.

It plays a builder's second part before the auction that the first one called; ours comes after it by default
(TB-35), so its games are played with `builder_bazaar` = before.
"""

from __future__ import annotations

from typing import Any

from engine.expansions.traders_builders.part import GOODS, PART
from tests.replays.oracle import Extension, Replay


class TradersBuilders(Extension):
    """Goods are compared after every turn, and whose part it is."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "builder" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        # It plays with six without Inns & Cathedrals, too (TB-73).
        return ["traders_builders"], {"builder_bazaar": "before", "max_players": "6"}

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        if decision["a"] == "tile":
            double = replay.notes["turn of"][id(decision)].get("double", False)
            replay.check("second part", double, PART.of(replay.state).second)

    def begin(self, replay: Replay) -> None:
        replay.notes["turn of"] = {
            id(decision): turn for turn in replay.game["turns"] for decision in turn["actions"]
        }

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        held = PART.of(replay.state).goods
        tokens = turn.get("tokens") or [{} for _ in held]  # it leaves out what nobody has
        theirs = [tuple(each.get(kind.upper(), 0) for kind in GOODS) for each in tokens]
        replay.check("goods", theirs, list(held))


EXTENSION = TradersBuilders()

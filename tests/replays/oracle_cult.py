"""The Cult in the oracle's games: shrines are monasteries there. It plays with a sixth shrine tile."""

from __future__ import annotations

from typing import Any

from tests.replays.oracle import Extension


class Cult(Extension):
    """Nothing but the box: duels show in scores, supplies and figures."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "shrine" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        return ["cult"], {}


EXTENSION = Cult()

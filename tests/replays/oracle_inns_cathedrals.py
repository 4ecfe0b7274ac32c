"""Inns & Cathedrals in the oracle's games: nothing but the box; it plays by our rules."""

from __future__ import annotations

from typing import Any

from tests.replays.oracle import Extension


class InnsCathedrals(Extension):
    """Inns, cathedrals and large meeples show in scores, supplies, figures and legal claims."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "big-follower" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        return ["inns_cathedrals"], {}


EXTENSION = InnsCathedrals()

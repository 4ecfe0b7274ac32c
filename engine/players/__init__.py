"""Computer players: clients of the door. They are given a view and never see the bag or others' secrets."""

from __future__ import annotations

from engine.players.levels import LEVELS, choose

__all__ = ["LEVELS", "choose"]

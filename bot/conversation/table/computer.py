"""The levels of computer players that people are offered."""

from __future__ import annotations

from engine import players

LEVELS = tuple(level for level in players.LEVELS if level != "random")  # random is for tests

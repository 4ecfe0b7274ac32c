"""The games that can be played, by name."""

from __future__ import annotations

from engine.carcassonne import CARCASSONNE

GAMES = {"carcassonne": CARCASSONNE}

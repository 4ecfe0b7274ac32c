"""The games that can be played, by name."""

from __future__ import annotations

from engine.carcassonne import CARCASSONNE
from engine.over_hill_and_dale import OVER_HILL_AND_DALE

GAMES = {"carcassonne": CARCASSONNE, "over_hill_and_dale": OVER_HILL_AND_DALE}

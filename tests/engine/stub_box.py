"""A box made up for a test: what a box that is not there would answer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.game import GAMES
from engine.ruleset import Expansion, FigureKind
from engine.state import GameState

ABBOT = {"abbot": FigureKind(1, frozenset({"monastery", "garden"}))}


def add_box(
    monkeypatch: pytest.MonkeyPatch, key: str = "stub", *, first: bool = False, **fields: Any
) -> None:
    """Let tables play with one more box, the last or the first of all."""
    game = GAMES["carcassonne"]
    box = Expansion(key=key, **fields)
    boxes = (box, *game.boxes) if first else (*game.boxes, box)
    monkeypatch.setitem(GAMES, "carcassonne", replace(game, boxes=boxes))


def covers(*cells: tuple[int, int]) -> Callable[[GameState, int], bool]:
    """Whether a feature covers one of these cells, as a hook about features asks it."""
    return lambda state, feature: bool(set(cells) & set(state.board.tiles_of(feature)))

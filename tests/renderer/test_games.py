"""Pictures of real games: every box alone, all that go together, and the second game."""

from __future__ import annotations

from random import Random

import pytest

from engine.expansions import ALL
from engine.expansions.presets import PRESETS
from engine.game import apply, new_game, pending, view_for
from engine.setup import agree
from engine.state import GameState
from renderer.board.board import render
from renderer.board.markers import Markers
from renderer.pieces.boxes import cards_of, of_boxes

TABLES = [(box.key, "carcassonne", (box.key,), ()) for box in ALL]
TABLES += [(name, "carcassonne", preset.boxes, preset.options) for name, preset in PRESETS.items()]
TABLES += [("hills", "over_hill_and_dale", (), ())]


def _play(
    game: str, boxes: tuple[str, ...], options: tuple[tuple[str, str], ...], plies: int
) -> list[GameState]:
    """Some views of a random game."""
    rng = Random(game + "".join(boxes))
    state = new_game(agree(3, boxes, dict(options), game=game, seed="picture")).state
    views = []
    while not state.over and state.ply < plies:
        prompt = pending(state)[0]
        state = apply(state, prompt.options[rng.randrange(min(len(prompt.options), 40))]).state
        if state.ply % (plies // 3) == 0:
            views.append(view_for(state, None))
    return views


@pytest.mark.parametrize(
    ("game", "boxes", "options"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES]
)
def test_every_game_can_be_drawn(
    game: str, boxes: tuple[str, ...], options: tuple[tuple[str, str], ...]
) -> None:
    views = _play(game, boxes, options, 60)
    assert views
    for view in views:
        image = render(view, Markers(scale=1))
        assert image.width == 400
        assert image.height <= 680


def test_a_game_with_everything_has_pieces_and_cards() -> None:
    preset = PRESETS["royal_gift"]
    views = _play("carcassonne", preset.boxes, preset.options, 90)
    assert {piece.kind for view in views for piece in of_boxes(view)} >= {"count"}
    assert {card.icon for view in views for card in cards_of(view)} >= {"castle", "bridge"}

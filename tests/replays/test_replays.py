"""Every replay file, game by game."""

from typing import Any

import pytest

from tests.replays.runner import load_all, run

GAMES = load_all()


@pytest.mark.parametrize("game", [game for _, game in GAMES], ids=[name for name, _ in GAMES])
def test_replay_keeps_the_rule_it_names(game: dict[str, Any]) -> None:
    assert game.get("expect") or game.get("final") or any(move[:2] == "? " for move in game["moves"])
    run(game)

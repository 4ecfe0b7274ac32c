"""Games of an independent engine, replayed in ours (see oracle.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replays.oracle import CORPORA, game, lines, replay_for

GAMES = [(path, number) for path in CORPORA for number in range(len(lines(path)))]


@pytest.mark.parametrize(("path", "number"), GAMES, ids=[f"{path.stem[:-6]}-{n}" for path, n in GAMES])
def test_oracle_game_scores_the_same(path: Path, number: int) -> None:
    expected = game(path, number)
    replay = replay_for(expected)
    replay.run()
    assert replay.state.scores == expected["final_scores"], expected["seed"]

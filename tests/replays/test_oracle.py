"""Games of an independent engine, replayed in ours (see oracle.py)."""

from pathlib import Path
from typing import Any

import pytest

from tests.replays.oracle import HERE, games, replay_for

CORPORA = sorted((HERE / "corpora").glob("*.jsonl.gz"))
GAMES = [(path, game) for path in CORPORA for game in games(path)]


@pytest.mark.parametrize(("path", "game"), GAMES, ids=[game["seed"] for _, game in GAMES])
def test_the_oracle_agrees(path: Path, game: dict[str, Any]) -> None:
    replay = replay_for(game)
    replay.run()
    assert replay.state.scores == game["final_scores"], path.name

"""Hard's look ahead: rows that may be drawn, effort that is counted, spots that are worth a try."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.game import apply, new_game, pending, view_for
from engine.players import choose, search
from engine.players.future import Effort, Future, Ideas
from engine.players.search import PLIES, tile_rows
from engine.players.terms import look
from engine.players.trials import finished
from engine.setup import agree
from engine.state import GameState


def later(turns: int, seed: str = "search") -> GameState:
    """A view from the middle of a game between normal players, with a tile to lay."""
    state = new_game(agree(2, seed=seed, first_seat=0)).state
    while state.turn < turns or pending(state)[0].ask != "place":
        player = pending(state)[0].player
        state = apply(state, choose("normal", view_for(state, player), player)).state
    return view_for(state, pending(state)[0].player)


@pytest.mark.parametrize("turns", [20, 69])
def test_a_row_holds_tiles_that_may_really_come(turns: int) -> None:
    outlook = look(later(turns))
    left = outlook.unseen.total()
    rows = tile_rows(outlook, random.Random(1))
    assert len(rows) >= sum(more for _, more in search.ROUNDS)
    for row in rows:
        assert len(row) == min(PLIES, left)
        assert Counter(row) <= outlook.unseen
    assert (left < PLIES) == (turns == 69)


def test_with_little_effort_an_answer_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view = later(20)
    prompt = pending(view)[0]
    followed: list[list[str]] = []
    whole = Future.lead

    def counted(self: Future, row: list[str], player: int) -> float:
        followed.append(row)
        return whole(self, row, player)

    monkeypatch.setattr(Future, "lead", counted)
    monkeypatch.setattr(search, "EFFORT", 0)
    assert choose("hard", view, prompt.player) in prompt.options
    assert len({tuple(row) for row in followed}) == 1


def test_the_spots_that_are_tried_hold_the_best_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a move, what is best for the next tile is found among a part of its spots, nearly always."""
    same = looked = tried = all_spots = 0
    for turns in (12, 30, 48):
        view = later(turns)
        outlook = look(view)
        after = finished(view, choose("normal", view, pending(view)[0].player), outlook)
        future = Future(after, outlook, Ideas(view, Effort(0)), Effort(0))
        for tile in sorted(outlook.unseen)[::2]:
            shape = view.rules.shapes[tile]
            best = future._best(after, tile)
            some = len(future._spots(after, shape))
            with monkeypatch.context() as patched:
                patched.setattr("engine.players.future.KNOWN", 1000)
                everywhere = future._best(after, tile)
                all_spots += len(future._spots(after, shape))
            tried += some
            same += best == everywhere
            looked += 1
    assert tried < 0.75 * all_spots
    assert same >= 0.95 * looked

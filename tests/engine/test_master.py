"""Master: the last tiles are played out exactly; its shares make one answer, on any number of workers."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.actions import Action, Pass
from engine.game import GAMES, apply, new_game, pending, view_for
from engine.players import SHARES, Followed, choose, master, settle, think_share
from engine.players.ending import can_solve, candidates, solved
from engine.players.evaluation import lead
from engine.players.levels import ranking
from engine.players.terms import look
from engine.players.weights import FAR
from engine.setup import agree
from engine.state import GameState


def near_the_end(unseen: int, seed: str) -> GameState:
    """A view with a tile to lay and so many tiles left to draw."""
    state = new_game(agree(2, seed=seed, first_seat=0)).state
    while len(state.bag) > unseen or pending(state)[0].ask != "place":
        player = pending(state)[0].player
        state = apply(state, choose("normal", view_for(state, player), player)).state
    return view_for(state, pending(state)[0].player)


def by_brute_force(state: GameState, player: int) -> float:
    """The lead of a player at the end if everybody plays their best from here: every line is tried."""
    if state.over:
        return lead([float(points) for points in state.scores], player)
    prompt = pending(state)[0]
    found = [by_brute_force(apply(state, option).state, player) for option in prompt.options]
    return max(found) if prompt.player == player else min(found)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_with_one_tile_left_the_best_line_is_found(seed: str) -> None:
    view = near_the_end(1, seed)
    prompt = pending(view)[0]
    outlook = look(view)
    ranked = ranking(view, prompt, random.Random(1), outlook)
    best = solved(view, candidates(ranked, outlook), outlook)[0]
    assert best.lead == pytest.approx(by_brute_force(view, prompt.player))
    assert by_brute_force(apply(view, best.action).state, prompt.player) == pytest.approx(best.lead)


def test_with_two_tiles_left_the_answer_is_the_best_that_was_played_out() -> None:
    view = near_the_end(2, "c")
    prompt = pending(view)[0]
    outlook = look(view, FAR)
    options = candidates(ranking(view, prompt, random.Random(1), outlook), outlook)
    best = solved(view, options, outlook)
    assert choose("master", view, prompt.player) in [one.action for one in best if one.lead == best[0].lead]
    assert best[-1].lead < best[0].lead


def test_the_shares_of_a_decision_follow_different_rows_of_the_same_moves() -> None:
    view = near_the_end(30, "d")
    player = pending(view)[0].player
    one, two = (think_share(view, player, "seed", share) for share in (0, 1))
    assert {move.action for move in one} == {move.action for move in two}
    assert [move.leads for move in one] != [move.leads for move in two]
    assert think_share(view, player, "seed", 0) == one


def test_shares_in_one_process_find_the_same_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    view = near_the_end(20, "e")
    prompt = pending(view)[0]
    together: list[list[Followed]] = []

    def settled(shares: list[list[Followed]]) -> Action:
        together.extend(shares)
        return settle(shares)

    monkeypatch.setattr(master, "settle", settled)
    answer = master.play_master(view, prompt, random.Random(1))
    seed = str(random.Random(1).getrandbits(32))
    alone = [master.think(view, prompt, seed, share) for share in range(SHARES)]
    assert together == alone
    assert answer == settle(alone)


def test_settled_answer_has_the_best_mean_of_deep_trials() -> None:
    first, second, third = (Pass(player) for player in range(3))
    moves: list[tuple[Action, float, int]] = [(first, 40.0, 10), (second, 50.0, 10), (third, 9.0, 1)]
    shares = [[Followed(action, 0.0, leads, rows) for action, leads, rows in moves]] * SHARES
    assert settle(shares) == second, "the third promised more, but in too few rows"
    with pytest.raises(ValueError, match="empty"):
        settle([])


def test_with_several_boxes_only_the_very_last_tile_is_played_out() -> None:
    """A turn with all boxes has too many decisions for two tiles to be played out in time."""
    boxes = [box.key for box in GAMES["carcassonne"].boxes]
    bare = look(near_the_end(2, "c"))
    crowded = look(new_game(agree(2, boxes, {"river_with_carcassonne": "allowed"}, seed="c")).state)
    for left, plain, rich in ((3, False, False), (2, True, False), (1, True, True)):
        bare.unseen = crowded.unseen = Counter({"base-D": left})
        assert (can_solve(bare), can_solve(crowded)) == (plain, rich)


def test_a_hundred_points_more_are_hardly_worth_more_than_a_sure_win() -> None:
    view = near_the_end(5, "d")
    player = pending(view)[0].player
    view.scores[player] += 100
    moves = think_share(view, player, "seed", 0)
    assert len(moves) > 1
    assert all(0 < move.leads / move.rows < 20 for move in moves)

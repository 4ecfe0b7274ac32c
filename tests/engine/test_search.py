"""Hard's look ahead: rows that may be drawn, effort that is counted, spots that are worth a try."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.actions import Pass
from engine.expansions.bazaars.part import PART as BAZAARS
from engine.game import apply, new_game, pending, safe_answer, view_for
from engine.players import choose, market, master, search, trials
from engine.players.future import Effort, Future, Ideas, Turn
from engine.players.levels import play_normal
from engine.players.market import auctioned
from engine.players.outlook import Outlook
from engine.players.search import HARD, Candidate, follow, play_hard, ranked_to_follow, tile_rows, worth
from engine.players.terms import look
from engine.players.trials import Promised, Trials, answered, finished
from engine.players.weights import AHEAD, DEFAULT, FAR, MANY, Weights
from engine.setup import agree
from engine.state import GameState
from tests.support.random_play import random_action


def later(turns: int, seed: str = "search", boxes: tuple[str, ...] = ()) -> GameState:
    """A view from the middle of a game between normal players, with a tile to lay."""
    state = new_game(agree(2, boxes, seed=seed, first_seat=0)).state
    while state.turn < turns or pending(state)[0].ask != "place":
        player = pending(state)[0].player
        state = apply(state, choose("normal", view_for(state, player), player)).state
    return view_for(state, pending(state)[0].player)


@pytest.mark.parametrize("turns", [20, 69])
def test_a_row_holds_tiles_that_may_really_come(turns: int) -> None:
    outlook = look(later(turns))
    left = outlook.unseen.total()
    rows = tile_rows(outlook, random.Random(1), HARD)
    assert len(rows) >= sum(more for _, more in HARD.rounds)
    for row in rows:
        assert len(row) == min(HARD.plies, left)
        assert Counter(row) <= outlook.unseen
    assert (left < HARD.plies) == (turns == 69)


def test_with_little_effort_an_answer_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view = later(20)
    prompt = pending(view)[0]
    followed: list[list[str]] = []
    whole = Future.lead

    def counted(self: Future, row: list[str], player: int) -> float:
        followed.append(row)
        return whole(self, row, player)

    monkeypatch.setattr(Future, "lead", counted)
    answer = play_hard(view, prompt, random.Random(1), plan=replace(HARD, effort=0))
    assert answer in prompt.options
    assert len({tuple(row) for row in followed}) == 1


def test_after_the_last_tile_there_is_nothing_to_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves were played to the end of the turn for nothing, the finale with its market included."""
    view = later(60)
    view.bag = ()
    prompt = pending(view)[0]
    monkeypatch.setattr(search, "finished", None)
    answer = play_hard(view, prompt, random.Random(1))
    assert answer == play_normal(view, prompt, random.Random(1))


@pytest.mark.parametrize(
    ("boxes", "many"),
    [
        ((), False),
        (("abbot", "cult"), False),
        (("abbot", "cult", "river"), False),  # the river has no term
        (("abbot", "cult", "king_robber"), True),
    ],
)
@pytest.mark.parametrize("level", ["hard", "master"])
def test_tables_with_several_boxes_are_judged_by_weights_of_their_own(
    level: str, boxes: tuple[str, ...], many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = later(14, boxes=boxes)
    seen: list[Weights] = []

    def looked(view: GameState, weights: Weights) -> Outlook:
        seen.append(weights)
        return look(view, weights)

    monkeypatch.setattr({"hard": search, "master": master}[level], "look", looked)
    choose(level, view, pending(view)[0].player)
    assert seen == [MANY if many else {"hard": AHEAD, "master": FAR}[level]]


def test_very_many_options_on_the_way_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    view = later(20)
    prompt = pending(view)[0]
    outlook = look(view)
    few = list(prompt.options)[:3]
    assert answered(view, outlook, few) in few
    monkeypatch.setattr(trials, "MANY", 2)
    assert answered(view, outlook, few) == safe_answer(view, prompt)


def tried(future: Future, after: GameState, tile: str) -> tuple[Turn | None, int]:
    """The best turn with a tile, and how many spots were tried."""
    spots = future._spots(after, after.rules.shapes[tile])  # private: what is left out shows nowhere else
    return future._best(after, tile), len(spots)  # private: the same


def test_the_spots_that_are_tried_hold_the_best_one() -> None:
    """After a move, what is best for the next tile is found among a part of its spots, nearly always."""
    same = looked = few = all_spots = 0
    for turns in (12, 30, 48):
        view = later(turns)
        outlook = look(view)
        after = finished(view, choose("normal", view, pending(view)[0].player), outlook)
        some = Future(after, outlook, Ideas(view, DEFAULT, Effort(0), HARD.known), Effort(0))
        every = Future(after, outlook, Ideas(view, DEFAULT, Effort(0), 1000), Effort(0))
        for tile in sorted(outlook.unseen)[::2]:
            best, spots = tried(some, after, tile)
            very_best, whole = tried(every, after, tile)
            few += spots
            all_spots += whole
            same += best == very_best
            looked += 1
    assert few < 0.6 * all_spots
    assert same >= 0.9 * looked


def test_a_move_that_is_clearly_behind_is_dropped_and_a_close_one_is_not() -> None:
    best, close, behind = (Candidate(Promised(0.0, Pass(0)), None, 1.0) for _ in range(3))  # type: ignore[arg-type]
    best.leads = [3.0, 5.0, 4.0, 6.0]
    close.leads = [4.0, 3.0, 5.0, 5.0]
    behind.leads = [1.0, 2.0, 2.0, 3.0]
    assert not best.behind(best, 2.0)
    assert not close.behind(best, 2.0)
    assert behind.behind(best, 2.0)
    behind.leads.pop()
    best.leads.pop()
    assert not behind.behind(best, 2.0), "three rows tell too little"


def test_the_tiles_of_a_bazaar_are_known_before_they_are_drawn() -> None:
    """BAZAAR-22: after the own bought tile comes the other's, whatever the row says."""
    rng = random.Random(1)
    state = new_game(agree(2, ["bazaars"], seed="known")).state
    while not (pending(state)[0].ask == "place" and len(BAZAARS.of(state).owned) == 1):
        state = apply(state, random_action(state, rng)).state
    ((owner, tile),) = BAZAARS.of(state).owned
    view = view_for(state, state.placer)
    outlook = look(view)
    after = finished(view, play_normal(view, pending(view)[0], rng), outlook)
    assert (after.placer, after.tile) == (owner, tile)
    effort = Effort(10**6)
    future = Future(after, outlook, Ideas(view, DEFAULT, effort, 6), effort)
    others = sorted(outlook.unseen)
    leads = {future.lead([first, others[0]], view.placer) for first in others[1:6]}
    assert len(leads) == 1
    assert len({future.lead([others[0], last], view.placer) for last in others[1:6]}) > 1


@pytest.mark.parametrize("ask", ["auction", "bid", "settle", "draft"])
def test_hard_looks_ahead_in_a_bazaar(ask: str) -> None:
    """BAZAAR-23 to 26: several answers are followed, each a legal one, to where tiles are laid again."""
    rng = random.Random(2)
    options = {"bazaar_mode": "draft"} if ask == "draft" else {}
    state = new_game(agree(2, ["bazaars"], options, seed="market")).state
    while pending(state)[0].ask != ask:
        state = apply(state, random_action(state, rng)).state
    prompt = pending(state)[0]
    view = view_for(state, prompt.player)
    outlook = look(view)
    ranked = ranked_to_follow(view, prompt, rng, outlook)
    assert {option.action for option in ranked} <= {*prompt.options}
    followed = follow(view, prompt, ranked, outlook, HARD, rng)
    assert len(followed) == len(ranked) > 1
    assert all(one.leads for one in followed)
    ends = [auctioned(finished(view, option.action, outlook), outlook) for option in ranked]
    assert {end.questions[0].ask for end in ends} == {"place"}


def test_a_tile_of_a_bazaar_is_tried_once_for_each_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer that was followed tried them anew, for each bidder: 8 s of master at a table of four."""
    rng = random.Random(2)
    state = new_game(agree(4, ["bazaars"], seed="market")).state
    while pending(state)[0].ask != "bid":
        state = apply(state, random_action(state, rng)).state
    tried: Counter[int] = Counter()

    def counted(state: GameState, player: int, outlook: Outlook) -> Trials:
        tried[player] += 1
        return Trials(state, player, outlook)

    monkeypatch.setattr(market, "Trials", counted)
    player = pending(state)[0].player
    choose("hard", view_for(state, player), player)
    kinds = len({*BAZAARS.of(state).offer})
    assert tried == dict.fromkeys(range(4), kinds)


def test_a_lead_is_worth_what_it_adds_to_the_chance_to_win() -> None:
    assert worth(7.0, 0.0, 30) == 7.0, "without a swing leads count as they are"
    assert worth(0.1, 3.2, 30) == pytest.approx(0.1, rel=0.01), "in points where the game is even"
    assert worth(-7.0, 3.2, 30) == -worth(7.0, 3.2, 30)
    assert worth(20.0, 3.2, 4) - worth(15.0, 3.2, 4) < 0.5, "a game that is won is not won by more"
    assert worth(20.0, 3.2, 60) - worth(15.0, 3.2, 60) > 3, "early on a lead may still be lost"

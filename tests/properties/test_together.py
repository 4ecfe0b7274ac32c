"""Any mix of boxes: a sample of `make nightly`, and snapshots in the middle of everything."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from bot.cli.simulate import GameOutcome, draw_table, playable
from engine import record
from engine.expansions import bazaars, princess_dragon
from engine.game import apply, new_game, pending
from engine.invariants import check
from engine.setup import Setup, agree
from engine.state import GameState
from tests.support.random_play import generous
from tools import nightly

MOMENTS = ("flight", "quarters", "auction", "bazaar placement", "castle", "sending", "draft")


@pytest.mark.parametrize("part", ["subsets", "mixes"])
def test_a_sample_of_the_nightly_games(part: str) -> None:
    """Figures and tiles are conserved, scores are the sum of their events, every game ends."""
    tables = nightly.subsets(1) if part == "subsets" else nightly.mixes(30)
    for setup in islice(tables, 0, None, 2):
        GameOutcome(setup, random.Random(setup.seed))


def test_every_mix_of_the_nightly_games_is_a_table() -> None:
    """All 64 subsets, all numbers of players, rivers beside the city included."""
    tables = list(nightly.subsets(5))
    assert Counter(setup.boxes for setup in tables) == dict.fromkeys({t.boxes for t in tables}, 5)
    assert len({setup.boxes for setup in tables}) == 64
    assert {setup.players for setup in tables} == {2, 3, 4, 5, 6}
    many = list(nightly.mixes(300))
    assert {setup.players for setup in many} == {2, 3, 4, 5, 6}
    assert {box for setup in many for box in setup.boxes} == set(nightly.ALL)
    assert any(set(setup.boxes) == set(nightly.ALL) for setup in many)


def moment(state: GameState) -> str | None:
    """In the middle of what a state is, if it is one of the rare moments."""
    ask = pending(state)[0].ask
    bazaar = bazaars.PART.of(state)
    if ask == "dragon" and len(princess_dragon.PART.of(state).visited) > 2:
        return "flight"
    if ask in ("auction", "bid", "settle") and bazaar.owned:
        return "auction"
    if ask in ("place", "act") and bazaar.queue:
        return "bazaar placement"
    if ask in ("send", "move_count"):
        return "sending"
    return ask if ask in ("quarters", "castle", "draft") else None


def everything(number: int) -> Setup:
    rng = random.Random(number)
    return playable(draw_table(rng, nightly.ALL, f"moment/{number}", players=3 + number % 3))


def test_snapshots_in_the_middle_of_everything_play_on_equally() -> None:
    """A flight, a round of quarter moves, an auction, its placements, and more, with all boxes on."""
    seen: Counter[str] = Counter()
    for number in range(30):
        rng = random.Random(number)
        state = new_game(everything(number)).state
        while not state.over:
            now = moment(state)
            if now is not None and seen[now] < 3:
                seen[now] += 1
                plays_on_equally(state, number)
            state = apply(state, generous(state, rng)).state
        if all(seen[name] >= 2 for name in MOMENTS):
            return
    raise AssertionError(seen)


def plays_on_equally(state: GameState, seed: int) -> None:
    """The state and its snapshot are equal, and stay so for the same decisions."""
    decoded = record.decode(record.encode(state))
    assert decoded == state
    dice = random.Random(seed)
    for _ in range(30):
        if state.over:
            break
        check(decoded)
        action = generous(state, dice)
        state, events = apply(state, action)
        decoded, same = apply(decoded, action)
        assert (decoded, same) == (state, events)


def test_the_same_seed_and_actions_make_the_same_game() -> None:
    """With all boxes: a record replays to equal states."""
    setup = playable(agree(4, nightly.ALL, seed="again", salt="and again"))
    rng = random.Random(4)
    state = new_game(setup).state
    actions = []
    while not state.over:
        actions.append(generous(state, rng))
        state = apply(state, actions[-1]).state
    assert record.last_state(record.read(record.record_of(setup, actions).write())) == state

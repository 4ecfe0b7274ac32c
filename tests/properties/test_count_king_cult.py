"""Random games with King and Robber Knight, the Cult and the Count, every invariant at every ply."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from bot.cli.simulate import GameOutcome
from engine import record
from engine.actions import Action, Claim, Pass
from engine.expansions.count import EXPANSION as COUNT
from engine.game import apply, new_game, pending
from engine.invariants import check, check_board
from engine.prompts import Prompt
from engine.setup import Setup, agree
from engine.state import GameState
from engine.tiles import LANDS

BOXES = ("king_robber", "cult", "count")
SUBSETS = [subset for size in range(1, 4) for subset in itertools.combinations(BOXES, size)]


@pytest.mark.parametrize("boxes", SUBSETS, ids="-".join)
def test_random_games_of_every_mix_keep_the_invariants(boxes: tuple[str, ...]) -> None:
    """Figures and tiles are conserved, scores are the sum of their events, the game ends."""
    rng = random.Random("-".join(boxes))
    for players in (2, 3, 5):
        options = {}
        if "count" in boxes:
            options = {name: rng.choice(values) for name, values in COUNT.options.items()}
        outcome = GameOutcome(agree(players, boxes, options, seed=f"{boxes}{players}"), rng)
        assert outcome.asks["place"] > 60


def busy(setup: Setup, rng: random.Random) -> Counter[str]:
    """A game whose players like to give points to others; a snapshot at every rare prompt."""
    asks: Counter[str] = Counter()
    state, _ = new_game(setup)
    while not state.over:
        prompt = rng.choice(pending(state))
        asks[prompt.ask] += 1
        if prompt.ask not in ("place", "act"):
            check(state)
            state = record.decode(record.encode(state))
            prompt = next(again for again in pending(state) if again.ask == prompt.ask)
        if prompt.ask == "place":
            sample = rng.sample(range(len(prompt.options)), min(12, len(prompt.options)))
            tried = [(state, apply(state, prompt.options[index]).state) for index in sample]
            state = max(tried, key=lambda pair: given_away(*pair, prompt.player))[1]
        else:
            state = apply(state, eager(prompt, rng)).state
    check(state)
    check_board(state.board)
    return asks


def given_away(before: GameState, after: GameState, player: int) -> int:
    """How many features with figures of others, and none of the player's, a placement has completed."""
    label = after.board.features.label
    stood: dict[int, set[int]] = {}
    for number, group in before.figures.items():
        stood.setdefault(label[number], set()).update(figure.player for figure in group)
    return sum(player not in stood.get(feature, {player}) for feature in closed(after) - closed(before))


def closed(state: GameState) -> set[int]:
    """The completed features."""
    return {
        number
        for number, feature in state.board.features.by_id.items()
        if feature.open == 0 and feature.kind not in LANDS
    }


def eager(prompt: Prompt, rng: random.Random) -> Action:
    """Rather something than nothing, and no farmers: they never come home."""
    active = [option for option in prompt.options if not isinstance(option, Pass)]
    if prompt.ask == "act":
        active = [option for option in active if isinstance(option, Claim) and option.segment[0] != "f"]
    return rng.choice(active if active and rng.random() < 0.8 else list(prompt.options))


def test_busy_games_reach_every_decision_of_the_city() -> None:
    """Sending, moving the count, both kinds of moves out: all of them, again and again."""
    rng = random.Random(7)
    asks: Counter[str] = Counter()
    for number in range(8):
        options = {"count_final_quarters": ("market_only", "any")[number % 2]}
        asks += busy(agree(2 + number % 3, BOXES, options, seed=f"busy{number}"), rng)
    assert min(asks[ask] for ask in ("send", "move_count", "quarters", "market")) >= 5, asks

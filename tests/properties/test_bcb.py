"""Random games with bridges, castles and bazaars: nothing is lost, and every snapshot plays on."""

import random

import pytest

from bot.cli.simulate import GameOutcome
from engine import record
from engine.actions import Action, Claim
from engine.expansions.bazaars.part import Bid, OpenBid
from engine.expansions.bridges import PlaceBridge
from engine.expansions.castles.part import BuildCastle
from engine.game import apply, new_game, pending
from engine.invariants import check, check_board
from engine.prompts import Prompt
from engine.setup import agree

BOXES = ("bazaars", "bridges", "castles")
OPTIONS = {
    "bridge_isolated": ("false", "true"),
    "bridge_only_tile": ("may_discard", "must_place"),
    "bazaar_mode": ("auction", "draft"),
    "bazaar_turns": ("within_turn", "full_turns"),
    "bazaar_unplaceable": ("redraw", "lose"),
}
ASKS = {"castle", "castle_feature", "auction", "bid", "settle", "draft"}


@pytest.mark.parametrize("seed", range(20))
def test_random_tables_end_without_a_breach(seed: int) -> None:
    rng = random.Random(f"bcb {seed}")
    boxes = rng.sample(BOXES, rng.randint(1, 3))
    options = {
        name: rng.choice(values) for name, values in OPTIONS.items() if name.split("_")[0] + "s" in boxes
    }
    players = 2 + seed % 5
    outcome = GameOutcome(agree(players, boxes, options | {"max_players": "6"}, seed=str(seed)), rng)
    assert len(outcome.scores) == players


def lively(rng: random.Random, prompt: Prompt) -> Action:
    """Bridges, knights and castles where possible, bids as people make them."""
    options = prompt.options
    if prompt.ask == "auction":
        return OpenBid(prompt.player, options[rng.randrange(len(options))].tile, rng.randint(0, 4))  # type: ignore[attr-defined]
    if prompt.ask == "bid":
        low = options[0]
        return (
            Bid(prompt.player, low.amount + 1) if isinstance(low, Bid) and rng.random() < 0.4 else options[-1]
        )
    wanted = [
        action
        for action in options
        if isinstance(action, PlaceBridge | BuildCastle)
        or (isinstance(action, Claim) and action.segment.startswith("c"))
    ]
    return rng.choice(wanted if wanted and rng.random() < 0.6 else options)


@pytest.mark.parametrize("mode", ["auction", "draft"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_snapshots_in_the_middle_of_decisions(players: int, mode: str) -> None:
    rng = random.Random(f"{players} {mode}")
    asked = set()
    for game in range(1 + 6 // players):
        options = {"bazaar_mode": mode, "bridge_isolated": "true"}
        state, _ = new_game(agree(players, BOXES, options, seed=f"{game}"))
        while not state.over:
            prompt = rng.choice(pending(state))
            asked.add(prompt.ask)
            action = lively(rng, prompt)
            after, events = apply(state, action)
            if prompt.ask in ASKS or state.placer != state.player:
                copy = record.decode(record.encode(state))
                assert copy == state
                again = apply(copy, action)
                assert (again.state, again.events) == (after, events)
            check(after)
            state = after
        check_board(state.board)
    assert asked >= {"place", "act", "castle", "draft" if mode == "draft" else "settle"}

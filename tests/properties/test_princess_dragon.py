"""Princess & Dragon under random play: everything adds up at every ply, and snapshots play on."""

import random
from itertools import product

import pytest

from engine import notation, record
from engine.events import Scored
from engine.expansions.princess_dragon.part import PART
from engine.game import apply, new_game, pending
from engine.invariants import check, check_board
from engine.setup import Setup, agree
from engine.state import GameState

OPTIONS = [
    {
        "princess": princess,
        "princess_blocks_fairy": blocks,
        "fairy_attach": attach,
        "fairy_final_bonus": final,
    }
    for princess, blocks, attach, final in product(
        ("may", "must"), ("true", "false"), ("meeple", "tile"), ("any_scored", "fields_only")
    )
]
TABLES = [
    agree(
        2 + number % 5,
        ["princess_dragon"],
        options | {"max_players": "6"},
        first_seat=0,
        seed=f"properties {number}",
    )
    for number, options in enumerate(OPTIONS)
]


@pytest.mark.parametrize("setup", TABLES, ids=[setup.seed for setup in TABLES])
def test_random_games_keep_the_rules_of_the_box(setup: Setup) -> None:
    """Figures, tiles and scores add up; dragon and fairy keep to their rules; snapshots lose nothing."""
    rng = random.Random(setup.seed)
    state, events = new_game(setup)
    points = [0] * setup.players
    flights = 0
    while True:
        for event in events:
            if isinstance(event, Scored):
                points[event.player] += event.points
        check(state)
        assert state.scores == points
        check_neutral_figures(state)
        if state.over:
            break
        (prompt,) = pending(state)
        assert len(set(prompt.options)) == len(prompt.options)
        action = rng.choice(prompt.options)
        assert notation.read(state.rules, notation.write(action)) == action
        if prompt.ask == "dragon" or rng.random() < 0.02:
            flights += prompt.ask == "dragon"
            again = record.decode(record.encode(state))
            assert again == state
            assert apply(again, action).state == apply(state, action).state
        state, events = apply(state, action)
    check_board(state.board)
    assert flights


def check_neutral_figures(state: GameState) -> None:
    """FAIRY-06, DRAGON-10, DRAGON-14: never both on one tile, and nobody beside the dragon on its tile."""
    part = PART.of(state)
    figures = list(state.all_figures())
    assert part.companion is None or (part.companion in figures and part.companion.cell == part.fairy)
    if part.dragon is not None:
        assert part.dragon != part.fairy
        assert not [figure for figure in figures if figure.cell == part.dragon]
        assert not part.aside
    assert len(set(part.visited)) == len(part.visited) <= 6 + 1

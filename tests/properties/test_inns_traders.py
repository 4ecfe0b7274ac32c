"""Random games with Inns & Cathedrals and Traders & Builders: nothing is lost, snapshots play on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.cli.simulate import GameOutcome, draw_table, playable
from engine import record
from engine.actions import Action, Claim, Pass
from engine.board import Board
from engine.events import Event, Scored, TilePlaced, TurnStarted
from engine.expansions import ALL
from engine.expansions.traders_builders.part import GOODS, PART, GoodsTaken, SecondPart
from engine.game import apply, new_game, pending
from engine.invariants import check, check_board
from engine.setup import Setup, agree
from engine.state import GameState
from tools import nightly

BOTH = ("inns_cathedrals", "traders_builders")
OTHERS = [box.key for box in ALL if box.key not in BOTH]
COMPATIBLE = ("count", "king_robber", "princess_dragon", "river")


@pytest.mark.parametrize("other", OTHERS)
def test_both_boxes_beside_each_other_box(other: str) -> None:
    """No breach with any one other box, any number of players, any options."""
    rng = random.Random(f"both and {other}")
    setup = playable(draw_table(rng, [*BOTH, other], f"both/{other}"))
    assert len(GameOutcome(setup, rng).scores) == setup.players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_both_boxes_with_every_number_of_players(players: int) -> None:
    """IC-57: up to six."""
    rng = random.Random(f"both with {players}")
    boxes = [*BOTH, *rng.sample(OTHERS, players)]
    setup = playable(draw_table(rng, boxes, f"both/{players}", players=players))
    assert len(GameOutcome(setup, rng).scores) == players


def test_boxes_that_the_older_book_names_together() -> None:
    """FUT-31: Princess & Dragon with both boxes, the river, king and robber, and the count."""
    options = {"river_with_carcassonne": "allowed"}
    setup = agree(3, (*BOTH, *COMPATIBLE), options, seed="compatible")
    outcome = GameOutcome(setup, random.Random("compatible"))
    assert outcome.asks["place"] > 120


def keen(state: GameState, rng: random.Random) -> Action:
    """Builders, pigs and large meeples where possible, and second parts."""
    prompt = rng.choice(pending(state))
    options = prompt.options
    if prompt.ask == "place":
        tried = [options[rng.randrange(len(options))] for _ in range(4)]
        return max(tried, key=lambda action: PART.of(apply(state, action).state).noted)
    wanted = [option for option in options if isinstance(option, Claim) and option.figure != "meeple"]
    if wanted and rng.random() < 0.8:
        return rng.choice(wanted)
    return options[rng.randrange(len(options))]


def games(count: int) -> list[Setup]:
    found = []
    for number in range(count):
        rng = random.Random(f"keen {number}")
        boxes = [*BOTH, *rng.sample(OTHERS, number % 4)]
        found.append(playable(draw_table(rng, boxes, f"keen/{number}")))
    return found


def _second(events: Sequence[Event]) -> int:
    """Where a second part begins among the events of one action."""
    return next(place for place, event in enumerate(events) if isinstance(event, SecondPart))


def check_marks(board: Board) -> None:
    """IC-06, TB-06: a feature has the marks of all its segments, counted from scratch."""
    printed: dict[int, list[str]] = {}
    for number, (_, part) in board.origins().items():
        printed.setdefault(board.features.label[number], []).extend(part.marks if part else ())
    for found, feature in board.features.by_id.items():
        assert sorted(feature.marks) == sorted(printed[found])


def test_turns_double_once_and_helpers_never_stand_alone() -> None:
    """TB-20, TB-22, TB-44: two tiles of a player in a turn at most; all of it can be saved on the way."""
    seen: Counter[str] = Counter()
    for setup in games(10):
        rng = random.Random(setup.seed)
        state, events = new_game(setup)
        while not state.over:
            seen.update(type(event).__name__ for event in events)
            check(state)
            action = keen(state, rng)
            after, events = apply(state, action)
            if PART.of(state) != PART.of(after):
                copy = record.decode(record.encode(state))
                assert copy == state
                again = apply(copy, action)
                assert (again.state, again.events) == (after, events)
            if not isinstance(action, Pass):
                assert sum(isinstance(event, TilePlaced) for event in events) <= 1
            if any(isinstance(event, SecondPart) for event in events):
                assert not PART.of(state).second, "a second part gave another one"
                assert not any(isinstance(event, TurnStarted) for event in events[: _second(events)])
            state = after
        seen.update(type(event).__name__ for event in events)
        check_board(state.board)
        check_marks(state.board)
    assert seen["SecondPart"] > 10
    assert seen["GoodsTaken"] > 2


def test_goods_are_worth_ten_points_a_kind() -> None:
    """TB-13: at the end every kind that is held gives ten to each player with most of it."""
    for number in range(6):
        setup = agree(2 + number % 3, BOTH, seed=f"goods/{number}")
        rng = random.Random(number)
        state, _ = new_game(setup)
        taken: Counter[tuple[int, str]] = Counter()
        given: Counter[tuple[int, str]] = Counter()
        while not state.over:
            state, events = apply(state, keen(state, rng))
            for event in events:
                if isinstance(event, GoodsTaken):
                    taken[event.player, event.goods] += event.count
                if isinstance(event, Scored) and event.source == "goods":
                    given[event.player, event.items[0].name] += event.points
        wanted: Counter[tuple[int, str]] = Counter()
        for kind in GOODS:
            most = max(taken[player, kind] for player in range(setup.players))
            for player in range(setup.players):
                if most and taken[player, kind] == most:
                    wanted[player, kind] = 10
        assert given == wanted


def test_the_nightly_games_play_every_subset_with_both_boxes() -> None:
    """All 1,024 of them, each number of players often."""
    tables = list(nightly.trade())
    assert len({setup.boxes for setup in tables}) == 1024
    assert all(set(BOTH) <= set(setup.boxes) for setup in tables)
    assert min(Counter(setup.players for setup in tables).values()) > 200

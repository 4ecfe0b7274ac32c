"""What is true of every game, with any actions and any boxes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import notation, record
from engine.actions import Claim, Pass, PlaceTile
from engine.events import Scored
from engine.game import GAMES, IllegalAction, apply, imagine, new_game, pending, safe_answer, view_for
from engine.invariants import check, check_board
from engine.queries import census, dead_cells, projected_scores
from engine.setup import Setup, agree
from tests.support.random_play import random_action, transitions


@st.composite
def tables(draw: st.DrawFn) -> Setup:
    """Any table that can be played."""
    name = draw(st.sampled_from(sorted(GAMES)))
    game = GAMES[name]
    boxes = draw(st.sets(st.sampled_from([box.key for box in game.boxes]))) if game.boxes else set()
    options = {}
    for member in (game.base, *(box for box in game.boxes if box.key in boxes)):
        for option, values in member.options.items():
            if option not in ("first_player", "max_players"):
                options[option] = draw(st.sampled_from(values))
    if "river_with_carcassonne" in options:
        options["river_with_carcassonne"] = "allowed"
    seed = str(draw(st.integers(0, 10**9)))
    return agree(draw(st.integers(2, game.max_players)), boxes, options, game=name, seed=seed)


@settings(max_examples=40, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_every_ply_keeps_the_invariants(setup: Setup, rng: random.Random) -> None:
    """BASE-12, BASE-26: figures and tiles are conserved; scores begin at 0 and are the sum of events."""
    scores = [0] * setup.players
    state = None
    for _, action, (state, events) in transitions(setup, rng):
        for event in events:
            if isinstance(event, Scored):
                assert event.points == sum(item.points for item in event.items)
                scores[event.player] += event.points
        assert state.scores == scores
        check(state)
        if action is not None:
            assert notation.read(state.rules, notation.write(action)) == action
    assert state is not None
    assert state.over
    check_board(state.board)


@settings(max_examples=6, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_snapshots_and_replays_agree_at_every_ply(setup: Setup, rng: random.Random) -> None:
    actions = []
    states = []
    for _, action, (state, _) in transitions(setup, rng):
        if action is not None:
            actions.append(action)
        states.append(state)
        if rng.random() < 0.3:
            decoded = record.decode(record.encode(state))
            assert decoded == state
            if not state.over:
                choice = random_action(state, random.Random(len(states)))
                assert apply(decoded, choice) == apply(state, choice)
    text = record.record_of(setup, actions).write()
    replayed = record.replay(record.read(text))
    assert all(transition.state == state for transition, state in zip(replayed, states, strict=True))


@settings(max_examples=15, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_every_option_applies_and_changes_nothing_before(setup: Setup, rng: random.Random) -> None:
    """Forks are isolated: trying all options of a state leaves it as it was."""
    for before, _, (state, _) in transitions(setup, rng):
        if rng.random() < 0.85 or before.over:
            continue
        image = record.encode(before)
        for prompt in pending(before):
            for number, option in enumerate(prompt.options[:60]):
                assert option == prompt.options[number]
                assert option in prompt.options
                assert apply(before, option).state.ply == before.ply + 1
        assert record.encode(before) == image
        assert record.encode(state)


@settings(max_examples=20, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_action_that_is_not_an_option_is_refused(setup: Setup, rng: random.Random) -> None:
    for before, _, _ in transitions(setup, rng):
        if rng.random() < 0.8 or before.over:
            continue
        image = record.encode(before)
        prompts = pending(before)
        player = rng.randrange(setup.players)
        cell = (rng.randint(-6, 6), rng.randint(-6, 6))
        for action in (
            PlaceTile(player, cell, rng.randint(-1, 5)),
            Claim(player, rng.choice(list(before.board.cells)), rng.choice(["c1", "r1", "f1", "m1", "x"])),
            Pass(player),
        ):
            allowed = any(action in prompt.options for prompt in prompts if prompt.player == player)
            if not allowed:
                with pytest.raises(IllegalAction) as caught:
                    apply(before, action)
                assert caught.value.reason.code
                assert caught.value.reason.rule
        assert record.encode(before) == image


@settings(max_examples=15, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_a_view_tells_nothing_of_the_bag(setup: Setup, rng: random.Random) -> None:
    """BASE-51: two games that differ in the order of the bag only look the same to everybody."""
    for _, _, (state, _) in transitions(setup, rng):
        if rng.random() < 0.9:
            continue
        other = state.fork()
        other.secret = ("another", "seed")
        other.bag = tuple(rng.sample(state.bag, len(state.bag)))
        for viewer in (None, *range(setup.players)):
            view = view_for(state, viewer)
            assert view.secret is None
            assert record.encode(view_for(other, viewer)) == record.encode(view)
            assert census(view) == census(state)


@settings(max_examples=10, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_an_imagined_game_plays_to_its_end(setup: Setup, rng: random.Random) -> None:
    stop = rng.randint(1, 40)
    state = next(t.state for number, (_, _, t) in enumerate(transitions(setup, rng)) if number == stop)
    dream = imagine(view_for(state, None), "dream")
    while not dream.over:
        check(dream)
        dream = apply(dream, random_action(dream, rng)).state
    assert len(dream.scores) == setup.players


@settings(max_examples=10, deadline=None)
@given(tables())
def test_safe_answers_always_finish_the_game(setup: Setup) -> None:
    """TURN-31: an absent player never blocks a game."""
    state = new_game(setup).state
    for _ in range(3000):
        if state.over:
            break
        prompt = pending(state)[0]
        answer = safe_answer(state, prompt)
        assert answer in prompt.options
        if Pass(prompt.player) in prompt.options:
            assert isinstance(answer, Pass) or prompt.ask in state.rules.safe_answers
        state = apply(state, answer).state
    assert state.over


@settings(max_examples=10, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_queries_answer_for_states_and_views(setup: Setup, rng: random.Random) -> None:
    """BASE-17: dead cells are those that no unseen tile fits; the projection changes nothing."""
    for _, _, (state, _) in transitions(setup, rng):
        if rng.random() < 0.9:
            continue
        image = record.encode(state)
        view = view_for(state, 0)
        for seat in range(setup.players):  # what others hide is no part of a projection (OHD-26)
            assert projected_scores(view_for(state, seat))[seat] == projected_scores(state)[seat]
        assert dead_cells(view) == dead_cells(state)
        shapes = [
            state.rules.shapes[tile] for tile in {*census(state), *([state.tile] if state.tile else [])}
        ]
        for cell in dead_cells(state):
            key = state.board.frontier[cell]
            assert not any(key in shape.fits for shape in shapes)
        assert record.encode(state) == image

"""Over Hill and Dale: set-up, hidden tokens, sets and the end of the game; the rest is in the replays."""

import random
from collections import Counter
from functools import cache

import pytest

from engine import record
from engine.actions import Pass
from engine.events import GameEnded, Scored, TilePlaced, TurnStarted
from engine.game import GAMES, apply, imagine, new_game, pending, rules_of, safe_answer, view_for
from engine.invariants import Breach, check
from engine.over_hill_and_dale.harvest import most_sets
from engine.over_hill_and_dale.part import CROPS, FACE_DOWN, PART, TOKENS, Hills
from engine.queries import census, projected_scores, reconstructed_sets
from engine.setup import BadSetup, agree
from engine.state import Figure, GameState
from engine.tiles import SETS, load
from tests.replays.runner import Table

NAME = "over_hill_and_dale"
TIE = {  # EX-41: a field of A and C with five symbols; B completes it
    "game": NAME,
    "players": 3,
    "first": "B",
    "board": [
        "ohd-straight-1 1,0 r0",
        "ohd-straight-2 -1,0 r0",
        "ohd-cap-2 1,1 r3 A:c1",
        "ohd-two-caps-opposite-1 -1,1 r1",
        "ohd-cap-4 1,2 r2",
        "ohd-through-1 0,2 r1",
        "ohd-cap-3 0,3 r0 C:c1",
    ],
    "moves": ["B ohd-crop3-1 0,1 r2 nobody"],
}


def tied() -> Table:
    """The tied field of EX-41, its tokens laid out."""
    table = Table(TIE)
    for line in TIE["moves"]:
        table.move(line)
    return table


def hold(state: GameState, *hands: tuple[str, ...]) -> GameState:
    """The same game with these tokens before the players."""
    state = state.fork()
    left = Counter(TOKENS)
    for hand in hands:
        left.subtract(hand)
    PART.set(state, Hills(tuple(left.items()), hands, (), PART.of(state).settled))
    return state


# -- set-up -------------------------------------------------------------------------------------------


def test_73_tiles_of_which_the_start_tile_lies_first() -> None:
    """OHD-01."""
    state, _ = new_game(agree(game=NAME))
    assert [placed.turned.tile.id for placed in state.board.cells.values()] == ["ohd-cap-straight-start"]
    assert census(state).total() + 1 == 72  # one is in hand
    assert state.tile is not None


def test_33_tokens_lie_open_and_sorted() -> None:
    """OHD-02."""
    state, _ = new_game(agree(game=NAME))
    supply = dict(PART.of(state).supply)
    assert supply == {"apple": 5, "strawberry": 5, "pumpkin": 5, "sunflower": 5, "wheat": 5, "scarecrow": 8}
    assert sum(supply.values()) == 33
    assert PART.of(state).held == ((), ())


def test_four_meeples_and_two_stables_for_each_of_two_to_five_players() -> None:
    """OHD-03."""
    for players in range(2, 6):
        state, _ = new_game(agree(players, game=NAME))
        assert state.supply == {
            (player, figure): count
            for player in range(players)
            for figure, count in (("meeple", 4), ("stable", 2))
        }
    for players in (1, 6):
        with pytest.raises(BadSetup, match="players"):
            rules_of(agree(players, game=NAME))


def test_the_first_player_is_drawn_or_chosen_and_turns_go_clockwise() -> None:
    """OHD-04, O1."""
    drawn = {new_game(agree(3, game=NAME, seed=str(seed))).state.player for seed in range(30)}
    assert drawn == {0, 1, 2}
    state, _ = new_game(agree(3, game=NAME, first_seat=1))
    order = [state.player]
    while len(order) < 4:
        turn = state.turn
        while state.turn == turn:
            state, _ = apply(state, safe_answer(state, pending(state)[0]))
        order.append(state.player)
    assert order == [1, 2, 0, 1]


def test_no_box_and_no_foreign_option() -> None:
    """OPT-04, OPT-05: only first_player (O1) and ohd_journey_block (O20)."""
    rules = rules_of(agree(game=NAME))
    assert rules.options == {"first_player": "random", "ohd_journey_block": "any_trail"}
    assert GAMES[NAME].boxes == ()
    with pytest.raises(BadSetup) as refused:
        rules_of(agree(boxes=["abbot"], game=NAME))
    assert (refused.value.code, refused.value.rule) == ("unknown_box", "OPT-04")
    for option, value in (("farmers", "off"), ("max_players", "6"), ("bazaar_mode", "draft")):
        with pytest.raises(BadSetup, match="unknown_option"):
            rules_of(agree(options={option: value}, game=NAME))
    with pytest.raises(BadSetup, match="unknown_value"):
        rules_of(agree(options={"ohd_journey_block": "never"}, game=NAME))
    with pytest.raises(BadSetup, match="unknown_option"):
        rules_of(agree(options={"ohd_journey_block": "any_trail"}))


def test_the_steps_of_a_turn() -> None:
    """TURN-29: draw, place, act, complete and score, tokens, journey; OHD-05, OHD-32."""
    assert rules_of(agree(game=NAME)).names == (
        *("start", "draw", "place", "act", "complete", "score", "return_figures", "harvest", "journey"),
        *("end_turn", "final_features", "final_stables", "final_tokens", "ranking"),
    )


def test_reconstructed_tiles_can_be_named_to_players() -> None:
    """The printed distribution of this game is not known; those of the other sets are."""
    assert [name for name in SETS if load(name).reconstructed] == [NAME]
    assert reconstructed_sets(rules_of(agree(game=NAME))) == [NAME]
    assert reconstructed_sets(rules_of(agree())) == []


def test_the_tiles_show_as_many_symbols_as_there_are_tokens() -> None:
    """OHD-22, OHD-31: symbols stand on crops, and animals only where there is a meadow to graze."""
    symbols: Counter[str] = Counter()
    for tile in load(NAME).tiles:
        for segment in tile.segments:
            if segment.symbol is not None:
                assert segment.kind == "crop"
                symbols[segment.symbol] += tile.count
        assert not tile.animals or any(segment.kind == "meadow" for segment in tile.segments)
    assert symbols == TOKENS


# -- hidden tokens ------------------------------------------------------------------------------------


def test_a_view_shows_the_own_tokens_and_only_the_number_of_the_others() -> None:
    """OHD-26."""
    state = hold(tied().state, ("apple", "wheat"), ("pumpkin",), ("scarecrow", "scarecrow", "wheat"))
    views = [PART.of(view_for(state, viewer)).held for viewer in (0, 1, 2, None)]
    one, two, three = (FACE_DOWN,), (FACE_DOWN,) * 2, (FACE_DOWN,) * 3
    assert views[0] == (("apple", "wheat"), one, three)
    assert views[1] == (two, ("pumpkin",), three)
    assert views[2] == (two, one, ("scarecrow", "scarecrow", "wheat"))
    assert views[3] == (two, one, three)
    assert PART.of(state).held[1] == ("pumpkin",), "the game itself forgets nothing"


def test_view_does_not_depend_on_hidden_facts() -> None:
    """OHD-26: two games that differ only in the others' tokens look alike, byte by byte."""
    state = tied().state
    one = hold(state, ("apple",), ("pumpkin", "wheat"), ("sunflower", "scarecrow"))
    two = hold(state, ("apple",), ("sunflower", "pumpkin"), ("scarecrow", "wheat"))
    assert record.encode(view_for(one, 0)) == record.encode(view_for(two, 0))
    assert record.encode(view_for(one, None)) == record.encode(view_for(two, None))
    assert record.encode(view_for(one, 1)) != record.encode(view_for(two, 1))
    assert projected_scores(view_for(one, 0)) == projected_scores(view_for(two, 0))


def test_in_a_view_hidden_tokens_make_no_sets() -> None:
    """OHD-26, OHD-33: a projection for a viewer counts what the viewer knows."""
    bare = projected_scores(tied().state)
    state = hold(tied().state, CROPS, CROPS, ())
    assert projected_scores(state) == (bare[0] + 10, bare[1] + 10, bare[2])
    assert projected_scores(view_for(state, 0)) == (bare[0] + 10, bare[1] + 5, bare[2])
    assert projected_scores(view_for(state, None)) == (bare[0] + 5, bare[1] + 5, bare[2])


def test_tokens_laid_out_are_open_and_can_be_chosen_in_a_view() -> None:
    """OHD-23, OHD-38."""
    state = tied().state
    for viewer in (0, 1, 2, None):
        view = view_for(state, viewer)
        assert PART.of(view).shared == PART.of(state).shared
        assert [list(prompt.options) for prompt in pending(view)] == [
            list(prompt.options) for prompt in pending(state)
        ]


def test_imagined_state_is_possible_and_keeps_known_facts() -> None:
    """OHD-26: the own tokens, the numbers, the supply and what is laid out stay; nothing is lost."""
    table = tied()
    table.move("C take wheat")
    hands = (("apple",), ("pumpkin", "wheat", "wheat"), ("sunflower", "scarecrow"))
    left = Counter(dict(PART.of(table.state).supply)) + Counter(["wheat"])  # C gives its token back
    for hand in hands:
        left.subtract(hand)
    hills = PART.of(table.state)
    PART.set(table.state, Hills(tuple(left.items()), hands, hills.shared, hills.settled))
    seen = set()
    for seed in range(20):
        state = imagine(view_for(table.state, 0), str(seed))
        held = PART.of(state).held
        assert held[0] == ("apple",)
        assert [len(hand) for hand in held] == [1, 3, 2]
        assert Counter(held[1]) + Counter(held[2]) == Counter(hands[1]) + Counter(hands[2])
        assert PART.of(state).supply == tuple(left.items())
        assert PART.of(state).shared == hills.shared
        seen.add(held)
    assert len(seen) > 3, "it is drawn, not copied"


def test_a_finished_game_hides_nothing() -> None:
    """OHD-26, OHD-33: the sets are counted for all to see."""
    state = hold(tied().state, CROPS, (), ())
    state.over = True
    assert PART.of(view_for(state, 2)).held == (CROPS, (), ())


def test_absent_players_take_the_first_token_and_stay() -> None:
    """TURN-31, OHD-37, OHD-38."""
    table = tied()
    assert safe_answer(table.state, pending(table.state)[0]) == pending(table.state)[0].options[0]
    game = {"game": NAME, "board": ["ohd-straight-1 1,0 r0 A:t1"], "moves": ["A ohd-straight-2 2,0 r0"]}
    table = Table(game)
    table.move(game["moves"][0])
    (prompt,) = pending(table.state)
    assert prompt.ask == "journey"
    assert safe_answer(table.state, prompt) == Pass(0)


# -- sets ---------------------------------------------------------------------------------------------


@cache
def brute_force(crops: tuple[int, ...], scarecrows: int) -> int:
    """The most sets, by trying every way to make one: each crop by itself or by a scarecrow."""
    best = 0
    for mask in range(1 << len(crops)):
        needed = mask.bit_count()
        left = tuple(count - (not mask >> crop & 1) for crop, count in enumerate(crops))
        if needed <= scarecrows and min(left) >= 0:
            best = max(best, 1 + brute_force(tuple(sorted(left)), scarecrows - needed))
    return best


def test_the_number_of_sets_is_the_largest_possible() -> None:
    """OHD-33: against brute force, for every hand that the 33 tokens allow (crops are interchangeable)."""
    hands = [
        (a, b, c, d, e)
        for a in range(6)
        for b in range(a, 6)
        for c in range(b, 6)
        for d in range(c, 6)
        for e in range(d, 6)
    ]
    shuffled = random.Random(7)
    for counts in hands:
        for scarecrows in range(9):
            order = shuffled.sample(CROPS, 5)
            tokens = [kind for kind, count in zip(order, counts, strict=True) for _ in range(count)]
            tokens += ["scarecrow"] * scarecrows
            shuffled.shuffle(tokens)
            assert most_sets(tokens) == brute_force(counts, scarecrows), (counts, scarecrows)


# -- the end ------------------------------------------------------------------------------------------


def test_the_game_ends_with_the_turn_of_the_last_tile() -> None:
    """OHD-32: then incomplete trails and fields, stables and tokens are scored, in this order."""
    order = ["trail", "crop", "stable", "tokens"]
    found: set[str] = set()
    rng = random.Random(3)
    for seed in range(8):
        state, events = new_game(agree(2, game=NAME, seed=str(seed)))
        log = list(events)
        while not state.over:
            state, events = apply(state, rng.choice(rng.choice(pending(state)).options))
            log += events
        assert not state.bag
        assert state.turn == sum(isinstance(event, TurnStarted) for event in log)
        assert state.turn == sum(isinstance(event, TilePlaced) for event in log)
        assert isinstance(log[-1], GameEnded)
        final = [event.source for event in log if isinstance(event, Scored) and event.final]
        assert final == sorted(final, key=lambda source: max(1, order.index(source)))
        found.update(final)
    assert found == set(order)


def test_the_highest_score_wins_and_ties_share() -> None:
    """OHD-34."""
    state, _ = new_game(agree(4, game=NAME))
    state.scores = [12, 30, 30, 7]
    state.bag = ()
    while not state.over:
        state, events = apply(state, safe_answer(state, pending(state)[0]))
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.scores, ended.places) == ((12, 30, 30, 7), (3, 1, 1, 4))


# -- the hammer itself --------------------------------------------------------------------------------


def test_the_invariants_notice_lost_tokens_close_stables_and_crowded_tiles() -> None:
    """OHD-02, OHD-16, OHD-29: what `simulate` relies on."""
    sound, _ = new_game(agree(game=NAME))
    check(sound)
    hills = PART.of(sound)
    state = sound.fork()
    PART.set(state, Hills(hills.supply, (("apple",), ()), (), 0))
    with pytest.raises(Breach, match="tokens"):
        check(state)
    table = Table({"game": NAME, "stack": ["ohd-cap-1", "ohd-crossing4-1"]})
    table.move("A ohd-cap-1 0,1 r2 nobody")
    table.move("B ohd-crossing4-1 1,0 r0 nobody")
    check(table.state)
    for figures, wrong in (
        ((Figure(0, "stable", (0, 1), "m1"), Figure(1, "stable", (1, 0), "m1")), "stables"),
        ((Figure(0, "meeple", (1, 0), "t1"), Figure(1, "meeple", (1, 0), "t2")), "travellers"),
    ):
        state = table.state.fork()
        for figure in figures:
            state.supply[figure.player, figure.kind] -= 1
            state.stand(figure)
        with pytest.raises(Breach, match=wrong):
            check(state)

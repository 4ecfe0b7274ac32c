"""Computer players: legal, deterministic, blind to what is hidden, sensible with every box, and strong."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from bot.cli.match import interval, play
from engine import notation
from engine.actions import Claim, Pass, PlaceTile
from engine.expansions import king_robber
from engine.expansions.bazaars.part import PART as BAZAARS
from engine.expansions.bazaars.part import Bid
from engine.game import GAMES, apply, new_game, pending, view_for
from engine.over_hill_and_dale.harvest import symbols_of
from engine.over_hill_and_dale.part import PART as HILLS
from engine.players import LEVELS, choose, hint, why
from engine.players.evaluation import evaluate, lead
from engine.players.levels import Slips, ranking, wavering
from engine.players.market import MOST
from engine.players.reasons import Claims, Keeps, Scores
from engine.players.terms import TERMS, look
from engine.players.trials import Promised, Trials
from engine.players.weights import DEFAULT, FAR, Weights
from engine.setup import Setup, agree
from engine.state import GameState
from engine.turned import BITS, EDGE_CODES
from tests.support.random_play import random_action

BOXES = [box.key for box in GAMES["carcassonne"].boxes]
TOGETHER = {"river_with_carcassonne": "allowed", "builder_double_turn": "may"}
BLIND = [
    agree(3, seed="blind"),
    agree(2, BOXES, TOGETHER, seed="blind"),
    agree(3, game="over_hill_and_dale", seed="blind"),
]


def walk(setup: Setup, rng: random.Random, every: int) -> Iterator[GameState]:
    """Every n-th state of a random game that has something to decide."""
    state = new_game(setup).state
    while not state.over:
        if len(pending(state)[0].options) > 1 and rng.randrange(every) == 0:
            yield state
        state = apply(state, random_action(state, rng)).state


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("setup", BLIND, ids=["base", "all boxes", "hills"])
def test_hidden_facts_do_not_change_the_choice(level: str, setup: Setup) -> None:
    """Another order of the bag, another seed, other tokens face down: the player cannot tell."""
    rng = random.Random(level)
    for state in islice(walk(setup, rng, every=20), {"hard": 2, "master": 1}.get(level, 6)):
        prompt = pending(state)[0]
        other = state.fork()
        other.bag = tuple(rng.sample(state.bag, len(state.bag)))
        other.secret = ("x", "y")
        if "over_hill_and_dale" in other.parts:
            hills = HILLS.of(other)
            hands = [
                hand if seat == prompt.player else tuple(rng.choices(("wheat", "apple"), k=len(hand)))
                for seat, hand in enumerate(hills.held)
            ]
            HILLS.set(other, type(hills)(hills.supply, tuple(hands), hills.shared, hills.settled))
        one = choose(level, view_for(state, prompt.player), prompt.player, "seed")
        two = choose(level, view_for(other, prompt.player), prompt.player, "seed")
        assert one == two
        assert one in prompt.options


NOT_MASTER = [level for level in LEVELS if level != "master"]  # it answers other prompts as normal does
ASKS = [  # players, boxes, options, game, and where the seeds begin: some decisions are rare
    (3, BOXES, TOGETHER, "carcassonne", 60),
    (4, ["bazaars", "bridges"], {"bazaar_mode": "draft"}, "carcassonne", 0),
    (4, ["count"], {"count_final_quarters": "any"}, "carcassonne", 0),
    (3, ["princess_dragon"], {"princess": "must", "princess_blocks_fairy": "false"}, "carcassonne", 0),
    (5, ["castles"], {}, "carcassonne", 15),
    (5, [], {}, "over_hill_and_dale", 100),
]


@pytest.mark.parametrize("table", ASKS, ids=[f"{'+'.join(table[1][:2])} {table[3]}" for table in ASKS])
def test_every_decision_of_every_box_is_answered_by_every_level(
    table: tuple[int, list[str], dict[str, str], str, int],
) -> None:
    """Each ask is met by each level, wherever random play leads; the answer is legal."""
    players, boxes, options, name, first = table
    game = GAMES[name]
    members = [member for member in (game.base, *game.boxes) if member == game.base or member.key in boxes]
    wanted = {ask for member in members for ask in member.asks}
    if boxes == BOXES:
        wanted -= {"draft", "castle_feature"}  # another mode, and too rare here
    elif "bazaars" in boxes:
        wanted -= {"auction", "bid", "settle"}
    met: set[str] = set()
    for number in range(first, first + 60):
        rng = random.Random(number)
        state = new_game(agree(players, boxes, options, game=name, seed=f"find/{number}")).state
        while not state.over:
            prompt = pending(state)[0]
            if len(prompt.options) > 1 and prompt.ask not in met:
                met.add(prompt.ask)
                for level in LEVELS if prompt.ask in ("place", "act") else NOT_MASTER:
                    answer = choose(level, view_for(state, prompt.player), prompt.player)
                    assert answer in prompt.options, (level, prompt.ask)
            build = prompt.ask == "castle"
            state = apply(state, prompt.options[0] if build else rng.choice(prompt.options)).state
        if met >= wanted:
            break
    assert met >= wanted


FOUR = [
    agree(4, BOXES, TOGETHER, first_seat=0, seed="four"),
    agree(4, ("count", "castles", "cult"), first_seat=1, seed="four"),
    agree(4, game="over_hill_and_dale", first_seat=2, seed="four"),
]


@pytest.mark.parametrize("setup", FOUR, ids=["all boxes", "some boxes", "hills"])
def test_four_computer_players_finish_a_game(setup: Setup) -> None:
    """`python -m tools.bench.players --soak 200` plays many more."""
    scores, _ = play(setup, ("normal", "random", "random", "random"))
    assert len(scores) == 4


def test_normal_beats_random() -> None:
    for number in range(4):
        scores, _ = play(agree(2, first_seat=number % 2, seed=f"match/{number}"), ("normal", "random"))
        assert scores[0] > scores[1] + 20


def test_normal_beats_random_over_hill_and_dale() -> None:
    for number in range(2):
        table = agree(2, game="over_hill_and_dale", first_seat=number, seed="match")
        scores, _ = play(table, ("normal", "random"))
        assert scores[0] > scores[1] + 20


def test_a_quick_look_agrees_with_the_whole_judgement() -> None:
    """Only what a tile touches is worked out again; the sum is that of a fresh look at the whole board."""
    rng = random.Random(2)
    looked = 0
    for state in walk(agree(3, ("abbot", "cult"), seed="quick"), rng, every=8):
        prompt = pending(state)[0]
        if prompt.ask != "place":
            continue
        view = view_for(state, prompt.player)
        outlook = look(view)
        trials = Trials(view, prompt.player, outlook)
        for action in prompt.options:
            assert isinstance(action, PlaceTile)
            laid = apply(view, action).state
            if laid.questions[0].ask != "act":
                continue
            quick = trials.standing(action)
            fresh = look(view)
            fresh.dwell(laid.board)
            assert quick == pytest.approx(evaluate(laid, fresh))
            looked += 1
    assert looked > 100


def test_a_quick_look_sees_the_title_that_a_tile_takes() -> None:
    """KING-02: the tile is laid and not yet scored, but the player who laid it is as good as king."""
    setup = agree(2, ("king_robber",), seed="title", first_seat=0, stack=("base-E",))
    view = view_for(new_game(setup).state, 0)
    laid = apply(view, PlaceTile(0, (0, -1), 2)).state
    crowned = apply(laid, Pass(0)).state
    assert king_robber.PART.of(laid).king.holder is None
    assert king_robber.PART.of(crowned).king.holder == 0
    before, after = [0.0, 0.0], [0.0, 0.0]
    TERMS["king_robber"](laid, look(view), before)
    TERMS["king_robber"](crowned, look(view), after)
    assert before == pytest.approx(after)
    assert before[0] > 0


def test_a_figure_that_is_the_last_one_is_not_spent_on_a_trifle() -> None:
    """Claiming is not free: with one meeple left at the start of a game, a stretch of road is passed over."""
    view = view_for(new_game(agree(2, seed="thrift", first_seat=0, stack=("base-U",))).state, 0)
    view.supply[0, "meeple"] = 1
    assert isinstance(choose("normal", apply(view, choose("normal", view, 0)).state, 0), Pass)
    view.supply[0, "meeple"] = 7
    assert look(view).meeples(1) > 3 * (look(view).meeples(7) - look(view).meeples(6))


def test_bids_match_the_value_of_the_tile() -> None:
    """BAZAAR-24: amounts are not tried one by one, and nobody pays more than a tile can bring."""
    rng = random.Random(3)
    bids = 0
    for number in range(2):
        for state in walk(agree(3, ("bazaars",), seed=f"bids/{number}"), rng, every=1):
            prompt = pending(state)[0]
            if prompt.ask == "bid":
                part = BAZAARS.of(state)
                low = state.fork()
                BAZAARS.set(low, type(part)(**{f: getattr(part, f) for f in part.__slots__} | {"amount": 0}))
                answer = choose("normal", view_for(low, prompt.player), prompt.player)
                assert isinstance(answer, Pass) or (isinstance(answer, Bid) and 0 < answer.amount <= MOST)
                bids += isinstance(answer, Bid)
                high = state.fork()
                BAZAARS.set(
                    high, type(part)(**{f: getattr(part, f) for f in part.__slots__} | {"amount": 50})
                )
                assert isinstance(choose("normal", view_for(high, prompt.player), prompt.player), Pass)
    assert bids


EARLIER = {8: "B place 2,-3 1", 20: "B place 3,-3 0", 31: "A place 2,5 1", 42: "B place 4,-2 0"}


def test_the_levels_of_0_1_play_as_they_did_then() -> None:
    """Yardsticks must not move: these are the moves of that version in a game of its normal players."""
    state = new_game(agree(2, seed="earlier", first_seat=0)).state
    found = {}
    while state.turn < 50:
        prompt = pending(state)[0]
        view = view_for(state, prompt.player)
        if prompt.ask == "place" and state.turn in EARLIER:
            found[state.turn] = notation.write(choose("hard-0.1", view, prompt.player, "s"))
        state = apply(state, choose("normal-0.1", view, prompt.player)).state
    assert found == EARLIER


def test_every_box_that_changes_what_a_position_is_worth_has_a_term() -> None:
    games = {member.key for game in GAMES.values() for member in (game.base, *game.boxes)}
    assert set(TERMS) <= games
    # Inns and cathedrals change what a road or city is worth, which the survey knows.
    assert games - set(TERMS) == {"base", "river", "river2", "bazaars", "inns_cathedrals"}


def test_a_hint_is_legal_and_says_why() -> None:
    kinds = set()
    for setup in BLIND:
        for state in islice(walk(setup, random.Random(8), every=8), 16):
            prompt = pending(state)[0]
            advice = hint(view_for(state, prompt.player), prompt.player)
            assert advice.action in prompt.options
            after = apply(state, advice.action).state
            for action in advice.then[:1]:
                assert action in pending(after)[0].options
            assert isinstance(advice.reasons[-1], Keeps)
            kinds.update(type(reason) for reason in advice.reasons)
    assert len(kinds) >= 6


def test_a_hint_tells_of_points_and_claims() -> None:
    """A monastery for whom nobody else competes is claimed, and the hint says so."""
    view = view_for(new_game(agree(2, seed="hint", first_seat=0, stack=("base-B",))).state, 0)
    advice = hint(view, 0)
    assert isinstance(advice.then[0], Claim)
    claim = next(reason for reason in advice.reasons if isinstance(reason, Claims))
    assert claim.kind == "monastery"
    assert advice.reasons[-1] == Keeps(6)
    assert not any(isinstance(reason, Scores) for reason in advice.reasons)


def test_why_gives_the_reasons_of_a_turn_that_was_played() -> None:
    """The monastery that the hint proposes, played: the same claim is the reason."""
    state = new_game(agree(2, seed="hint", first_seat=0, stack=("base-B",))).state
    advice = hint(view_for(state, 0), 0)
    told = why(state, (advice.action, *advice.then))
    assert next(reason for reason in told if isinstance(reason, Claims)).kind == "monastery"
    assert told == advice.reasons


def test_a_beginner_sees_no_field_and_never_claims_one() -> None:
    """Near the end a field beside complete cities is the best claim; the beginner passes it by."""
    state = new_game(agree(2, seed="fields")).state
    claimed = set()
    while not state.over:
        player = pending(state)[0].player
        action = choose("beginner", view_for(state, player), player, "x")
        if isinstance(action, Claim):
            claimed.add(state.board.feature(action.cell, action.segment).kind)
        state = apply(state, action).state
    assert {"city", "road"} <= claimed
    assert "field" not in claimed


def test_slip_costs_no_more_than_the_limit() -> None:
    ranked = [Promised(10.0, Pass(0)), Promised(9.0, Pass(1)), Promised(3.0, Pass(2))]
    taken = {wavering(ranked, random.Random(seed), Slips(3, 2.0, 0.5)) for seed in range(60)}
    assert taken == {Pass(0), Pass(1)}
    assert wavering(ranked, random.Random(1), Slips(1, 20.0, 0.5)) == Pass(0)


def test_the_lead_counts_the_strongest_rival_twice() -> None:
    assert lead([10.0, 4.0], 0) == 6
    assert lead([10.0, 4.0, 10.0], 0) == pytest.approx(10 - 24 / 3)


def test_the_confidence_interval_holds_the_share() -> None:
    low, high = interval(70, 100)
    assert 0.60 < low < 0.70 < high < 0.79


def test_the_ranking_puts_the_best_first() -> None:
    state = next(walk(agree(2, seed="rank"), random.Random(4), every=20))
    view = view_for(state, pending(state)[0].player)
    ranked = ranking(view, pending(view)[0], random.Random(1))
    assert [option.lead for option in ranked] == sorted([option.lead for option in ranked], reverse=True)


def test_symbols_of_a_crop_are_counted_with_the_tile_laid_for_a_try() -> None:
    """OHD-22: the quick count is that of the rules."""
    counted = 0
    for state in walk(agree(2, game="over_hill_and_dale", seed="crops"), random.Random(1), every=10):
        if pending(state)[0].ask == "place":
            outlook = look(state)
            for action in pending(state)[0].options:
                laid = apply(state, action).state
                survey = outlook.survey(laid.board)
                for found, feature in laid.board.features.by_id.items():
                    if feature.kind == "crop":
                        assert survey.symbols(found) == len(symbols_of(laid, found))
                        counted += 1
    assert counted > 100


@pytest.mark.parametrize(
    "setup",
    [*BLIND, agree(2, ["traders_builders"], seed="builders")],
    ids=["base", "all boxes", "hills", "builders and pigs"],
)
@pytest.mark.parametrize("weights", [DEFAULT, FAR], ids=["normal", "master"])
def test_a_tile_laid_for_a_try_changes_what_it_touches(setup: Setup, weights: Weights) -> None:
    """What is taken over from the board before is the same as worked out anew."""
    tried = 0
    for state in walk(setup, random.Random(2), every=16):
        if pending(state)[0].ask != "place":
            continue
        shape = state.rules.shapes[str(state.tile)]
        outlook = look(state, weights)
        evaluate(state, outlook)
        for action in pending(state)[0].options:
            if isinstance(action, PlaceTile):
                trial = state.fork()
                trial.own_board().place(shape.turns[shape.canonical[action.rotation]], action.cell)
                trial.last = action.cell
                anew = look(state, weights)
                anew.dwell(trial.board)
                assert evaluate(trial, outlook) == pytest.approx(evaluate(trial, anew))
                tried += 1
    assert tried > 50


def test_nothing_is_taken_over_from_a_board_of_another_line_of_play() -> None:
    """Two boards that differ by more than a tile, though one is larger by just that."""
    state = list(walk(agree(2, seed="lines"), random.Random(3), every=8))[-1]
    while pending(state)[0].ask != "place":
        state = apply(state, pending(state)[0].options[0]).state
    shape = state.rules.shapes[str(state.tile)]
    spots = [option for option in pending(state)[0].options if isinstance(option, PlaceTile)]
    compared = 0
    for one in spots:
        outlook = look(state)
        other = state.fork()
        other.own_board().place(shape.turns[shape.canonical[one.rotation]], one.cell)
        outlook.dwell(other.board)
        evaluate(other, outlook)
        for two in spots:
            line = state.fork()
            board = line.own_board()
            board.place(shape.turns[shape.canonical[two.rotation]], two.cell)
            fits = [
                (cell, turned)
                for turned in shape.turns
                for cell, key in board.frontier.items()
                if key in shape.fits
            ]
            if two.cell == one.cell or not fits:
                continue
            cell, turned = fits[0]
            board.place(turned, cell)
            fresh = look(state)
            fresh.dwell(line.board)
            assert evaluate(line, outlook) == pytest.approx(evaluate(line, fresh))
            compared += 1
    assert compared


def test_few_fitting_tiles_count_nearly_as_much_as_many_where_the_weights_say_so() -> None:
    state = new_game(agree(2, seed="power")).state
    plain, flat = look(state), look(state, replace(DEFAULT, fill=0.35, power=0.45))
    walled_in = sum(EDGE_CODES["city"] << BITS * side for side in range(4))
    assert flat.chance(walled_in) == pytest.approx(1 - math.exp(-0.35)), "one tile fits"
    assert flat.chance(walled_in) > 4 * plain.chance(walled_in)
    assert flat.chance(0) < plain.chance(0), "every tile fits: still not quite sure"


def test_several_open_cells_are_harder_to_fill_together_where_the_weights_say_so() -> None:
    state = new_game(agree(2, seed="joint")).state
    closing = look(state).survey(state.board).closing
    doubting = look(state, replace(DEFAULT, joint=0.5)).survey(state.board).closing
    found = {kind: feature for _, kind, feature in state.board.segments_at((0, 0))}
    assert doubting(found["city"]) == closing(found["city"]), "one open cell"
    assert doubting(found["road"]) == pytest.approx(closing(found["road"]) ** 2**0.5), "two of them"

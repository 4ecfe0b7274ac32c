"""Bazaars where a replay would be clumsy."""

from dataclasses import replace
from functools import partial

import pytest

from engine import notation, record
from engine.actions import Pass
from engine.events import TurnStarted
from engine.expansions import bazaars
from engine.expansions.bazaars.part import BazaarPart, Bid, OpenBid, Sell
from engine.game import apply, pending, rules_of, safe_answer, view_for
from engine.invariants import check
from engine.prompts import AmountOptions, AmountRange
from engine.ruleset import Events
from engine.setup import BadSetup, agree
from engine.state import GameState
from tests.replays.runner import Table, run

STACK = ["bcb-bazaar-field", "base-B", "base-E", "base-U", "base-V"]


def opened(options: dict[str, str] | None = None, players: int = 3) -> Table:
    """A has just laid a bazaar tile."""
    return run(
        {
            "boxes": ["bazaars"],
            "players": players,
            "options": options or {},
            "stack": STACK,
            "moves": ["A bcb-bazaar-field 0,1 r0 nobody"],
        }
    )


def test_a_range_of_bids_is_not_spelled_out() -> None:
    """BAZAAR-10, BAZAAR-24: length, order, membership and text of a thousand options."""
    bids = AmountOptions((AmountRange(partial(Bid, 2), 4, 999),), (Pass(2),))
    assert len(bids) == 997
    assert (bids[0], bids[995], bids[996], bids[-1]) == (Bid(2, 4), Bid(2, 999), Pass(2), Pass(2))
    assert Bid(2, 4) in bids
    assert Pass(2) in bids
    for wrong in (Bid(2, 3), Bid(2, 1000), Bid(1, 5), Pass(1), OpenBid(2, "base-E", 5)):
        assert wrong not in bids
    assert list(bids)[:2] == bids[:2] == [Bid(2, 4), Bid(2, 5)]
    assert list(bids) == [bids[number] for number in range(997)]
    with pytest.raises(IndexError):
        bids[997]


def test_an_opening_is_a_tile_and_an_amount() -> None:
    """BAZAAR-23: every distinct tile with every amount."""
    openings = pending(opened().state)[0].options
    assert len(openings) == 3000
    assert (openings[0], openings[999], openings[1000]) == (
        OpenBid(1, "base-B", 0),
        OpenBid(1, "base-B", 999),
        OpenBid(1, "base-E", 0),
    )
    assert OpenBid(1, "base-E", 999) in openings
    for wrong in (OpenBid(1, "base-E", 1000), OpenBid(1, "base-E", -1), OpenBid(1, "base-X", 0), Bid(1, 3)):
        assert wrong not in openings


def test_bids_have_a_text_form() -> None:
    """BAZAAR-23, BAZAAR-24: one line each, there and back."""
    table = opened()
    rules = table.state.rules
    for action in (OpenBid(1, "base-E", 12), Bid(2, 13), Sell(1)):
        assert notation.read(rules, notation.write(action)) == action


def test_two_copies_of_a_tile_are_one_choice() -> None:
    """BAZAAR-08: which of two equal tiles is sold makes no difference; both find an owner."""
    table = run(
        {
            "boxes": ["bazaars"],
            "stack": ["bcb-bazaar-field", "base-U", "base-U"],
            "moves": ["A bcb-bazaar-field 0,1 r0 nobody"],
        }
    )
    assert len(pending(table.state)[0].options) == 1000
    table.move("B open base-U 0")
    table.move("A pass")
    check(table.state)
    assert bazaars.PART.of(table.state).owned == ((0, "base-U"),)
    assert table.state.tile == "base-U"


def test_tiles_that_a_box_sets_aside_are_replaced_and_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """BAZAAR-05: with too few tiles beside them there is no bazaar, and the drawn ones go back in order."""
    table = run({"boxes": ["bazaars"], "players": 3, "stack": STACK, "moves": []})
    state = table.state
    aside: list[str] = []

    def set_aside(state: GameState, tile: str, events: Events) -> bool:  # noqa: ARG001
        if tile == "base-B":
            aside.append(tile)
        return tile == "base-B"

    monkeypatch.setattr(state.rules, "hooks", replace(state.rules.hooks, set_aside=(set_aside,)))
    enough = table.state.fork()
    enough.bag = ("base-X", "base-V", "base-U", "base-B", "base-E")
    table.state = enough
    table.move("A bcb-bazaar-field 0,1 r0 nobody")
    assert bazaars.PART.of(table.state).offer == ("base-E", "base-U", "base-V")
    assert aside == ["base-B"]
    too_few = state.fork()
    too_few.bag = ("base-B", "base-V", "base-U", "base-B")
    table.state = too_few
    table.move("A bcb-bazaar-field 0,1 r0 nobody")
    assert bazaars.PART.of(table.state) == BazaarPart()
    assert (table.state.tile, table.state.bag) == ("base-U", ("base-V",))


@pytest.mark.parametrize(("turns", "told"), [("within_turn", [0, 1]), ("full_turns", [0, 1, 0, 1])])
def test_a_bazaar_tile_is_a_turn_or_part_of_one(
    turns: str, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """BAZAAR-17, TURN-00, TURN-20: which player's turn starts; the seat to play next stays the same."""
    table = run({"boxes": ["bazaars"], "options": {"bazaar_turns": turns}, "stack": STACK, "moves": []})
    started = [table.state.player]

    def note(state: GameState, events: Events) -> None:  # noqa: ARG001
        started.append(state.player)

    monkeypatch.setattr(table.state.rules, "hooks", replace(table.state.rules.hooks, turn_started=(note,)))
    for move in (
        "A bcb-bazaar-field 0,1 r0 nobody",
        "B open base-E 0",
        "A pass",
    ):
        table.move(move)
    assert (table.state.player, table.state.placer) == (0, 1)  # still A's turn at the table
    table.move("B base-E 0,-1 r2 nobody")
    table.move("A base-B -1,1 r0 nobody")
    assert started == told
    assert [event.player for event in table.events if isinstance(event, TurnStarted)] == told
    assert pending(table.state)[0].player == 1
    assert table.state.player == table.state.placer == 1


def test_every_tile_of_a_bazaar_runs_all_steps() -> None:
    """BAZAAR-16, BAZAAR-19, TURN-13: the round goes back to `place`, before everything a tile can cause."""
    rules = rules_of(agree(2, ["bazaars", "bridges", "castles"]))
    assert rules.index("place") < rules.index("act") < rules.index("castle_choice") < rules.index("bazaar")
    assert rules.names[rules.index("bazaar") + 1] == "end_turn"
    table = opened()
    for move in ("B open base-E 0", "C pass", "A pass", "C open base-U 0", "A pass"):
        table.move(move)
    assert table.state.rules.names[table.state.step] == "place"
    assert (table.state.player, table.state.placer) == (0, 1)


def test_everything_is_open() -> None:
    """BAZAAR-22: tiles, bids and owners are the same in every view."""
    table = opened()
    table.move("B open base-E 3")
    for viewer in (0, 1, 2, None):
        assert bazaars.PART.of(view_for(table.state, viewer)) == bazaars.PART.of(table.state)


def test_safe_answers() -> None:
    """TURN-31: opening bid 0, no raise, sell."""
    table = opened()
    (prompt,) = pending(table.state)
    opening = safe_answer(table.state, prompt)
    assert opening == OpenBid(1, "base-B", 0)
    table.apply(opening)
    assert safe_answer(table.state, pending(table.state)[0]) == Pass(2)
    table.move("C bid 2")
    table.move("A pass")
    assert safe_answer(table.state, pending(table.state)[0]) == Sell(1)


def test_options_of_bazaars() -> None:
    """O17, O18, O19, BAZAAR-06: unknown values are refused."""
    for name in ("bazaar_mode", "bazaar_turns", "bazaar_unplaceable"):
        with pytest.raises(BadSetup):
            rules_of(agree(2, ["bazaars"], {name: "sometimes"}))


def test_a_snapshot_in_the_middle_plays_on_equally() -> None:
    """In the middle of an auction and of the placements."""
    table = opened()
    for move in (
        "B open base-E 2",
        "C pass",
        "A bid 3",
        "B buy",
        "C open base-U 2",
        "A pass",
        "B base-E 0,-1 r2 c1",
    ):
        copy = record.decode(record.encode(table.state))
        assert copy == table.state
        assert [(p.player, p.ask, list(p.options)) for p in pending(copy)] == [
            (p.player, p.ask, list(p.options)) for p in pending(table.state)
        ]
        if " r2 " not in move:
            again = apply(copy, notation.read(copy.rules, move))
            table.move(move)
            assert again.state == table.state

"""The Abbot where a replay would be clumsy: occupied gardens, placements, names."""

from __future__ import annotations

from engine.actions import Claim, Pass, PlaceTile
from engine.events import FigureReturned, Scored
from engine.expansions.abbot import Retrieve
from engine.game import apply, new_game, pending
from engine.geometry import Cell
from engine.setup import agree
from engine.state import Figure, GameState


def table(*stack: str, boxes: tuple[str, ...] = ("abbot",)) -> GameState:
    """A game of two in which A begins with these tiles."""
    return new_game(agree(2, boxes, first_seat=0, seed="1", stack=stack)).state


def laid(state: GameState, cell: Cell, rotation: int = 0) -> GameState:
    """The tile in hand laid; the action step is open."""
    return apply(state, PlaceTile(state.player, cell, rotation)).state


def test_a_garden_changes_nothing_in_laying_tiles() -> None:
    """ABBOT-03: with and without the garden the tile fits in the same places."""
    with_garden = set(pending(table("base-U-garden"))[0].options)
    assert with_garden == set(pending(table("base-U"))[0].options)
    assert with_garden == set(pending(table("base-U-garden", boxes=()))[0].options)


def test_an_occupied_site_is_not_free_for_the_abbot() -> None:
    """ABBOT-06: monastery and garden must be free of any figure."""
    for tile, segment in (("base-U-garden", "g1"), ("base-B", "m1")):
        cell = (1, 0) if segment == "g1" else (0, 1)
        state = laid(table(tile), cell)
        claim = Claim(0, cell, segment, "abbot")
        assert claim in pending(state)[0].options
        taken = state.fork()
        taken.stand(Figure(1, "abbot", cell, segment))
        assert claim not in pending(taken)[0].options


def test_an_abbot_stands_on_sites_only() -> None:
    """ABBOT-05, COMBO-16: on no road, city or field, so on no bridge either; a meeple on no garden."""
    figures = table().rules.figures
    assert figures["abbot"].stands_on == {"monastery", "garden", "shrine"}
    assert figures["meeple"].stands_on == {"road", "city", "monastery", "field"}
    assert figures["abbot"].count == 1


def test_a_garden_is_no_monastery() -> None:
    """ABBOT-14: it is a kind of its own for every other box."""
    state = laid(table("base-U-garden"), (1, 0))
    assert {kind for _, kind, _ in state.board.segments_at((1, 0))} == {"road", "field", "garden"}


def test_retrieval_points_are_no_points_for_a_completed_feature() -> None:
    """ABBOT-11: a source of their own, given at once and before anything is completed or scored."""
    state = laid(table("base-U-garden", "base-B", "base-U"), (1, 0))
    state = apply(state, Claim(0, (1, 0), "g1", "abbot")).state
    state = apply(laid(state, (0, 1)), Pass(1)).state
    state, events = apply(laid(state, (2, 0)), Retrieve(0, (1, 0)))
    assert [type(event) for event in events][:2] == [Scored, FigureReturned]
    scored, returned = events[:2]
    assert isinstance(scored, Scored)
    assert isinstance(returned, FigureReturned)
    assert (scored.source, scored.points, scored.final) == ("retrieval", 4, False)
    assert (returned.figure, returned.why) == ("abbot", "retrieved")
    assert state.scores == [4, 0]

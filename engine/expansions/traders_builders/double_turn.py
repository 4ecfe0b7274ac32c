"""TB-20 to 42: a builder whose feature was extended gives its owner a second part of the turn."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action, Pass
from engine.expansions.bazaars.part import PART as BAZAARS
from engine.expansions.bazaars.part import BazaarPart
from engine.expansions.traders_builders.helpers import extended
from engine.expansions.traders_builders.part import PART, SecondPart, TakeSecondPart
from engine.ruleset import Asked, Events
from engine.state import GameState
from engine.steps.draw import begin_cycle, draw_placeable, tiles_left


def tile_placed(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """TB-63: note whether this placement earns a second part; TB-22: a second part earns none."""
    part = PART.of(state)
    if part.second:
        return
    noted = extended(state) and not _ends_with_volcano(state)
    if noted != part.noted or part.sent:
        PART.set(state, replace(part, noted=noted, sent=False))


def _ends_with_volcano(state: GameState) -> bool:
    """TB-31: a table may agree that a volcano ends the turn."""
    if state.last is None or state.rules.options["builder_volcano"] == "double":
        return False
    return "volcano" in state.board.cells[state.last].turned.tile.symbols


def second_part(state: GameState, events: Events) -> Asked | str | None:
    """TB-67, 68: the end of a part; go back to lay another tile, or on."""
    part = PART.of(state)
    if part.second:
        PART.set(state, replace(part, second=False, sent=False))
        return None
    if not part.noted:
        return None
    if _bazaar_first(state):
        PART.set(state, replace(part, noted=False, owed=True, owed_sent=part.sent))
        return None
    if not tiles_left(state):  # TB-26
        PART.set(state, replace(part, noted=False))
        return None
    if state.rules.options["builder_double_turn"] == "may" and not part.taken:
        return ((state.placer, "second_part"),)
    return _begin(state, events)


def _bazaar_first(state: GameState) -> bool:
    """TB-35: the auction that this tile has called goes before; TB-36: but within one nothing waits."""
    bazaar: BazaarPart | None = state.parts.get(BAZAARS.key)
    if bazaar is None or not bazaar.called:
        return False
    return state.rules.options["builder_bazaar"] == "after"


def _begin(state: GameState, events: Events) -> str | None:
    """Draw for the second part; TB-26: without a tile that fits there is none."""
    PART.set(state, replace(PART.of(state), noted=False, taken=False, second=True))
    events.append(SecondPart(state.placer))
    begin_cycle(state)
    state.tile = draw_placeable(state, events)
    if state.tile is None:
        PART.set(state, replace(PART.of(state), second=False, sent=False))
        return None
    return "place"


def end_of_turn(state: GameState, events: Events) -> str | None:  # noqa: ARG001  # a hook's signature
    """TB-68: the part that waited for the bazaar."""
    part = PART.of(state)
    if not part.owed:
        return None
    state.placer = state.player
    PART.set(state, replace(part, noted=True, sent=part.owed_sent, owed=False, owed_sent=False))
    return "second_part"


def options(state: GameState, player: int) -> tuple[Action, ...]:  # noqa: ARG001  # an ask's signature
    """TB-60: take the second part or leave it."""
    return TakeSecondPart(player), Pass(player)


def on_take(state: GameState, action: TakeSecondPart, events: Events) -> None:  # noqa: ARG001
    """The placer draws another tile."""
    PART.set(state, replace(PART.of(state), taken=True))


def on_decline(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """The turn ends without a second part."""
    PART.set(state, replace(PART.of(state), noted=False))


# -- the city of Carcassonne ---------------------------------------------------------------------------


def figure_sent(state: GameState, player: int) -> None:  # noqa: ARG001  # a hook's signature
    """TB-39: remember that this turn has sent its figure."""
    PART.set(state, replace(PART.of(state), sent=True))


def bars_sending(state: GameState) -> bool:
    """TB-39: a table may agree that one figure a turn is enough."""
    part = PART.of(state)
    return part.second and part.sent and state.rules.options["count_double_turn"] == "once"

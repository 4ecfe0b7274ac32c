"""What Traders & Builders adds to the state, what players can choose with it, and what it reports."""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action
from engine.events import Event
from engine.frozen import frozen
from engine.ruleset import Events, Part
from engine.state import GameState

BUILDER = "builder"
PIG = "pig"
GOODS = ("wine", "grain", "cloth")


@frozen
class Trade:
    """TB-56: the tokens of each player, and which parts of the turn are still to come. All public."""

    goods: tuple[tuple[int, ...], ...]  # for each player, how many of each of GOODS
    noted: bool = False  # TB-63: the tile just laid extended its placer's builder's feature
    taken: bool = False  # TB-60: the placer wants the second part
    second: bool = False  # the part that is played is a second one
    sent: bool = False  # a figure was sent to the city in this or, in a second part, in the first part
    owed: bool = False  # TB-35: the active player's second part waits for the end of a bazaar
    owed_sent: bool = False  # a figure was sent in the part that earned it


PART = Part("traders_builders", Trade)


@frozen
class TakeSecondPart(Action):
    """TB-60: draw another tile."""

    verb: ClassVar[str] = "again"


@frozen
class GoodsTaken(Event):
    """TB-07: the placer took so many tokens of a kind for a completed city."""

    player: int
    goods: str
    count: int
    feature: int


@frozen
class SecondPart(Event):
    """TB-20: the builder's owner draws and lays another tile in the same turn."""

    player: int


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """TB-62: no player has goods."""
    PART.set(state, Trade(((0,) * len(GOODS),) * state.rules.setup.players))

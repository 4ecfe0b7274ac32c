"""The city of Carcassonne: the start block, its four quarters, and what this box keeps of them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event, Item
from engine.frozen import frozen
from engine.geometry import Cell
from engine.ruleset import Events, Part
from engine.scoring import FIELD_CITY
from engine.setup import BadSetup, Setup
from engine.state import GameState
from engine.tiles import load

BLOCK = "carcassonne"
QUARTERS = {  # COUNT-05, 17: the quarter and the features that its figures may join
    "palace": frozenset({"city"}),
    "market": frozenset({"field"}),
    "smithy": frozenset({"road"}),
    "cathedral": frozenset({"monastery", "shrine"}),  # COUNT-25: not gardens
}
RIVERS = ("river", "river2")


@frozen
class CityGuest:
    """A figure in a quarter."""

    quarter: str
    player: int
    figure: str


@frozen
class City:
    """This box's part of the state. The last four fields live from a placement to its end."""

    count: str | None = None  # his quarter; None: the boards are only a big start tile
    guests: tuple[CityGuest, ...] = ()
    done: tuple[int, ...] = ()  # who declined to move more figures out
    last: int | None = None  # in the finale: who moved a figure last
    earned: tuple[int, ...] = ()  # who got points for what this placement completed
    stage: str = ""  # of sending: "" not yet, "sent" the count may move, "over"


@frozen
class QuarterEntered(Event):
    """COUNT-12: a figure was sent to the city."""

    player: int
    figure: str
    quarter: str


@frozen
class QuarterLeft(Event):
    """COUNT-17, 26: a figure came out of the city onto a feature."""

    player: int
    figure: str
    quarter: str
    cell: Cell
    segment: str


@frozen
class CountMoved(Event):
    """COUNT-15: the count went to another quarter."""

    player: int
    quarter: str


PART = Part("count", City)


def check(setup: Setup, options: Mapping[str, str]) -> None:
    """OPT-01: a river beside the city only if the table wants it."""
    rivers = tuple(box for box in RIVERS if box in setup.boxes)
    if rivers and options["river_with_carcassonne"] != "allowed":
        raise BadSetup("river_with_carcassonne", "OPT-01", boxes=rivers)


def cell_of(at: tuple[int, int]) -> Cell:
    """The cell of a section by its column and row."""
    return at[0] - 2, at[1] - 1


SECTIONS = {tile.id: cell_of(tile.at) for tile in load(BLOCK).tiles if tile.at is not None}


def start(state: GameState) -> None:
    """COUNT-01, 02: lay the block."""
    for tile, cell in SECTIONS.items():
        state.board.place(state.rules.shapes[tile].turns[0], cell)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """COUNT-06: the count starts in the palace."""
    counted = state.rules.options["carcassonne_start"] == "count"
    PART.set(state, City(count="palace" if counted else None))


def city_worth(state: GameState, city_id: int) -> Item | None:
    """COUNT-08, 28: to a field, Carcassonne is a completed city."""
    if state.board.features.by_id[city_id].kind == BLOCK:
        return Item("carcassonne", 1, FIELD_CITY)
    return None


def more_cities(state: GameState) -> int:  # noqa: ARG001  # a hook's signature
    """COMBO-28: Carcassonne counts for the king's points, but never as the largest city."""
    return 1


def figures_elsewhere(state: GameState) -> list[tuple[int, str]]:
    """Figures in the quarters."""
    return [(guest.player, guest.figure) for guest in PART.of(state).guests]

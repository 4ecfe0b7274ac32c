"""Bridges: a tile may be laid together with one bridge, a straight piece of road over it or a neighbour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar, overload

from engine.actions import Action, Pass
from engine.board import Board
from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell, adjacent, opposite
from engine.refusals import Refusal, refuse
from engine.ruleset import Events, Expansion, Hooks, Part
from engine.state import GameState
from engine.steps.draw import discard, redraw
from engine.steps.place_tile import (
    explain_bar,
    explain_cell,
    lay,
    matches_somewhere,
    open_cells,
    place_options,
)
from engine.tiles import SIDES
from engine.turned import BITS, EDGE_CODES, SIDE_MASK, Shape, Turns, fits_of

AXES = ("NS", "WE")
FIELD, ROAD = EDGE_CODES["field"], EDGE_CODES["road"]
MAY_DISCARD = "may_discard"
Spot = tuple[Cell, int, Cell, int]  # cell and rotation of the tile, site and axis of the bridge


@frozen
class PlaceBridge(Action):
    """BRIDGE-21: lay the drawn tile and build a bridge over it or over a tile beside it, NS or WE."""

    verb: ClassVar[str] = "bridge"
    ask: ClassVar[str] = "place"
    cell: Cell
    rotation: int
    site: Cell
    axis: str


@frozen
class BridgeBuilt(Event):
    """A bridge was built over a tile, NS or WE."""

    player: int
    cell: Cell
    axis: str


@frozen
class BridgesPart:
    """BRIDGE-20: how many bridges each player has left."""

    left: tuple[int, ...]


PART = Part("bridges", BridgesPart)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """BRIDGE-01: three bridges each, two with five or six players."""
    players = state.rules.setup.players
    PART.set(state, BridgesPart((3 if players <= 4 else 2,) * players))


@frozen
class Ways:
    """How a bridge helps a tile into a cell: over itself (rotation, axis) or beside it (side, rotations)."""

    over: tuple[tuple[int, int], ...]
    alone: tuple[tuple[int, int], ...]  # BRIDGE-11: over itself, continuing nothing
    beside: tuple[tuple[int, tuple[int, ...]], ...]  # if the neighbour on that side can take a bridge


class BridgePlan(dict[int, Ways | None]):
    """Frontier key -> the ways of one tile, or None, worked out when first asked."""

    def __init__(self, turns: Turns) -> None:
        super().__init__()
        self._fits = fits_of(turns)
        self._plain = [
            (rotation, axis, edges)
            for rotation, edges in turns
            for axis in range(2)
            if all(edges >> BITS * side & SIDE_MASK == FIELD for side in (axis, axis + 2))  # BRIDGE-05
        ]

    def __missing__(self, key: int) -> Ways | None:
        shown = [key >> BITS * side & SIDE_MASK for side in range(4)]
        mask = sum(SIDE_MASK << BITS * side for side in range(4) if shown[side])
        over: list[tuple[int, int]] = []
        alone: list[tuple[int, int]] = []
        for rotation, axis, plain in self._plain:
            ends = SIDE_MASK << BITS * axis | SIDE_MASK << BITS * (axis + 2)
            roads = ROAD << BITS * axis | ROAD << BITS * (axis + 2)
            if (plain & ~ends | roads) & mask == key:
                (over if key & ends else alone).append((rotation, axis))
        # A field edge that a bridge turns into road: the new tile must show road there (BRIDGE-08).
        beside = [
            (side, self._fits.get(key + (ROAD - FIELD << BITS * side), ()))
            for side in range(4)
            if shown[side] == FIELD
        ]
        found = Ways(tuple(over), tuple(alone), tuple(way for way in beside if way[1]))
        self[key] = found if found.over or found.alone or found.beside else None
        return self[key]


@cache
def _plan(turns: Turns) -> BridgePlan:
    """Tiles whose edges are alike share what was found."""
    return BridgePlan(turns)


def _field_ends(edges: Sequence[str], axis: int) -> bool:
    """BRIDGE-05: both ends of a bridge stand on field."""
    return edges[axis] == "field" and edges[axis + 2] == "field"


class BridgePlacements(Sequence[Action]):
    """BRIDGE-21: every placement with a bridge; BRIDGE-22: and refusing a tile that fits in no other way.

    Nothing is worked out before it is asked for, and no action made before it is looked at.
    """

    __slots__ = ("_player", "_shape", "_spots", "_state")

    def __init__(self, state: GameState, player: int, shape: Shape) -> None:
        self._state = state
        self._player = player
        self._shape = shape
        self._spots: list[Spot | None] | None = None  # None among them: refusing

    def spots(self) -> list[Spot | None]:
        """All of them, a refusal last."""
        if self._spots is None:
            found: list[Spot | None] = list(_spots(self._state, self._shape))
            if found and _may_refuse(self._state, self._shape):
                found.append(None)
            self._spots = found
        return self._spots

    def __bool__(self) -> bool:
        return next(_spots(self._state, self._shape), None) is not None

    def __len__(self) -> int:
        return len(self.spots())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self._action(spot) for spot in self.spots()[index]]
        return self._action(self.spots()[index])

    def _action(self, spot: Spot | None) -> Action:
        if spot is None:
            return Pass(self._player)
        cell, rotation, site, axis = spot
        return PlaceBridge(self._player, cell, rotation, site, AXES[axis])

    def __contains__(self, action: object) -> bool:
        """A rotation that looks like another one is as good."""
        if isinstance(action, Pass):
            return action.player == self._player and bool(self) and _may_refuse(self._state, self._shape)
        if not isinstance(action, PlaceBridge) or action.player != self._player or action.axis not in AXES:
            return False
        key = self._state.board.frontier.get(action.cell)
        if key is None or not 0 <= action.rotation < 4:
            return False
        turned = self._shape.canonical[action.rotation]
        wanted = (action.cell, turned, action.site, AXES.index(action.axis))
        return wanted in _spots_at(self._state, self._shape, action.cell, key)


def placements(state: GameState, player: int, shape: Shape) -> Sequence[Action]:
    """What a player with a bridge left may do besides."""
    return BridgePlacements(state, player, shape) if PART.of(state).left[player] else ()


def _spots(state: GameState, shape: Shape) -> Iterator[Spot]:
    """Where tile and bridge match all edges."""
    plan = _plan(shape.looks)
    for cell, key in open_cells(state, shape):
        if plan[key] is not None:
            yield from _spots_at(state, shape, cell, key)


def _spots_at(state: GameState, shape: Shape, cell: Cell, key: int) -> list[Spot]:
    """The bridge on the new tile, or on a neighbour's field edge. BRIDGE-14: it gets around no other rule."""
    ways = _plan(shape.looks)[key]
    if ways is None:
        return []
    found = [(cell, rotation, cell, axis) for rotation, axis in ways.over]
    if ways.alone and state.rules.options["bridge_isolated"] == "true":
        found += [(cell, rotation, cell, axis) for rotation, axis in ways.alone]
    for side, rotations in ways.beside:
        site = adjacent(cell)[side]
        if _carries(state.board, site, side % 2, cell):
            found += [(cell, rotation, site, side % 2) for rotation in rotations]
    for rule in state.rules.bars[shape.tile.id]:
        found = [spot for spot in found if rule(state, shape, cell, spot[1]) is None]
    return found


def _carries(board: Board, site: Cell, axis: int, end: Cell) -> bool:
    """Whether a laid tile can take a bridge that ends at this cell.

    BRIDGE-07: its other end looks at an empty cell, because beyond a field edge lies a field.
    """
    return (
        site not in board.spans  # BRIDGE-04
        and _field_ends(board.cells[site].turned.edges, axis)
        and all(near in board.frontier for near in _beyond(site, axis) if near != end)
    )


def _beyond(site: Cell, axis: int) -> tuple[Cell, Cell]:
    """The cells at both ends of a bridge."""
    near = adjacent(site)
    return near[axis], near[axis + 2]


def _may_refuse(state: GameState, shape: Shape) -> bool:
    """BRIDGE-13: only with a bridge, and the table lets players refuse."""
    return state.rules.options["bridge_only_tile"] == MAY_DISCARD and not matches_somewhere(state, shape)


def on_bridge(state: GameState, action: PlaceBridge, events: Events) -> None:
    """BRIDGE-02: lay the tile in hand and build the bridge with it."""
    lay(state, action.cell, action.rotation, events, span=(action.site, AXES.index(action.axis)))
    left = list(PART.of(state).left)
    left[action.player] -= 1
    PART.set(state, BridgesPart(tuple(left)))
    events.append(BridgeBuilt(action.player, action.site, action.axis))


def on_refusal(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """BRIDGE-13: the tile leaves the game and another one is drawn."""
    if state.tile is not None:
        discard(state, state.tile, events)
    state.tile = redraw(state, events)


def explain(state: GameState, action: PlaceBridge) -> Refusal | None:
    """Why this tile and this bridge may not be placed so."""
    board, cell, site = state.board, action.cell, action.site
    if not PART.of(state).left[action.player]:
        return refuse("no_bridge_left", "BRIDGE-01")
    refusal = explain_cell(state, cell, action.rotation)
    if refusal is not None or state.tile is None:
        return refusal
    if action.axis not in AXES or (site != cell and (site not in adjacent(cell) or site not in board.cells)):
        return refuse("bridge_site", "BRIDGE-03", site=site, axis=action.axis)
    shape = state.rules.shapes[state.tile]
    axis = AXES.index(action.axis)
    if site in board.spans:
        return refuse("bridged_already", "BRIDGE-04", site=site)
    edges = list(shape.turns[action.rotation].edges)
    site_edges = edges if site == cell else [board.edge(site, side) for side in range(4)]
    if not _field_ends(site_edges, axis):
        return refuse("bridge_ends", "BRIDGE-05", site=site, edges=(site_edges[axis], site_edges[axis + 2]))
    site_edges[axis] = site_edges[axis + 2] = "road"
    mismatches = _mismatches(board, cell, edges, site, site_edges)
    if mismatches:
        return refuse("edges", "BRIDGE-07", cell=cell, rotation=action.rotation, mismatches=mismatches)
    refusal = explain_bar(state, shape, cell, action.rotation)
    if refusal is not None:
        return refusal
    if not any(near in board.cells or near == cell for near in _beyond(site, axis)):
        return refuse("bridge_isolated", "BRIDGE-11", site=site)
    return None


def _mismatches(
    board: Board, cell: Cell, edges: Sequence[str], site: Cell, site_edges: Sequence[str]
) -> tuple[tuple[Cell, str, str, str], ...]:
    """(cell, side, what it shows, what lies there) for every edge of the new and of the bridged tile."""
    shown = {cell: edges, site: site_edges}
    return tuple(
        (here, SIDES[side], mine[side], theirs)
        for here, mine in shown.items()
        for side, near in enumerate(adjacent(here))
        if near in shown or near in board.cells
        for theirs in [shown[near][opposite(side)] if near in shown else board.edge(near, opposite(side))]
        if mine[side] != theirs
    )


EXPANSION = Expansion(
    key="bridges",
    defaults={"max_players": "6"},  # O2: the box has a row for six
    tile_sets=("bridges_castles_bazaars",),
    options={"bridge_isolated": ("false", "true"), "bridge_only_tile": (MAY_DISCARD, "must_place")},
    part=PART,
    handlers={PlaceBridge: on_bridge},
    asks={"place": place_options},  # the base game's, which may be declined here
    passes={"place": on_refusal},
    explains={PlaceBridge: explain},
    hooks=Hooks(begin=(begin,), more_placements=(placements,)),
)

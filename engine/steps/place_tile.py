"""TURN-02: the drawn tile is laid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Action, PlaceTile
from engine.events import TilePlaced
from engine.geometry import Cell, adjacent, opposite
from engine.prompts import CodedOptions
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.state import GameState
from engine.tiles import SIDES
from engine.turned import Shape

Spot = tuple[Cell, int]


def place(state: GameState, events: Events) -> Asked | None:  # noqa: ARG001  # a step's signature
    """BASE-16: the player who holds a tile must lay it."""
    if state.tile is None:
        return None
    return ((state.placer, "place"),)


class Placements(CodedOptions[Spot]):
    """BASE-52: every cell and rotation in which the drawn tile fits. Rotations that look alike are one."""

    __slots__ = ("_player", "_shape", "_state")

    def __init__(self, state: GameState, player: int, shape: Shape) -> None:
        self._state = state
        self._player = player
        self._shape = shape
        self._known = None

    def find(self) -> tuple[list[Spot], Sequence[Action]]:
        """All spots, and what the boxes add."""
        spots = fitting_spots(self._state, self._shape)
        if not self._state.rules.hooks.more_placements:
            return spots, ()
        extras = self._extras()
        return spots, [action for extra in extras for action in extra] if len(extras) > 1 else extras[0]

    def _adds(self, action: object) -> bool:
        return any(action in extra for extra in self._extras())

    def _extras(self) -> list[Sequence[Action]]:
        state = self._state
        return [extra(state, self._player, self._shape) for extra in state.rules.hooks.more_placements]

    def build(self, code: Spot) -> PlaceTile:
        """The placement on a spot."""
        cell, rotation = code
        return PlaceTile(self._player, cell, rotation)

    def __contains__(self, action: object) -> bool:
        if type(action) is PlaceTile:
            return action.player == self._player and fits(
                self._state, self._shape, action.cell, action.rotation
            )
        return self._adds(action)


def place_options(state: GameState, player: int) -> Placements:
    """All placements of the tile in hand."""
    if state.tile is None:
        raise ValueError("no tile in hand")
    return Placements(state, player, state.rules.shapes[state.tile])


def open_cells(state: GameState, shape: Shape) -> Iterable[tuple[Cell, int]]:
    """The empty cells at the edge of the board, with their keys; a box may leave only some for a tile."""
    only = state.rules.only_cells.get(shape.tile.id)
    return state.board.frontier.items() if only is None else _those_open(state, only(state))


def _those_open(state: GameState, cells: Iterable[Cell]) -> list[tuple[Cell, int]]:
    frontier = state.board.frontier
    return [(cell, frontier[cell]) for cell in cells if cell in frontier]


def fitting_spots(state: GameState, shape: Shape) -> list[Spot]:
    """Every (cell, rotation) that the edges and the boxes allow."""
    table = shape.fits
    barred = state.rules.bars[shape.tile.id]
    found = []
    for cell, key in open_cells(state, shape):
        if key in table:
            for rotation in table[key]:
                if not barred or allowed(state, shape, cell, rotation):
                    found.append((cell, rotation))
    return found


def allowed(state: GameState, shape: Shape, cell: Cell, rotation: int) -> bool:
    """Whether no box forbids a placement whose edges match."""
    for rule in state.rules.bars[shape.tile.id]:
        if rule(state, shape, cell, rotation) is not None:
            return False
    return True


def fits(state: GameState, shape: Shape, cell: Cell, rotation: int) -> bool:
    """Whether the tile may lie there; a rotation that looks like another one is as good."""
    key = state.board.frontier.get(cell)
    if key is None or not 0 <= rotation < 4:
        return False
    rotation = shape.canonical[rotation]
    return rotation in shape.fits.get(key, ()) and allowed(state, shape, cell, rotation)


def can_place(state: GameState, player: int, shape: Shape) -> bool:
    """Whether the tile fits anywhere at all."""
    if matches_somewhere(state, shape):
        return True
    for extra in state.rules.hooks.more_placements:
        if extra(state, player, shape):
            return True
    return False


def matches_somewhere(state: GameState, shape: Shape) -> bool:
    """Whether the tile fits anywhere as it is."""
    table, name = shape.fits, shape.tile.id
    if not state.rules.bars[name] and name not in state.rules.only_cells:
        return not table.keys().isdisjoint(state.board.frontier.values())
    for cell, key in open_cells(state, shape):
        for rotation in table.get(key, ()):
            if allowed(state, shape, cell, rotation):
                return True
    return False


def on_place(state: GameState, action: PlaceTile, events: Events) -> None:
    """Lay the tile in hand."""
    lay(state, action.cell, action.rotation, events)


def lay(
    state: GameState, cell: Cell, rotation: int, events: Events, span: tuple[Cell, int] | None = None
) -> None:
    """Lay the tile in hand, and a span (its cell and axis) if one is built with it; then tell the boxes."""
    tile = state.tile
    if tile is None:
        raise ValueError("no tile in hand")
    shape = state.rules.shapes[tile]
    rotation = shape.canonical[rotation]
    board = state.own_board()
    board.place(shape.turns[rotation], cell)
    if span is not None:
        board.build_span(*span)
    state.tile = None
    state.last = cell
    events.append(TilePlaced(state.placer, tile, cell, rotation))
    for told in state.rules.hooks.tile_placed:
        told(state, events)


def explain_place(state: GameState, action: PlaceTile) -> Refusal | None:
    """Why a tile may not lie there."""
    cell, rotation = action.cell, action.rotation
    refusal = explain_cell(state, cell, rotation)
    if refusal is not None or state.tile is None:
        return refusal
    shape = state.rules.shapes[state.tile]
    mismatches = edge_mismatches(state, shape, cell, rotation)
    if mismatches:
        return refuse("edges", "BASE-16", cell=cell, rotation=rotation, mismatches=mismatches)
    return explain_bar(state, shape, cell, rotation)


def explain_cell(state: GameState, cell: Cell, rotation: int) -> Refusal | None:
    """Why no tile may lie on this cell, or not in this rotation."""
    if cell in state.board.cells:
        return refuse("cell_taken", "BASE-16", cell=cell)
    if cell not in state.board.frontier:
        return refuse("not_adjacent", "BASE-16", cell=cell)
    if state.tile is None or not 0 <= rotation < 4:
        return refuse("no_such_rotation", "BASE-16", rotation=rotation)
    return None


def explain_bar(state: GameState, shape: Shape, cell: Cell, rotation: int) -> Refusal | None:
    """Why a box forbids this placement."""
    reasons = (
        rule(state, shape, cell, shape.canonical[rotation]) for rule in state.rules.bars[shape.tile.id]
    )
    return next((reason for reason in reasons if reason is not None), None)


def edge_mismatches(
    state: GameState, shape: Shape, cell: Cell, rotation: int
) -> tuple[tuple[str, str, str], ...]:
    """(side, what the tile shows, what lies there) for every side that does not match."""
    board = state.board
    found = []
    for side, near in enumerate(adjacent(cell)):
        if near in board.cells:
            mine, theirs = shape.turns[rotation].edges[side], board.edge(near, opposite(side))
            if mine != theirs:
                found.append((SIDES[side], mine, theirs))
    return tuple(found)

"""What must be true of every state; `bastide simulate` checks it after every action."""

from __future__ import annotations

from collections import Counter

from engine.board import Board
from engine.game import pending
from engine.geometry import Cell, adjacent, opposite, ring
from engine.queries import census
from engine.state import GameState
from engine.tiles import SITES, load
from engine.turned import BITS, EDGE_CODES


class Breach(AssertionError):
    """An invariant does not hold."""


def check(state: GameState) -> None:
    """Raise Breach unless figures, tiles, prompts and the boxes' parts add up. Cheap enough for every ply."""
    _figures_conserved(state)
    _tiles_conserved(state)
    for ask in state.rules.hooks.breach:
        wrong = ask(state)
        if wrong is not None:
            raise Breach(wrong)
    if state.over == bool(state.questions):
        raise Breach("a game is either over or waits for a player")
    for prompt in pending(state):
        if not len(prompt.options):
            raise Breach(f"{prompt.ask}: nothing to choose")
        if prompt.options[0] not in prompt.options:
            raise Breach(f"{prompt.ask}: an option that is not an option")


def _figures_conserved(state: GameState) -> None:
    """BASE-26: a figure is in a supply, on the board or in a box's place: never lost, never doubled."""
    rules = state.rules
    seen = Counter(dict(state.supply))
    seen.update((figure.player, figure.kind) for figure in state.all_figures())
    for elsewhere in rules.hooks.figures_elsewhere:
        seen.update(elsewhere(state))
    for (player, name), count in seen.items():
        if count != rules.figures[name].count or state.supply[player, name] < 0:
            raise Breach(f"player {player} has {count} {name}")


def _tiles_conserved(state: GameState) -> None:
    """Every tile of the table is unseen, in hand, laid, or out of the game."""
    seen = census(state)
    seen.update(state.discarded)
    seen.update(placed.turned.tile.id for placed in state.board.cells.values())
    if state.tile is not None:
        seen[state.tile] += 1
    for public in state.rules.hooks.tiles_elsewhere:
        seen.update(public(state))
    whole = Counter(
        {tile.id: tile.count for tile_set in state.rules.tile_sets() for tile in tile_set.tiles if tile.count}
    )
    if seen - whole:
        raise Breach(f"too many tiles: {seen - whole}")
    missing = whole - seen
    boxed = Counter([start for start in [load(state.rules.members[0].tile_sets[0]).start] if start])
    for left in state.rules.hooks.tiles_boxed:
        boxed.update(left(state))
    if missing - boxed:
        raise Breach(f"tiles are missing: {missing - boxed}")


def check_board(board: Board) -> None:
    """Raise Breach unless the running totals equal a count from scratch. For the end of a game, or a test."""
    if recount(board) != {
        frozenset(feature.segments): (feature.kind, feature.open, feature.tiles, feature.shields)
        for feature in board.features.by_id.values()
    }:
        raise Breach("running totals differ from a recount")
    for cell, key in board.frontier.items():
        if key != _required(board, cell):
            raise Breach(f"the frontier is wrong at {cell}")


def _required(board: Board, cell: Cell) -> int:
    key = 0
    for side, near in enumerate(adjacent(cell)):
        if near in board.cells:
            key |= EDGE_CODES[board.edge(near, opposite(side))] << BITS * side
    return key


Recount = dict[frozenset[int], tuple[str, int, int, int]]  # segments -> kind, open, tiles, shields


def recount(board: Board) -> Recount:
    """All features of a board found by walking from segment to segment, without the running totals."""
    links: dict[int, set[int]] = {}
    facts: dict[int, tuple[str, int, int, int]] = {}
    for index, (cell, placed) in enumerate(board.cells.items()):
        for local, part in enumerate(placed.turned.parts):
            number = placed.first + local
            joined = _met(board, cell, local)
            links[number] = set(joined)
            empty = sum(near not in board.cells for near in ring(cell))
            is_open = empty if part.kind in SITES else part.open - len(joined) * (part.closes // 2)
            facts[number] = (part.kind, is_open, 1 << index, part.shields)
        if cell in board.spans:
            span = board.spans[cell]
            ends = [adjacent(cell)[side] for side in span.sides]
            found = [
                board.road_at(near, opposite(side))
                for near, side in zip(ends, span.sides, strict=True)
                if near in board.cells
            ]
            joined = [number for number in found if number is not None]
            links[span.number] = set(joined)
            facts[span.number] = ("road", 2 - len(joined), 1 << index, 0)
    return _gather(links, facts)


def _met(board: Board, cell: Cell, local: int) -> list[int]:
    """The segments across the rim that a segment meets, once for every joint."""
    found = []
    for side, near in enumerate(adjacent(cell)):
        if near not in board.cells:
            continue
        other = board.cells[near]
        for mine, slot in board.cells[cell].turned.joints[side]:
            if mine != local:
                continue
            theirs = other.turned.rim[slot]
            if theirs >= 0:
                found.append(other.first + theirs)
            elif near in board.spans and slot in board.spans[near].sides:
                found.append(board.spans[near].number)
    return found


def _gather(links: dict[int, set[int]], facts: dict[int, tuple[str, int, int, int]]) -> Recount:
    result: Recount = {}
    unseen = set(links)
    while unseen:
        group = set()
        edge = {unseen.pop()}
        while edge:
            group |= edge
            edge = {other for number in edge for other in links[number]} - group
        unseen -= group
        tiles = 0
        for number in group:
            tiles |= facts[number][2]
        kind = facts[min(group)][0]
        result[frozenset(group)] = (
            kind,
            sum(facts[number][1] for number in group),
            tiles,
            sum(facts[number][3] for number in group),
        )
    return result

"""What a position promises to each player, in points: the judgement behind every computer player.

Everything is read off a view: the bag is a census here, never an order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from engine.features import Feature
from engine.geometry import Cell, adjacent, opposite, ring
from engine.queries import census
from engine.scoring import city_item, owners, total, worth
from engine.state import Figure, GameState
from engine.tiles import LANDS, SITES

FILL = 0.38  # how fast the chance that a cell is filled grows with the number of tiles that fit
GROWTH = 0.5  # an unfinished city grows a little more before it closes
FIELD_OPEN = 0.37  # what an open city beside a field is worth, against a certain one
SITE_FILL = 0.63  # what a likely neighbour of a monastery is worth, against a certain one
FREED = 0.85  # a figure that will come back, against one in the supply
FREE = (6.3, 2.2, 2.2, 0.85, 0.85, 0.6, 0.6)  # a free figure: the last one is dear


class Outlook:
    """What is still to come, seen from one view: the chances of cells, for all moves that are compared."""

    __slots__ = ("_chances", "_shapes", "share", "terms")

    def __init__(self, view: GameState, terms: Iterable[Term] = ()) -> None:
        unseen = census(view)
        whole = unseen.total() + len(view.board.cells)
        self._shapes = [(view.rules.shapes[tile].fits, count) for tile, count in unseen.items()]
        self._chances: dict[int, float] = {}
        self.share = math.sqrt(unseen.total() / whole)  # of the game that is left, as figures feel it
        self.terms = tuple(terms)

    def chance(self, key: int) -> float:
        """How likely a cell with this key gets filled before the end."""
        known = self._chances.get(key)
        if known is None:
            fitting = sum(count for fits, count in self._shapes if fits[key])
            known = self._chances[key] = 1 - math.exp(-FILL * fitting)
        return known

    def free_figures(self, count: int) -> float:
        """What so many figures in the supply are worth."""
        return self.share * sum(FREE[:count])


Term = Callable[[GameState, Outlook, list[float]], None]  # a box adds to each player's promise


def evaluate(state: GameState, outlook: Outlook) -> list[float]:
    """Each player's score with what the position promises; after the end, the score."""
    promise = [float(score) for score in state.scores]
    if state.over:
        return promise
    board = state.board
    by_id = board.features.by_id
    opens = open_cells(state)
    closing = {found: _chance_of(state, outlook, cells) for found, cells in opens.items()}
    groups: dict[int, list[Figure]] = {}
    label = board.features.label
    for number, there in state.figures.items():
        groups.setdefault(label[number], []).extend(there)
    for found, figures in groups.items():
        feature = by_id[found]
        if feature.kind in LANDS:
            gain = _field(state, outlook, feature, closing)
            chance = 0.0
        elif feature.kind in SITES:
            gain, chance = _site(state, outlook, feature, figures[0].cell)
        else:
            chance = closing.get(found, 1.0)
            now = total(worth(state, feature, complete=False))
            gain = now + chance * (total(worth(state, feature, complete=True)) - now)
            if feature.kind == "city":
                gain += chance * GROWTH
        for player in owners(figures):
            promise[player] += gain
        if chance:
            for figure in figures:
                back = FREED * chance * outlook.share
                promise[figure.player] += back * _next_figure(state, figure.player)
    for (player, _), count in state.supply.items():
        promise[player] += outlook.free_figures(count)
    for term in outlook.terms:
        term(state, outlook, promise)
    return promise


def _next_figure(state: GameState, player: int) -> float:
    """What one more figure would be worth to a player."""
    held = sum([count for (owner, _), count in state.supply.items() if owner == player])
    return FREE[min(held, len(FREE) - 1)]


def open_cells(state: GameState) -> dict[int, set[Cell]]:
    """Feature id -> the empty cells that its open edges face."""
    board = state.board
    cells, spans, label = board.cells, board.spans, board.features.label
    found: dict[int, set[Cell]] = {}
    for cell in board.frontier:
        for side, near in enumerate(adjacent(cell)):
            placed = cells.get(near)
            if placed is None:
                continue
            facing = opposite(side)
            local = placed.turned.rim[facing]
            if local >= 0:
                number = placed.first + local
            elif spans and near in spans and facing in spans[near].sides:
                number = spans[near].number
            else:
                continue
            found.setdefault(label[number], set()).add(cell)
    return found


def _chance_of(state: GameState, outlook: Outlook, cells: Iterable[Cell]) -> float:
    """How likely all of these cells get filled."""
    frontier = state.board.frontier
    chance = 1.0
    for cell in cells:
        chance *= outlook.chance(frontier[cell])
    return chance


def _site(state: GameState, outlook: Outlook, feature: Feature, cell: Cell) -> tuple[float, float]:
    """A monastery's promise, and how likely it is completed."""
    frontier, cells = state.board.frontier, state.board.cells
    gain = float(total(worth(state, feature, complete=False)))
    all_filled = 1.0
    for near in ring(cell):
        if near not in cells:
            chance = outlook.chance(frontier.get(near, 0))
            gain += SITE_FILL * chance
            all_filled *= chance
    return gain, all_filled


def _field(state: GameState, outlook: Outlook, feature: Feature, closing: dict[int, float]) -> float:
    """Three points for each complete city, less for those that may still be completed."""
    label, by_id = state.board.features.label, state.board.features.by_id
    gain = 0.0
    for city in dict.fromkeys([label[number] for number in feature.borders]):
        item = city_item(state, city)
        if item is not None:
            gain += item.points
        elif by_id[city].open:
            gain += 3 * FIELD_OPEN * closing.get(city, 0.0) * outlook.share
    return gain


def lead(promise: list[float], player: int) -> float:
    """A player's promise against the others': the strongest counts double."""
    others = [points for seat, points in enumerate(promise) if seat != player]
    return promise[player] - (sum(others) + max(others)) / (len(others) + 1)

"""What the Tower adds to a position's promise: floors, prisoners, and figures that a floor may capture."""

from __future__ import annotations

from engine.expansions.tower.building import open_towers
from engine.expansions.tower.part import PART, TowerPart
from engine.geometry import Cell
from engine.players.evaluation import groups, prospect
from engine.players.outlook import Outlook
from engine.scoring import owners
from engine.state import Figure, GameState


def towers(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """Add all of it to each player's promise."""
    part, weights = PART.of(state), outlook.weights
    for player, floors in enumerate(part.floors):
        promise[player] += outlook.share * weights.floor * floors
    for prisoner in part.prisoners:
        promise[prisoner.captor] += outlook.share * weights.prisoner_held
        promise[prisoner.owner] += outlook.share * weights.prisoner_hope
    if any(part.floors):
        _fear(state, outlook, part, promise)


def _fear(state: GameState, outlook: Outlook, part: TowerPart, promise: list[float]) -> None:
    """TO-17: take off what the next floors may cost: a figure, and its part of a feature."""
    heights = dict(part.heights)
    reach = [(cell, heights.get(cell, 0) + 1) for cell in open_towers(state)]
    survey = outlook.survey(state.board)
    for found, figures in groups(state).items():
        exposed = [figure for figure in figures if figure.weight and _in_line(figure.cell, reach)]
        if exposed:
            gain, _ = prospect(state, outlook, survey, found, figures[0].cell)
            holders = owners(figures)
            for figure in exposed:
                part_of_it = gain / len(figures) if figure.player in holders else 0.0
                promise[figure.player] -= outlook.weights.capture * (part_of_it + _worth(outlook, figure))


def _in_line(cell: Cell, reach: list[tuple[Cell, int]]) -> bool:
    """Whether one more floor on any of these towers reaches a tile."""
    x, y = cell
    for (east, south), far in reach:
        if (x == east and abs(y - south) <= far) or (y == south and abs(x - east) <= far):
            return True
    return False


def _worth(outlook: Outlook, figure: Figure) -> float:
    """What is lost with a figure that is captured."""
    return outlook.special.get(figure.kind, outlook.share * outlook.weights.prisoner_lost)

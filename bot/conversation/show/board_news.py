"""What changed on the board since a player's last move: tiles and points, for the picture."""

from __future__ import annotations

from collections import Counter

from bot.conversation.protocol.pictures import ScoredSpot
from bot.conversation.table.state import LiveTable, Moment
from engine.events import Scored, TilePlaced
from engine.geometry import Cell
from engine.state import GameState

Placed = tuple[tuple[Cell, int], ...]


def news(live: LiveTable, seat: int) -> tuple[Placed, tuple[ScoredSpot, ...]]:
    """The tiles that others placed since the last move of a seat, and the points that were scored."""
    events = [event for moment in _since(live, seat) for event in moment.events]
    tiles = [event for event in events if isinstance(event, TilePlaced) and event.player != seat]
    points: Counter[tuple[int, int]] = Counter()
    for event in events:
        if isinstance(event, Scored) and event.feature is not None and not event.final:
            points[event.feature, event.player] += event.points
    spots = [
        _spot(live.state, feature, player, total) for (feature, player), total in points.items() if total
    ]
    placed = tuple((event.cell, event.player) for event in tiles)
    return placed, tuple(spot for spot in spots if spot is not None)


def mover(live: LiveTable) -> int | None:
    """The seat that placed the last tile."""
    events = [event for moment in live.recent for event in moment.events if isinstance(event, TilePlaced)]
    return events[-1].player if events else None


def _since(live: LiveTable, seat: int) -> list[Moment]:
    """The moments from the end of a seat's last turn on; its own last move is one of them, for its points."""
    found: list[Moment] = []
    for moment in reversed(live.recent):
        found.insert(0, moment)
        if moment.action is not None and moment.action.player == seat:
            break
    return found


def _spot(state: GameState, feature: int, player: int, points: int) -> ScoredSpot | None:
    """Where the points of a feature are written: on the newest of its tiles."""
    board = state.board
    if feature not in board.features.by_id:
        return None
    for cell in reversed(board.tiles_of(feature)):
        for segment, _, found in board.segments_at(cell):
            if found == feature:
                return ScoredSpot(cell, segment, player, points)
    return None

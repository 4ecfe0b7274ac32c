"""Titles: few, dry, and earned in play. They follow from the log of a game."""

from __future__ import annotations

from bot.conversation.table.history import GameHistory
from engine.events import GameEnded, Scored
from engine.game import GAMES
from engine.tiles import LANDS

TITLES = ("last_tile", "landlord", "mason", "comeback", "photo_finish", "cartographer")
LARGE_FIELD, LARGE_CITY = 30, 30  # points in one scoring
FAR_BEHIND = 25  # points behind the first, in the second half of a game, as it would have ended then


def titles_of(history: GameHistory, ended: GameEnded) -> list[tuple[str, ...]]:
    """The titles that every seat earned in a game."""
    earned = [_earned(history, ended, seat) for seat in range(len(history.table.seats))]
    return [tuple(title for title in TITLES if title in found) for found in earned]


def _earned(history: GameHistory, ended: GameEnded, seat: int) -> set[str]:
    found = _by_size(history, seat)
    known = {box.key for box in GAMES[history.table.setup.game].boxes}
    if known and known == set(history.table.setup.boxes):
        found.add("cartographer")
    others = [score for other, score in enumerate(ended.scores) if other != seat]
    if ended.places[seat] != 1 or ended.places.count(1) > 1 or not others:
        return found
    if ended.scores[seat] - max(others) == 1:
        found.add("photo_finish")
    return found | _by_course(history, seat)


def _by_size(history: GameHistory, seat: int) -> set[str]:
    found = set()
    for event in history.events():
        if isinstance(event, Scored) and event.player == seat:
            if event.source in LANDS and event.points >= LARGE_FIELD:
                found.add("landlord")
            if event.source == "city" and event.points >= LARGE_CITY:
                found.add("mason")
    return found


def far_behind(history: GameHistory, seat: int) -> int:
    """How many points a seat was behind the first at most, in the second half of the game."""
    rows = history.projected_by_tile()
    return max((max(row) - row[seat] for row in rows[len(rows) // 2 : -1]), default=0)


def _by_course(history: GameHistory, seat: int) -> set[str]:
    """Titles of a winner for how the game went."""
    rows, found = history.projected_by_tile(), set()
    if far_behind(history, seat) >= FAR_BEHIND:
        found.add("comeback")
    if history.last_placer() == seat and len(rows) > 1 and rows[-2][seat] < max(rows[-2]):
        found.add("last_tile")
    return found

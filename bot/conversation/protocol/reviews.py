"""Reviews as plain data: for the pipe between a worker process and the program, and for the store."""

from __future__ import annotations

from typing import Any

from engine import notation
from engine.players import Costly, GameReview, PlayerReview
from engine.ruleset import Rules


def write_review(review: GameReview) -> dict[str, Any]:
    """A review as plain data."""
    return {
        "players": [
            [one.accuracy, one.decisions, one.luck, [_write_costly(move) for move in one.worst]]
            for one in review.players
        ],
        "course": review.course,
        "turning": [_write_costly(move) for move in review.turning],
    }


def _write_costly(move: Costly) -> list[Any]:
    played, better = notation.write(move.played), notation.write(move.better)
    return [move.line, move.turn, move.ask, played, better, move.lost]


def read_review(rules: Rules, data: Any) -> GameReview:
    """The review of plain data; raises KeyError, TypeError or ValueError if it is none."""
    players = tuple(
        PlayerReview(float(accuracy), int(count), float(luck), _read_moves(rules, worst))
        for accuracy, count, luck, worst in data["players"]
    )
    course = tuple(tuple(float(value) for value in row) for row in data["course"])
    return GameReview(players, course, _read_moves(rules, data["turning"]))


def _read_moves(rules: Rules, data: Any) -> tuple[Costly, ...]:
    return tuple(
        Costly(
            int(line),
            int(turn),
            str(ask),
            notation.read(rules, str(played)),
            notation.read(rules, str(better)),
            float(lost),
        )
        for line, turn, ask, played, better, lost in data
    )

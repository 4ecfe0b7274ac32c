"""Reviews as plain data: for the pipe between a worker process and the program, and for the store."""

from __future__ import annotations

from dataclasses import dataclass

from engine import notation
from engine.players import Costly, GameReview, PlayerReview
from engine.ruleset import Rules

PlainMove = tuple[int, int, str, str, str, float]  # line, turn, ask, what was played, what was better, points
PlainPlayer = tuple[float, int, float, tuple[PlainMove, ...]]  # accuracy, decisions, luck, the worst moves


@dataclass(frozen=True, slots=True)
class PlainReview:
    """A review with its actions as lines."""

    players: tuple[PlainPlayer, ...]
    course: tuple[tuple[float, ...], ...]
    turning: tuple[PlainMove, ...]


def write_review(review: GameReview) -> PlainReview:
    """A review as plain data."""
    players = tuple(
        (one.accuracy, one.decisions, one.luck, _write_moves(one.worst)) for one in review.players
    )
    return PlainReview(players, review.course, _write_moves(review.turning))


def _write_moves(moves: tuple[Costly, ...]) -> tuple[PlainMove, ...]:
    return tuple(
        (move.line, move.turn, move.ask, notation.write(move.played), notation.write(move.better), move.lost)
        for move in moves
    )


def read_review(rules: Rules, plain: PlainReview) -> GameReview:
    """The review of plain data; raises BadNotation."""
    players = tuple(
        PlayerReview(accuracy, decisions, luck, _read_moves(rules, worst))
        for accuracy, decisions, luck, worst in plain.players
    )
    return GameReview(players, plain.course, _read_moves(rules, plain.turning))


def _read_moves(rules: Rules, moves: tuple[PlainMove, ...]) -> tuple[Costly, ...]:
    return tuple(
        Costly(line, turn, ask, notation.read(rules, played), notation.read(rules, better), lost)
        for line, turn, ask, played, better, lost in moves
    )

"""Hints and reviews as plain data, for the pipe between a worker process and the program."""

from __future__ import annotations

from typing import Any

from engine import notation, plain
from engine.players import Costly, Followed, GameReview, Hint, PlayerReview, Position, RatedMove
from engine.players import hints as reasons
from engine.ruleset import Rules

REASONS: dict[str, type[reasons.Reason]] = {kind.__name__: kind for kind in reasons.Reason.__subclasses__()}


def write_hint(hint: Hint) -> dict[str, Any]:
    """A hint as plain data."""
    return {
        "lines": [notation.write(action) for action in (hint.action, *hint.then)],
        "reasons": [[type(reason).__name__, plain.dump(reason)] for reason in hint.reasons],
    }


def read_hint(rules: Rules, data: Any) -> Hint:
    """The hint of plain data; raises KeyError, TypeError or ValueError if it is none."""
    action, *then = [notation.read(rules, str(line)) for line in data["lines"]]
    found = tuple(plain.restore(REASONS[name], fields) for name, fields in data["reasons"])
    return Hint(action, tuple(then), found)


def write_followed(moves: list[Followed]) -> list[Any]:
    """A share of master's thoughts as plain data."""
    return [[notation.write(move.action), move.judged, move.leads, move.rows] for move in moves]


def read_followed(rules: Rules, data: Any) -> list[Followed]:
    """The share of plain data; raises TypeError or ValueError if it is none."""
    return [
        Followed(notation.read(rules, str(line)), float(judged), float(leads), int(rows))
        for line, judged, leads, rows in data
    ]


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


def write_position(position: Position | None) -> Any:
    """A position of the day as plain data."""
    return None if position is None else [position.record, [[one.lines, one.lost] for one in position.moves]]


def read_position(data: Any) -> Position | None:
    """The position of plain data; raises TypeError or ValueError if it is none."""
    if data is None:
        return None
    text, moves = data
    return Position(str(text), tuple(RatedMove(tuple(map(str, lines)), float(lost)) for lines, lost in moves))

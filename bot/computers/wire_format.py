"""Hints and positions as plain data, for the pipe between a worker process and the program."""

from __future__ import annotations

from typing import Any

from engine import notation, plain
from engine.players import Followed, Hint, Position, RatedMove, reasons
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


def write_position(position: Position | None) -> Any:
    """A position of the day as plain data."""
    return None if position is None else [position.record, [[one.lines, one.lost] for one in position.moves]]


def read_position(data: Any) -> Position | None:
    """The position of plain data; raises TypeError or ValueError if it is none."""
    if data is None:
        return None
    text, moves = data
    return Position(str(text), tuple(RatedMove(tuple(map(str, lines)), float(lost)) for lines, lost in moves))

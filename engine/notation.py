"""An action as one short line of text, and back: `A place 1,0 2`, `B claim 1,0 c1 meeple`, `B pass`.

The words after the verb are the action's fields in order, so a box that adds an action adds no code here.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import cache
from typing import Any

from engine.actions import Action, Seat
from engine.ruleset import Rules
from engine.setup import SEAT_LETTERS


class BadNotation(ValueError):
    """A line that names no action of this table: a code for the catalogue and the word at fault."""

    def __init__(self, code: str, word: str) -> None:
        super().__init__(f"{code}: {word!r}")
        self.code = code
        self.word = word


def write(action: Action) -> str:
    """The line of an action."""
    kind: Any = type(action)
    words = [_write(hint, getattr(action, name)) for name, hint in _fields(kind)]
    return " ".join([SEAT_LETTERS[action.player], action.verb, *words])


def read(rules: Rules, line: str) -> Action:
    """The action of a line; raises BadNotation. Whether it is allowed, the game decides."""
    words = line.split()
    if len(words) < 2:
        raise BadNotation("too_short", line)
    seat, verb, *rest = words
    player = _seat(rules, seat)
    kind: Any = rules.verbs.get(verb)
    if kind is None:
        raise BadNotation("unknown_verb", verb)
    expected = _fields(kind)
    if len(rest) != len(expected):
        raise BadNotation("wrong_length", line)
    values = [
        _seat(rules, word) if hint is Seat else _read(hint, word)
        for (_, hint), word in zip(expected, rest, strict=True)
    ]
    action: Action = kind(player, *values)
    return action


def _write(hint: Any, value: Any) -> str:
    if value is None:
        return "-"
    if hint is Seat:
        return SEAT_LETTERS[value]
    if isinstance(value, tuple):
        return ",".join(str(number) for number in value)
    return str(value)


def _seat(rules: Rules, word: str) -> int:
    player = SEAT_LETTERS.find(word.upper()) if len(word) == 1 else -1
    if not 0 <= player < rules.setup.players:
        raise BadNotation("unknown_seat", word)
    return player


def _read(hint: Any, word: str) -> Any:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        if word == "-":
            return None
        hint = next(arg for arg in typing.get_args(hint) if arg is not types.NoneType)
    try:
        if typing.get_origin(hint) is tuple:
            numbers = tuple(_number(part) for part in word.split(","))
            if len(numbers) != len(typing.get_args(hint)):
                raise BadNotation("bad_cell", word)
            return numbers
        if hint is int:
            return _number(word)
    except ValueError as error:
        if isinstance(error, BadNotation):
            raise
        raise BadNotation("bad_number", word) from None
    return word


def _number(word: str) -> int:
    if not word.isascii() or len(word) > 9 or not word.removeprefix("-").isdecimal():
        raise ValueError(word)
    return int(word)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Names and types of an action's own fields, the player left out."""
    hints = typing.get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in dataclasses.fields(kind)[1:])

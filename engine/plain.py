"""Immutable values as plain data (for JSON) and back, guided by their types."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import cache
from typing import Any


def dump(value: Any) -> Any:
    """A value made of dataclasses, tuples, frozensets, dicts and scalars as lists and scalars."""
    if dataclasses.is_dataclass(value):
        return [dump(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, dict):
        return [[dump(key), dump(item)] for key, item in value.items()]
    if isinstance(value, frozenset):
        return sorted(dump(item) for item in value)
    if isinstance(value, tuple):
        return [dump(item) for item in value]
    return value


def restore(kind: Any, data: Any) -> Any:
    """The value of this type that `dump` made the data of; raises TypeError or ValueError if it cannot be."""
    if kind is Any:
        return data
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _restore_optional(args, data)
    if origin is tuple:
        items = _list(data)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(restore(args[0], item) for item in items)
        return tuple(restore(arg, item) for arg, item in zip(args, items, strict=True))
    if origin is frozenset:
        return frozenset(restore(args[0], item) for item in _list(data))
    if origin is dict:
        return {restore(args[0], key): restore(args[1], item) for key, item in map(_list, _list(data))}
    if dataclasses.is_dataclass(kind):
        make: Any = kind
        hints, items = _hints(make), _list(data)
        if len(items) > len(hints):
            raise TypeError(f"{data!r} is more than a {make.__name__}")
        # fields that came later stand at the end and have defaults; without one, `make` raises TypeError
        return make(*(restore(hint, item) for hint, item in zip(hints, items, strict=False)))
    if type(data) is not kind:
        raise TypeError(f"{data!r} is not {kind.__name__}")
    return data


def _restore_optional(args: tuple[Any, ...], data: Any) -> Any:
    if data is None and types.NoneType in args:
        return None
    errors = []
    for arg in args:
        if arg is not types.NoneType:
            try:
                return restore(arg, data)
            except (TypeError, ValueError) as error:
                errors.append(str(error))
    raise TypeError("; ".join(errors))


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError(f"{data!r} is not a list")
    return data


@cache
def _hints(kind: Any) -> tuple[Any, ...]:
    hints = typing.get_type_hints(kind)
    return tuple(hints[field.name] for field in dataclasses.fields(kind))

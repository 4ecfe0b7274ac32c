"""Immutable values as plain data (for JSON) and back, guided by their types."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import cache
from typing import Any


class BadData(ValueError):
    """Plain data that is no value of the wanted type."""


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
    """The value of this type that `dump` made the data of; raises BadData."""
    if kind is Any:
        return data
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _restore_optional(args, data)
    if origin is tuple:
        many = len(args) == 2 and args[1] is Ellipsis
        items = _list(data, None if many else len(args))
        return tuple(restore(args[0 if many else index], item) for index, item in enumerate(items))
    if origin is frozenset:
        return frozenset(restore(args[0], item) for item in _list(data))
    if origin is dict:
        pairs = [_list(pair, 2) for pair in _list(data)]
        return {restore(args[0], key): restore(args[1], item) for key, item in pairs}
    if dataclasses.is_dataclass(kind):
        return _restore_dataclass(kind, data)
    if type(data) is not kind:
        raise BadData(f"{data!r} is not {kind.__name__}")
    return data


def _restore_dataclass(kind: Any, data: Any) -> Any:
    """Fields by position; those that are missing at the end have their defaults."""
    fields = _fields(kind)
    values = _list(data, most=len(fields))
    if any(required for _, required in fields[len(values) :]):
        raise BadData(f"{data!r} is too short for a {kind.__name__}")
    return kind(*(restore(hint, value) for (hint, _), value in zip(fields, values, strict=False)))


def _restore_optional(args: tuple[Any, ...], data: Any) -> Any:
    if data is None and types.NoneType in args:
        return None
    errors = []
    for arg in args:
        if arg is not types.NoneType:
            try:
                return restore(arg, data)
            except BadData as error:
                errors.append(str(error))
    raise BadData("; ".join(errors))


def _list(data: Any, size: int | None = None, most: int | None = None) -> list[Any]:
    if not isinstance(data, list):
        raise BadData(f"{data!r} is not a list")
    if (size is not None and len(data) != size) or (most is not None and len(data) > most):
        raise BadData(f"{data!r} has the wrong length")
    return data


@cache
def _fields(kind: Any) -> list[tuple[Any, bool]]:
    """The types of a dataclass' fields, and whether they are required."""
    hints = typing.get_type_hints(kind)
    return [(hints[field.name], _is_required(field)) for field in dataclasses.fields(kind)]


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING

"""Saved data: JSON documents with a version and named fields, read by the types of dataclasses.

A field with its default is not written. So what stands in a document matters, and a program that does not
know a field must not act on it: it raises NeedsNewer. A class whose data is safe to use all the same has a
field `unknown: Unknown`, which carries what a newer program wrote. Why: docs/decisions/0012.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec

from engine import plain
from engine.plain import BadData

T = TypeVar("T")
Unknown = Mapping[str, Any]

UNKNOWN = "unknown"  # the field of a class that carries what a newer version has added


class NeedsNewer(Exception):
    """Saved data of a newer version of the program: it must not be acted on, nor changed."""


class Document(Generic[T]):
    """One kind of saved data: a value under a name beside its version, or its fields beside it."""

    def __init__(self, kind: type[T], name: str = "", version: int = 1) -> None:
        """A higher version keeps older programs off every document, a new field off those where it is set."""
        self.kind = kind
        self._name = name
        self._version = version

    def write(self, value: T) -> bytes:
        """The value as a document."""
        facts = facts_of(value)
        return packed({"version": self._version, **({self._name: facts} if self._name else facts)})

    def read(self, data: bytes) -> T:
        """The value of a document; raises BadData and NeedsNewer."""
        facts = unpacked(data)
        if not isinstance(facts, dict):
            raise BadData(f"{type(facts).__name__} is no {self.kind.__name__}")
        version = facts.pop("version", None if self._name else 1)
        if type(version) is not int or version < 1:
            raise BadData(f"version {version!r} of a {self.kind.__name__}")
        if version > self._version:
            raise NeedsNewer(f"version {version} of a {self.kind.__name__}")
        if not self._name:
            return restored(self.kind, facts)
        if self._name not in facts:
            raise BadData(f"a document without {self._name}")
        value = restored(self.kind, facts.pop(self._name))
        if facts:
            raise NeedsNewer(f"{sorted(facts)} beside a {self.kind.__name__}")
        return value


def packed(facts: Mapping[str, Any]) -> bytes:
    """Plain data as JSON."""
    return msgspec.json.encode(facts)


def unpacked(data: bytes | str) -> Any:
    """The plain data of a JSON text; raises BadData."""
    try:
        return msgspec.json.decode(data)
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, or nested too deep
        raise BadData(f"no document: {error}") from None


def facts_of(value: Any) -> Any:
    """A value as plain data, without the fields that have their defaults."""
    if is_dataclass(value):
        shape = _shape(value.__class__)
        told = {name: getattr(value, name) for name in shape.usual}
        told = {name: one for name, one in told.items() if one != shape.usual[name]}
        told |= {name: facts_of(told[name]) for name in shape.nested & told.keys()}
        return {**getattr(value, UNKNOWN), **told} if shape.carries else told
    if isinstance(value, tuple):
        return [facts_of(one) for one in value]
    if isinstance(value, Mapping):
        return {key: facts_of(one) for key, one in value.items()}
    return value


def restored(kind: type[T], facts: Any) -> T:
    """The value of a class that plain data stands for; raises BadData and NeedsNewer."""
    if isinstance(facts, list):  # earlier versions had fields by position
        old: T = plain.restore(kind, facts)
        return old
    try:
        value = msgspec.convert(facts, kind)
    except msgspec.ValidationError as error:
        raise BadData(f"no {kind.__name__}: {error}") from None
    _sort_out(value, facts)
    return value


def _sort_out(value: Any, facts: Any) -> None:
    """Find what the classes of a value do not know: they carry it, or else raise NeedsNewer."""
    if is_dataclass(value):
        shape = _shape(value.__class__)
        unknown = {name: facts[name] for name in facts if name not in shape.usual}
        if shape.carries:
            object.__setattr__(value, UNKNOWN, unknown)
        elif unknown:
            raise NeedsNewer(f"{sorted(unknown)} of a {value.__class__.__name__}")
        for name in shape.nested & facts.keys():
            _sort_out(getattr(value, name), facts[name])
    elif isinstance(value, tuple):
        for one, fact in zip(value, facts, strict=True):
            _sort_out(one, fact)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            _sort_out(one, facts[key])


class _Shape(NamedTuple):
    """The fields of a class."""

    usual: dict[str, Any]  # their defaults; MISSING where there is none
    nested: frozenset[str]  # those with classes in them
    carries: bool  # whether it has a field for what it does not know


@cache
def _shape(kind: Any) -> _Shape:
    hints = get_type_hints(kind)
    usual = {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(kind)
    }
    carries = usual.pop(UNKNOWN, MISSING) is not MISSING
    return _Shape(usual, frozenset(name for name in usual if _has_classes(hints[name])), carries)


def _has_classes(hint: Any) -> bool:
    return is_dataclass(hint) or any(map(_has_classes, get_args(hint)))

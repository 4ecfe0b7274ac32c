"""The messages that stand in a channel and can still be edited, oldest first; at most one for each key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class ScreenMessage(Protocol):
    """A message on screen: the platform's number of it, and the conversation's key, which may be empty."""

    @property
    def key(self) -> str: ...
    @property
    def id(self) -> int: ...


M = TypeVar("M", bound=ScreenMessage)


def find(shown: Iterable[M], key: str) -> M | None:
    """The message of a key."""
    return next((one for one in shown if one.key == key), None) if key else None


def noted(shown: Iterable[M], new: M, most: int) -> list[M]:
    """The messages with a new one in the place of those with its key or number; at most so many."""
    kept = [one for one in shown if one.id != new.id and not (one.key and one.key == new.key)]
    return [*kept, new][-most:]

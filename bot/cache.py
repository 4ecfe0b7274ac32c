"""A mapping that keeps the entries used last."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, MutableMapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(MutableMapping[Key, Value]):
    """At most `most` entries: reading or writing one marks it as used, the least recently used one goes.

    An entry that is `busy` stays, even above the limit. `dropped` is called with each value that goes.
    """

    def __init__(
        self,
        most: int,
        *,
        busy: Callable[[Value], bool] = lambda _: False,
        dropped: Callable[[Value], object] = lambda _: None,
    ) -> None:
        self._most = most
        self._busy = busy
        self._dropped = dropped
        self._kept: dict[Key, Value] = {}  # the least recently used first

    def __getitem__(self, key: Key) -> Value:
        value = self._kept.pop(key)
        self._kept[key] = value
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._most:
            old = next((old for old in self._kept if old != key and not self._busy(self._kept[old])), None)
            if old is None:
                break
            self._dropped(self._kept.pop(old))

    def __delitem__(self, key: Key) -> None:
        del self._kept[key]

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[Key]:
        return iter(list(self._kept))  # a copy: reading an entry moves it

    def __len__(self) -> int:
        return len(self._kept)

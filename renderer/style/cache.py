"""Caches with a bound on their memory, safe to use from several threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Keeps what was used last, as long as all of it together weighs no more than `most`."""

    def __init__(self, most: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self.most = most
        self.weigh = weigh
        self.weight = 0
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """What is kept under a key."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> Value:
        """Keep something, and let go what was not used for longest."""
        with self._lock:
            if key in self._kept:
                self.weight -= self.weigh(self._kept.pop(key))
            self._kept[key] = value
            self.weight += self.weigh(value)
            while self.weight > self.most and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self.weight -= self.weigh(old)
        return value

    def clear(self) -> None:
        """Let go everything."""
        with self._lock:
            self._kept.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._kept)

"""Caches with a bound on their memory, safe to use from several threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from PIL import Image

from renderer.style.text import FIRST_FONTS

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Arguments = ParamSpec("Arguments")
Picture = TypeVar("Picture", bound=Image.Image | tuple[object, ...])

MOST_BYTES = 176_000_000  # of all pictures that `kept` holds: the tiles and boards of a thousand tables
OVERHEAD = 2_000  # bytes of a picture beside its pixels


class Cache(Generic[Key, Value]):
    """Keeps the values that were used last, as long as their total weight is at most `most`."""

    def __init__(self, most: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self.most = most
        self.weigh = weigh
        self.weight = 0
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key, or None."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> Value:
        """Keep a value, and drop those that were not used for longest."""
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
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._kept)


def weight_of(value: object) -> int:
    """The bytes that a picture, or a tuple with pictures, takes."""
    if isinstance(value, Image.Image):
        return value.width * value.height * (4 if len(value.getbands()) > 1 else 1) + OVERHEAD
    return sum(weight_of(part) for part in value) if isinstance(value, tuple) else 0


PICTURES: Cache[tuple[Hashable, ...], object] = Cache(MOST_BYTES, weight_of)


def kept(draw: Callable[Arguments, Picture]) -> Callable[Arguments, Picture]:
    """Keep the pictures that a function draws, by its arguments; one budget holds those of all functions."""

    @wraps(draw)
    def drawn(*args: Arguments.args, **more: Arguments.kwargs) -> Picture:
        key = (draw, FIRST_FONTS.get(), args, *more.items())
        found: Picture | None = PICTURES.get(key)  # type: ignore[assignment]
        if found is None:
            found = draw(*args, **more)
            PICTURES.put(key, found)
        return found

    return drawn

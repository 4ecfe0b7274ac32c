"""Chance that can be checked: numbers drawn from SHA-256 of the seed, always the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
_SPAN = 1 << 64


def secret_key(seed: str, salt: str) -> bytes:
    """The key of all of a game's chance."""
    return hashlib.sha256(f"bastide:{seed}:{salt}".encode()).digest()


def below(key: bytes, counter: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, every one equally likely, and the counter after it."""
    limit = _SPAN - _SPAN % bound
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
        number = int.from_bytes(block[:8], "big")
        if number < limit:
            return number % bound, counter


def shuffle(key: bytes, counter: int, items: Sequence[T]) -> tuple[list[T], int]:
    """The items in a fair order (Fisher-Yates), and the counter after it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, counter = below(key, counter, last + 1)
        order[last], order[other] = order[other], order[last]
    return order, counter


def arranged(pile: Iterable[str], stack: tuple[str, ...]) -> tuple[str, ...]:
    """The pile with the tiles of the stack on top, in order; the next tile is the last element."""
    rest = list(pile)
    top = []
    for tile in stack:
        if tile in rest:
            rest.remove(tile)
            top.append(tile)
    return (*rest, *reversed(top))

"""Chance that can be checked: numbers drawn from SHA-256 of the seed, always the same on every machine."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
_SPAN = 1 << 64
_FIRST = struct.Struct(">Q").unpack_from  # the first 64 bits


def secret_key(seed: str, salt: str) -> bytes:
    """The key of all of a game's chance."""
    return hashlib.sha256(f"bastide:{seed}:{salt}".encode()).digest()


def numbers(key: bytes, counter: int, bounds: Iterable[int]) -> tuple[list[int], int]:
    """For each bound a number from 0 to bound - 1, every one equally likely; and the counter after them."""
    keyed = hashlib.sha256(key)
    drawn = []
    for bound in bounds:
        limit = _SPAN - _SPAN % bound
        number = limit
        while number >= limit:
            block = keyed.copy()
            block.update(counter.to_bytes(8, "big"))
            (number,) = _FIRST(block.digest())
            counter += 1
        drawn.append(number % bound)
    return drawn, counter


def shuffle(key: bytes, counter: int, items: Sequence[T]) -> tuple[list[T], int]:
    """The items in a fair order (Fisher-Yates), and the counter after it."""
    order = list(items)
    others, counter = numbers(key, counter, range(len(order), 1, -1))
    for last, other in zip(range(len(order) - 1, 0, -1), others, strict=True):
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

"""The decorator of all small immutable values: actions, events, figures, features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """Make a slotted dataclass whose values never change.

    The type checker enforces it. At run time nothing does: a guarded ``__init__`` takes four times as long
    (docs/decisions/0002-values-are-frozen-by-the-checker.md), and the engine makes a dozen values an action.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)

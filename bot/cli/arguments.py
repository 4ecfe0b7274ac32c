"""Arguments about a table that `simulate` and `arena` share: numbers, boxes, options."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """A number of at least one; raises ValueError and ArgumentTypeError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def names(text: str) -> list[str]:
    """Names with commas."""
    return [name for name in text.split(",") if name]


def options(text: str) -> dict[str, str]:
    """name=value with commas."""
    return dict(pair.partition("=")[::2] for pair in names(text))

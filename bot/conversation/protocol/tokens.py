"""What a choice carries: `game:asked_at:index` and its like. At most 64 bytes, nothing secret, no state.

The last part names the seat and what it chooses: `b12` is option 12 of seat B, `bC4` looks at its fourth
cell, `bP12.3` plays option 12 and then option 3 of what follows, `b=1` is an amount for the first thing on
offer. Or it is a command with its arguments: `!undo`, `!box.river`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 64
_TOKEN = re.compile(r"([a-z0-9]{1,12}):(\d{1,7}):([A-Za-z0-9_.=!+-]{1,42})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """A token taken apart."""

    game: str
    stamp: int
    what: str

    def __str__(self) -> str:
        text = f"{self.game}:{self.stamp}:{self.what}"
        if len(text) > LONGEST or not _TOKEN.fullmatch(text):
            raise ValueError(f"not a token: {text!r}")
        return text


def read(text: str) -> Token | None:
    """The token of a text, or None if it is none of ours."""
    match = _TOKEN.fullmatch(text) if len(text) <= LONGEST else None
    return Token(match[1], int(match[2]), match[3]) if match else None

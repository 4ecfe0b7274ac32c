"""Seasons: calendar quarters, or spans that the admins of a group end by their word."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.documents import Document

NAME = "ladder"  # the setting of the group
QUARTER, WORD = "quarter", "word"


@dataclass(frozen=True, slots=True)
class Seasons:
    """The ladder of a group as its admins have set it: whether it is on, and how seasons end."""

    on: bool = False
    by: str = QUARTER
    ends: tuple[int, ...] = ()  # by word: when each season ended
    home: str = ""  # the channel where a season's end is announced

    def number(self, at: float) -> int:
        """The number of the season at a time."""
        if self.by == WORD:
            return bisect_right(self.ends, at)
        day = datetime.fromtimestamp(at, UTC)
        return day.year * 4 + (day.month - 1) // 3

    def end(self, number: int) -> float | None:
        """When a season ends, if that is known before."""
        return None if self.by == WORD else quarter_start(number + 1)

    def closed(self, at: float) -> Seasons:
        """The same with a season that ends now by the admin's word."""
        return replace(self, by=WORD, ends=(*self.ends, int(at)))

    def encode(self) -> bytes:
        """As bytes."""
        return SEASONS.write(self)


SEASONS = Document(Seasons)


def quarter_start(number: int) -> float:
    """When a calendar quarter begins."""
    return datetime(number // 4, number % 4 * 3 + 1, 1, tzinfo=UTC).timestamp()


def decode_seasons(data: bytes | None) -> Seasons:
    """The setting of these bytes; off if there is none. Raises BadData and NeedsNewer."""
    return Seasons() if data is None else SEASONS.read(data)

"""The summary of a finished game, which stands in the lists of its channel and of its users."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.conversation.table.model import Table
from bot.documents import Document, Unknown


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list says of a game. Without places it was closed before its end."""

    names: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...] = ()
    game: str = "carcassonne"
    boxes: tuple[str, ...] = ()
    language: str = ""
    unknown: Unknown = field(default_factory=dict)


SUMMARY = Document(GameSummary)


def renamed(data: bytes, table: Table | None) -> bytes:
    """The summary of a game, with the names that the seats have now."""
    summary = SUMMARY.read(data)
    if table is None or len(summary.names) != len(table.seats):
        return data
    return SUMMARY.write(replace(summary, names=table.names()))

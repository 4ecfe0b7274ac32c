"""Opaque bytes in Redis, saved by compare-and-set. Knows nothing of the game."""

from storage.errors import (
    AccessDenied,
    BadAddress,
    Conflict,
    FolderInUse,
    FolderUnusable,
    NoServer,
    StorageError,
    Unavailable,
)
from storage.port import Store
from storage.records import (
    CommandInput,
    Deadline,
    FinishedGame,
    FinishedTable,
    HomeInput,
    Rate,
    Roll,
    StoredLobby,
    StoredTable,
)

__all__ = [
    "AccessDenied",
    "BadAddress",
    "CommandInput",
    "Conflict",
    "Deadline",
    "FinishedGame",
    "FinishedTable",
    "FolderInUse",
    "FolderUnusable",
    "HomeInput",
    "NoServer",
    "Rate",
    "Roll",
    "StorageError",
    "Store",
    "StoredLobby",
    "StoredTable",
    "Unavailable",
]

"""Opaque bytes in Redis, saved by compare-and-set. Knows nothing of the game."""

from storage.errors import BadAddress, Conflict, FolderInUse, Moved, NoServer, StorageError, Unavailable
from storage.port import Store
from storage.records import Deadline, Document, Finished, FinishedRecord, Record, Roll

__all__ = [
    "BadAddress",
    "Conflict",
    "Deadline",
    "Document",
    "Finished",
    "FinishedRecord",
    "FolderInUse",
    "Moved",
    "NoServer",
    "Record",
    "Roll",
    "StorageError",
    "Store",
    "Unavailable",
]

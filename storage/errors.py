"""What can go wrong in the store, each with a type of its own."""

from __future__ import annotations

from typing import Any


class StorageError(Exception):
    """The store could not do what was asked."""


class Conflict(StorageError):
    """Another writer was first; nothing was changed.

    `game` is the running table (None: there is none) and `version` its ply, or the version of the lobby.
    """

    def __init__(self, channel: str = "", game: str | None = None, version: int = 0) -> None:
        super().__init__(f"{channel} is at version {version} of {game or 'no table'}")
        self.channel = channel
        self.game = game
        self.version = version


def raise_conflict(channel: str, reply: Any) -> None:
    """Raise Conflict if a script replied that there is one."""
    if reply[0] == b"conflict":
        raise Conflict(channel, reply[1].decode() or None, reply[2])


class Unavailable(StorageError):
    """The server did not answer in time. A write may have happened; a retry with its request id tells."""


class AccessDenied(Unavailable):
    """The server does not accept the user or password of the address; only an operator can change that."""


class BadAddress(StorageError):
    """The address of the server is not valid; the message does not repeat it, it may hold a password."""


class NoServer(StorageError):
    """There is no server program to start; the message says what to install."""


class FolderUnusable(StorageError):
    """Nothing can be written into the data folder; the message says why and what to do."""


class FolderInUse(StorageError):
    """Another bot uses this data folder."""

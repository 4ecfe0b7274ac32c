"""What can go wrong in the store, each as a type of its own."""

from __future__ import annotations


class StorageError(Exception):
    """Something the store could not do."""


class Conflict(StorageError):
    """Another writer came first; nothing was changed.

    `game` is the table that stands there now (None: no table) and `version` its ply, or the lobby's version.
    """

    def __init__(self, channel: str = "", game: str | None = None, version: int = 0) -> None:
        super().__init__(f"{channel} is at version {version} of {game or 'no table'}")
        self.channel = channel
        self.game = game
        self.version = version


class Moved(StorageError):
    """The channel's table was moved to another channel.

    The channel can be used again: a new table, or a lobby from version 0, takes the signpost down.
    """

    def __init__(self, channel: str, to: str) -> None:
        super().__init__(f"{channel} was moved to {to}")
        self.channel = channel
        self.to = to


class Unavailable(StorageError):
    """The server did not answer in time; a write may or may not have happened, the same request id tells."""


class BadAddress(StorageError):
    """The server's address cannot be understood; the message does not repeat it, it may hold a password."""


class NoServer(StorageError):
    """There is no server program to start; the message says what to install."""


class FolderInUse(StorageError):
    """Another bot works in this data folder."""

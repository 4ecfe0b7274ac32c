"""The port: what the rest of the program may ask of a store. Bytes are opaque; times are seconds since 1970.

Every method may raise `Unavailable` when the server stays away, and ValueError for an id that cannot be one.
A write carries a request id (one is made up if none is given): a repetition with the same id is reported as
the success it was, and never applied twice.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from storage.records import Deadline, Document, Finished, FinishedRecord, Record, Roll

Wanted = Callable[[str, float], bool]


class Tables(Protocol):
    """The running tables, one in a channel."""

    async def create(
        self, channel: str, *, game: str, setup: bytes, lobby: int | None = None, request: str | None = None
    ) -> None:
        """Open a table at ply 0; with `lobby`, only if the lobby has that version, and the lobby is cleared.

        Raises Conflict if a table stands there or the lobby has changed.
        """

    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> Record | None:
        """Return the table, or None; `known` (game, ply) asks only for the log after what the caller has.

        Raises Moved if the table was moved away.
        """

    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        snapshot: bytes | None = None,
        request: str | None = None,
    ) -> int:
        """Append log lines if the table is at ply `expected`; return the new ply, which the snapshot shows.

        Raises Conflict if another writer came first or the game is gone, Moved if it was moved away.
        """

    async def finish(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        summary: bytes,
        ended: float,
        users: Iterable[str] = (),
        keep: float | None = None,
    ) -> None:
        """Put the table into the archive, for `keep` seconds or for good, listed for these users.

        Raises Conflict if the table is not at ply `expected`.
        """

    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None:
        """Replace set-up and log, to take out a name: the same moves in as many lines, so the ply stays.

        Raises Conflict if the table is not at ply `expected`, Moved if it was moved away.
        """

    async def move(self, channel: str, to: str, *, users: Iterable[str] = ()) -> None:
        """Take everything a channel has to another channel; a repetition completes an interrupted move.

        Raises Conflict if a table or lobby stands there, Moved if the channel was moved elsewhere.
        """

    async def wipe(self, channel: str) -> None:
        """Remove everything the channel has: table, lobby, settings, statistics and finished games."""

    async def channels(self) -> list[str]:
        """List every channel with a running table."""

    async def count(self) -> int:
        """Tell about how many tables are running, without a list of them."""


class Lobbies(Protocol):
    """One document in a channel before and beside the game, saved by compare-and-set."""

    async def load(self, channel: str) -> Document:
        """Return the document; version 0 if there never was one. Raises Moved if it was moved away."""

    async def save(
        self, channel: str, *, expected: int, data: bytes | None, request: str | None = None
    ) -> int:
        """Replace the document, or clear it with None, and return the new version.

        Raises Conflict if the version is not `expected`, Moved if it was moved away.
        """


class Archive(Protocol):
    """Finished games."""

    async def load(self, channel: str, game: str) -> FinishedRecord | None:
        """Return a finished game, also from a channel that was moved."""

    async def of_channel(
        self, channel: str, *, limit: int = 20, before: float | None = None
    ) -> list[Finished]:
        """List a channel's finished games, the latest first."""

    async def of_user(self, user: str, *, limit: int = 20, before: float | None = None) -> list[Finished]:
        """List a user's finished games, the latest first."""

    async def amend(
        self, channel: str, game: str, *, setup: bytes, summary: bytes, log: Sequence[bytes]
    ) -> bool:
        """Replace set-up, summary and log, to take out a name; False if the game is gone."""


class Deadlines(Protocol):
    """Deadlines that any worker may fire; each is claimed under a lease, and returns unless acknowledged.

    Schedule before the save, under a name that holds the ply: a crash between the two leaves a deadline too
    many, which is harmless, never one too few.
    """

    async def schedule(self, channel: str, name: str, due: float, payload: bytes = b"") -> None:
        """Set or replace a deadline; a lease on the old one ends."""

    async def cancel(self, channel: str, *names: str) -> None:
        """Remove these deadlines of the channel, or all of them if none is named."""

    async def claim(
        self, now: float, *, lease: float = 30.0, limit: int = 16, wanted: Wanted | None = None
    ) -> list[Deadline]:
        """Take due deadlines for `lease` seconds; no other worker gets them before that.

        `wanted` is told a channel and how many seconds late it is; what it does not want is left to others.
        """

    async def acknowledge(self, deadline: Deadline) -> bool:
        """Remove a claimed deadline; False if the lease has passed to another or it was replaced."""

    async def next_due(self) -> float | None:
        """Tell when the next deadline or lease ends, or None."""


class Debts(Protocol):
    """Channels where an answer is owed: what a killed worker leaves is found without a look at all of them.

    Add before anything is saved, settle when it was told: a crash between the two leaves one too many, which
    is harmless, never one too few.
    """

    async def add(self, channel: str) -> None:
        """Note that something is under way in a channel."""

    async def settle(self, channel: str) -> None:
        """Note that nothing is under way there any more."""

    async def all(self) -> list[str]:
        """List every channel that is noted."""


class Users(Protocol):
    """What is kept for a user: settings, and where they sit."""

    async def settings(self, user: str) -> dict[str, bytes]:
        """Return the user's settings."""

    async def set_setting(self, user: str, name: str, value: bytes | None) -> None:
        """Set one setting, or remove it with None."""

    async def channel_settings(self, channel: str) -> dict[str, bytes]:
        """Return a channel's settings."""

    async def channel_setting(self, channel: str, name: str) -> bytes | None:
        """Return one of a channel's settings, or None."""

    async def set_channel_setting(
        self, channel: str, name: str, value: bytes | None, *, keep: float | None = None
    ) -> None:
        """Set one setting of a channel, or remove it with None.

        With `keep` all settings of the channel go when none was set for so many seconds.
        """

    async def note(self, user: str, channel: str) -> None:
        """Note that something of the user is kept there; note it before, so that `seen` misses nothing."""

    async def seen(self, user: str) -> list[str]:
        """List the channels that may hold something of the user, also under the names they moved to."""

    async def sit(self, user: str, channel: str, since: float) -> None:
        """Note that the user has a seat there; note it before the seat is saved, so that none is missed."""

    async def rise(self, user: str, channel: str) -> None:
        """Note that the user has no seat there any more."""

    async def seats(self, user: str) -> list[str]:
        """List the channels where the user may have a seat, oldest first; the table itself is the truth."""

    async def forget(self, user: str) -> None:
        """Remove everything kept under the user's id; games stay, `Archive.amend` takes names out of them."""


class Statistics(Protocol):
    """Counters of a user, over all channels and in each."""

    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None:
        """Add to the counters, one time only for each `once` (a game's id); the last eight are remembered."""

    async def of_user(self, user: str) -> dict[str, int]:
        """Return a user's counters over all channels."""

    async def of_channel(self, channel: str) -> dict[str, dict[str, int]]:
        """Return the counters in a channel, by user."""


class Limits(Protocol):
    """Rate limits."""

    async def take(self, subject: str, *, burst: int, per: float, now: float) -> float:
        """Take one of `burst` tokens, which refill within `per` seconds.

        Returns 0.0 if there was one, else the seconds until there will be.
        """


class Workers(Protocol):
    """Workers that share a task: each says again and again that it is there, and is gone if it does not."""

    async def beat(self, group: str, worker: str, *, run: str, lease: float) -> Roll:
        """Say that a worker is there for `lease` seconds more; returns who is. `run` tells restarts apart."""

    async def sign_off(self, group: str, worker: str, *, run: str) -> None:
        """Say that a worker goes."""


class Backup(Protocol):
    """Everything, owner by owner, in a form that any server version reads back."""

    def dump(self) -> AsyncIterator[bytes]:
        """Yield a line for each channel, user and bucket of deadlines; each line is consistent in itself."""

    async def restore(self, line: bytes, *, replace: bool = False) -> bool:
        """Bring one line back; False if the owner has something already and `replace` is not set.

        A bucket of deadlines gets those that it lacks in any case.
        Raises ValueError if the line is not a whole line of a backup.
        """


class Store(Protocol):
    """The store as a whole."""

    @property
    def tables(self) -> Tables: ...
    @property
    def lobbies(self) -> Lobbies: ...
    @property
    def archive(self) -> Archive: ...
    @property
    def deadlines(self) -> Deadlines: ...
    @property
    def debts(self) -> Debts: ...
    @property
    def users(self) -> Users: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def limits(self) -> Limits: ...
    @property
    def workers(self) -> Workers: ...
    @property
    def backup(self) -> Backup: ...

    async def ping(self) -> None:
        """Make sure that the server answers."""

    async def close(self) -> None:
        """Close the connections and, if the server was started with the bot, stop it."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""

"""The port: what the rest of the program may ask of a store. Bytes are opaque; times are seconds since 1970.

Every method may raise `Unavailable` when the server does not answer, and ValueError for an id that is not
valid. A write has a request id (a new one if none is given): a retry with the same id returns the first
result, and is never applied twice.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Protocol, Self

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

Wanted = Callable[[str, float], bool]
NO_MARKS: Mapping[str, str] = MappingProxyType({})


class Commands(Protocol):
    """What every command reads first, in one round trip."""

    async def read(
        self,
        user: str,
        channel: str,
        *,
        now: float,
        user_rate: Rate,
        channel_rate: Rate,
        group: str,
        group_setting: str,
        known: tuple[str, int] | None = None,
        owed: bool = False,
    ) -> CommandInput:
        """Take a token of the user and of the channel, and read what a command of this user needs.

        A user without a token takes none of the channel. `group_setting` is the name of a setting of `group`,
        `known` is as in `Tables.load`, `owed` also adds the channel to `Owed`.
        """

    async def read_home(self, home: str, *, known: tuple[str, int] | None = None) -> HomeInput:
        """Read what a command of a guest needs of its home."""


class Channels(Protocol):
    """A channel keeps its data under one id, and may have other ids: its aliases."""

    async def resolve(self, id_: str) -> str:
        """Return the channel that keeps the data of this id: the id itself if it is no alias."""

    async def ids(self, channel: str) -> list[str]:
        """List the ids of a channel: its own, then its aliases, the newest last."""

    async def alias(self, new: str, to: str) -> None:
        """Make `new` an alias of the channel `to`; again is harmless.

        Raises Conflict if `new` has a table or a lobby, or is an alias of another channel.
        """


class Links(Protocol):
    """Tables in several channels: the home keeps the data and a list of notes by name, a guest leads to it.

    A guest's note has the name of its channel; other names are free. A channel is a guest if its own link and
    the list of the home agree: one that does not stand in the list has left, or was about to join.
    """

    async def home(self, channel: str) -> str:
        """Return the home of a guest; empty if the channel is none."""

    async def of(self, home: str) -> dict[str, bytes]:
        """Return all notes of a home."""

    async def join(self, guest: str, home: str, value: bytes) -> None:
        """Make a channel a guest, with this note; again is harmless.

        Raises Conflict if the channel has a table or a lobby, is an alias, or is a guest elsewhere.
        """

    async def leave(self, guest: str, home: str) -> None:
        """Remove a guest; again is harmless."""

    async def note(self, home: str, name: str, value: bytes | None) -> None:
        """Set a note, or remove it with None."""

    async def renote(self, home: str, name: str, value: bytes) -> None:
        """Replace a note if there is one: nothing that was removed comes back."""

    async def open_code(self, code: str, home: str) -> None:
        """Let a code lead to a home."""

    async def read_code(self, code: str) -> str | None:
        """Return the home of a code, or None."""

    async def close_code(self, code: str) -> None:
        """Let a code lead nowhere."""

    async def publish(self, home: str, at: float) -> None:
        """List a table for everybody."""

    async def withdraw(self, home: str) -> None:
        """List it no more."""

    async def public(self) -> list[str]:
        """List the homes of public tables, the latest first."""


class Tables(Protocol):
    """The running tables, one in a channel."""

    async def create(
        self, channel: str, *, game: str, setup: bytes, lobby: int | None = None, request: str | None = None
    ) -> None:
        """Open a table at ply 0; with `lobby`, only if the lobby has that version, and the lobby is cleared.

        Raises Conflict if there is a table, the lobby has changed, or the game was finished there.
        """

    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> StoredTable | None:
        """Return the table, or None; `known` (game, ply) asks only for the log after what the caller has."""

    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        alarm: float | None = None,
        visitors: Iterable[str] = (),
        request: str | None = None,
        owed: bool = False,
        marks: Mapping[str, str] = NO_MARKS,
    ) -> int:
        """Append log lines if the table is at ply `expected`; return the new ply.

        `alarm` sets the deadline ALARM, `visitors` are users for `Users.note`, `owed` lists the channel as
        `Owed.add` does, and `marks` are channels to mark: all before or with the save, so that a crash cannot
        lose them.
        Raises Conflict if another writer was first or the game is gone.
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
        """Put the table into the archive, for `keep` seconds or without limit, listed for these users.

        Raises Conflict if the table is not at ply `expected`.
        """

    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None:
        """Replace set-up and log, to remove a name: the same moves in as many lines, so the ply stays.

        Raises Conflict if the table is not at ply `expected`.
        """

    async def wipe(self, channel: str) -> None:
        """Delete everything the channel has: table, lobby, settings, statistics and finished games."""

    async def count(self) -> int:
        """Return about how many tables are running."""


class Lobbies(Protocol):
    """One document in a channel before and beside the game, saved by compare-and-set."""

    async def load(self, channel: str) -> StoredLobby:
        """Return the document; version 0 if there never was one."""

    async def save(
        self, channel: str, *, expected: int, data: bytes | None, request: str | None = None
    ) -> int:
        """Replace the document, or clear it with None, and return the new version.

        Raises Conflict if the version is not `expected`.
        """


class Archive(Protocol):
    """Finished games."""

    async def load(self, channel: str, game: str) -> FinishedTable | None:
        """Return a finished game, or None."""

    async def of_channel(self, channel: str, *, limit: int = 20) -> list[FinishedGame]:
        """List a channel's finished games, the latest first."""

    async def of_user(self, user: str, *, limit: int = 20) -> list[FinishedGame]:
        """List a user's finished games, the latest first."""

    async def channels(self) -> list[str]:
        """List every channel that may have a finished game."""

    async def amend(
        self, channel: str, game: str, *, setup: bytes, summary: bytes, log: Sequence[bytes]
    ) -> bool:
        """Replace set-up, summary and log, to remove a name; False if the game is gone."""


ALARM = "clock"  # the name of a table's own deadline
NO_LEASES: Mapping[str, float] = MappingProxyType({})


class Deadlines(Protocol):
    """Deadlines that any worker may handle; one that is claimed is due again unless it is acknowledged."""

    async def schedule(self, channel: str, name: str, due: float) -> None:
        """Set or replace a deadline; a lease on the old one ends."""

    async def cancel(self, channel: str, *names: str) -> None:
        """Remove these deadlines of the channel, or all of them if none is named."""

    async def claim(
        self,
        now: float,
        *,
        lease: float = 30.0,
        limit: int = 16,
        wanted: Wanted | None = None,
        leases: Mapping[str, float] = NO_LEASES,
    ) -> list[Deadline]:
        """Claim due deadlines for `lease` seconds; no other worker gets them before that.

        `wanted` gets a channel and how many seconds late it is; deadlines that it refuses are left to others.
        `leases`: the seconds for deadlines of these names.
        """

    async def acknowledge(self, deadline: Deadline) -> bool:
        """Remove a claimed deadline; False if another worker has claimed it since, or it was replaced."""

    async def next_due(self) -> float | None:
        """Return when the next deadline or lease ends, or None."""


class Owed(Protocol):
    """Channels where an answer is pending: a new worker finds there what a killed one has left.

    Add a channel before anything is saved, settle it when the answer was sent: a crash leaves one channel too
    many, which is harmless, never one too few.
    """

    async def add(self, channel: str) -> None:
        """Note that an answer is pending in a channel."""

    async def settle(self, channel: str) -> None:
        """Note that no answer is pending there any more."""

    async def all(self) -> list[str]:
        """List every channel that is noted."""


class Screens(Protocol):
    """What channels show, and the marks of those that do not show yet what is saved.

    A mark is a text that no other mark of the channel ever is. It is made before or with what is saved, and
    removed with the screen that shows it: a crash leaves one too many, which is harmless, never one too few.
    """

    async def mark(self, channel: str, mark: str) -> None:
        """Mark a channel, in the place of an earlier mark."""

    async def marked(self) -> dict[str, str]:
        """Return all channels with a mark."""

    def marks(self) -> AsyncIterator[tuple[str, str]]:
        """Yield channels and marks as any worker makes them; empty ones when listening has begun.

        Raises Unavailable when the server does not answer any more: what is marked then is in `marked`.
        """

    async def load(self, channel: str) -> bytes:
        """Return the screen of a channel; empty if there is none."""

    async def claim(self, channel: str, worker: str, *, now: float, lease: float) -> bytes | None:
        """Return the screen of a channel, which only this worker may change for so many seconds.

        Empty if there is none yet; None if another worker has claimed it.
        """

    async def save(
        self, channel: str, worker: str, data: bytes, *, now: float, lease: float, shown: str = ""
    ) -> bool:
        """Replace a claimed screen, which stays claimed; False if another worker has claimed it since.

        `shown` is the mark of what it shows: it is removed, unless a later one has come.
        """

    async def release(self, channel: str, worker: str) -> None:
        """Let another worker claim the screen at once."""


class Users(Protocol):
    """What is kept for a user: settings, and where they have seats; also the settings of channels."""

    async def settings(self, user: str) -> dict[str, bytes]:
        """Return the user's settings."""

    async def set_setting(self, user: str, name: str, value: bytes | None) -> None:
        """Set one setting, or remove it with None."""

    async def channel_settings(self, channel: str) -> dict[str, bytes]:
        """Return a channel's settings."""

    async def channel_setting(self, channel: str, name: str) -> bytes | None:
        """Return one of a channel's settings, or None."""

    async def set_channel_setting(
        self,
        channel: str,
        name: str,
        value: bytes | None,
        *,
        keep: float | None = None,
        settled: bool = False,
        owed: bool = False,
    ) -> None:
        """Set one setting of a channel, or remove it with None.

        With `keep` all settings of the channel expire when none was set for so many seconds; `settled` calls
        `Owed.settle` in the same round trip, `owed` calls `Owed.add`.
        """

    async def note(self, user: str, channel: str) -> None:
        """Note that something of the user is kept there; call it first, so that `seen` misses nothing."""

    async def seen(self, user: str) -> list[str]:
        """List the channels that may hold something of the user."""

    async def sit(self, user: str, channel: str, since: float) -> None:
        """Note that the user has a seat there; call it before the seat is saved, so that none is missed."""

    async def rise(self, user: str, channel: str) -> None:
        """Note that the user has no seat there any more."""

    async def seats(self, user: str) -> list[str]:
        """List the channels where the user may have a seat, oldest first; the table itself is the truth."""

    async def forget(self, user: str) -> None:
        """Remove everything kept under the user's id; games stay, `Archive.amend` removes names from them."""


class Statistics(Protocol):
    """Counters of a user."""

    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None:
        """Add to the counters, only once for each `once` (a game's id); the last eight are remembered."""

    async def of_user(self, user: str) -> dict[str, int]:
        """Return a user's counters."""


class Results(Protocol):
    """Lists to which every game adds one line, once; and one document that is derived from a list."""

    async def add(self, group: str, game: str, line: bytes, *, users: Iterable[str] = ()) -> bool:
        """Append a line; False if the game has one already. `users` are those for `Users.note`."""

    async def load(self, group: str, *, start: int = 0) -> list[bytes]:
        """Return the lines of a group from `start` on, in the order in which they were added."""

    async def count(self, group: str) -> int:
        """Return how many lines a group has."""

    async def amend(self, group: str, game: str, line: bytes) -> bool:
        """Replace the line of a game, to remove a name; False if there is none."""

    async def groups(self) -> list[str]:
        """List every group that has a line."""

    async def derived(self, group: str) -> bytes | None:
        """Return the document that was derived from a list, or None."""

    async def set_derived(self, group: str, data: bytes | None) -> None:
        """Replace the document, or remove it with None: it can be made again."""


class Workers(Protocol):
    """Workers that share a task: each says regularly that it is there; one that does not is removed."""

    async def beat(self, group: str, worker: str, *, run: str, lease: float) -> Roll:
        """Sign a worker on for `lease` seconds more, and return all; `run` is another one after a restart."""

    async def sign_off(self, group: str, worker: str, *, run: str) -> None:
        """Remove a worker, unless a later run has its name."""


class Backup(Protocol):
    """Everything in lines, each complete in itself, for any other store."""

    def dump(self) -> AsyncIterator[bytes]:
        """Yield everything, one line for each channel, user and bucket of deadlines."""

    async def restore(self, line: bytes, *, replace: bool = False) -> bool:
        """Write one line back; False if something is there already. Deadlines are added to what is there.

        With `replace` existing data is overwritten, and what came after the backup is deleted.
        Raises ValueError if the line is damaged.
        """


class Store(Protocol):
    """Everything the bot keeps."""

    @property
    def commands(self) -> Commands: ...
    @property
    def channels(self) -> Channels: ...
    @property
    def links(self) -> Links: ...
    @property
    def tables(self) -> Tables: ...
    @property
    def lobbies(self) -> Lobbies: ...
    @property
    def archive(self) -> Archive: ...
    @property
    def deadlines(self) -> Deadlines: ...
    @property
    def owed(self) -> Owed: ...
    @property
    def screens(self) -> Screens: ...
    @property
    def users(self) -> Users: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def results(self) -> Results: ...
    @property
    def workers(self) -> Workers: ...
    @property
    def backup(self) -> Backup: ...

    async def ping(self) -> None:
        """Make sure that the server answers and takes writes; in a cluster every node."""

    async def close(self) -> None:
        """Close the connections and, if the server was started with the bot, stop it."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""

"""What the conversation needs from outside: a store, computer players, and secrets. Wired in `bot.app`.

The store's protocols are a part of `storage.port`, so that its store fits as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.conversation.protocol.messages import Outgoing
from engine.actions import Action
from engine.players import Costly, Hint
from engine.record import Record
from engine.state import GameState
from storage.errors import Conflict as Conflict  # another writer came first; nothing was changed


class TableRecord(Protocol):
    """A running table as stored: the log from `start` on."""

    @property
    def game(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def setup(self) -> bytes: ...
    @property
    def start(self) -> int: ...
    @property
    def log(self) -> tuple[bytes, ...]: ...


class LobbyRecord(Protocol):
    """A lobby as stored."""

    @property
    def version(self) -> int: ...
    @property
    def data(self) -> bytes | None: ...


class FinishedGame(Protocol):
    """One line of a list of finished games."""

    @property
    def channel(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def ended(self) -> float: ...
    @property
    def summary(self) -> bytes: ...


class FinishedTable(FinishedGame, Protocol):
    """A finished game with all that is needed to replay it."""

    @property
    def setup(self) -> bytes: ...
    @property
    def log(self) -> tuple[bytes, ...]: ...


class Tables(Protocol):
    """Running tables, saved by compare-and-set. See storage.port."""

    async def create(
        self, channel: str, *, game: str, setup: bytes, lobby: int | None = None, request: str | None = None
    ) -> None: ...
    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> TableRecord | None: ...
    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        snapshot: bytes | None = None,
        request: str | None = None,
    ) -> int: ...
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
    ) -> None: ...
    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None: ...
    async def move(self, channel: str, to: str, *, users: Iterable[str] = ()) -> None: ...
    async def wipe(self, channel: str) -> None: ...


class Lobbies(Protocol):
    """One document in a channel, saved by compare-and-set."""

    async def load(self, channel: str) -> LobbyRecord: ...
    async def save(
        self, channel: str, *, expected: int, data: bytes | None, request: str | None = None
    ) -> int: ...


class Archive(Protocol):
    """Finished games."""

    async def load(self, channel: str, game: str) -> FinishedTable | None: ...
    async def of_channel(
        self, channel: str, *, limit: int = 20, before: float | None = None
    ) -> Sequence[FinishedGame]: ...
    async def of_user(
        self, user: str, *, limit: int = 20, before: float | None = None
    ) -> Sequence[FinishedGame]: ...
    async def amend(
        self, channel: str, game: str, *, setup: bytes, summary: bytes, log: Sequence[bytes]
    ) -> bool: ...


class Deadlines(Protocol):
    """Deadlines of tables and lobbies; whoever claims one rings the channel's alarm."""

    async def schedule(self, channel: str, name: str, due: float, payload: bytes = b"") -> None: ...
    async def cancel(self, channel: str, *names: str) -> None: ...


class Users(Protocol):
    """What is kept for a person and for a channel."""

    async def settings(self, user: str) -> Mapping[str, bytes]: ...
    async def set_setting(self, user: str, name: str, value: bytes | None) -> None: ...
    async def channel_setting(self, channel: str, name: str) -> bytes | None: ...
    async def channel_settings(self, channel: str) -> Mapping[str, bytes]: ...
    async def set_channel_setting(self, channel: str, name: str, value: bytes | None) -> None: ...
    async def note(self, user: str, channel: str) -> None: ...
    async def seen(self, user: str) -> Sequence[str]: ...
    async def forget(self, user: str) -> None: ...
    async def sit(self, user: str, channel: str, since: float) -> None: ...
    async def rise(self, user: str, channel: str) -> None: ...
    async def seats(self, user: str) -> Sequence[str]: ...


class Statistics(Protocol):
    """Counters."""

    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None: ...
    async def of_user(self, user: str) -> dict[str, int]: ...


class Limits(Protocol):
    """Rate limits: 0.0, or the seconds to wait."""

    async def take(self, subject: str, *, burst: int, per: float, now: float) -> float: ...


class Store(Protocol):
    """The store as far as the conversation uses it."""

    @property
    def tables(self) -> Tables: ...
    @property
    def lobbies(self) -> Lobbies: ...
    @property
    def archive(self) -> Archive: ...
    @property
    def deadlines(self) -> Deadlines: ...
    @property
    def users(self) -> Users: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def limits(self) -> Limits: ...


class NoAnswer(Exception):
    """A computer player has failed; the message says how."""


class Chat(Protocol):
    """A chat that is connected: `prefix` begins the names of its channels and people."""

    @property
    def prefix(self) -> str: ...
    async def post(self, messages: list[Outgoing]) -> None: ...
    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Take somebody out of what the adapter keeps of these channels, in memory and in the store."""


class ComputerPlayer(Protocol):
    """Chooses for a seat, from what that seat may know. `level` is easy, normal or hard.

    Hints and reviews raise NoAnswer if there is none to be had; a choice always comes.
    """

    async def choose(self, view: GameState, seat: int, level: str) -> Action: ...
    async def hint(self, view: GameState, seat: int) -> Hint: ...
    async def review(self, game: Record) -> tuple[tuple[Costly, ...], ...]: ...

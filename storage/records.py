"""The values that the store returns. All are frozen; the bytes of the game are opaque."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A running table: its set-up, and the log from `start` on."""

    channel: str
    game: str
    ply: int
    setup: bytes
    start: int  # the ply at which `log` begins: 0, or the ply that the caller already has
    log: tuple[bytes, ...]
    requests: str = field(default="", compare=False)  # the last ones that were saved, see `was_saved`


@dataclass(frozen=True, slots=True)
class StoredLobby:
    """A lobby and its version; `data` is None when there is no lobby, the version never decreases."""

    version: int
    data: bytes | None
    requests: str = field(default="", compare=False)  # the last ones that were saved, see `was_saved`


def was_saved(request: str, lobby: StoredLobby, table: StoredTable | None) -> bool:
    """Whether one of the last saves has this request id, or a part of it: `id.0`, `id.1`."""
    return any(f" {request}." in found.requests for found in (lobby, table) if found is not None)


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One line in a list of finished games."""

    channel: str
    game: str
    ended: float
    summary: bytes


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A finished game with everything needed to replay it."""

    channel: str
    game: str
    ended: float
    summary: bytes
    setup: bytes
    log: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: `burst` tokens, which refill within `per` seconds."""

    burst: int
    per: float


@dataclass(frozen=True, slots=True)
class CommandInput:
    """What a command needs to know before it acts.

    `wait` and `channel_wait` are the seconds until the user and the channel have a token; 0.0: they had one.
    """

    wait: float
    channel_wait: float
    settings: dict[str, bytes]  # of the user
    group_setting: bytes | None
    lobby: StoredLobby
    table: StoredTable | None
    home: str = ""  # of a guest, see `Links`
    links: dict[str, bytes] = field(default_factory=dict)  # the notes of a home


@dataclass(frozen=True, slots=True)
class HomeInput:
    """What a command of a guest needs to know of the home."""

    lobby: StoredLobby
    table: StoredTable | None
    links: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A claimed deadline: it is due again when the lease ends, unless it is acknowledged with `lease`."""

    channel: str
    name: str
    due: float
    lease: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The workers of a group, and for how many seconds each is there; the first counts as always there."""

    present: dict[str, float]
    contested: bool  # another run has used the name of the caller

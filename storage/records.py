"""What the store hands out: frozen, and opaque wherever the game's own bytes are meant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Record:
    """A running table: its set-up, and the log after the snapshot."""

    channel: str
    game: str
    ply: int
    setup: bytes
    start: int  # the ply at which `log` begins: the snapshot's, or the one the caller already has
    snapshot: bytes | None  # None: begin from the set-up (start 0), or from what the caller has
    log: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A lobby and its version; `data` is None when there is no lobby, the version never goes back."""

    version: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Finished:
    """One line in a list of finished games."""

    channel: str
    game: str
    ended: float
    summary: bytes


@dataclass(frozen=True, slots=True)
class FinishedRecord:
    """A finished game with everything needed to replay it."""

    channel: str
    game: str
    ended: float
    summary: bytes
    setup: bytes
    log: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A claimed deadline: it returns when the lease ends, unless it is acknowledged with `lease`."""

    channel: str
    name: str
    due: float
    payload: bytes
    lease: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is at work, and for how many seconds; the first of all counts as having been there always."""

    present: dict[str, float]
    contested: bool  # another run had the name of whoever asks

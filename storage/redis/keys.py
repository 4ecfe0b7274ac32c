"""Every key the store uses. What is in braces decides the hash slot, so one owner's keys live on one node."""

from __future__ import annotations

import re
from hashlib import sha256
from zlib import crc32

DUE_BUCKETS = 4  # slots for lists of channels; changing it needs a backup and a restore

CHANNEL_PARTS = ("game", "log", "snapshot", "lobby", "settings", "stats", "done")  # what a move takes along
TRACES = ("moved", "coming", "arrived")  # what a move leaves behind
USER_PARTS = ("settings", "open", "stats", "seen", "done")
DUE_PARTS = ("when", "what", "held")
OWED_PARTS = ("channels",)

SEPARATOR = "\x1f"  # joins names inside one value; no name may contain it

_NAME = re.compile(r"[^\x00-\x20{}\x7f]{1,199}")
_RESERVED = ("user:", "due:", "owed:", "rate:", "workers:")
_KEY = re.compile(r"bastide:\{([^}]*)\}(?::(.*))?")


def name(text: str) -> str:
    """Return a usable id unchanged; raises ValueError for blanks, control characters, braces, overlength."""
    if not _NAME.fullmatch(text):
        raise ValueError(f"not a usable id: {text!r}")
    return text


def channel(channel_id: str, part: str) -> str:
    """Name one of a channel's keys; raises ValueError if the id cannot be one."""
    if channel_id.startswith(_RESERVED):
        raise ValueError(f"not a usable channel id: {channel_id!r}")
    return f"bastide:{{{name(channel_id)}}}:{part}"


def channel_all(channel_id: str, *parts: str) -> list[str]:
    """Name several keys of a channel."""
    return [channel(channel_id, part) for part in parts]


def finished(channel_id: str, game: str) -> tuple[str, str]:
    """Name the two keys of a finished game: its record and its log."""
    record = channel(channel_id, f"done:{name(game)}")
    return record, f"{record}:log"


def user(user_id: str, part: str) -> str:
    """Name one of a user's keys."""
    return f"bastide:{{user:{name(user_id)}}}:{part}"


def owned(tag: str) -> list[str]:
    """Name all that a hash tag may own, but finished games, which its list of them names."""
    kinds = {"user:": USER_PARTS, "due:": DUE_PARTS, "owed:": OWED_PARTS}
    parts = next((found for kind, found in kinds.items() if tag.startswith(kind)), CHANNEL_PARTS + TRACES)
    return [f"bastide:{{{tag}}}:{part}" for part in parts]


def bucket(channel_id: str) -> int:
    """Tell which bucket holds what belongs to a channel among all others: its deadlines, its debts."""
    return crc32(name(channel_id).encode()) % DUE_BUCKETS


def due_tag(number: int) -> str:
    """Name the hash tag of a bucket of deadlines."""
    return f"due:{number}"


def due(number: int) -> list[str]:
    """Name the keys of a bucket of deadlines: when, what, held."""
    return owned(due_tag(number))


def owed(number: int) -> str:
    """Name the key of a bucket of channels that are owed an answer."""
    return owned(f"owed:{number}")[0]


def rate(subject: str) -> str:
    """Name the key of a rate limit: a hash, so that whoever is forgotten is not named by it."""
    return f"bastide:{{rate:{sha256(name(subject).encode()).hexdigest()[:20]}}}"


def workers(group: str) -> str:
    """Name the key of the roll of workers of a group."""
    return f"bastide:{{workers:{name(group)}}}"


def split(key: str) -> tuple[str, str]:
    """Take a key apart into its hash tag and its part; raises ValueError if it is not one of ours."""
    match = _KEY.fullmatch(key)
    if match is None:
        raise ValueError(f"not one of our keys: {key!r}")
    return match[1], match[2] or ""

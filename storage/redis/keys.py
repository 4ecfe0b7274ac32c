"""Every key that the store uses. The part in braces decides the slot, so one owner's keys are on one node."""

from __future__ import annotations

import re
from hashlib import sha256
from zlib import crc32

BUCKETS = 4  # slots for lists of channels; to change it, make a backup and restore it

RESULT_PARTS = ("results", "results:index", "ratings")
CHANNEL_PARTS = (
    "game",
    "log",
    "lobby",
    "settings",
    "stats",
    "done",
    "alias",
    "aliases",
    "link",
    "links",
    "screen",
    *RESULT_PARTS,
)
MOVE_PARTS = ("moved", "coming")  # of an earlier version, which copied a channel's data to its new id
SHORT_LIVED = "rate"  # gone within minutes
USER_PARTS = ("settings", "open", "stats", "seen", "done")
DUE_PARTS = ("when", "what", "held")
OWED_PARTS = ("channels",)
CODE_PARTS = ("home",)
PUBLIC_PARTS = ("tables",)
MARK_PARTS = ("channels",)
MARKS = "bastide:marks"  # where those who listen hear of marks

SEPARATOR = "\x1f"  # joins names inside one value; no name contains it

_NAME = re.compile(r"[^\x00-\x20{}\x7f]{1,199}")
_RESERVED = ("user:", "due:", "owed:", "rate:", "workers:", "code:", "public:", "marks:")
_KEY = re.compile(r"bastide:\{([^}]*)\}(?::(.*))?")


def name(text: str) -> str:
    """Return a valid id unchanged; raises ValueError for spaces, control characters, braces, 200 or more."""
    if not _NAME.fullmatch(text):
        raise ValueError(f"not a valid id: {text!r}")
    return text


def channel(channel_id: str, part: str) -> str:
    """Name one of a channel's keys; raises ValueError if the id is not valid."""
    if channel_id.startswith(_RESERVED):
        raise ValueError(f"not a valid channel id: {channel_id!r}")
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
    """Name all keys that a hash tag may own, except finished games, which its list of them names."""
    kinds = {
        "user:": USER_PARTS,
        "due:": DUE_PARTS,
        "owed:": OWED_PARTS,
        "code:": CODE_PARTS,
        "public:": PUBLIC_PARTS,
        "marks:": MARK_PARTS,
    }
    parts = next((found for kind, found in kinds.items() if tag.startswith(kind)), CHANNEL_PARTS + MOVE_PARTS)
    return [f"bastide:{{{tag}}}:{part}" for part in parts]


def bucket(channel_id: str) -> int:
    """Return the number of the bucket that lists a channel: of `due`, `owed`, `marks` and `public`."""
    return crc32(name(channel_id).encode()) % BUCKETS


def due_tag(number: int) -> str:
    """Name the hash tag of a bucket of deadlines."""
    return f"due:{number}"


def due(number: int) -> list[str]:
    """Name the keys of a bucket of deadlines: when, what, held."""
    return owned(due_tag(number))


def owed(number: int) -> str:
    """Name the key of a bucket of channels with an answer pending."""
    return owned(f"owed:{number}")[0]


def marks(number: int) -> str:
    """Name the key of a bucket of channels that do not show yet what is saved."""
    return owned(f"marks:{number}")[0]


def code(text: str) -> str:
    """Name the key of a code that invites to a table."""
    return owned(f"code:{name(text)}")[0]


def public(number: int) -> str:
    """Name the key of a bucket of public tables."""
    return owned(f"public:{number}")[0]


def user_rate(user_id: str) -> str:
    """Name the key of a user's rate limit: a hash, so that it does not name a user who was forgotten."""
    return f"bastide:{{rate:{sha256(name(user_id).encode()).hexdigest()[:20]}}}"


def check(number: int) -> str:
    """Name a key that is written only to see whether the server takes writes."""
    return f"bastide:{{rate:check{number}}}"


def workers(group: str) -> str:
    """Name the key of the roll of workers of a group."""
    return f"bastide:{{workers:{name(group)}}}"


def split(key: str) -> tuple[str, str]:
    """Split a key into its hash tag and its part; raises ValueError if it is not one of ours."""
    match = _KEY.fullmatch(key)
    if match is None:
        raise ValueError(f"not one of our keys: {key!r}")
    return match[1], match[2] or ""

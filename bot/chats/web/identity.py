"""Who a user is: a secret in a cookie. The public id is its hash: seats belong to the owner of the secret."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

COOKIE = "bastide_person"
AGE = 400 * 86400  # seconds; browsers keep no cookie longer
LONGEST_NAME = 24
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_ROOM = re.compile(r"[\w-]{1,40}")


def new_secret() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    """Whether a cookie looks like one of this server."""
    return _SECRET.fullmatch(text) is not None


def public_id(secret: str) -> str:
    """The id that everybody may know."""
    return "web:" + hashlib.sha256(b"bastide person " + secret.encode()).hexdigest()[:20]


def guest_number(public: str) -> int:
    """By what a user is told apart who has not said a name."""
    return 100 + int(hashlib.sha256(public.encode()).hexdigest(), 16) % 900


def clean_name(text: str) -> str:
    """A name that can be shown: no control or direction characters, no run of blanks, not too long."""
    shown = "".join(
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") else character
        for character in text
        if unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn")
    )
    shown = unicodedata.normalize("NFC", " ".join(shown.split()))
    while len(shown) > LONGEST_NAME or _marks(shown) > LONGEST_NAME // 2:
        shown = shown[:-1].rstrip()
    return shown


def _marks(text: str) -> int:
    """How many characters are piled upon others."""
    return sum(unicodedata.category(character).startswith("M") for character in text)


def room_name(text: str) -> str | None:
    """The name of a room as it stands in links, or None if it cannot be one."""
    name = unicodedata.normalize("NFC", text).lower()
    return name if _ROOM.fullmatch(name) else None

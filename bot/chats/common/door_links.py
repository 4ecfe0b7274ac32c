"""Links to the live board of a chat's table: signed, so that only the bot can make them."""

from __future__ import annotations

import base64
import hashlib
import hmac

SIGNED = 16  # characters of a signature
LONGEST = 64  # characters of a whole key
_LETTERS = str.maketrans(":", "_")


def door_key(token: str, purpose: str) -> bytes:
    """The key with which something about doors is signed; derived from the bot's token."""
    return hmac.digest(token.encode(), f"bastide {purpose}".encode(), hashlib.sha256)


def signature(key: bytes, text: str) -> str:
    """What only an owner of the key can write under a text."""
    return base64.urlsafe_b64encode(hmac.digest(key, text.encode(), hashlib.sha256)).decode()[:SIGNED]


class DoorLinks:
    """Keys for the tables of a platform, made of letters that its links allow: `SIGNATURE-1001_42`."""

    def __init__(self, prefix: str, token: str) -> None:
        self._prefix = prefix
        self._key = door_key(token, "door")

    def key(self, channel: str) -> str:
        """The key of a channel."""
        return signature(self._key, channel) + channel.removeprefix(self._prefix).translate(_LETTERS)

    def channel(self, key: str) -> str:
        """The channel of a key; empty if the key is not ours."""
        where = key[SIGNED:LONGEST].replace("_", ":")
        channel = f"{self._prefix}{where}"
        return channel if where and hmac.compare_digest(self.key(channel).encode(), key.encode()) else ""

"""The door from Telegram: a Mini App, whose `initData` is signed by Telegram with the bot's token."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from bot.chats.common.door_links import DoorLinks
from bot.chats.web.doors.visitor import DoorRefused, Visitor
from bot.conversation.table.channels import is_own

PREFIX = "telegram:"
OLDEST = 3600.0  # seconds since the app was opened
AHEAD = 60.0  # seconds that Telegram's clock may be ahead of ours
LONGEST_NAME = 32
MOST_FIELDS = 40


@dataclass(frozen=True, slots=True)
class MiniApp:
    """Verifies who has opened the app; the table is named by a key of ours, or is their private chat."""

    token: str
    name: str = "telegram"
    origins: tuple[str, ...] = ("https://web.telegram.org",)
    proxies: tuple[str, ...] = ()

    @property
    def boot(self) -> dict[str, Any]:
        """Nothing: Telegram gives the page all it needs."""
        return {}

    async def visitor(self, sent: dict[str, str], now: float) -> Visitor:
        """The user of an `initData`; DoorRefused if it is forged or old, or the table is not theirs."""
        fields = verified(sent.get("init_data", ""), self.token, now)
        user = _user(fields)
        own = f"{PREFIX}{user['id']}"
        key = fields.get("start_param") or sent.get("table", "")
        channel = DoorLinks(PREFIX, self.token).channel(key) if key else own
        private = is_own(channel, own)
        if not (private or channel.startswith(f"{PREFIX}-")):
            raise DoorRefused("not a table for this user")
        name = " ".join(f"{user.get('first_name', '')} {user.get('last_name', '')}".split())
        group = re.sub(r"^(telegram:-?\d+):.*", r"\1", channel)
        language = str(user.get("language_code", ""))[:20]
        return Visitor(own, name[:LONGEST_NAME] or str(user["id"]), channel, group, language, private)


def verified(init_data: str, token: str, now: float) -> dict[str, str]:
    """The fields of an `initData`; DoorRefused if Telegram has not just signed them for this bot."""
    try:
        fields = dict(parse_qsl(init_data, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise DoorRefused("too many fields") from None
    claimed = fields.pop("hash", "")
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    found = hmac.new(key, lines.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(found.encode(), claimed.encode("utf-8", "replace")):
        raise DoorRefused("forged init data")
    opened = fields.get("auth_date", "")
    if not (opened.isdecimal() and len(opened) < 13 and -AHEAD <= now - int(opened) <= OLDEST):
        raise DoorRefused("old init data")
    return fields


def _user(fields: dict[str, str]) -> dict[str, Any]:
    """The user who opened the app: a person with a number."""
    try:
        user = json.loads(fields.get("user", ""))
        if isinstance(user, dict) and type(user["id"]) is int:
            return user
    except (ValueError, KeyError, RecursionError):
        pass
    raise DoorRefused("init data without a user")

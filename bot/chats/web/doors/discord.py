"""The door from Discord: an Activity. Its page brings a code, which we exchange for the user's name."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.cache import LruCache
from bot.chats.web.doors.visitor import DoorRefused, Visitor

PREFIX = "discord:"
API = "https://discord.com/api/v10"
CLIENTS = ("https://discord.com", "https://ptb.discord.com", "https://canary.discord.com")
TIMEOUT = aiohttp.ClientTimeout(total=10)
SPENT = 2000  # codes that are remembered
LONGEST_NAME = 32
_INSTANCE = re.compile(r"[\w-]{1,200}", re.ASCII)


def _spent() -> LruCache[bytes, None]:
    return LruCache(SPENT)


@dataclass(frozen=True, slots=True)
class Activity:
    """Asks Discord who a code belongs to, and where the instance of the Activity runs that they are in."""

    token: str
    secret: str
    api_url: str = ""  # empty: Discord's
    name: str = "discord"
    spent: LruCache[bytes, None] = field(default_factory=_spent)

    @property
    def id(self) -> str:
        """The application's number: a bot's token begins with it."""
        try:
            return str(int(b64decode(self.token.partition(".")[0] + "==")))
        except ValueError:
            return ""

    @property
    def origins(self) -> tuple[str, ...]:
        """The clients; in front of another API, the server of that."""
        if not self.api_url:
            return CLIENTS
        found = urlsplit(self.api_url)
        return (f"{found.scheme}://{found.netloc}",)

    @property
    def proxies(self) -> tuple[str, ...]:
        """The address under which Discord shows the page."""
        return (f"https://{self.id}.discordsays.com",)

    @property
    def boot(self) -> dict[str, Any]:
        """The application, and whom the page may listen to."""
        return {"application": self.id, "clients": list(self.origins)}

    async def visitor(self, sent: dict[str, str], now: float) -> Visitor:  # noqa: ARG002  # as all doors
        """The user of a code, where they opened the Activity; raises DoorRefused."""
        code, instance = sent.get("code", ""), sent.get("instance", "")
        mark = hashlib.sha256(code.encode("utf-8", "replace")).digest()
        if not code or mark in self.spent or not _INSTANCE.fullmatch(instance):
            raise DoorRefused("no code, one that was used, or no instance")
        self.spent[mark] = None
        try:
            async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
                return await self._ask(session, code, instance)
        except (TimeoutError, aiohttp.ClientError, ValueError, KeyError, TypeError) as error:
            raise DoorRefused(f"Discord did not say who it is: {type(error).__name__}") from None

    async def _ask(self, session: aiohttp.ClientSession, code: str, instance: str) -> Visitor:
        asked = {"client_id": self.id, "client_secret": self.secret, "code": code}
        form = aiohttp.FormData({**asked, "grant_type": "authorization_code"})
        granted = await self._json(session, "POST", "/oauth2/token", data=form)
        bearer = {"Authorization": f"Bearer {granted['access_token']}"}
        user = await self._json(session, "GET", "/users/@me", headers=bearer)
        bot = {"Authorization": f"Bot {self.token}"}
        path = f"/applications/{self.id}/activity-instances/{instance}"
        running = await self._json(session, "GET", path, headers=bot)
        if str(user["id"]) not in map(str, running["users"]):
            raise DoorRefused("not in this instance")
        where = running["location"]
        guild = where.get("guild_id")
        return Visitor(
            f"{PREFIX}{int(user['id'])}",
            str(user.get("global_name") or user["username"])[:LONGEST_NAME],
            f"{PREFIX}{int(where['channel_id'])}",
            f"{PREFIX}guild:{int(guild)}" if guild else "",
            str(user.get("locale") or ""),
            not guild,
        )

    async def _json(self, session: aiohttp.ClientSession, method: str, path: str, **more: Any) -> Any:
        url = (self.api_url.rstrip("/") or API) + path
        async with session.request(method, url, **more) as answer:
            if answer.status != 200:
                raise DoorRefused(f"Discord refused {path.split('/')[1]} with {answer.status}")
            return await answer.json()

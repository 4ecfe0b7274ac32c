"""The way to a private chat: a bot cannot open one, so people come by a link and get what they asked for."""

from __future__ import annotations

import json
import time
from dataclasses import replace

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Command, Person
from storage.port import Users

OPEN = "telegram.open"  # the setting of people who have started a private chat
WAITING = "telegram.waiting"  # the setting that holds what is to be answered there
PAYLOAD = "answer"
PATIENCE = 86_400.0  # seconds: later than that nobody waits for an answer


class Privacy:
    """Who can be written to in private, and what they wait for."""

    def __init__(self, users: Users, bot: Bot) -> None:
        self._users = users
        self._bot = bot

    @property
    def link(self) -> str:
        """The address that opens the private chat and asks for the answer there."""
        return f"https://t.me/{self._bot.username}?start={PAYLOAD}"

    def button(self, texts: Catalogue) -> InlineKeyboardMarkup:
        """The link as a button."""
        label = texts.label("telegram.private_button")
        return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=self.link)]])

    async def is_open(self, user: str) -> bool:
        """Whether somebody can be written to."""
        return OPEN in await self._users.settings(user)

    async def opened(self, user: str) -> bool:
        """Somebody writes to us in private; True if that is news."""
        if await self.is_open(user):
            return False
        await self._users.set_setting(user, OPEN, b"1")
        return True

    async def shut(self, user: str) -> None:
        """Somebody does not want to be written to."""
        await self._users.set_setting(user, OPEN, None)

    async def note(self, user: str, channel: str) -> None:
        """Somebody is called in a channel, and the notes of it will say so until the link is gone."""
        await self._users.note(user, channel)

    async def wait(self, command: Command) -> None:
        """Somebody will come for the answer to this."""
        waiting = {
            "at": command.at,
            "channel": command.channel,
            "name": command.name,
            "args": command.args,
            "token": command.token,
        }
        await self._users.set_setting(command.who.id, WAITING, json.dumps(waiting).encode())

    async def awaited(self, user: str) -> str:
        """The channel that somebody waits for an answer from; empty if none."""
        content = (await self._users.settings(user)).get(WAITING)
        return str(json.loads(content)["channel"]) if content else ""

    async def fetch(self, who: Person) -> Command | None:
        """What somebody has come for, if anything; it is fetched once."""
        content = (await self._users.settings(who.id)).get(WAITING)
        if content is None:
            return None
        await self._users.set_setting(who.id, WAITING, None)
        waiting = json.loads(content)
        now = time.time()
        if now - waiting["at"] > PATIENCE:
            return None
        author = replace(who, admin=False)  # of the private chat, not of that channel
        return Command(
            author, waiting["channel"], now, waiting["name"], tuple(waiting["args"]), waiting["token"]
        )

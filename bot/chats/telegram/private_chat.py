"""The way to a private chat: a bot cannot open one, so users open it by a link and get their answer there."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from urllib.parse import quote

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.conversation.commands.registry import row_of
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Command, Person
from bot.documents import Document
from storage.port import Users

OPEN = "telegram.open"  # the setting of users who have opened a private chat
WAITING = "telegram.waiting"  # the setting that holds the command to be answered there
GROUP = "telegram.group"  # the setting that names the group whose administrator was answered there
PAYLOAD = "answer"
TABLE_LINK, CUP_LINK = "link_", "cup_"  # begin a payload, before what it leads to
LINKS = {TABLE_LINK: "table", "join_": "table", CUP_LINK: "cup"}  # what a payload leads to
SHARE_LINK = "https://t.me/share/url?url="  # opens Telegram's list of chats, to send a link to one
STARTGROUP = "true"  # the payload of the link that brings the bot into a group
PATIENCE = 86_400.0  # seconds that an answer is kept


@dataclass(frozen=True, slots=True)
class WaitingCommand:
    """A command whose author will come for the answer."""

    at: float
    channel: str
    name: str
    args: tuple[str, ...]
    token: str


WAITING_COMMAND = Document(WaitingCommand)


class PrivateChats:
    """Which users have a private chat with the bot, and which answer they wait for."""

    def __init__(self, users: Users, bot: Bot) -> None:
        self._users = users
        self._bot = bot

    @property
    def link(self) -> str:
        """The address that opens the private chat and asks for the answer there."""
        return f"https://t.me/{self._bot.username}?start={PAYLOAD}"

    def table_invitation(self, code: str) -> str:
        """The address that opens the private chat at the table of a code."""
        return f"https://t.me/{self._bot.username}?start={TABLE_LINK}{code}"

    def cup_invitation(self, cup: str) -> str:
        """The address that sends a friend the link into a cup."""
        link = f"https://t.me/{self._bot.username}?start={CUP_LINK}{cup}"
        return f"{SHARE_LINK}{quote(link, safe='')}"

    @property
    def group_invitation(self) -> str:
        """The address that brings the bot into a group."""
        return f"https://t.me/{self._bot.username}?startgroup={STARTGROUP}"

    def button(self, texts: Catalogue) -> InlineKeyboardMarkup:
        """The link as a button."""
        label = texts.label("telegram.private_button")
        return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=self.link)]])

    async def is_open(self, user: str) -> bool:
        """Whether a user has opened the private chat."""
        return OPEN in await self._users.settings(user)

    async def opened(self, user: str) -> bool:
        """A user writes in the private chat; returns whether it was not open before."""
        if await self.is_open(user):
            return False
        await self._users.set_setting(user, OPEN, b"1")
        return True

    async def shut(self, user: str) -> None:
        """A user has closed the private chat."""
        await self._users.set_setting(user, OPEN, None)

    async def note(self, user: str, channel: str) -> None:
        """A user is mentioned in a channel: its ledger will name them until the link is gone."""
        await self._users.note(user, channel)

    async def wait(self, command: Command) -> None:
        """Keep a command whose author will come for the answer."""
        waiting = WaitingCommand(command.at, command.channel, command.name, command.args, command.token)
        await self._users.set_setting(command.who.id, WAITING, WAITING_COMMAND.write(waiting))

    async def awaited(self, user: str) -> str:
        """The channel of the command whose answer a user waits for; empty if none."""
        content = (await self._users.settings(user)).get(WAITING)
        return WAITING_COMMAND.read(content).channel if content else ""

    async def point(self, command: Command) -> None:
        """An administrator is answered in the private chat: what they type there is about the group, too."""
        row = row_of(command)
        if row is not None and row.about_group == "group":
            await self._users.set_setting(command.who.id, GROUP, command.channel.encode())

    async def group(self, user: str) -> str:
        """The group that an administrator was last answered about; empty if none."""
        return (await self._users.settings(user)).get(GROUP, b"").decode()

    async def fetch(self, who: Person) -> Command | None:
        """Take the command whose answer a user waits for, if there is one and it is recent."""
        content = (await self._users.settings(who.id)).get(WAITING)
        if content is None:
            return None
        await self._users.set_setting(who.id, WAITING, None)
        waiting = WAITING_COMMAND.read(content)
        now = time.time()
        if now - waiting.at > PATIENCE:
            return None
        author = replace(who, admin=False)  # of the private chat, not of that channel
        return Command(author, waiting.channel, now, waiting.name, waiting.args, waiting.token)

"""Telegram for the contract suite: the real library in the program, our stand-in behind it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from tests.bot.chats.contract.place import PEOPLE, Button, Meanwhile, Place, Platform, Seen
from tests.support.discord.bot import Bot
from tests.support.telegram.bot import BotProcess, telegram
from tests.support.telegram.people import Group, Message, TelegramUser, buttons, text_of
from tests.support.telegram.stand_in import BOT, Chat, StandIn

AGAIN = 10.0  # seconds after an answer without a word until people press again
SENT = {catalogue(language).label("telegram.private_sent") for language in LANGUAGES}


class TelegramPlace(Place):
    """A group; what is for one alone comes as a toast, in their private chat, or as a reply to them."""

    def __init__(
        self, group: Group, homes: dict[str, Group], people: dict[str, TelegramUser], known: set[str]
    ) -> None:
        super().__init__()
        self._known = known
        self._group = group
        self._server = group.server
        self._homes = homes
        self._people = people
        self._presses: dict[str, str] = {}  # a press: its user
        self._lines: dict[int, str] = {}  # a message in the group: its author
        self._silent: dict[str, float] = {}  # a press that was answered without a word: when it was seen

    @property
    def chat(self) -> Chat:
        return self._group.chat

    @property
    def address(self) -> tuple[str, str]:
        return f"telegram:{self._group.chat.id}", f"telegram:{self._group.chat.id}"

    async def invite(self, name: str) -> None:
        user = TelegramUser(500 + len(self._people), name)
        home = Group(self._server, Chat(user.id, "private"))
        await home.say(user, "/start")
        await home.until(home.messages)
        self._people, self._homes = {**self._people, name: user}, {**self._homes, name: home}

    async def say(self, who: str, line: str) -> None:
        if line == "/forget":
            self._known.discard(who)
        self._lines[await self._group.say(self._people[who], line)] = who

    async def press(self, who: str, button: Button) -> None:
        where, message, data = button.handle
        self._presses[await where.press(self._people[who], message, data)] = who

    async def name(self, who: str, button: Button, number: str) -> None:
        asked = {message["message_id"] for message in self._group.messages()}
        await self.press(who, button)
        question = await self.until(lambda: self._question(asked))
        self._lines[await self._group.say(self._people[who], number, reply=question)] = who

    def _question(self, known: set[int]) -> int | None:
        new = [one for one in self._group.messages() if "_asks" in one and one["message_id"] not in known]
        return new[-1]["message_id"] if new else None

    def public(self) -> list[Seen]:
        shown = [one for one in self._group.messages() if "_reply" not in one]
        return [self._seen(self._group, message) for message in shown]

    def told(self, who: str) -> list[Seen]:
        toasts = [
            Seen(query, answer["text"], about=query)
            for query, answer in self._server.answers.items()
            if self._presses.get(query) == who and answer.get("text", "") not in ("", *SENT)
        ]
        replies = [one for one in self._group.messages() if self._is_for(who, one)]
        home = self._homes[who]
        own = [one for one in home.chat.messages.values() if one["from"]["is_bot"]]  # in all its topics
        return [
            *toasts,
            *(self._seen(self._group, message) for message in replies),
            *(self._seen(self._group, message) for message in self._whispers(who)),
            *(self._seen(home, message) for message in own),
        ]

    def done(self, who: str) -> set[str]:
        return {query for query, presser in self._presses.items() if presser == who}

    def _is_for(self, who: str, message: Message) -> bool:
        """Whether a message is a reply to a user's line, or to their press by name."""
        reply = message.get("_reply", 0)
        by_name = reply in self._group.chat.messages and text_of(message).startswith(f"{who}: ")
        return self._lines.get(reply) == who or (by_name and reply not in self._lines)

    def unheard(self, who: str) -> bool:
        """A press is answered soon, perhaps by a message that is still to come."""
        mine = [query for query, presser in self._presses.items() if presser == who]
        answer = self._server.answers.get(mine[-1]) if mine else None
        if answer is None or answer.get("text") or answer.get("url"):
            return False
        return time.monotonic() - self._silent.setdefault(mine[-1], time.monotonic()) > AGAIN

    def _whispers(self, who: str) -> list[Message]:
        """The ephemeral messages of a user; one that is gone has nothing to press."""
        mine = [
            one
            for one in self._server.whispers.sent
            if one["chat"]["id"] == self._group.chat.id and one["receiver_user"]["id"] == self._people[who].id
        ]
        shown = self._group.chat.whispers
        return [one if one["ephemeral_message_id"] in shown else {**one, "reply_markup": {}} for one in mine]

    def _seen(self, where: Group, message: Message) -> Seen:
        photo = message.get("photo")
        found = [_button(label, data, (where, message, data)) for label, data in buttons(message)]
        file = photo[-1]["file_id"] if photo else ""
        number = message["message_id"] or f"whisper{message['ephemeral_message_id']}"
        return Seen(f"{where.chat.id}.{number}", text_of(message), tuple(found), file)

    async def picture(self, seen: Seen) -> bytes:
        return self._server.files[seen.picture]

    async def choose(self, who: str, menu: str, what: str) -> None:
        await self.pressed(who, f"{menu} ▸")
        await self.pressed(who, what)
        await self.pressed(who, f"◂ {menu}")


def _button(label: str, data: str, handle: Any) -> Button:
    limits, tilde, token = data.rpartition("~")
    return Button(label, token.partition("@")[0], bool(tilde and limits), handle)


class TelegramPlatform(Platform):
    """The bot in groups, and in private chats with everybody."""

    name = "telegram"

    def __init__(self, server: StandIn, bot: BotProcess | Bot, kind: str = "supergroup") -> None:
        """In a basic group, of the kind `group`, there are no ephemeral messages."""
        self._server = server
        self._bot = bot
        self._kind = kind
        self._groups = 0
        self._people = {
            name: TelegramUser(71 + number, name, tongue)
            for number, (name, tongue) in enumerate(PEOPLE.items())
        }
        self._homes = {name: Group(server, Chat(user.id, "private")) for name, user in self._people.items()}
        self._known: set[str] = set()  # who has pressed start, and was not forgotten since

    @property
    def homes(self) -> list[Chat]:
        """The private chats."""
        return [home.chat for home in self._homes.values()]

    async def place(self) -> Place:
        return await self.group(self._kind)

    async def group(self, kind: str, *, pins: bool = False) -> TelegramPlace:
        """A new group of this kind, in which the bot may pin messages or not."""
        for name in set(self._people) - self._known:
            home = self._homes[name]
            before = len(home.messages())
            await home.say(self._people[name], "/start")
            await home.until(lambda home=home, before=before: len(home.messages()) > before)
            self._known.add(name)
        self._groups += 1
        admins = (self._people["Anna"].id, *((BOT["id"],) if pins else ()))
        chat = Chat(-2000 - self._groups, kind, admins=admins, may_pin=pins)
        group = Group(self._server, chat)
        return TelegramPlace(group, self._homes, self._people, self._known)

    async def restart(self, meanwhile: Meanwhile | None = None) -> None:
        await self._bot.kill()
        if meanwhile is not None:
            await meanwhile(self._bot.folder / "data")
        await self._bot.start()

    def offered(self, language: str) -> set[str]:
        return {command["command"] for command in self._server.commands[language]}


@asynccontextmanager
async def on_telegram(
    folder: Path, kind: str = "supergroup", *, switched_on: bool = False
) -> AsyncIterator[TelegramPlatform]:
    """At work; at the end nothing has broken the description of the API or a limit.

    Inline mode and topics in private chats are `switched_on` at BotFather, or not.
    """
    server = StandIn(modern=True)
    server.inline.on = server.private_topics = switched_on
    async with telegram(folder, server=server, COMPUTER_PACE="0", TABLES_PER_USER="1000") as (_, bot):
        yield TelegramPlatform(server, bot, kind)

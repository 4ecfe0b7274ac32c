"""Discord for the contract suite: the real library in the program, our stand-in behind it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.bot.chats.contract.place import PEOPLE, Button, Meanwhile, Place, Platform, Seen
from tests.support.discord.bot import Bot
from tests.support.discord.people import User
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, MANAGE, THREADS, Channel, Interaction, Message


class DiscordPlace(Place):
    """A channel, and the thread in which its table is."""

    def __init__(self, discord: Discord, channel: Channel) -> None:
        super().__init__()
        self._discord = discord
        self._world = discord.world
        self._parent = channel
        self._users = {
            name: User(
                discord,
                f"70{number}",
                name,
                "en-US" if tongue == "en" else tongue,
                MANAGE if name == "Anna" else 0,
            )
            for number, (name, tongue) in enumerate(PEOPLE.items())
        }

    @property
    def _channel(self) -> Channel:
        inner = [one for one in self._world.channels.values() if one.parent == self._parent.id]
        return inner[-1] if inner else self._parent

    @property
    def address(self) -> tuple[str, str]:
        return f"discord:{self._channel.id}", f"discord:guild:{self._channel.guild}"

    async def invite(self, name: str) -> None:
        self._users[name] = User(self._discord, f"71{len(self._users)}", name)

    async def say(self, who: str, line: str) -> None:
        name, *args = line.removeprefix("/").split()
        path, leaf = leaves(self._world.commands)[name]
        known = leaf.get("options", [])
        options: dict[str, Any] = {}
        if args and name == "new":
            options = {"wishes": " ".join(args)}
        elif args and name == "settings":
            options = {args[0]: " ".join(args[1:])}
        elif args:
            options = {known[0]["name"]: " ".join(args)}
        else:
            options = {option["name"]: "x" for option in known if option.get("required")}
        await self._users[who].command(self._channel, path, **options)

    async def press(self, who: str, button: Button) -> None:
        message, data = self._where(button)
        await self._users[who].do(self._channel, 3, data, message)

    async def name(self, who: str, button: Button, number: str) -> None:
        message, data = self._where(button)
        user = self._users[who]
        made = await user.do(self._channel, 3, data, message)
        await self.until(lambda: made.response)
        assert made.response["type"] == 9, "no window was opened"
        await user.fill_in(self._channel, made.response["data"], number, message)

    @staticmethod
    def _where(button: Button) -> tuple[Message, Any]:
        """The message that a button stands in, as it was seen if it has lost it meanwhile."""
        message, before, data = button.handle
        standing = [one.token for one in _buttons(message)]
        return (message if button.token in standing else before), data

    def public(self) -> list[Seen]:
        return [self._seen(message) for message in self._channel.public()]

    def told(self, who: str) -> list[Seen]:
        id_, places = self._users[who].id, (self._channel.id, self._parent.id)
        mine = [made for made in self._made(who) if made.channel in places]
        return [self._seen(one, made.id) for made in mine for one in made.answers if one.reader == id_]

    def done(self, who: str) -> set[str]:
        return {made.id for made in self._made(who)}

    def _made(self, who: str) -> list[Interaction]:
        id_ = self._users[who].id
        return [made for made in self._world.interactions.values() if made.user == id_]

    def _seen(self, message: Message, about: str = "") -> Seen:
        shown = message.attachments[0] if message.attachments else None
        return Seen(
            f"{message.id}.{about}",
            self._read(message.content),
            () if message.deleted else tuple(_buttons(message)),
            shown["url"] if shown else "",
            (shown["description"] or "") if shown else "",
            about,
        )

    def _read(self, text: str) -> str:
        """The words of a text as the app shows them."""
        for name, user in self._users.items():
            text = text.replace(user.mention(), name)
        text = re.sub(r"</bastide (?:\w+ )*?(\w+):\d+>", r"/\1", text).replace("/bastide ", "/")
        return re.sub(r"\\(.)|[*`]", r"\1", text)

    async def picture(self, seen: Seen) -> bytes:
        return self._discord.files[seen.picture]


def _buttons(message: Message) -> list[Button]:
    found, before = [], replace(message)
    for item in message.items():
        id_ = item.get("custom_id", "")
        if item["type"] == 2 and id_:
            data: Any = {"component_type": 2, "custom_id": id_}
            found.append(_button(item["label"], id_, (message, before, data)))
        for option in item.get("options", []):
            data = {"component_type": 3, "custom_id": id_, "values": [option["value"]]}
            found.append(_button(option["label"], option["value"], (message, before, data)))
    return found


def _button(label: str, id_: str, handle: Any) -> Button:
    kind, _, token = id_.partition(":")
    return Button(label, token, kind.startswith("a"), handle)


def leaves(options: list[Any], path: str = "") -> dict[str, tuple[str, Any]]:
    """The registered commands by their last word: the words before it within the group, and what it takes."""
    found: dict[str, tuple[str, Any]] = {}
    for option in options:
        inner = option.get("options", [])
        if any(one["type"] in (1, 2) for one in inner):
            head = f"{path} {option['name']}".strip() if option["name"] != "bastide" else ""
            found |= leaves(inner, head)
        else:
            found[option["name"]] = (f"{path} {option['name']}".strip(), option)
    return found


class DiscordPlatform(Platform):
    """The bot on one server."""

    name = "discord"

    def __init__(self, discord: Discord, bot: Bot) -> None:
        self._discord = discord
        self._bot = bot
        self._allowed = cycle((ALL, ALL & ~THREADS))  # a thread and a card, or the table in the channel

    async def place(self) -> Place:
        channel = await self._discord.new_channel(allowed=next(self._allowed))
        return DiscordPlace(self._discord, channel)

    async def restart(self, meanwhile: Meanwhile | None = None) -> None:
        await self._bot.kill()
        if meanwhile is not None:
            await meanwhile(self._bot.folder)
        await self._bot.start()

    def offered(self, language: str) -> set[str]:
        """All that is registered, if every name and description is there in this language."""
        typed = [one for one in self._discord.world.commands if one.get("type", 1) == 1]  # no menus of users
        told = leaves(typed)
        if language != "en":
            assert all(language in leaf["name_localizations"] for _, leaf in told.values())
            assert all(language in leaf["description_localizations"] for _, leaf in told.values())
        return set(told)


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[Platform]:
    """At work, with emoji of the application; at the end nothing has broken the specification or a limit."""
    async with Discord(emojis=True) as server, Bot(server, folder, COMPUTER_PACE="0") as bot:
        await bot.says("emojis_known")
        yield DiscordPlatform(server, bot)
        assert server.world.breaches == []

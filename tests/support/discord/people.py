"""People on the stand-in: they type commands, press what they see, and play whole games."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

from tests.support.discord.stand_in import Discord
from tests.support.discord.world import APPLICATION, DM, MANAGE, Channel, Interaction, Message, snowflake

Json = Any
RADIO = 21  # the type of a group of radio buttons
OPTION = re.compile(r"b:[a-z0-9]+:\d+:([a-f])(?!B$|[SWMA])(.+)")
AREA = re.compile(r"b:[a-z0-9]+:\d+:([a-f])A\d")
AMOUNT = re.compile(r"a(\d+)-(\d+):[a-z0-9]+:\d+:([a-f])=\d+")


@dataclass
class User:
    """A user with an account."""

    discord: Discord
    id: str
    name: str
    locale: str = "en-US"
    permissions: int = 0
    times: int = 1  # how often the gateway delivers what they do
    installed: bool = False  # the bot is there because this user has installed it, and is no member

    def mention(self) -> str:
        return f"<@{self.id}>"

    def json(self) -> Json:
        """As Discord shows them."""
        user: Json = {"id": self.id, "username": self.name.lower(), "global_name": self.name, "avatar": None}
        return user | {"discriminator": "0", "flags": 0}

    def _owners(self, channel: Channel) -> Json:
        """Who brought the bot there: the server, or this user."""
        if self.installed:
            return {"1": self.id}
        return {"0": "0" if channel.type == DM else channel.guild}

    async def do(
        self, channel: Channel, kind: int, data: Json, message: Message | None = None
    ) -> Interaction:
        """Send an interaction."""
        made = Interaction(snowflake(), f"tok{snowflake()}", self.id, channel.id, kind, message)
        self.discord.world.interactions[made.token] = made
        user = self.json()
        payload: Json = {
            "id": made.id,
            "application_id": str(APPLICATION),
            "type": kind,
            "token": made.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": channel.json(),
            "locale": self.locale,
            "app_permissions": str(channel.allowed),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(channel),
            "attachment_size_limit": 10485760,
        }
        if channel.type == DM:
            payload |= {"user": user, "context": 1}
        else:
            payload |= {
                "context": 0,
                "guild_id": channel.guild,
                "guild": {"id": channel.guild, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": {"user": user, "roles": [], "joined_at": "2024-01-01T00:00:00+00:00"}
                | {"deaf": False, "mute": False, "flags": 0, "permissions": str(self.permissions)},
            }
        if message is not None:
            payload["message"] = message.json()
        await self.discord.gateway.dispatch(channel.guild, "INTERACTION_CREATE", payload, self.times)
        return made

    async def command(self, channel: Channel, line: str, /, **options: Any) -> Interaction:
        """Type a command: `new`, `seat kick`, with named options."""
        return await self.do(channel, 2, _command(line, options))

    async def pick(self, channel: Channel, name: str, user: User) -> Interaction:
        """Use a command in the menu of a user."""
        known = next(one for one in self.discord.world.commands if one["name"] == name)
        data = {"id": known["id"], "name": name, "type": known["type"], "target_id": user.id}
        return await self.do(channel, 2, data | {"resolved": {"users": {user.id: user.json()}}})

    async def complete(self, channel: Channel, line: str, option: str, typed: str) -> list[str]:
        """The suggestions while an option is typed."""
        data = _command(line, {option: typed}, focused=option)
        made = await self.do(channel, 4, data)
        await self.discord.world.until(lambda: made.response)
        return [choice["value"] for choice in made.response["data"]["choices"]]

    async def press(self, channel: Channel, message: Message, id_: str) -> Interaction:
        """Press a button, or choose a line of a menu."""
        for item in message.items():
            if item.get("custom_id") == id_:
                data = {"component_type": 2, "custom_id": id_}
                return await self.do(channel, 3, data, message)
            if id_ in [option["value"] for option in item.get("options", [])]:
                data = {"component_type": 3, "custom_id": item["custom_id"], "values": [id_]}
                return await self.do(channel, 3, data, message)
        raise LookupError(id_)

    async def fill_in(self, channel: Channel, window: Json, text: str, message: Message) -> Interaction:
        """Send a window with a number."""
        field = {"type": 4, "custom_id": "number", "value": text, "id": 2}
        components = [{"type": 18, "id": 1, "component": field}]
        data = {"custom_id": window["custom_id"], "components": components}
        return await self.do(channel, 5, data, message)

    async def send_form(
        self, channel: Channel, window: Json, words: set[str], message: Message
    ) -> Interaction:
        """Send a window of questions with exactly these answers; a question without one keeps its own."""
        sent, known = [], set()
        for number, label in enumerate(window["components"]):
            field = label["component"]
            known |= {option["value"] for option in field["options"]}
            chosen = [option["value"] for option in field["options"] if option["value"] in words]
            answer = {"type": field["type"], "id": number, "custom_id": field["custom_id"]}
            if field["type"] == RADIO:
                usual = [option["value"] for option in field["options"] if option.get("default")]
                assert len(chosen) <= 1
                answer["value"] = next(iter([*chosen, *usual]), None)
            else:
                answer["values"] = chosen
            sent.append({"type": 18, "id": 100 + number, "component": answer})
        assert words <= known, words - known
        return await self.do(channel, 5, {"custom_id": window["custom_id"], "components": sent}, message)

    async def asks(self, channel: Channel, line: str, **options: Any) -> Message:
        """Type a command and read the private answer."""
        made = await self.command(channel, line, **options)
        await self.discord.world.until(lambda: made.answers)
        return made.answers[-1]


def _command(line: str, options: dict[str, Any], focused: str = "") -> Json:
    picked = {value.id: value.json() for value in options.values() if isinstance(value, User)}
    leaf = [
        _option(name, value) | ({"focused": True} if name == focused else {})
        for name, value in options.items()
    ]
    for depth, word in enumerate(reversed(line.split())):
        leaf = [{"name": word, "type": 1 if depth == 0 else 2, "options": leaf}]
    resolved = {"resolved": {"users": picked}} if picked else {}
    return {"id": "77", "name": "bastide", "type": 1, "options": leaf} | resolved


def _option(name: str, value: Any) -> Json:
    if isinstance(value, User):
        return {"name": name, "type": 6, "value": value.id}
    return {"name": name, "type": 4 if isinstance(value, int) else 3, "value": value}


def options_of(message: Message) -> list[str]:
    """What answers a question: no tools, no standing answers, no way back."""
    return [id_ for id_ in message.ids() if OPTION.fullmatch(id_)]


def areas_of(message: Message) -> list[str]:
    """The areas of the board, for a question about many cells."""
    return [id_ for id_ in message.ids() if AREA.fullmatch(id_)]


ELSEWHERE = ("@", "b:me:")  # how ids of a card begin, and those of a welcome


def current(channel: Channel) -> Message | None:
    """The last public message with something to press that is about a table of this channel."""
    for message in reversed(channel.public()):
        if any(not id_.startswith(ELSEWHERE) for id_ in message.ids()):
            return message
    return None


def is_over(message: Message | None) -> bool:
    return message is not None and any(":!again." in id_ for id_ in message.ids())


class Game:
    """One table in one channel; its people press what is offered."""

    def __init__(self, discord: Discord, channel: Channel, users: list[User], seed: str = "") -> None:
        self.discord = discord
        self.channel = channel
        self.users = users
        self.rng = random.Random(seed or channel.id)
        self.presses = 0
        self.most = 0  # cells and options that stood in one message
        self.areas = 0  # that were opened because a question had too many cells

    async def open(self, **wishes: Any) -> None:
        """Open, join and start; the channel becomes the table's thread if there is one."""
        world, before = self.discord.world, set(self.discord.world.channels)
        made = await self.users[0].command(self.channel, "new", **wishes)
        await world.until(lambda: made.finished)
        for id_ in set(world.channels) - before:
            if world.channels[id_].parent == self.channel.id:
                self.channel = world.channels[id_]
        lobby = await world.until(lambda: current(self.channel))
        for user in self.users[1:]:
            seen = lobby.version
            await user.press(self.channel, lobby, _named(lobby, "!join"))
            await world.until(lambda seen=seen: lobby.version > seen)
        await self.users[0].press(self.channel, lobby, _named(lobby, "!start"))
        await world.until(lambda: (now := current(self.channel)) and (options_of(now) or is_over(now)))

    async def step(self) -> bool:
        """A user plays; False if the game is over."""
        message = current(self.channel)
        assert message is not None
        if is_over(message):
            return False
        amounts = [id_ for id_ in message.ids() if AMOUNT.fullmatch(id_)]
        if amounts and self.rng.random() < 0.5:
            await self._name_amount(message, self.rng.choice(amounts))
            return True
        options, areas = options_of(message), areas_of(message)
        assert options or areas, (message.content, message.ids())
        self.most = max(self.most, len(options))
        chosen = self.rng.choice(options + areas)
        self.areas += chosen in areas
        await self.press(message, chosen)
        return True

    def seated(self, id_: str) -> User:
        match = OPTION.fullmatch(id_) or AREA.fullmatch(id_) or AMOUNT.fullmatch(id_)
        assert match is not None
        letter = match[3] if match.re is AMOUNT else match[1]
        return self.users["abcdef".index(letter)]

    def _changed(self, message: Message, version: int) -> bool:
        now = current(self.channel)
        return now is not None and (now.id != message.id or now.version != version)

    async def press(self, message: Message, id_: str) -> None:
        """Press an option, and in the close-up that may follow another; wait for the next message."""
        world, user, version = self.discord.world, self.seated(id_), message.version
        made = await user.press(self.channel, message, id_)
        self.presses += 1
        if any(item["type"] == 3 for item in message.items()):
            await world.until(lambda: made.acknowledged)
            version = message.version  # the menu was reset
        await world.until(lambda: made.answers or self._changed(message, version))
        while made.answers and (found := options_of(made.answers[-1])):  # an area, a close-up
            made = await user.press(self.channel, made.answers[-1], self.rng.choice(found))
            self.presses += 1
            await world.until(lambda made=made: made.answers or self._changed(message, version))
            if self._changed(message, version):
                return
        await world.until(lambda: self._changed(message, version))

    async def _name_amount(self, message: Message, id_: str) -> None:
        match = AMOUNT.fullmatch(id_)
        assert match is not None
        world, user, version = self.discord.world, self.seated(id_), message.version
        made = await user.press(self.channel, message, id_)
        await world.until(lambda: made.response)
        assert made.response["type"] == 9
        number = self.rng.randint(int(match[1]), min(int(match[2]), int(match[1]) + 5))
        sent = await user.fill_in(self.channel, made.response["data"], str(number), message)
        self.presses += 2
        await world.until(lambda: sent.answers or self._changed(message, version))
        if sent.answers:  # a bid beyond the own points: sure
            await user.press(self.channel, sent.answers[-1], options_of(sent.answers[-1])[0])
            await world.until(lambda: self._changed(message, version))

    async def to_the_end(self, most: int = 3000) -> Message:
        """Play until it is over; the last message."""
        for _ in range(most):
            if not await self.step():
                found = current(self.channel)
                assert found is not None
                return found
        raise AssertionError("the game does not end")


async def opened_game(discord: Discord, **wishes: str) -> Game:
    """A game of Anna and Boris that has begun."""
    users = [User(discord, "501", "Anna"), User(discord, "502", "Boris")]
    game = Game(discord, await discord.new_channel(), users)
    await game.open(**wishes)
    return game


def _named(message: Message, what: str) -> str:
    return next(id_ for id_ in message.ids() if id_.endswith(what))


ADMIN = MANAGE

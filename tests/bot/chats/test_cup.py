"""A cup of four on Discord and on Telegram: real threads, topics and private chats, from entry to the end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.support.discord.bot import Bot
from tests.support.discord.people import User, current, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import Channel, Message
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import Group, TelegramUser, buttons, called, moves, text_of
from tests.support.telegram.stand_in import BOT, Chat, StandIn

FOUR = ("Anna", "Boris", "Clara", "Dora")


# -- Discord ------------------------------------------------------------------------------------------


def pressable(message: Message, what: str) -> str | None:
    return next((id_ for id_ in message.ids() if what in id_), None)


def standing(channel: Channel, what: str) -> Message | None:
    """The last public message with something to press that holds this."""
    return next((one for one in reversed(channel.public()) if pressable(one, what)), None)


async def play_in_thread(discord: Discord, thread: Channel, players: list[User]) -> None:
    """Both come, one tile is placed, and who was called second gives up."""
    world = discord.world
    for user in players:
        message = await world.until(lambda: standing(thread, "!cup.here"))
        made = await user.press(thread, message, pressable(message, "!cup.here") or "")
        await world.until(lambda made=made: made.acknowledged)
    await world.until(lambda: (now := current(thread)) and options_of(now))
    asked = await players[1].asks(thread, "seat resign")
    await players[1].press(thread, asked, pressable(asked, "!resign.yes") or "")


async def test_a_cup_of_four_on_discord_has_a_thread_for_each_match(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        world, channel = discord.world, await discord.new_channel()
        users = {f"70{n}": User(discord, f"70{n}", name) for n, name in enumerate(FOUR)}
        anna = users["700"]
        await anna.command(channel, "games cup", action="new", wishes="knockout")
        entry = await world.until(lambda: standing(channel, "!cup.enter"))
        for user in users.values():
            await user.press(channel, entry, pressable(entry, "!cup.enter") or "")
            await world.until(lambda user=user: user.name in entry.content)
        await anna.press(channel, entry, pressable(entry, "!cup.start") or "")
        played: set[str] = set()
        for threads in (2, 3):
            await world.until(lambda n=threads: len(_threads(discord, channel)) == n)
            new = [one for one in _threads(discord, channel) if one.id not in played]
            for thread in new:
                opening = await world.until(lambda thread=thread: standing(thread, "!cup.here"))
                assert len(opening.mentions) == 2  # both are called where they play
                await play_in_thread(discord, thread, [users[id_] for id_ in opening.mentions])
                played.add(thread.id)
            assert any(f"<#{thread.id}>" in one.content for thread in new for one in channel.public())
        end = await world.until(
            lambda: next((one for one in channel.public() if "wins the cup" in one.content), None)
        )
        assert end.attachments  # the card
        assert end.mentions
        assert world.breaches == []


def _threads(discord: Discord, channel: Channel) -> list[Channel]:
    return [one for one in discord.world.channels.values() if one.parent == channel.id]


# -- Telegram -----------------------------------------------------------------------------------------


async def enter(group: Group, users: list[TelegramUser], friends: Mapping[TelegramUser, Group] = {}) -> None:
    """A cup is opened, everybody enters by button, friends by the link into their chats, and it starts."""
    await group.say(users[0], "/cup new knockout")
    for friend, home in friends.items():
        message, _ = await group.until(lambda: found(group, "!cup.enter"))
        await home.say(friend, f"/start {invitation(message)}")
        await home.seen("You're in!")
        await group.seen(friend.name)
    for user in users:
        message, data = await group.until(lambda: found(group, "!cup.enter"))
        await group.answer(await group.press(user, message, data))
        await group.until(lambda user=user: any(user.name in text_of(one) for one in group.messages()))
    await group.until(lambda: all(user.name in text_of(found(group, "!cup.start")[0]) for user in users))
    message, data = found(group, "!cup.start") or ({}, "")
    await group.answer(await group.press(users[0], message, data))


def invitation(message: dict[str, Any]) -> str:
    """The payload of the link that the button of a cup sends to friends."""
    rows = message["reply_markup"]["inline_keyboard"]
    shared = next(unquote(button["url"]) for row in rows for button in row if "url" in button)
    assert shared.startswith(f"https://t.me/share/url?url=https://t.me/{BOT['username']}?start=cup_")
    return shared.rpartition("=")[2]


def found(group: Group, what: str) -> tuple[dict[str, object], str] | None:
    """The last message with a button that holds this, and the button."""
    for message in reversed(group.messages()):
        for _, data in buttons(message):
            if what in data:
                return message, data
    return None


async def come(group: Group, user: TelegramUser) -> None:
    message, data = await group.until(lambda: found(group, "!cup.here"))
    await group.answer(await group.press(user, message, data))


async def resign(group: Group, user: TelegramUser, private: Group, known: set[str]) -> None:
    """A player gives up a game that was not asked about before, and is asked in private whether to."""
    await group.until(lambda: games(group) - known)
    known |= games(group)
    before = found(private, "!resign.yes")
    await group.say(user, "/resign")
    message, data = await private.until(lambda: (now := found(private, "!resign.yes")) != before and now)
    await private.answer(await private.press(user, message, data))


def games(group: Group) -> set[str]:
    """The games whose questions stand in a chat."""
    return {data.split(":")[0] for one in group.messages() for data in moves(one)}


Chats = dict[int, Group]


async def in_topics(server: StandIn, users: dict[int, TelegramUser], private: Chats) -> None:
    """Every match has a topic of the group."""
    *members, dora = users.values()
    chat = Chat(-1009, admins=(101, BOT["id"]), topics={1}, outside={dora.id})
    group = Group(server, chat)
    await enter(group, members, {dora: private[dora.id]})
    played = {1}
    for topics in (3, 4):  # two matches, then the final
        await group.until(lambda n=topics: len(chat.topics) == n)
        for topic in sorted(chat.topics - played):
            place = Group(server, chat, topic)
            message, _ = await place.until(lambda place=place: found(place, "!cup.here"))
            players = [users[id_] for id_ in called(message)]
            assert len(players) == 2
            for user in players:  # who is no member of the group plays in the private chat
                await come(private[dora.id] if user is dora else place, user)
            lost = next(user for user in players if user is not dora)
            await resign(place, lost, private[lost.id], set())
            played.add(topic)
    await group.seen("Dora wins the cup")


async def in_private_chats(server: StandIn, users: dict[int, TelegramUser], private: Chats) -> None:
    """Without topics a match is played in two private chats."""
    group = Group(server, Chat(-1008, admins=(101,)))
    await enter(group, list(users.values()))
    for id_, user in users.items():
        await come(private[id_], user)
    first, *others = users.values()
    rival = await _rival(group, users, first)
    loser, last = (user for user in others if user != rival)
    known: dict[int, set[str]] = {id_: set() for id_ in users}
    for user in (first, rival, loser, last):
        await private[user.id].until(lambda user=user: games(private[user.id]))
        known[user.id] |= games(private[user.id]) if user in (rival, last) else set()
    for user in (first, loser):
        await resign(private[user.id], user, private[user.id], known[user.id])
    await group.until(lambda: any("2 of 2" in text_of(one) for one in group.messages()))
    for user in (rival, last):
        await come(private[user.id], user)
    await resign(private[rival.id], rival, private[rival.id], known[rival.id])
    await group.seen("wins the cup")


async def _rival(group: Group, users: dict[int, TelegramUser], one: TelegramUser) -> TelegramUser:
    text = text_of(await group.seen("Round 1"))
    line = next(line for line in text.splitlines() if one.name in line)
    return next(user for user in users.values() if user != one and user.name in line)


async def test_a_cup_of_four_on_telegram_in_topics_and_in_private_chats(tmp_path: Path) -> None:
    users = {101 + n: TelegramUser(101 + n, name) for n, name in enumerate(FOUR)}
    async with telegram(tmp_path) as (server, _):
        private = {id_: Group(server, Chat(id_, "private")) for id_ in users}
        for id_, user in users.items():
            await private[id_].say(user, "/start")
            await private[id_].until(private[id_].messages)
        await in_topics(server, users, private)
        await in_private_chats(server, users, private)

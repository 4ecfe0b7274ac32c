"""When an interaction is acknowledged, and what the store knows of it meanwhile."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.chats.discord import acknowledgement
from bot.chats.discord.connection import DiscordRoom
from bot.chats.discord.pending import NAME
from bot.conversation.protocol.messages import Command, Outgoing
from storage import Store
from tests.support.discord.people import Game, current, opened_game, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import PATIENCE, Interaction, Message

DAY = 86400.0


@pytest.fixture
def store(room: DiscordRoom) -> Store:
    """The store, which the program tells that this chat settles what it lists."""
    room.chat.service.repository.chats = [room]
    return room.chat.service.repository.store


def asked(game: Game) -> Message:
    message = current(game.channel)
    assert message is not None
    return message


async def near(discord: Discord, game: Game) -> Interaction:
    """A close-up, after as many moves as it takes until there is one."""
    while not (cells := [id_ for id_ in options_of(asked(game)) if id_.rpartition(":")[2][1] == "C"]):
        assert await game.step()
    made = await game.seated(cells[0]).press(game.channel, asked(game), cells[0])
    await discord.world.until(lambda: made.answers)
    return made


async def test_prompt_answer_is_the_response_and_writes_nothing(
    discord: Discord, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acknowledgement, "ACKNOWLEDGE_WITHIN", PATIENCE)  # however busy the machine is
    game = await opened_game(discord)
    written: list[str] = []

    async def write(channel: str, name: str, *_: object, **__: object) -> None:
        written.append(f"{channel} {name}")

    monkeypatch.setattr(store.users, "set_channel_setting", write)
    monkeypatch.setattr(store.owed, "add", write)
    made = await near(discord, game)
    assert made.response["type"] == 4  # a message, at once
    assert options_of(made.answers[-1])
    score = next(id_ for id_ in asked(game).ids() if id_.endswith(":!score"))
    other = await game.users[0].press(game.channel, asked(game), score)
    await discord.world.until(lambda: other.answers)
    assert made.acknowledged
    assert not [line for line in written if NAME in line]


async def test_slow_command_is_listed_before_it_is_deferred(
    discord: Discord, room: DiscordRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened_game(discord)
    monkeypatch.setattr(acknowledgement, "ACKNOWLEDGE_WITHIN", 0.0)
    handle, go_on, heard = room.chat.service.handle, asyncio.Event(), asyncio.Event()
    channel = f"discord:{game.channel.id}"

    async def slowly(command: Command) -> list[Outgoing]:
        heard.set()
        await go_on.wait()
        return await handle(command)

    monkeypatch.setattr(room.chat.service, "handle", slowly)
    made = await game.users[0].command(game.channel, "score")
    await heard.wait()
    await discord.world.until(lambda: made.acknowledged)
    assert made.response["type"] == 5
    assert await store.owed.all() == [channel]
    kept = await store.users.channel_settings(channel)
    assert [name for name in kept if name.startswith(NAME)]
    go_on.set()
    await discord.world.until(lambda: made.answers)
    await _settled(store)
    kept = await store.users.channel_settings(channel)
    assert not [name for name in kept if name.startswith(NAME)]


async def _settled(store: Store) -> None:
    async with asyncio.timeout(PATIENCE):
        while await store.owed.all():
            await asyncio.sleep(0.01)


async def test_saved_move_is_on_the_list_until_it_is_posted(
    discord: Discord, room: DiscordRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened_game(discord)
    await _settled(store)
    made = await near(discord, game)
    post, go_on, queued = room.chat.poster.post, asyncio.Event(), asyncio.Event()

    async def later(message: Outgoing) -> None:
        queued.set()
        await go_on.wait()
        await post(message)

    monkeypatch.setattr(room.chat.poster, "post", later)
    way = options_of(made.answers[-1])[0]
    await game.seated(way).press(game.channel, made.answers[-1], way)
    await queued.wait()
    assert await store.owed.all() == [f"discord:{game.channel.id}"]
    go_on.set()
    await _settled(store)


async def test_move_of_the_clock_that_was_not_posted_is_posted_at_the_next_start(
    discord: Discord, room: DiscordRoom, store: Store
) -> None:
    game = await opened_game(discord, clock="1d", wishes="rule=safe")
    await _settled(store)
    channel, before = f"discord:{game.channel.id}", asked(game)
    assert await room.chat.service.alarm(channel, time.time() + 2 * DAY)  # reminded; and then it is killed
    assert await room.chat.service.alarm(channel, time.time() + 4 * DAY)
    assert await store.owed.all() == [channel]
    await room.chat.recovery.read()
    room.chat.recovery.begin()
    await discord.world.until(lambda: asked(game) is not before and options_of(asked(game)))
    await _settled(store)

"""What nobody asked for just now: reminders and answers of the clock find their channel on Discord."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from bot.chats.discord.connection import DiscordRoom
from bot.conversation.protocol.messages import Command, Outgoing
from storage import Unavailable
from tests.support.discord.people import User, current, opened_game, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import DM, PATIENCE, Message, snowflake

DAY = 86400.0


async def test_reminder_mentions_the_player_whose_turn_it_is(discord: Discord, room: DiscordRoom) -> None:
    game = await opened_game(discord)
    before = current(game.channel)
    assert before is not None
    assert "The board: " in before.content  # the pictures fail: the board is described in words
    waited = game.seated(options_of(before)[0])
    service = room.chat.service
    await room.post(await service.alarm(f"discord:{game.channel.id}", time.time() + 2 * DAY))
    now = game.channel.public()[-1]
    assert now.mentions == [waited.id]
    assert "We've been waiting" in now.content
    assert options_of(now) == options_of(before) or not before.items()
    assert not before.items()  # one message with controls at a time
    assert await game.step()


async def test_clock_plays_for_a_late_player(discord: Discord, room: DiscordRoom) -> None:
    game = await opened_game(discord, clock="1d", wishes="rule=safe")
    service = room.chat.service
    for day in (2, 4):
        await room.post(await service.alarm(f"discord:{game.channel.id}", time.time() + day * DAY))
    assert any("ran out of time" in message.content for message in game.channel.public())


async def test_table_of_a_deleted_channel_is_archived(discord: Discord, room: DiscordRoom) -> None:
    game = await opened_game(discord)
    name = f"discord:{game.channel.id}"
    service = room.chat.service
    assert await service.repository.load(name) is not None
    game.channel.deleted = True
    await room.post(await service.alarm(name, time.time() + 2 * DAY))
    assert await service.repository.load(name) is None


async def test_lobby_of_a_deleted_thread_is_closed(discord: Discord, room: DiscordRoom) -> None:
    anna = User(discord, "501", "Anna")
    channel = await discord.new_channel()
    await anna.asks(channel, "new")
    thread = next(one for one in discord.world.channels.values() if one.parent == channel.id)
    store = room.chat.service.repository.store
    await discord.world.until(lambda: current(thread))
    assert (await store.lobbies.load(f"discord:{thread.id}")).data is not None
    thread.deleted = True
    shown = {"id": thread.id, "guild_id": thread.guild, "parent_id": channel.id, "type": thread.type}
    await discord.gateway.dispatch(thread.guild, "THREAD_DELETE", shown)
    async with asyncio.timeout(PATIENCE):
        while "any games yet" not in (await anna.asks(channel, "mygames")).content:
            await asyncio.sleep(0.05)
    assert (await store.lobbies.load(f"discord:{thread.id}")).data is None


async def test_press_is_acknowledged_before_the_command_runs(
    discord: Discord, room: DiscordRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened_game(discord)
    message = current(game.channel)
    assert message is not None
    service, go_on = room.chat.service, asyncio.Event()
    handle = service.handle

    async def slowly(command: Command) -> list[Outgoing]:
        await go_on.wait()
        return await handle(command)

    monkeypatch.setattr(service, "handle", slowly)
    made = await game.seated(options_of(message)[0]).press(game.channel, message, options_of(message)[0])
    typed = await game.users[0].command(game.channel, "score")
    await discord.world.until(lambda: made.acknowledged and typed.acknowledged)
    assert not typed.answers
    go_on.set()
    await discord.world.until(lambda: typed.answers and (made.answers or current(game.channel) != message))


@pytest.mark.usefixtures("room")
async def test_more_button_shows_all_choices(discord: Discord) -> None:
    game = await opened_game(discord)
    message = current(game.channel)
    assert message is not None
    token = message.ids()[0].split(":")[1]
    more = {"type": 2, "style": 2, "label": "More…", "custom_id": f"m:{token}:0:!board"}
    message.components = [{"type": 1, "components": [more]}]
    made = await game.users[0].press(game.channel, message, more["custom_id"])
    await discord.world.until(lambda: made.answers)
    shown = made.answers[-1]
    assert shown.reader == game.users[0].id
    mover = game.seated(options_of(shown)[0])
    pressed = await mover.press(game.channel, shown, options_of(shown)[0])
    await discord.world.until(lambda: pressed.answers or pressed.finished)


async def test_user_gets_an_answer_while_the_store_is_unavailable(
    discord: Discord, room: DiscordRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened_game(discord)
    message = current(game.channel)
    assert message is not None

    async def away(*_: object, **__: object) -> dict[str, bytes]:
        raise Unavailable("it does not answer")

    monkeypatch.setattr(room.chat.service.repository.store.users, "settings", away)
    boris = User(discord, "502", "Boris", locale="bg")
    assert (
        "В момента нямам връзка с хранилището"
        in (await boris.asks(await discord.new_channel(), "new")).content
    )
    monkeypatch.setattr(room.chat.service, "handle", away)
    made = await boris.press(game.channel, message, message.ids()[-1])
    await discord.world.until(lambda: made.answers)
    assert "В момента нямам връзка с хранилището" in made.answers[-1].content
    assert made.answers[-1].reader == boris.id


@pytest.mark.usefixtures("room")
async def test_lobby_that_cannot_be_posted_is_shown_to_its_opener(discord: Discord) -> None:
    anna = User(discord, "501", "Anna")
    channel = await discord.new_channel()
    discord.trouble("POST", "/messages", 403, 50001)
    made = await anna.command(channel, "new", place="here")
    await discord.world.until(lambda: any("It's saved" in answer.content for answer in made.answers))
    shown = made.answers[-1]
    assert shown.reader == anna.id
    assert any(id_.endswith("!join") for id_ in shown.ids())


@pytest.mark.usefixtures("room")
async def test_time_limit_counts_down(discord: Discord) -> None:
    game = await opened_game(discord, clock="1d", wishes="rule=safe")
    message = current(game.channel)
    assert message is not None
    (due,) = re.findall(r"<t:(\d+):R>", message.content)
    assert abs(int(due) - DAY - time.time()) < 3600


@pytest.mark.usefixtures("room")
async def test_new_server_and_a_private_message_are_welcomed(discord: Discord) -> None:
    guild = str(999 << 22)
    hall, chat = discord.world.add_channel(guild), discord.world.add_channel("0", DM)
    await discord.gateway.dispatch(guild, "GUILD_CREATE", discord.gateway.guild(guild))
    written = Message(snowflake(), chat.id, "hello").json()
    author = {"id": "501", "username": "anna", "discriminator": "0", "avatar": None}
    await discord.gateway.dispatch("0", "MESSAGE_CREATE", written | {"author": author})
    for channel in (hall, chat):
        (message,) = await discord.world.until(channel.public)
        assert any(id_.endswith("!practice") for id_ in message.ids()), message.ids()
    assert len(hall.public()) == len(chat.public()) == 1

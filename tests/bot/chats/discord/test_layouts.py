"""Messages of components: one piece with the colour of whose turn it is; those of earlier versions go on."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from bot.chats.discord.connection import DiscordRoom
from bot.chats.discord.message import SEAT_COLOURS
from renderer.style.tokens import PLAYERS
from tests.support.discord.checks import message_breaches
from tests.support.discord.people import Game, current, opened_game, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import EPHEMERAL, LAYOUT, PATIENCE, Message, snowflake, walk

DAY = 86400.0
TEXT = {"type": 10, "content": "x"}


def _now(game: Game) -> Message:
    message = current(game.channel)
    assert message is not None
    return message


def _as_before(message: Message) -> None:
    """Give a message the form that earlier versions posted: a text, and rows below it."""
    message.components = [part for part in walk(message.components) if part["type"] == 1]
    message.flags &= ~LAYOUT


def test_seats_have_the_colours_of_the_pictures() -> None:
    assert tuple((r << 16) + (g << 8) + b for r, g, b in PLAYERS) == SEAT_COLOURS


@pytest.mark.usefixtures("room")
async def test_turn_is_one_piece_in_the_colour_of_the_player(discord: Discord) -> None:
    game = await opened_game(discord)
    for _ in range(3):
        message = _now(game)
        (container,) = message.components
        seat = game.users.index(game.seated(options_of(message)[0]))
        assert container["accent_color"] == SEAT_COLOURS[seat]
        assert container["components"][0]["type"] == 10
        assert {part["type"] for part in container["components"][1:]} == {1}
        assert await game.step()
        await discord.world.until(lambda message=message: not message.items())
        assert message.content  # the text stays when the buttons go


async def test_buttons_of_a_message_from_before_a_restart_are_removed(
    discord: Discord, room: DiscordRoom
) -> None:
    game = await opened_game(discord)
    message = _now(game)
    text = message.content
    room.chat.poster._drafts.clear()  # private: as after a restart
    assert await game.step()
    await discord.world.until(lambda: not message.items())
    assert message.content == text


async def test_turn_of_the_version_before_is_replaced(discord: Discord, room: DiscordRoom) -> None:
    game = await opened_game(discord)
    old, store = _now(game), room.chat.service.repository.store
    channel, data = f"discord:{game.channel.id}", b""
    async with asyncio.timeout(PATIENCE):
        while old.id.encode() not in data:
            data = await store.users.channel_setting(channel, "discord.shown") or b""
            await asyncio.sleep(0.01)
    _as_before(old)
    data = json.dumps([entry[:3] for entry in json.loads(data)]).encode()
    await store.users.set_channel_setting(channel, "discord.shown", data)
    text, tool = old.content, next(id_ for id_ in old.ids() if id_.endswith(":!score"))
    made = await game.users[0].press(game.channel, old, tool)
    await discord.world.until(lambda: made.answers)
    assert "Anna" in made.answers[-1].content
    await room.post(await room.chat.service.alarm(channel, time.time() + 2 * DAY))
    assert _now(game) is not old
    assert _now(game).flags & LAYOUT
    assert not old.items()
    assert old.content == text
    assert await game.step()


@pytest.mark.usefixtures("room")
async def test_private_message_of_the_version_before_stays_in_its_form(discord: Discord) -> None:
    game = await opened_game(discord)
    tool = next(id_ for id_ in _now(game).ids() if id_.endswith(":!score"))
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Score", "custom_id": tool}]}
    old = Message(snowflake(), game.channel.id, "old", [row], flags=EPHEMERAL, reader=game.users[0].id)
    game.channel.messages.append(old)
    made = await game.users[0].press(game.channel, old, tool)
    await discord.world.until(lambda: made.answers)
    assert made.answers == [old]
    assert not old.flags & LAYOUT
    assert "Anna" in old.content


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"components": [TEXT], "content": "x"}, "content beside"),
        ({"components": [TEXT] * 41}, "41 components"),
        ({"components": [TEXT | {"content": "x" * 4001}]}, "text of 4001"),
        ({"components": [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}]}, "container"),
        ({"components": [{"type": 12, "items": []}]}, "a gallery of 0"),
        ({"components": []}, "0 components"),
    ],
)
def test_stand_in_refuses_what_discord_refuses(body: dict[str, object], words: str) -> None:
    assert words in " ".join(message_breaches(body | {"flags": LAYOUT}, []))
    assert message_breaches({"components": [TEXT], "flags": LAYOUT}, []) == []

"""Emoji of the application: made once, used in texts, plain where they are missing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from bot.chats.discord.connection import DiscordRoom
from bot.chats.discord.emojis import AppEmojis
from bot.conversation.show.emoji import SQUARES
from bot.pictures.emoji_art import emoji_art
from tests.support.discord.people import current, opened_game, options_of
from tests.support.discord.stand_in import MOST_EMOJIS, Discord
from tests.support.discord.world import Message

OTHER = {"id": "1", "name": "theirs", "roles": [], "require_colons": True, "managed": False}
OTHER |= {"animated": False, "available": True}


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as discord:
        discord.emojis = [dict(OTHER)]
        yield discord
        assert discord.world.breaches == []
        assert discord.world.refused == []


def test_pictures_are_squares_of_our_art() -> None:
    art = emoji_art()
    assert set(SQUARES) < set(art)
    for name, picture in art.values():
        assert re.fullmatch(r"[a-z0-9_]{2,15}", name)
        assert Image.open(BytesIO(picture)).size == (128, 128)


async def test_emojis_are_uploaded_once_and_stand_in_texts(discord: Discord, room: DiscordRoom) -> None:
    number = len(emoji_art())
    await room.chat.own_emojis.known()
    assert len(room.chat.marker.emoji) == number
    assert discord.emojis is not None
    assert discord.emojis[0] == OTHER
    assert len(discord.emojis) == number + 1
    game = await opened_game(discord)
    message = current(game.channel)
    assert message is not None
    assert re.search(r"<:bastide_figure_0_[0-9a-f]{8}:\d+> Anna 0", message.content)
    assert not set(SQUARES) & set(message.content)
    again = AppEmojis(room.chat)
    room.chat.marker.emoji.clear()
    again.begin(upload=True)
    await again.known()
    assert len(room.chat.marker.emoji) == number
    assert len(discord.emojis) == number + 1


def _icons(message: Message) -> dict[str, str]:
    """The names of the emoji on buttons and in menus."""
    items = [one for item in message.items() for one in (item, *item.get("options", []))]
    return {one.get("label", ""): one["emoji"]["name"] for one in items if one.get("emoji")}


async def test_buttons_have_emojis_and_plain_ones_when_these_are_deleted(
    discord: Discord, room: DiscordRoom
) -> None:
    await room.chat.own_emojis.known()
    game = await opened_game(discord, boxes="abbot")
    message = current(game.channel)
    assert message is not None
    cell = options_of(message)[0]
    near = await game.seated(cell).press(game.channel, message, cell)
    await discord.world.until(lambda: near.answers)
    named = {label.partition("(")[2]: name for label, name in _icons(near.answers[-1]).items()}
    assert named.get("city)", "bastide_tile_city").startswith("bastide_tile_city")
    assert any(name.startswith("bastide_tile_") for name in named.values()), named
    discord.emojis = []
    again = await game.seated(cell).press(game.channel, message, cell)
    await discord.world.until(lambda: again.answers)
    assert options_of(again.answers[-1])
    assert not any(name.startswith("bastide_") for name in _icons(again.answers[-1]).values())
    assert room.chat.marker.emoji == {}
    (refused,) = {code for _, _, code in discord.world.refused}
    assert refused == 50035
    discord.world.refused.clear()


async def test_texts_stay_plain_where_there_is_no_room(discord: Discord, room: DiscordRoom) -> None:
    await room.chat.own_emojis.close()
    room.chat.marker.emoji.clear()
    discord.emojis = [OTHER | {"name": f"theirs{number}"} for number in range(MOST_EMOJIS)]
    full = AppEmojis(room.chat)
    full.begin(upload=True)
    await full.known()
    assert room.chat.marker.emoji == {}
    assert room.chat.marker.write("🟥 Anna") == "🟥 Anna"

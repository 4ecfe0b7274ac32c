"""Users who are picked from a list or from the menu of a name, and users who have installed the bot."""

from __future__ import annotations

import pytest

from tests.support.discord.people import ADMIN, User, current, opened_game, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import DM, Channel


@pytest.mark.usefixtures("room")
async def test_picked_user_is_kicked_and_banned(discord: Discord) -> None:
    game = await opened_game(discord)
    boss = User(discord, "599", "Boss", permissions=ADMIN)
    anna, boris = game.users
    stranger = User(discord, "577", "Stranger")
    assert "can't find" in (await boss.asks(game.channel, "seat kick", user=stranger)).content
    await boss.command(game.channel, "seat kick", user=boris)
    await discord.world.until(lambda: any("was removed" in one.content for one in game.channel.public()))
    told = await boss.asks(game.channel, "seat ban", user=stranger)
    assert told.reader == boss.id
    assert "don't let you play here" in (await stranger.asks(game.channel, "board")).content
    made = await anna.command(game.channel, "seat substitute", user=User(discord, "588", "Dana"))
    asked = await discord.world.until(
        lambda: next((one for one in game.channel.public() if "588" in one.mentions), None)
    )
    assert asked.items()
    await discord.world.until(lambda: made.finished)


@pytest.mark.usefixtures("room")
async def test_menu_of_a_user_shows_the_profile_and_invites(discord: Discord) -> None:
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel = await discord.new_channel()
    profile = await anna.pick(channel, "Bastide: profile", boris)
    await discord.world.until(lambda: profile.answers)
    assert "<@502>" in profile.answers[-1].content
    await anna.pick(channel, "Bastide: invite to a table", boris)
    thread: Channel = await discord.world.until(
        lambda: next((one for one in discord.world.channels.values() if one.parent == channel.id), None)
    )
    called = await discord.world.until(
        lambda: next((one for one in thread.public() if one.mentions == ["502"]), None)
    )
    assert "Anna" in called.content
    (join,) = called.ids()
    await boris.press(thread, called, join)
    await discord.world.until(lambda: any("(2)" in one.content for one in thread.public()))


@pytest.mark.usefixtures("room")
async def test_who_installed_the_bot_plays_in_private_from_any_server(discord: Discord) -> None:
    anna = User(discord, "501", "Anna", installed=True)
    channel = await discord.new_channel(allowed=0)  # the bot is no member
    answer = await anna.asks(channel, "games practice")
    assert "our private chat" in answer.content
    assert answer.reader == anna.id
    chat = next(one for one in discord.world.channels.values() if one.type == DM and one.name == "501")
    question = await discord.world.until(lambda: (now := current(chat)) and options_of(now) and now)
    assert not channel.public()
    cell = options_of(question)[0]
    made = await User(discord, "501", "Anna").press(chat, question, cell)
    await discord.world.until(lambda: made.answers or current(chat) is not question)
    score = await anna.asks(channel, "score")
    assert "If the game ended now" in score.content
    assert not channel.public()

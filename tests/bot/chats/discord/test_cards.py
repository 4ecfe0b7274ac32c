"""The card of a table in the channel where it was opened: join there, follow the table, see the result."""

from __future__ import annotations

import pytest

from bot.chats.discord import cards
from bot.chats.discord.connection import DiscordRoom
from bot.chats.discord.message import SEAT_COLOURS
from tests.support.discord.people import ADMIN, User, current, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import FORUM, THREAD, Channel, Message


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "PACE", 0.0)
    monkeypatch.setattr(cards, "TOO_OFTEN", 0.0)


async def opened(discord: Discord, user: User, **wishes: str) -> tuple[Channel, Channel, Message]:
    """The channel, the thread of a new table, and its card."""
    channel = await discord.new_channel()
    made = await user.command(channel, "new", **wishes)
    await discord.world.until(lambda: made.finished)
    (card,) = channel.public()
    await discord.world.until(lambda: "At the table" in card.content)
    return channel, discord.world.channels[card.id], card


def _id(message: Message, ending: str) -> str:
    return next(id_ for id_ in message.ids() if id_.endswith(ending))


@pytest.mark.usefixtures("room")
async def test_join_on_the_card_gives_a_seat_and_the_card_follows_the_table(discord: Discord) -> None:
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel, thread, card = await opened(discord, anna, boxes="river")
    assert "(1 of 5): **Anna**" in card.content
    assert "Expansions: River" in card.content
    assert f"<#{thread.id}>" in card.content
    made = await boris.press(channel, card, _id(card, ":!join"))
    await discord.world.until(lambda: made.answers)
    assert f"You're in! The table is in <#{thread.id}>" in made.answers[-1].content
    assert made.answers[-1].reader == boris.id
    assert ("PUT", f"/channels/{thread.id}/thread-members/{boris.id}") in discord.world.log
    await discord.world.until(lambda: "(2 of 5): **Anna**, **Boris**" in card.content)
    again = await boris.press(channel, card, _id(card, ":!join"))
    await discord.world.until(lambda: again.answers)
    assert "already" in again.answers[-1].content
    lobby = current(thread)
    assert lobby is not None
    await anna.press(thread, lobby, _id(lobby, ":!start"))
    question = await discord.world.until(lambda: (now := current(thread)) and options_of(now) and now)
    seat = "ab".index(options_of(question)[0].rpartition(":")[2][0])
    await discord.world.until(lambda: f"**{('Anna', 'Boris')[seat]}** to move" in card.content)
    assert card.components[0]["accent_color"] == SEAT_COLOURS[seat]
    assert not card.items()
    assert channel.public() == [card]
    boss = User(discord, "599", "Boss", permissions=ADMIN)
    await boss.command(thread, "end")
    await discord.world.until(lambda: "This table is closed" in card.content)


@pytest.mark.usefixtures("room")
async def test_table_of_a_forum_is_a_post_with_the_tag_of_its_state(discord: Discord) -> None:
    names = ("chess", "Open", "идёт", "finished")
    tags = [{"id": str(900 + number), "name": name, "moderated": False} for number, name in enumerate(names)]
    tags = [tag | {"emoji_id": None, "emoji_name": None} for tag in tags]
    forum = await discord.new_channel(type_=FORUM, tags=tags)
    talk = discord.world.add_channel(forum.guild, THREAD, parent=forum.id)
    anna = User(discord, "501", "Anna")
    answer = await anna.asks(talk, "new", computers=1)
    (post,) = [one for one in discord.world.channels.values() if one.parent == forum.id and one is not talk]
    assert f"<#{post.id}>" in answer.content
    card, lobby = await discord.world.until(lambda: len(found := post.public()) == 2 and found)
    assert card.id == post.id
    await discord.world.until(lambda: "(2 of 5)" in card.content)
    assert post.tags == ["901"]
    post.tags = ["900", "901"]  # a tag that is not ours
    await discord.gateway.dispatch(forum.guild, "THREAD_UPDATE", post.json())
    await anna.press(post, lobby, _id(lobby, ":!start"))
    await discord.world.until(lambda: post.tags == ["900", "902"])
    await anna.command(post, "end")
    await discord.world.until(lambda: post.tags == ["900", "903"])
    assert not talk.public()


async def test_card_is_no_second_message_when_it_is_old_or_deleted(
    discord: Discord, room: DiscordRoom
) -> None:
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel, thread, card = await opened(discord, anna)
    discord.trouble("PATCH", f"/channels/{channel.id}/messages/{card.id}", 429, 30046)
    await boris.command(thread, "join")
    await discord.world.until(lambda: "(2 of 5)" in card.content)
    assert channel.public() == [card]
    card.deleted = True
    await boris.command(thread, "leave")
    await discord.world.until(
        lambda: any(path.endswith(f"/{card.id}") and code == 10008 for _, path, code in discord.world.refused)
    )
    requests = len(discord.world.log)
    made = await boris.command(thread, "join")
    await discord.world.until(lambda: made.finished)
    await room.chat.cards.close(5.0)
    assert not any(f"/channels/{channel.id}/" in path for _, path in discord.world.log[requests:])
    assert channel.public() == []


async def test_card_shows_what_a_process_that_died_has_saved(discord: Discord, room: DiscordRoom) -> None:
    anna = User(discord, "501", "Anna")
    channel, thread, card = await opened(discord, anna)
    await room.chat.cards.close(5.0)
    room.chat.cards = cards.TableCards(room.chat)  # as after a restart: nothing is remembered
    before = card.version
    await room.chat.show(f"discord:{thread.id}")
    await discord.world.until(lambda: card.version > before)
    assert "**Anna**" in card.content
    assert channel.public() == [card]

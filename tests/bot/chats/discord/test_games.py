"""Whole games on Discord: the bot as a process, the real library, real sockets; all by pressing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.conversation.show.areas import MOST_NUMBERS
from engine.game import GAMES
from tests.support.discord.bot import Bot
from tests.support.discord.people import Game, User
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, Channel, Message

EVERYTHING = " ".join([*(box.key for box in GAMES["carcassonne"].boxes), "river_with_carcassonne=allowed"])
TABLES: dict[str, tuple[dict[str, Any], int, bool]] = {  # wishes, people, with pictures
    "base": ({}, 2, True),
    "every box": ({"wishes": EVERYTHING}, 2, False),
} | {game: ({"game": game}, 2, False) for game in GAMES if game != "carcassonne"}
NAMES = ("Anna", "Boris", "Clara")


async def play(discord: Discord, number: int, name: str) -> Game:
    """One table from the lobby to the final score."""
    wishes, people, pictures = TABLES[name]
    users = [User(discord, f"{5 + number}0{seat}", NAMES[seat]) for seat in range(people)]
    channel = await discord.new_channel(allowed=ALL if pictures else ALL & ~ATTACH)
    game = Game(discord, channel, users, name)
    await game.open(**wishes)
    await game.to_the_end()
    posted = game.channel.public()
    await discord.world.until(lambda: not any(message.items() for message in posted[:-1]))  # old controls
    if pictures:
        boards = [message for message in posted if message.attachments]
        assert len(boards) > 60
        assert all(message.attachments[0]["description"] for message in boards)
    else:
        assert not any(message.attachments for message in game.channel.messages)
    assert "🏆" in "\n".join(message.content for message in posted[-3:])
    (card,) = channel.public()
    await discord.world.until(lambda: "🏆" in card.content)
    assert bool(card.attachments) == pictures
    if pictures:
        await posted_from_card(discord, channel, card, users[1])
    return game


async def posted_from_card(discord: Discord, channel: Channel, card: Message, user: User) -> None:
    """What the card of a finished game offers is shown in private, and posted for all by a button."""
    replay = next(id_ for id_ in card.ids() if ":!replay." in id_)
    shown = await user.press(channel, card, replay)
    await discord.world.until(lambda: len(shown.answers) > 1)
    share = next(id_ for answer in shown.answers for id_ in answer.ids() if id_.endswith(".all"))
    await user.press(channel, shown.answers[0], share)
    await discord.world.until(lambda: len(channel.public()) == 2 and channel.public()[1].attachments)
    other = await discord.new_channel()
    (line,) = await user.complete(other, "games history", "record", replay.rpartition(".")[2])
    result = await user.asks(other, "games history", record=line)
    assert {"Board", "Replay", "Review"} <= {result.label(id_) for id_ in result.ids()}
    await user.press(other, result, next(id_ for id_ in result.ids() if id_.endswith(".all")))
    posted = await discord.world.until(lambda: other.public() and other.public()[0])
    assert "🏆" in posted.content
    assert [posted.label(id_) for id_ in posted.ids()] == ["Board", "Replay", "Review"]
    assert (await user.asks(other, "games record", record=line)).attachments


async def test_whole_games_by_pressing(tmp_path: Path) -> None:
    """Several tables at once, each from the lobby to the final score, with every kind of decision."""
    async with Discord() as discord, Bot(discord, tmp_path):
        games = await asyncio.gather(*(play(discord, number, name) for number, name in enumerate(TABLES)))
        assert 20 < max(game.most for game in games) <= MOST_NUMBERS
        assert sum(game.areas for game in games) > 20, "no question had more cells than that"
        assert discord.world.breaches == []
        assert discord.world.refused == []  # in ordinary play nothing is asked for in vain
        windows = [made for made in discord.world.interactions.values() if made.kind == 5]
        assert windows, "nobody has named a number in a window"

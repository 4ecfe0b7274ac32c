"""Hostile input on Discord: the bot answers politely or not at all, and the game does not change."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.bot.chats.contract.discord import leaves
from tests.support.discord.bot import Bot
from tests.support.discord.people import Game, User, current
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, Interaction, Message
from tests.support.hostile import SENT, junk, kept, line, mutated

AT_ONCE = 25


def forged(rng: random.Random, message: Message, id_: str) -> tuple[Message, Any]:
    """A message that claims to have such a button or menu, and the press of it."""
    if rng.random() < 0.5:
        item: Any = {"type": 2, "style": 1, "label": "x", "custom_id": id_}
        data: Any = {"component_type": 2, "custom_id": id_}
    else:
        options = [{"label": "x", "value": id_}]
        item = {"type": 3, "custom_id": "s:0:0", "options": options, "min_values": 1, "max_values": 1}
        data = {"component_type": 3, "custom_id": "s:0:0", "values": [id_]}
    rows = [{"type": 1, "components": [item]}]
    return Message(message.id, message.channel, message.content, rows, flags=rng.choice((0, 64))), data


async def attack(rng: random.Random, game: Game, stranger: User) -> Interaction:
    message = current(game.channel)
    assert message is not None
    user = rng.choice([stranger, *game.users])
    kind = rng.randrange(4)
    if kind == 0:
        name, rest = line(rng, seated=user is not stranger)
        path, leaf = leaves(game.discord.world.commands)[name]
        options = [option for option in leaf.get("options", []) if option["type"] == 3]
        chosen = rng.choice(options)["name"] if options else ""
        return await user.command(game.channel, path, **({chosen: rest} if chosen else {}))
    id_ = mutated(rng, rng.choice(message.ids())) if kind == 1 else junk(rng) or "x"
    if kind == 3:
        least = rng.randint(0, 10**7)
        window = {"custom_id": f"a0-{least}:{id_}"[:100]}
        return await user.fill_in(game.channel, window, junk(rng, 9), message)
    shown, data = forged(rng, message, id_[:100])
    return await user.do(game.channel, 3, data, shown)


async def test_hostile_input(tmp_path: Path) -> None:
    """Random and mutated commands, tokens and windows, from players and strangers; then people play on."""
    async with Discord(check=False) as discord, Bot(discord, tmp_path) as bot:
        users = [User(discord, "501", "Anna"), User(discord, "502", "**Boris** <@501> @everyone `")]
        game = Game(discord, await discord.new_channel(allowed=ALL & ~ATTACH), users)
        await game.open(place="here")
        rng = random.Random(7)
        stranger = User(discord, "999", "Mallory")
        for _ in range(SENT // AT_ONCE):
            for _ in range(AT_ONCE):
                await attack(rng, game, stranger)
            assert (await stranger.asks(game.channel, "help")).content
        private = "".join(one.content for one in game.channel.messages if one.reader)
        assert "Traceback" not in private
        assert not any(one.mentions for one in game.channel.messages if one.reader)
        for _ in range(3):
            assert await game.step()
        assert "Traceback" not in bot.log
    assert await kept(tmp_path, f"discord:{game.channel.id}") >= 3

"""`python -m tools.discord_games`: whole games on Discord, each with every request answered, and with faults.

With faults the stand-in answers 429, 403 and 503, lets tokens of interactions expire, and cuts the line.
Users to whom nothing happens press again.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.game import GAMES
from tests.bot.chats.discord.test_games import NAMES, TABLES
from tests.support.discord.bot import Bot
from tests.support.discord.people import Game, User
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, IN_THREADS, LAYOUT, SEND
from tools.whole_games import arguments, play_all

Tables = dict[str, tuple[dict[str, Any], int, bool]]
MODES = ("calm", "faults")
MOST = 4000  # steps of a game that ends
OFTEN = 0.15  # of the steps meet a fault
IMPATIENT = 4.0  # seconds until a user presses again


def all_tables() -> Tables:
    """The tables of the tests, and one for each box."""
    boxes = [box.key for box in GAMES["carcassonne"].boxes]
    return TABLES | {key: ({"boxes": key}, 2, False) for key in boxes if key not in TABLES}


class Faults:
    """What goes wrong at the next request about a table, by chance."""

    def __init__(self, discord: Discord, seed: str) -> None:
        self._discord = discord
        self._rng = random.Random(seed)
        self.made: Counter[str] = Counter()

    async def perhaps(self, game: Game) -> None:
        """Make a fault now and then."""
        if self._rng.random() >= OFTEN:
            return
        here = f"/channels/{game.channel.id}/messages"
        kind = self._rng.choice(("429", "503", "403", "late", "expired", "cut"))
        self.made[kind] += 1
        match kind:
            case "429":
                method = self._rng.choice(("POST", "PATCH"))
                self._discord.trouble(method, here, 429, 0, retry_after=0.2, **{"global": False})
            case "503":
                self._discord.trouble(self._rng.choice(("POST", "PATCH")), here, 503, 0)
            case "late":
                self._discord.trouble("POST", "/interactions/", 404, 10062)
            case "expired":
                self._discord.trouble(self._rng.choice(("POST", "PATCH")), "/webhooks/", 401, 50027)
            case "cut":
                await self._discord.gateway.cut()
            case _:
                game.channel.allowed &= ~(SEND | IN_THREADS)

    async def over(self, game: Game) -> None:
        """The table may write again."""
        if not game.channel.allowed & SEND:
            game.channel.allowed |= SEND | IN_THREADS
            event = "THREAD_UPDATE" if game.channel.parent else "CHANNEL_UPDATE"
            await self._discord.gateway.dispatch(game.channel.guild, event, game.channel.json())


@dataclass
class Played:
    """What was done at the tables of one bot."""

    ended: int = 0
    presses: int = 0
    again: int = 0  # because nothing happened
    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items())) or "none"
        counts = f"{self.ended} ended, {self.presses} presses, {self.again} again, {self.requests} requests"
        return f"{counts}, faults: {faults}; no violation"


async def games(folder: Path, mode: str, tables: Tables, seed: int) -> Played:
    """Tables from the lobby to the end; whatever breaks a rule of Discord is an error."""
    async with Discord(emojis=mode == "calm") as discord, Bot(discord, folder):
        played, faults = Played(), Faults(discord, f"{seed}/{'/'.join(tables)}")

        async def whole(number: int, name: str) -> None:
            wishes, people, pictures = tables[name]
            users = [User(discord, f"{5 + number}0{seat}", NAMES[seat]) for seat in range(people)]
            channel = await discord.new_channel(allowed=ALL if pictures else ALL & ~ATTACH)
            game = Game(discord, channel, users, f"{name}{seed}")
            await game.open(**wishes)
            if mode == "calm":
                await game.to_the_end()
            else:
                await _stubbornly(game, faults, played)
            played.ended += 1
            played.presses += game.presses
            assert all(one.flags & LAYOUT for one in game.channel.public()), "not in one piece"

        await asyncio.gather(*(whole(number, name) for number, name in enumerate(tables)))
        played.requests, played.faults = len(discord.world.log), faults.made
        assert discord.world.breaches == [], discord.world.breaches
        assert mode != "calm" or discord.world.refused == [], discord.world.refused
        return played


async def _stubbornly(game: Game, faults: Faults, played: Played) -> None:
    """A game whose users press again when nothing happens."""
    for _ in range(MOST):
        await faults.perhaps(game)
        try:
            async with asyncio.timeout(IMPATIENT):
                if not await game.step():
                    return
        except TimeoutError:
            played.again += 1
        finally:
            await faults.over(game)
    raise AssertionError("the game does not end")


def main() -> int:
    """Play; a request that breaks a rule of Discord, or a game that does not go on, is an error."""
    args = arguments(__doc__, MODES, all_tables(), together=4).parse_args()
    play_all(args, all_tables(), lambda folder, *which: asyncio.run(games(folder, *which)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

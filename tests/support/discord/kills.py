"""Kill -9 between a press or a command and its answer: its user hears of it, and the channel never stalls."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from tests.support.discord.bot import Bot
from tests.support.discord.people import Game, User, current, is_over, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, Interaction, Message

LATEST = (0.005, 0.02, 0.12)  # seconds after the press at which the bot is killed, at most: one of them
LINES = ("score", "board", "tiles")


class KillCampaign:
    """People play while the bot is killed; what became of every press is counted."""

    def __init__(self, discord: Discord, bot: Bot, seed: int) -> None:
        self.discord = discord
        self.bot = bot
        self.rng = random.Random(seed)
        self.outcomes: Counter[str] = Counter()
        self.games = 0
        self.game: Game | None = None

    async def kill_once(self) -> None:
        """Press or type something, kill the bot a moment later, and look when it is back."""
        game = await self._running()
        message = current(game.channel)
        assert message is not None
        before = self._shown(game)
        if self.rng.random() < 0.3:
            made = await self.rng.choice(game.users).command(game.channel, self.rng.choice(LINES))
        else:
            id_ = self.rng.choice(options_of(message))
            made = await game.seated(id_).press(game.channel, message, id_)
            if self.rng.random() < 0.6:  # the press that saves is the second
                await self.discord.world.until(lambda: made.answers or self._shown(game) != before)
                if made.answers and (near := options_of(made.answers[-1])):
                    seen = made.answers[-1]
                    made = await game.seated(near[0]).press(game.channel, seen, self.rng.choice(near))
        await asyncio.sleep(self.rng.uniform(0.0, self.rng.choice(LATEST)))
        await self.bot.kill()
        await self.bot.start()
        await self._answered(game, made, before)
        await self._goes_on(game)

    def _shown(self, game: Game) -> tuple[str, ...]:
        """What everybody sees."""
        return tuple(f"{one.id} {one.version}" for one in game.channel.public())

    async def _answered(self, game: Game, made: Interaction, before: tuple[str, ...]) -> None:
        """The user of an interaction was told something; one that was not acknowledged, by Discord itself."""
        if made.acknowledged is None:
            self.outcomes["not acknowledged"] += 1
            return
        await self.discord.world.until(lambda: made.answers or made.finished or self._shown(game) != before)
        again = any("I restarted just then" in answer.content for answer in made.answers)
        self.outcomes["told to try again" if again else "answered"] += 1

    async def _goes_on(self, game: Game) -> None:
        """The channel shows the question that is open: an option of it is not stale."""
        await self.bot.says("discord_caught_up")
        message = await self.discord.world.until(lambda: self._question(game))
        if is_over(message):
            return
        id_, version = options_of(message)[0], message.version
        made = await game.seated(id_).press(game.channel, message, id_)
        await self.discord.world.until(
            lambda: made.answers or self._question(game) is not message or message.version > version
        )
        assert not any("moved on" in answer.content for answer in made.answers), "the channel was stale"

    @staticmethod
    def _question(game: Game) -> Message | None:
        message = current(game.channel)
        return message if message and (options_of(message) or is_over(message)) else None

    async def _running(self) -> Game:
        """The game, or another one if it is over."""
        if self.game is None or is_over(current(self.game.channel)):
            self.games += 1
            names = ("Anna", "Boris")
            users = [User(self.discord, f"{self.games}50{seat}", name) for seat, name in enumerate(names)]
            channel = await self.discord.new_channel(allowed=ALL & ~ATTACH)
            self.game = Game(self.discord, channel, users, f"kills {self.games}")
            await self.game.open()
        return self.game

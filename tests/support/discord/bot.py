"""The bot in front of the stand-in for Discord."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from tests.support.discord.stand_in import TOKEN, Discord
from tests.support.running_bot import RunningBot


class Bot(RunningBot):
    """Use as a context manager: at the end it stops, and its log holds no traceback and no token."""

    def __init__(self, discord: Discord, folder: Path, **more: str) -> None:
        super().__init__(folder, **({"DISCORD_TOKEN": TOKEN} | more))
        self.discord = discord

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        assert TOKEN not in self.log
        assert "Traceback" not in self.log, self.log[-4000:]

    def ready(self) -> bool:
        return self.discord.gateway.connected() and bool(self.discord.world.commands)

    async def start(self) -> None:
        self.environment["DISCORD_API_URL"] = self.discord.api_url
        self.environment["DISCORD_GATEWAY_URL"] = self.discord.gateway.url
        await super().start()

    async def kill(self) -> None:
        await super().kill()
        self.discord.gateway.forget()
        self.discord.world.commands = []

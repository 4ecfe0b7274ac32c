"""`python -m tools.telegram_kills`: the bot is killed at random moments after a press or a line on Telegram.

Every command must be done once or answered, by polling and by a webhook. Exit code 1 if one is not.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.support.redis_servers import free_ports
from tests.support.telegram.bot import BotProcess, telegram
from tests.support.telegram.people import ANNA, BORIS, Group, buttons, moves
from tests.support.telegram.stand_in import Chat, StandIn

LATEST = 0.15  # seconds after the command, at most, at which the bot is killed
CHANNEL = "telegram:-1001"
KINDS = ("line", "press", "look", "refusal", "help")
WAYS = {"polling": False, "webhook": True}  # whether it is the webhook
PATIENCE = 60.0  # seconds; a command that nothing came of by then is lost


@dataclass
class Campaign:
    """A table of one person and a computer, which plays at once: a line that ran twice would play twice."""

    server: StandIn
    bot: BotProcess
    folder: Path
    dice: random.Random

    def __post_init__(self) -> None:
        self.group = Group(self.server, Chat(-1001, admins=(ANNA.id,)))
        self.home = Group(self.server, Chat(ANNA.id, "private"))
        self.lost: list[str] = []

    def placed(self) -> int:
        """How many tiles Anna has placed, as the store knows it."""
        socket = (self.folder / "data" / "server.socket").read_text("utf-8")
        with redis.Redis(unix_socket_path=socket) as client:
            lines = client.lrange(f"bastide:{{{CHANNEL}}}:log", 0, -1)
        own = f" telegram:{ANNA.id} ".encode()
        return sum(own in line and b" place " in line for line in lines)  # type: ignore[union-attr]

    async def asked(self) -> None:
        """Wait until Anna is asked to place a tile; another table if the game is over."""
        await self.group.until(lambda: moves(self._last()) or self._over())
        if self._over():
            await self.begin()
        elif not any(":aC" in data for data in moves(self._last())):
            await self.group.press(ANNA, self._last(), moves(self._last())[-1])
            shown = self._last()
            await self.group.until(lambda: self._last() != shown)
            await self.asked()

    def _last(self) -> dict[str, object]:
        found = [one for one in self.group.messages() if "_reply" not in one and buttons(one)]
        return found[-1] if found else {}

    def _over(self) -> bool:
        return any("!again" in data for _, data in buttons(self._last()))

    async def begin(self) -> None:
        """Open a table, after the end of the one before."""
        await self.group.say(ANNA, "/new computers=1_easy")
        await self.group.until(lambda: any("!start" in data for _, data in buttons(self._last())))
        await self.group.pressed(ANNA, "Start")
        await self.group.until(lambda: moves(self._last()))
        await self.asked()

    async def round(self, kind: str) -> None:
        """One command, a kill, a new start, and a look at what came of it."""
        await self.asked()
        placed, heard, board = self.placed(), self._heard(), self._last()
        query = await self._command(kind, board)
        wait = self.dice.uniform(0, LATEST)
        await asyncio.sleep(wait)
        await self.bot.kill()
        await self.bot.start()
        end = time.monotonic() + PATIENCE
        while not self._came_of_it(kind, placed, heard, board, query):
            if time.monotonic() > end:
                self.lost.append(f"{kind} after {wait * 1000:.0f} ms")
                return
            await self.server.wait(self.group.chat.id, 0.2)
        if self.placed() > placed + 1:
            self.lost.append(f"{kind} after {wait * 1000:.0f} ms was done twice")

    async def _command(self, kind: str, board: dict[str, object]) -> str:
        if kind == "line":
            await self.group.say(ANNA, "/play 1 none")
            return ""
        if kind == "help":
            await self.group.say(ANNA, "/help")
            return ""
        if kind == "press":
            return await self.group.press(ANNA, board, moves(board)[0])
        if kind == "look":
            score = next(data for _, data in buttons(board) if "!score" in data)
            return await self.group.press(ANNA, board, score)
        return await self.group.press(BORIS, board, moves(board)[0])

    def _heard(self) -> int:
        """How many messages were for one person."""
        replies = sum("_reply" in one for one in self.group.messages())
        return replies + len(self.home.messages()) + len(self.server.whispers.sent)

    def _came_of_it(self, kind: str, placed: int, heard: int, board: dict[str, object], query: str) -> bool:
        """Whether the command was done, or its author has an answer."""
        if query and query not in self.server.answers:
            return False
        told = bool(self.server.answers.get(query, {}).get("text")) or self._heard() > heard
        if kind in ("line", "press"):
            return told or (self._last() != board and (kind == "press" or self.placed() > placed))
        return told


async def campaign(folder: Path, moments: int, *, webhook: bool, seed: int = 1) -> list[str]:
    """Kill the bot so many times; what was lost or done twice."""
    port = free_ports(1)[0]
    hook = {
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/hook",
        "TELEGRAM_WEBHOOK_PORT": str(port),
    }
    async with telegram(folder, **(hook if webhook else {})) as (server, bot):
        run = Campaign(server, bot, folder, random.Random(seed))
        await run.home.say(ANNA, "/start")
        await run.home.until(run.home.messages)
        await run.begin()
        for number in range(moments):
            await run.round(KINDS[number % len(KINDS)])
            if number % 20 == 19:
                sys.stderr.write(f"{number + 1} kills, {len(run.lost)} faults\n")
        return run.lost


def main() -> int:
    """Run both; the exit code is 1 if a command was lost or done twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", default=",".join(WAYS), help="how updates come")
    args = parser.parse_args()
    faults = []
    for name in args.ways.split(","):
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            found = asyncio.run(campaign(Path(folder), args.moments, webhook=WAYS[name], seed=args.seed))
        sys.stdout.write(f"{name}: {args.moments} kills, {len(found)} commands lost or done twice\n")
        faults += [f"{name}: {fault}" for fault in found]
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The walk of one press through the program: hops, modules and requests to Redis.

python -m tools.walk [--tree FOLDER] [--cluster] [--names]

`--tree` measures the bot of another checkout, `--names` lists what was visited. A move is two presses: the
first asks for a closer look at a cell, the second plays. A hop is a function that is called from another
module; it counts once, however often it is called. Of the engine and the renderer only those functions count
that the bot itself calls.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bot.chats.contract.discord import DiscordPlatform
from tests.bot.chats.contract.place import PATIENCE, Place, seated
from tests.bot.chats.contract.room import open_room
from tests.bot.chats.contract.telegram import TelegramPlatform
from tests.support.discord.stand_in import TOKEN as DISCORD_TOKEN
from tests.support.discord.stand_in import Discord
from tests.support.paths import ROOT
from tests.support.redis_servers import Cluster, Server
from tests.support.telegram.stand_in import TOKEN as TELEGRAM_TOKEN
from tests.support.telegram.stand_in import StandIn

RECORDER = ROOT / "tools" / "walk_recorder.py"
QUIET = 0.7  # seconds after a press in which what follows from it is still counted
BEFORE = 3  # moves that are played before one is measured
_LINK = re.compile(r"The room is open: (http://\S+)/")


@dataclass(frozen=True)
class Walk:
    """What one press did."""

    functions: list[str]
    modules: list[str]
    hops: int
    requests: int


class Walker:
    """The bot under the recorder, connected to stand-ins of both platforms."""

    def __init__(self, process: Process, output: Path, link: str) -> None:
        self._process = process
        self._output = output
        self.link = link

    async def press(self, place: Place, who: str, token: str) -> Walk:
        """Press a button, and count until nothing more follows."""
        self._output.unlink(missing_ok=True)
        button = await place.until(lambda: _find(place, who, token))
        self._process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(0.1)
        await place.press(who, button)
        await place.until(lambda: _find(place, who, token) is None or place.closer(who, button.question))
        await asyncio.sleep(QUIET)
        self._process.send_signal(signal.SIGUSR2)
        await place.until(self._output.exists)
        walk = Walk(**json.loads(self._output.read_text("utf-8")))
        assert walk.functions, "the recorder has not seen the press"
        return walk


def _find(place: Place, who: str, token: str):  # type: ignore[no-untyped-def]
    shown = [*place.public(), *place.told(who)]
    return next((one for seen in reversed(shown) for one in seen.buttons if one.token == token), None)


@asynccontextmanager
async def _walker(
    tree: Path, folder: Path, redis: str, discord: Discord, telegram: StandIn
) -> AsyncIterator[Walker]:
    output = folder / "walk.json"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "BASTIDE_DATA": str(folder / "data"),
        "REDIS_URL": redis,
        "DISCORD_TOKEN": DISCORD_TOKEN,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway.url,
        "TELEGRAM_TOKEN": TELEGRAM_TOKEN,
        "TELEGRAM_API_URL": telegram.url,
        "TELEGRAM_GROUP_PER_MINUTE": "100000",
        "COMMANDS_PER_MINUTE": "100000",
        "COMPUTER_PACE": "0",
        "BASTIDE_TIPS": "off",
        "PYTHONUNBUFFERED": "1",
        "CI": "1",
        "WALK_OUTPUT": str(output),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(RECORDER),
        *("play", "--no-browser", "--port", "0"),
        cwd=tree,
        env=environment,
        stdout=(folder / "bot.log").open("ab"),
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Walker(process, output, await _connected(folder / "bot.log", discord, telegram))
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


async def _connected(log: Path, discord: Discord, telegram: StandIn) -> str:
    """Wait until all chats are connected; the address of the room."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        link = _LINK.search(log.read_text("utf-8"))
        if link and discord.gateway.connected() and discord.world.commands and len(telegram.commands) == 4:
            return link[1]
        await asyncio.sleep(0.05)
    raise AssertionError(log.read_text("utf-8"))


async def _move(walker: Walker, place: Place) -> list[Walk]:
    """Two presses that make a move, after a few others; the second one saves it."""
    await place.open("Boris")
    for _ in range(BEFORE):
        await place.move()
    while True:
        turn = await place.settled()
        cells = [button for button in turn.moves() if button.what[1] == "C"]
        if not cells:
            await place.move()
            continue
        who = seated(cells[0])
        first = await walker.press(place, who, cells[0].token)
        near = place.closer(who, cells[0].question)
        if near:
            return [first, await walker.press(place, who, near[0].token)]


async def walks(tree: Path, *, cluster: bool) -> dict[str, list[Walk]]:
    """The two presses of a move on every platform."""
    async with AsyncExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="walk-")))
        redis = Cluster(folder / "redis") if cluster else Server(folder / "redis")
        cleanup.callback(redis.stop)
        discord = await cleanup.enter_async_context(Discord())
        telegram = StandIn()
        await telegram.start()
        cleanup.push_async_callback(telegram.stop)
        walker = await cleanup.enter_async_context(_walker(tree, folder, redis.url, discord, telegram))
        found = {
            "Discord": await _move(walker, await DiscordPlatform(discord, None).place()),  # type: ignore[arg-type]
            "Telegram": await _move(walker, await TelegramPlatform(telegram, None).place()),  # type: ignore[arg-type]
        }
        room, pages = await open_room("walk", lambda: walker.link)
        found["Room"] = await _move(walker, room)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
        return found


def table(found: dict[str, list[Walk]]) -> str:
    """The figures as a table."""
    lines = [f"{'':24}{'functions':>10}{'hops':>10}{'modules':>10}{'requests':>10}"]
    for platform, presses in found.items():
        for name, walk in zip(("a closer look", "the move"), presses, strict=True):
            figures = (len(walk.functions), walk.hops, len(walk.modules), walk.requests)
            lines.append(f"{platform + ', ' + name:24}" + "".join(f"{figure:>10}" for figure in figures))
        lines.append(f"{platform + ', both':24}{'':30}{sum(walk.requests for walk in presses):>10}")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose bot is measured")
    parser.add_argument("--cluster", action="store_true", help="on a cluster of three nodes")
    parser.add_argument("--names", action="store_true", help="list the functions in the order of their calls")
    args = parser.parse_args()
    found = asyncio.run(walks(args.tree, cluster=args.cluster))
    print(table(found))
    if args.names:
        for platform, presses in found.items():
            print(f"\n{platform}\n" + "\n".join(presses[-1].functions))


if __name__ == "__main__":
    main()

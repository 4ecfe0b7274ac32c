"""Kill -9 around the end of games: every result is in the list once, and ratings are rebuilt the same.

`python -m tools.result_kills --games 200 [--on embedded,server,cluster]` prepares rated games of one group
that are almost over, lets a process end them, and kills it at a random moment around each end. The next
process goes on with what it finds in the store.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bot.conversation.protocol.messages import Command, Person
from bot.conversation.service import Service
from bot.conversation.table.ladder import numbers
from bot.conversation.table.model import decode_table
from bot.conversation.table.repository import Policy
from bot.conversation.table.results import decode_result
from bot.conversation.table.standings import ladders, rebuilt
from storage import Store, StoredTable, Unavailable
from storage.open import open_store
from tests.support.redis_servers import Cluster, Server
from tests.support.stage import CHANNEL, NOON, QuickComputer, Stage, option_choices, play_once

LONGEST = 0.6  # seconds after the beginning of an end, at most, at which the process is killed
KILLED = 0.7  # of the ends
PEOPLE = {"a": Person("web:anna", "Anna"), "b": Person("web:boris", "Boris")}


async def almost_over() -> StoredTable:
    """A table of two before its last tile."""
    stage, dice = Stage(), random.Random(7)  # reproducible
    message = await stage.open("Anna", "Boris")
    while True:
        live = await stage.service.repository.load(CHANNEL)
        if live is None or not live.state.bag:
            break
        message = await play_once(stage, message, dice)
    return await stage.stored()


async def prepare(store: Store, games: int) -> list[str]:
    """The same game in many channels of one group, each under its own id, and rated."""
    over = await almost_over()
    table = decode_table(over.setup)
    channels = [f"web:kill{number}" for number in range(games)]
    for number, channel in enumerate(channels):
        rated = replace(table, game=f"g{number + 1}", rated=True)
        await store.tables.create(channel, game=rated.game, setup=rated.encode())
        await store.tables.save(channel, game=rated.game, expected=0, log=over.log)
    return channels


async def end_games(url: str | None, folder: Path, channels: list[str], told: int) -> None:
    """End every game that is not in the archive; before each move a byte is written to `told`."""
    async with await open_store(url, folder=folder) as store:
        service = Service.on(store, QuickComputer(), Policy(burst=10**9, channel_burst=10**9))
        dice = random.Random(time.time_ns())
        for channel in channels:
            await end_game(service, channel, told, dice)


async def end_game(service: Service, channel: str, told: int, dice: random.Random) -> None:
    """Press what is offered until the table is gone."""
    while await service.repository.store.tables.load(channel) is not None:
        os.write(told, b".")
        (message, *_) = await service.handle(Command(PEOPLE["a"], channel, NOON, "board"))
        while not message.slot.endswith(".end") and (choices := option_choices(message)):
            choice = dice.choice(choices)
            who = PEOPLE[choice.token.split(":")[2][0]]
            (message, *_) = await service.handle(Command(who, channel, NOON, token=choice.token))


def run(url: str | None, folder: Path, channels: list[str]) -> int:
    """Processes that are killed at random moments until one comes to its end; returns how many there were."""
    dice, kills = random.Random(1), 0
    while True:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            try:
                asyncio.run(end_games(url, folder, channels, write))
            except Unavailable as error:  # a busy machine: the next process tries again
                sys.stderr.write(f"{error}\n")
                os._exit(1)  # private: the way to die without cleaning up
            os._exit(0)
        os.close(write)
        if _killed(child, read, dice):
            kills += 1
        elif os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            return kills


def _killed(child: int, read: int, dice: random.Random) -> bool:
    """Kill the process around an end; False if it comes to its own end."""
    killed = False
    while os.read(read, 1):
        if dice.random() < KILLED:
            select.select([], [], [], dice.uniform(0, LONGEST))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            killed = True
            break
    os.close(read)
    return killed


async def check(url: str | None, folder: Path, games: int) -> list[str]:
    """What is wrong with the results."""
    async with await open_store(url, folder=folder) as store:
        found = Counter(decode_result(line).game for line in await store.results.load(CHANNEL))
        wrong = [f"{game} is listed {count} times" for game, count in found.items() if count > 1]
        wrong += [f"g{number} is missing" for number in range(1, games + 1) if f"g{number}" not in found]
        before = numbers(await ladders(store, CHANNEL))
        if before != numbers(await rebuilt(store, CHANNEL)) or not before["all.duel"]:
            wrong.append("the ratings were rebuilt into others")
        return wrong


async def _prepared(url: str | None, folder: Path, games: int) -> list[str]:
    async with await open_store(url, folder=folder) as store:
        return await prepare(store, games)


def on(kind: str, games: int, folder: Path) -> list[str]:
    """All of it on one kind of store."""
    server = {"server": Server, "cluster": Cluster}[kind](folder) if kind != "embedded" else None
    url = server.url if server else None
    try:
        channels = asyncio.run(_prepared(url, folder, games))
        kills = run(url, folder, channels)
        wrong = asyncio.run(check(url, folder, games))
    finally:
        if server:
            server.stop()
    print(f"{kind}: {games} games, {kills} processes killed, {len(wrong)} faults", flush=True)
    return wrong


def main() -> int:
    """Run; the exit code is 1 if a result is missing or doubled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--on", default="embedded,server,cluster")
    args = parser.parse_args()
    wrong = []
    for kind in args.on.split(","):
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            wrong += on(kind, args.games, Path(folder))
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

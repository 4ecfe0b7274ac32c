"""A cup of whole games played by processes that are killed.

python -m tools.cup_kills [KIND:PLAYERS:BEST_OF ...]

A process plays the cup through the conversation on a Redis server; kill -9 ends it at random moments, and the
next one goes on with what is in the store. Some players withdraw, some do not come. Checked: the rules of
pairings, every result once, every player told where to play. `tools.cups` plays larger cups in one process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.table.cups.documents import cups_of, match_channel
from bot.conversation.table.cups.model import ENTRY, RUNNING, Cup, CupMatch, open_matches
from bot.conversation.table.results import decode_result
from storage.open import open_store
from tests.support.cup_stage import GROUP, LEASE, CupChat, CupStage
from tests.support.random_cups import check_end, check_round
from tests.support.redis_servers import Server

CUPS = ("robin:7:1", "knockout:8:3")
KILLED = 0.006  # of the commands
LONGEST = 0.05  # seconds after a command, at most, at which the process is killed
WITHDRAWS, ABSENT = 0.02, 0.04  # of the players of a match
OPENED, TOLD, NOW = "opened", "told", "now"  # kinds of lines of the journal


class JournalChat(CupChat):
    """A platform outlives the processes: what it was asked for is written down."""

    def __init__(self, journal: Path) -> None:
        super().__init__()
        self.journal = journal
        for kind, *facts in self.lines():
            if kind == OPENED:
                self.threads[facts[0]] = tuple(facts[1])

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.journal.read_text().splitlines()]

    def write(self, *facts: object) -> None:
        with self.journal.open("a") as out:
            out.write(json.dumps(facts) + "\n")

    async def post(self, messages: list[Outgoing]) -> None:
        for message in messages:
            self.write(TOLD, message.slot, message.notify)
        await super().post(messages)

    async def open_places(self, channel: str, title: str, users: Sequence[str]) -> list[str]:
        places = await super().open_places(channel, title, users)
        self.write(OPENED, places[0], users)
        return places


class KilledStage(CupStage):
    """The same group in every process; `beat` is written to before each command."""

    def __init__(self, store: object, journal: Path, beat: int) -> None:
        super().__init__(store)
        self.chat = JournalChat(journal)
        self.service.repository.chats = [self.chat]
        self.beat = beat
        times = [facts[0] for kind, *facts in self.chat.lines() if kind == NOW]
        self.now = max(times, default=self.now) + LEASE  # what another process held is free by then

    async def _heard(self, command: Command) -> list[Outgoing]:
        os.write(self.beat, b".")
        return await super()._heard(command)

    async def settle(self, later: float = 0.0) -> None:
        self.chat.write(NOW, self.now + later)
        await super().settle(later)

    async def whole(self, kind: str, players: int, best_of: int) -> None:
        """Go on with the cup to its end."""
        await self.settle()
        await self._started(f"{kind} bo{best_of}", [f"Player{number}" for number in range(players)])
        while (cup := await self.cup()).status == RUNNING:
            check_round(cup)
            number = len(cup.rounds)
            for match in open_matches(cup):
                await self._match(cup, match)
            now = await self.cup()
            if now.status == RUNNING and len(now.rounds) == number:
                await self.settle(now.limit)  # who has not come has lost

    async def _started(self, wishes: str, names: list[str]) -> None:
        if not (await cups_of(self.store, GROUP))[0]:
            await self.in_group(names[0], f"/cup new {wishes}")
        if (cup := await self.cup()).status == ENTRY:
            for name in names:
                if name not in {one.name for one in cup.entrants}:
                    await self.in_group(name, "/cup enter")
            await self.in_group(names[0], "/cup start")
        await self.settle()

    async def _match(self, cup: Cup, match: CupMatch) -> None:
        rng = random.Random(f"{cup.id}.{match.number}")  # each process decides the same
        chance = rng.random()
        if chance < WITHDRAWS:
            await self.in_group(cup.name(match.pair[0]), "/cup withdraw")
            await self.settle()
            return
        await self.come(cup, match, (0,) if chance < WITHDRAWS + ABSENT else (0, 1))
        dice = random.Random(time.time_ns())
        while (now := (await self.cup()).match(match.number)) and not now.decided and len(now.here) == 2:
            await self.finish_game(cup, now, dice)


async def play(url: str, folder: Path, wish: str, beat: int) -> None:
    """What one process does until it is killed."""
    kind, players, best_of = wish.split(":")
    async with await open_store(url, folder=folder) as store:
        await KilledStage(store, folder / "journal", beat).whole(kind, int(players), int(best_of))


def run(url: str, folder: Path, wish: str, dice: random.Random) -> int:
    """Processes one after the other until one comes to the end of the cup; how many were killed."""
    kills = 0
    while True:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            try:
                asyncio.run(play(url, folder, wish, write))
            except BaseException as error:  # it is told before the process ends
                sys.stderr.write(f"{error!r}\n")
                os._exit(1)  # private: the way to die without cleaning up
            os._exit(0)
        os.close(write)
        while os.read(read, 1):
            if dice.random() < KILLED:
                select.select([], [], [], dice.uniform(0, LONGEST))
                os.kill(child, signal.SIGKILL)
                kills += 1
                break
        _, status = os.waitpid(child, 0)
        os.close(read)
        if not os.WIFSIGNALED(status):
            assert not status, "the process has failed"
            return kills


async def check(url: str, folder: Path) -> tuple[Cup, int]:
    """The cup, and how many games count; raises AssertionError if something is wrong."""
    async with await open_store(url, folder=folder) as store:
        stage = CupStage(store)
        cup = await stage.cup()
        check_end(cup)
        lines = sorted(decode_result(line).game for line in await store.results.load(GROUP))
        assert lines == sorted(game.id for match in cup.matches for game in match.counted), "results once"
        assert not [
            match for match in cup.matches if await store.tables.load(match_channel(cup, match.number))
        ]
    told: dict[str, set[str]] = {}
    for kind, *facts in JournalChat(folder / "journal").lines():
        if kind == TOLD:
            told.setdefault(facts[0], set()).update(facts[1])
    for match in cup.matches:
        if match.why not in ("bye", "walkover"):
            users = {cup.entrants[place].user for place in match.pair}
            assert users <= told[f"cup.{cup.id}.m{match.number}"], "told in the match"
            assert users <= told[f"cup.{cup.id}.r{cup.round_of(match.number)}"], "told in the group"
    return cup, len(lines)


def main(argv: list[str]) -> int:
    """Play; raises AssertionError if a rule is broken."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cups", nargs="*", metavar="KIND:PLAYERS:BEST_OF")
    parser.add_argument("--seed", type=int, default=1, help="of the kills")
    args = parser.parse_args(argv)
    for wish in args.cups or CUPS:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="bastide-cup-kills-") as folder:
            (Path(folder) / "journal").touch()
            server = Server(Path(folder))
            try:
                kills = run(server.url, Path(folder), wish, random.Random(args.seed))
                cup, games = asyncio.run(check(server.url, Path(folder)))
            finally:
                server.stop()
        whys = [match.why for match in cup.matches]
        print(
            f"{wish}: {len(cup.rounds)} rounds, {len(whys)} matches, {games} games, "
            f"{whys.count('withdrawn')} withdrawals, {whys.count('no_show')} no-shows, "
            f"{kills} processes killed, {time.monotonic() - began:.0f} s: all rules kept, every result once",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

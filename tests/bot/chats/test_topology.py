"""Two workers for each platform on a cluster of three nodes: the games go on, also when workers die."""

from __future__ import annotations

import asyncio
import itertools
import time
from pathlib import Path

from bot.chats.telegram.workers.membership import chosen
from storage.open import open_store
from tests.support.discord.people import Game, User
from tests.support.telegram.people import ANNA, BORIS, PATIENCE, Group, Players, assert_pace, buttons
from tests.support.telegram.stand_in import Chat
from tests.support.topology import Topology, topology

PER_MINUTE = 60
SPARE = 8  # a third of the burst that a second worker would add if it did not know of the first


def tables(stage: Topology, worker: int, count: int) -> list[Players]:
    """Groups that one of the Telegram workers owns."""
    wanted = stage.addresses[worker]
    numbers = (chat for chat in itertools.count(-1001, -1) if chosen(stage.addresses, chat) == wanted)
    chats = [Chat(number, admins=(ANNA.id,)) for number in itertools.islice(numbers, count)]
    return [Players(Group(stage.telegram, chat), (ANNA, BORIS), chat.id) for chat in chats]


async def game_of(stage: Topology, shard: int) -> Game:
    """A table on a server that one of the Discord workers hears of."""
    guild = [stage.discord.gateway.shard_of(guild) for guild in stage.discord.guilds].index(shard)
    users = [User(stage.discord, f"5{shard}{seat}", f"P{seat}") for seat in range(2)]
    return Game(stage.discord, await stage.discord.new_channel(guild), users)


async def press_for_ever(players: Players) -> None:
    """Two people press faster than the limit allows to show."""
    while True:
        message = players.shown()
        choices = [data for _, data in buttons(message) if "!" not in data]
        for person in (ANNA, BORIS) if choices else ():
            await players.group.press(person, message, players.rng.choice(choices))
        await asyncio.sleep(0.1)


async def logs(stage: Topology, channels: list[str]) -> dict[str, tuple[bytes, ...]]:
    """What is saved of each table."""
    async with await open_store(stage.cluster.url) as store:
        found = {channel: await store.tables.load(channel) for channel in channels}
    return {channel: record.log for channel, record in found.items() if record is not None}


async def test_games_continue_when_workers_die(tmp_path: Path) -> None:
    async with topology(tmp_path, PER_MINUTE) as stage:
        mine, others = tables(stage, 0, 2), tables(stage, 1, 1)
        busy, groups = mine[0], [mine[1], *others]
        games = [await game_of(stage, shard) for shard in range(2)]
        await asyncio.gather(
            *(players.open() for players in (*groups, busy)), *(game.open() for game in games)
        )
        for worker in stage.telegram_workers:
            await worker.says("workers_changed workers=2")
        pressing = asyncio.create_task(press_for_ever(busy))
        await asyncio.gather(*(players.play(players.presses + 4) for players in groups))
        await asyncio.gather(*(game.step() for game in games))

        channels = [f"telegram:{players.group.chat.id}" for players in (*groups, busy)]
        channels += [f"discord:{game.channel.id}" for game in games]
        before = await logs(stage, channels)
        assert len(before) == 5

        # both die at the same time, one of them in the middle of much; Discord's starts again
        await asyncio.gather(stage.telegram_workers[0].kill(), stage.discord_workers[1].kill())
        killed = time.monotonic()
        await asyncio.gather(
            stage.discord_workers[1].start(),
            games[0].step(),
            *(players.play(players.presses + 2) for players in groups),
        )
        await games[1].step()
        await busy.group.until(lambda: busy.group.chat.requests[-1][0] > killed)
        played = f"telegram:{busy.group.chat.id}"
        while len((await logs(stage, [played]))[played]) == len(before[played]):
            assert not pressing.done(), pressing
            await asyncio.sleep(0.2)
        pressing.cancel()

        # every press has its answer, every line that was saved is there, and nobody wrote too much
        for players in (*groups, busy):
            for query, chat in list(stage.telegram.queries.items()):
                if chat == players.group.chat.id:
                    await players.group.answer(query)
            assert await players.ready() is not None
            assert_pace(players.group.chat, PER_MINUTE, SPARE)
        after = await logs(stage, channels)
        for channel, log in before.items():
            assert after[channel][: len(log)] == log
            assert len(after[channel]) > len(log)

        # an alarm of any platform finds a worker that can tell it
        async with await open_store(stage.cluster.url) as store:
            for channel in channels:
                await store.deadlines.schedule(channel, "clock", 1.0)
            async with asyncio.timeout(PATIENCE):
                while (due := await store.deadlines.next_due()) is not None and due < time.time() - 60:
                    await asyncio.sleep(0.1)

"""Kill -9 around the end of a season: its card stands in the group once.

python -m tools.season_kills [--kills N]

The real bot in front of the stand-in for Telegram. For every kill another season of the past becomes due; the
bot is killed at a random moment after it has started or just after the card stands there, and the next one
must bring the card, once. Telegram cannot be asked whether it took a message: if the bot dies between that
and its note of the message, it sends the card again. Such kills are counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from pathlib import Path

from bot.chats.telegram.ledger import NAME, decode_ledger
from bot.conversation.commands.group.ladder_settings import SEASON
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.show.group.standings import season_name
from bot.conversation.table.results import GameResult, SeatResult
from bot.conversation.table.seasons import Seasons, quarter_start
from bot.conversation.table.standings import set_seasons
from storage.open import open_store
from tests.support.telegram.bot import BotProcess, telegram
from tests.support.telegram.people import Group, text_of
from tests.support.telegram.stand_in import Chat

GROUP = "telegram:-1001"
LAST = 4 * 2026 + 2  # the number of the latest season that is over
FAR = 1e12  # a time after all leases
LONGEST = 1.5  # seconds after the start, at most, at which the bot is killed
CLOSE = 0.1  # the same after the card


async def prepare(folder: Path, seasons: range) -> None:
    """A group with its ladder on, and a rated game in each season."""
    async with await open_store(folder=folder) as store:
        await set_seasons(store, GROUP, Seasons(on=True, home=GROUP))
        for number in seasons:
            seats = (SeatResult("telegram:1", "Anna", 1, 80), SeatResult("telegram:2", "Boris", 2, 60))
            ended = int(quarter_start(number)) + 1000
            result = GameResult(f"g{number}", GROUP, "carcassonne", seats, ended=ended, rated=True)
            await store.results.add(GROUP, result.game, result.encode(), users=["telegram:1", "telegram:2"])


async def due(folder: Path, number: int) -> None:
    """Turn the clock: the end of a season is to be told."""
    async with await open_store(folder=folder) as store:
        await store.deadlines.schedule(GROUP, f"{SEASON}{number}:{GROUP}", 1.0)


async def acknowledged(folder: Path, number: int) -> bool:
    """Whether the alarm of a season is gone; only while the bot is not running. All leases end."""
    async with await open_store(folder=folder) as store:
        left = await store.deadlines.claim(FAR, limit=100)
        for one in left:
            await store.deadlines.schedule(one.channel, one.name, one.due)
        return f"{SEASON}{number}:{GROUP}" not in {one.name for one in left}


def cards(group: Group, number: int) -> int:
    """How many messages tell the end of a season."""
    name = markup.plain(season_name(catalogue("en"), number))
    return sum(name in text_of(one) for one in group.messages())


async def is_noted(folder: Path, number: int) -> bool:
    """Whether the bot knows of the card; only while it is not running."""
    async with await open_store(folder=folder) as store:
        kept = (await store.users.channel_settings(GROUP)).get(NAME)
    return kept is not None and decode_ledger(GROUP, kept).find(f"season.{number}") is not None


async def killed(bot: BotProcess, group: Group, number: int, dice: random.Random) -> str:
    """Kill the bot, soon after its start or soon after the card; when that was."""
    if dice.random() < 0.5:
        wait, since = dice.uniform(0, LONGEST), "the start"
    else:
        wait, since = dice.uniform(0, CLOSE), "the card"
        await group.until(lambda: cards(group, number))
    await asyncio.sleep(wait)
    await bot.kill()
    return f"season {number}: killed {wait:.2f} s after {since}"


async def round_(bot: BotProcess, group: Group, number: int, dice: random.Random) -> tuple[str, bool]:
    """One season: a kill, a new start; what is wrong, or nothing, and whether the card was not noted yet."""
    data = bot.folder / "data"
    await bot.kill()
    await due(data, number)
    await bot.start()
    when = await killed(bot, group, number, dice)
    told = cards(group, number)
    in_the_air = bool(told) and not await is_noted(data, number)
    if await acknowledged(data, number) and not told:
        await bot.start()
        return f"{when}, and nothing is due any more, but it was not told", False
    await bot.start()
    await group.until(lambda: cards(group, number))
    await asyncio.sleep(2.0)  # for a second card, if there is one to come
    found = cards(group, number)
    return "" if found == 1 or in_the_air else f"{when}, told {found} times", in_the_air


async def campaign(folder: Path, kills: int, seed: int) -> tuple[list[str], int]:
    """What was not told, or told twice; and how many kills came before the bot could note the card."""
    wrong, early, dice = [], 0, random.Random(seed)
    seasons = range(LAST - kills + 1, LAST + 1)
    await prepare(folder / "data", seasons)
    async with telegram(folder) as (server, bot):
        group = Group(server, Chat(-1001, admins=(101,)))
        for number in seasons:
            fault, in_the_air = await round_(bot, group, number, dice)
            wrong += [fault] if fault else []
            early += in_the_air
    return wrong, early


def main() -> int:
    """Run; the exit code is 1 if a season was not told once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bastide-seasons-") as folder:
        wrong, early = asyncio.run(campaign(Path(folder), args.kills, args.seed))
    print(f"{args.kills} kills around the end of a season, {early} before a note, {len(wrong)} faults")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Cups played to the end by computers through the conversation, while people withdraw and workers die.

python -m tools.cups [--random N] [--seed N] [--games quick|whole] [KIND:PLAYERS:BEST_OF ...]

Without arguments: a Swiss cup of 64, a round robin of 7, a knock-out of 16 by best of three, every game
played move by move on an embedded store, then 1,000 random cups without tables. Checked: the rules of
pairings in every round, every result once, every player told where to play.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from bot.conversation.table.cups.model import Cup, open_matches
from bot.conversation.table.results import decode_result
from storage.open import open_store
from tests.support.cup_stage import GROUP, CupStage
from tests.support.random_cups import check_end, check_round, played, random_cup

CUPS = ("swiss:64:1", "robin:7:1", "knockout:16:3")
WITHDRAWS, ABSENT = 0.01, 0.02  # of the players in a round
LIFE = (50, 4000)  # calls that a worker makes before it is killed


class CupCampaign(CupStage):
    """A cup whose workers die at random moments."""

    def __init__(self, store: object, rng: random.Random) -> None:
        super().__init__(store)
        self.rng = rng
        self.replace_worker(self.next_life())
        self.withdrawn, self.absent, self.games = 0, 0, 0

    def next_life(self) -> int:
        return self.rng.randint(*LIFE)

    async def whole(self, kind: str, players: int, best_of: int, *, quick: bool) -> Cup:
        """Play a cup to its end."""
        names = [f"Player{number}" for number in range(players)]
        cup = await self.opened(f"{kind} bo{best_of}", names)
        while cup.status == "running":
            check_round(cup)
            self._check_told(cup)
            cup = await self._round(cup, quick=quick)
        check_end(cup)
        await self._check_results(cup)
        return cup

    async def _round(self, cup: Cup, *, quick: bool) -> Cup:
        number = len(cup.rounds)
        for match in list(open_matches(cup)):
            for side, place in enumerate(match.pair):
                if self.rng.random() < WITHDRAWS:
                    self.withdrawn += 1
                    await self.in_group(cup.name(place), "/cup withdraw")
                    await self.settle()
                elif self.rng.random() < ABSENT:
                    self.absent += 1
                    now = (await self.cup()).match(match.number)
                    if now is not None and not now.decided:
                        await self.come(cup, now, (1 - side,))
                    break
            else:
                await self._match(cup, match.number, quick=quick)
        now = await self.cup()
        if now.status == "running" and len(now.rounds) == number:
            await self.settle(now.limit)  # who has not come has lost
        return await self.cup()

    async def _match(self, cup: Cup, number: int, *, quick: bool) -> None:
        found = cup.match(number)
        if found is not None:
            await self.come(cup, found)
        while True:
            now = (await self.cup()).match(number)
            if now is None or now.decided:
                return
            self.games += 1
            if quick:
                await self.resign(cup, now, self.rng.randrange(2))
            else:
                await self.finish_game(cup, now, self.rng)

    def _check_told(self, cup: Cup) -> None:
        """Every player of an open match was mentioned in the group and in the place of the match."""
        number = len(cup.rounds)
        keys = {message.slot: message for message in self.chat.posted if message.notify}
        told = set(keys[f"cup.{cup.id}.r{number}"].notify)
        for match in open_matches(cup):
            users = {cup.entrants[place].user for place in match.pair}
            assert users <= told, "not told in the group"
            assert users <= set(keys[f"cup.{cup.id}.m{match.number}"].notify), "not told in the match"

    async def _check_results(self, cup: Cup) -> None:
        lines = [decode_result(line).game for line in await self.store.results.load(GROUP)]
        games = [game.id for match in cup.matches for game in match.counted]
        assert sorted(lines) == sorted(games), "every result once"


async def campaign(args: argparse.Namespace) -> int:
    """All cups; the exit code."""
    for wish in args.cups or CUPS:
        kind, players, best_of = wish.split(":")
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="bastide-cups-") as folder:
            async with await open_store(None, folder=Path(folder)) as store:
                stage = CupCampaign(store, random.Random(args.seed))
                cup = await stage.whole(kind, int(players), int(best_of), quick=args.games == "quick")
        print(
            f"{wish}: {len(cup.rounds)} rounds, {len(list(cup.matches))} matches, {stage.games} games, "
            f"{stage.withdrawn} withdrawals, {stage.absent} no-shows, {stage.kills} kills, "
            f"{time.monotonic() - began:.0f} s: all rules kept, every result once",
            flush=True,
        )
    for seed in range(args.seed, args.seed + args.random):
        rng = random.Random(seed)
        played(random_cup(rng), rng)
    print(f"{args.random} random cups: all rules kept")
    return 0


def main(argv: list[str]) -> int:
    """Play; raises AssertionError if a rule is broken."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cups", nargs="*", metavar="KIND:PLAYERS:BEST_OF")
    parser.add_argument("--random", type=int, default=1000, help="cups without tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", choices=("whole", "quick"), default="whole", help="quick: by resigning")
    return asyncio.run(campaign(parser.parse_args(argv)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

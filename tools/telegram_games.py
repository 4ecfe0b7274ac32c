"""`python -m tools.telegram_games`: whole games on Telegram, with ephemeral messages on, off and lossy."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.bot.chats.telegram.test_games import TABLES
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, Group, Players
from tests.support.telegram.stand_in import Chat, StandIn

MODES = {"on": (True, 0.0), "off": (False, 0.0), "lossy": (True, 0.2)}


async def games(folder: Path, mode: str, seed: int) -> tuple[int, int]:
    """All tables from the lobby to the end; (presses, messages and edits in the groups)."""
    modern, lossy = MODES[mode]
    server = StandIn(modern=modern)
    server.whispers.lossy = lossy
    async with telegram(folder, server=server):
        tables = [
            Players(Group(server, Chat(-1001 - number, admins=(ANNA.id,))), people, f"{name}{seed}")
            for number, (name, (people, _)) in enumerate(TABLES.items())
        ]

        async def whole(players: Players, wishes: str) -> None:
            await players.open(wishes)
            if await players.play(4000) is None:
                raise AssertionError("a game without an end")

        pairs = zip(tables, TABLES.values(), strict=True)
        await asyncio.gather(*(whole(players, wishes) for players, (_, wishes) in pairs))
        sent = sum(len(players.group.chat.requests) for players in tables)
        return sum(players.presses for players in tables), sent


def main() -> int:
    """Play; a request that breaks a rule of the API, or a press without an answer, is an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--modes", default=",".join(MODES))
    args = parser.parse_args()
    for mode in args.modes.split(","):
        for seed in range(args.seeds):
            begin = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="games-") as folder:
                presses, sent = asyncio.run(games(Path(folder), mode, seed))
            seconds = time.monotonic() - begin
            sys.stdout.write(
                f"{mode}: {len(TABLES)} games, {presses} presses, {sent} messages and edits, no violation, "
                f"{seconds:.0f} s\n"
            )
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

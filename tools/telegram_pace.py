"""`python -m tools.telegram_pace`: moves a minute in one group on Telegram, and messages and edits a move.

Two people answer at once whenever the pace allows the next move; the limit is Telegram's twenty a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, BORIS, Group, Players
from tests.support.telegram.stand_in import Chat, StandIn

WANTED = {True: 15, False: 8}  # moves a minute, with and without ephemeral messages


async def measure(folder: Path, minutes: float, *, modern: bool) -> tuple[float, float, float]:
    """Moves a minute, messages and edits a move, the longest wait from a decision to its picture."""
    server = StandIn(modern=modern)
    async with telegram(folder, server=server, TELEGRAM_GROUP_PER_MINUTE="20"):
        players = Players(Group(server, Chat(-1001)), (ANNA, BORIS), "pace")
        await players.open()
        chat, begin, waits = players.group.chat, time.monotonic(), []
        sent, due, done = len(chat.requests), begin, 0
        while time.monotonic() - begin < 60 * minutes:
            due += 60 / WANTED[modern]
            turn = players.group.last["message_id"]
            while players.group.last["message_id"] == turn:
                message = await players.ready()
                if message is None:
                    raise AssertionError("the game is over; measure for a shorter time")
                pressed = time.monotonic()
                await players.step(message)
            waits.append(time.monotonic() - pressed)
            done += 1
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        seconds = time.monotonic() - begin
    return 60 * done / seconds, (len(chat.requests) - sent) / done, max(waits)


def main() -> int:
    """Measure both ways and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    args = parser.parse_args()
    for modern in (True, False):
        with tempfile.TemporaryDirectory(prefix="pace-") as folder:
            pace, each, wait = asyncio.run(measure(Path(folder), args.minutes, modern=modern))
        name = "with ephemeral messages" if modern else "without"
        sys.stdout.write(f"{name}: {pace:.1f} moves a minute, {each:.2f} messages and edits a move, ")
        sys.stdout.write(f"longest wait {wait:.2f} s\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""One table on Discord, on Telegram and in the room: a whole game while processes are killed.

python -m tools.linked [--moves N] [--kills N] [--per-minute N] [--seed N] [--transcripts FOLDER]

Two people play on the stand-in for Discord, two on that for Telegram, one in the room, by two processes
on one Redis. At the end the transcript of each channel is compared with the log: every tile told once, in
order, in the channel's language. A step that a killed process was just telling may be told twice; so is the
tile that began a round, if a player of the round is called by a new message.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.support.linked_game import LinkedGame, linked_game

WISHES = "bazaars princess_dragon"


async def play(game: LinkedGame, most: int, kills: int, rng: random.Random) -> tuple[int, int]:
    """Play to the end, or so many moves; returns how many moves and kills there were."""
    moves, killed = 0, 0
    while not game.over() and moves < most:
        await game.move()
        moves += 1
        if killed < kills and rng.random() < 0.08:
            victim = rng.choice((game.discord_bot, game.telegram_bot))
            await asyncio.sleep(rng.random())
            await victim.kill()
            killed += 1
            await asyncio.sleep(rng.random())
            await victim.start()
            print(f"move {moves}: killed {type(victim).__name__}", flush=True)
        if moves % 25 == 0:
            print(f"move {moves}", flush=True)
    return moves, killed


def write(game: LinkedGame, folder: Path | None) -> None:
    """Every message that each of the five has seen, in order, to be read."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for number, transcript in enumerate(game.readers, 1):
        told = ["\n".join(lines) for lines in transcript.messages.values()]
        name = f"{number}-{transcript.who}-{transcript.language}.txt"
        (folder / name).write_text("\n\n".join(told) + "\n", "utf-8")


async def campaign(args: argparse.Namespace) -> int:
    """One game; the exit code."""
    rng, began = random.Random(args.seed), time.monotonic()
    limits = {"TELEGRAM_GROUP_PER_MINUTE": str(args.per_minute)}
    with tempfile.TemporaryDirectory(prefix="bastide-linked-") as folder:
        async with linked_game(Path(folder), **limits) as game:
            await game.open(WISHES)
            moves, killed = await play(game, args.moves, args.kills, rng)
            await game.settled()
            faults, asked = await game.told(), await game.asked_for()
            write(game, args.transcripts)
    again = [fault for fault in faults if " in [" in fault]
    lost = [fault for fault in faults if fault not in again]
    seconds = time.monotonic() - began
    print(f"{moves} moves, {killed} kills, {seconds:.0f} s; told twice: {len(again)}, not told: {len(lost)}")
    print(" ".join(f"{ask}={count}" for ask, count in asked.most_common()))
    print("\n".join(faults[:20]))
    return 1 if lost or len(again) > killed else 0


def main(argv: list[str]) -> int:
    """Play; the exit code is 1 if a turn was not told, or more were told twice than processes were killed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=10_000, help="stop after so many")
    parser.add_argument("--kills", type=int, default=10, help="of processes, at most")
    parser.add_argument("--per-minute", type=int, default=20, help="messages that Telegram allows in a group")
    parser.add_argument("--seed", type=int, default=1, help="of the kills")
    parser.add_argument("--transcripts", type=Path, help="a folder for what each channel has shown")
    return asyncio.run(campaign(parser.parse_args(argv)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

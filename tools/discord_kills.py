"""Kill -9 at random moments between a press or a command on Discord and its answer.

python -m tools.discord_kills [--kills N] [--seed N]

The bot runs in front of our stand-in. After every kill: the user of the press was answered, or told to try
again, or Discord itself said that it failed; and the channel shows the open question without another press.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.support.discord.bot import Bot
from tests.support.discord.kills import KillCampaign
from tests.support.discord.stand_in import Discord


async def run(kills: int, seed: int) -> int:
    """All kills; the number of requests that break Discord's specification."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with Discord() as discord, Bot(discord, Path(folder)) as bot:
            campaign = KillCampaign(discord, bot, seed)
            for number in range(kills):
                await campaign.kill_once()
                if number % 20 == 19:
                    print(f"{number + 1} kills: {dict(campaign.outcomes)}", flush=True)
            found = discord.world.breaches
    print(
        f"{kills} kills, {time.monotonic() - began:.0f} s: {dict(campaign.outcomes)}; breaches: {len(found)}"
    )
    return len(found)


def main() -> int:
    """Run; the exit code is 1 if a request was wrong. A press without an answer raises."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    return 1 if asyncio.run(run(args.kills, args.seed)) else 0


if __name__ == "__main__":
    sys.exit(main())

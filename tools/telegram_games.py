"""`python -m tools.telegram_games`: whole games on Telegram, with ephemeral messages on, off and lossy."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.game import GAMES
from tests.bot.chats.telegram.test_games import TABLES
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, BORIS, Group, Players, TelegramUser
from tests.support.telegram.stand_in import Chat, StandIn
from tools.whole_games import arguments, play_all

MODES = {"on": (True, 0.0), "off": (False, 0.0), "lossy": (True, 0.2)}
MOST = 4000  # presses of a game that ends

Tables = dict[str, tuple[tuple[TelegramUser, ...], str]]


def all_tables() -> Tables:
    """The tables of the tests, and one for each box."""
    boxes = [box.key for box in GAMES["carcassonne"].boxes]
    return TABLES | {key: ((ANNA, BORIS), key) for key in boxes if key not in TABLES}


async def games(folder: Path, mode: str, tables: Tables, seed: int, most: int) -> tuple[int, int, int]:
    """Tables from the lobby to the end, or so many presses; (ended, presses, messages and edits)."""
    modern, lossy = MODES[mode]
    server = StandIn(modern=modern)
    server.whispers.lossy = lossy
    async with telegram(folder, server=server):
        playing = [
            Players(Group(server, Chat(-1001 - number, admins=(ANNA.id,))), people, f"{name}{seed}")
            for number, (name, (people, _)) in enumerate(tables.items())
        ]

        async def whole(players: Players, wishes: str) -> bool:
            await players.open(wishes)
            ended = await players.play(most) is not None
            if not ended and most == MOST:
                raise AssertionError("a game without an end")
            return ended

        pairs = zip(playing, tables.values(), strict=True)
        ends = await asyncio.gather(*(whole(players, wishes) for players, (_, wishes) in pairs))
        sent = sum(len(players.group.chat.requests) for players in playing)
        return sum(ends), sum(players.presses for players in playing), sent


def main() -> int:
    """Play; a request that breaks a rule of the API, or a press without an answer, is an error."""
    parser = arguments(__doc__, MODES, all_tables(), together=3)
    parser.add_argument("--presses", type=int, default=MOST, help="so many at a table at most")
    args = parser.parse_args()
    play_all(
        args, all_tables(), lambda folder, *which: _line(asyncio.run(games(folder, *which, args.presses)))
    )
    return 0


def _line(played: tuple[int, int, int]) -> str:
    ended, presses, sent = played
    return f"{ended} ended, {presses} presses, {sent} messages and edits, no violation"


if __name__ == "__main__":
    raise SystemExit(main())

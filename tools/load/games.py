"""Games in the middle of play, straight into the store: thousands of tables without hours of sitting down."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace

from bot.cli.simulate import draw_table, playable
from bot.conversation.table.due import next_wake
from bot.conversation.table.history import GameHistory
from bot.conversation.table.log import NOBODY, Entry
from bot.conversation.table.model import Seat, Table
from bot.locales.languages import LANGUAGES
from engine import notation
from engine.game import GAMES, apply, new_game, pending
from engine.setup import Setup
from storage import Store
from storage.port import ALARM

ALL = tuple(box.key for box in GAMES["carcassonne"].boxes)
MIXED = (  # game, boxes
    ("carcassonne", ()),
    ("carcassonne", ("river",)),
    ("carcassonne", ("river2", "abbot", "king_robber", "cult", "count")),
    ("over_hill_and_dale", ()),
    ("carcassonne", ("princess_dragon",)),
    ("carcassonne", ("castles", "bridges", "bazaars")),
    ("carcassonne", ()),
    ("over_hill_and_dale", ()),
)
EACH = 6  # games played of each mix; tables that share one stand at different moments of it


@dataclass(frozen=True)
class Game:
    """A whole game, to be cut anywhere: who decided, and what."""

    setup: Setup
    decisions: tuple[tuple[int, str], ...]


def whole_games(mixes: tuple[tuple[str, tuple[str, ...]], ...], seed: int, each: int = EACH) -> list[Game]:
    """Random games of these mixes, two or three players, in turns."""
    return [
        _play(game, boxes, f"{seed}/{number}/{place}")
        for number in range(each)
        for place, (game, boxes) in enumerate(mixes)
    ]


def _play(game: str, boxes: tuple[str, ...], seed: str) -> Game:
    rng = random.Random(seed)
    setup = playable(draw_table(rng, list(boxes), seed, game, rng.choice((2, 2, 3)), {}))
    state, _ = new_game(setup)
    decisions = []
    while not state.over:
        action = rng.choice(rng.choice(pending(state)).options)
        decisions.append((action.player, notation.write(action)))
        state, _ = apply(state, action)
    return Game(setup, tuple(decisions))


async def seat(
    store: Store, game: Game, share: float, channel: str, id_: str, people: list[str], number: int
) -> None:
    """A table in a channel, after this share of a game."""
    now = int(time.time())
    seats = tuple(Seat(user, f"P{place}", user) for place, user in enumerate(people))
    table = Table(id_, game.setup, people[0], tuple(LANGUAGES)[number % len(LANGUAGES)], seats, started=now)
    kept = game.decisions[: int(share * len(game.decisions))]
    log = [Entry(now, people[who] if who < len(people) else NOBODY, line).encode() for who, line in kept]
    setup = replace(table).encode()
    live = GameHistory(channel, setup, log).live
    await store.tables.create(channel, game=id_, setup=setup)
    await store.tables.save(channel, game=id_, expected=0, log=log)
    wake = next_wake(live, now)
    if wake is not None:
        await store.deadlines.schedule(channel, ALARM, wake)
    for user in people:
        await store.users.sit(user, channel, now)

"""Tables to fuzz at: everything on them, and what they look like when they are stored."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import cache

from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.table.history import GameHistory
from bot.conversation.table.state import LiveTable
from engine.game import GAMES, new_game
from engine.ruleset import Rules
from engine.setup import agree
from storage import StoredTable
from tests.support.stage import CHANNEL, Stage, play_once

WISHES = "princess_dragon bridges bazaars"


def text_of(data: bytes) -> str:
    """Bytes as a chat would deliver them: any text."""
    return data.decode("utf-8", "replace")


@cache
def rules() -> tuple[Rules, ...]:
    """The rules of both games with all that they have."""
    boxes = [box.key for box in GAMES["carcassonne"].boxes if box.key not in ("river", "river2")]
    hills = GAMES["over_hill_and_dale"]
    setups = (
        agree(4, boxes, seed="fuzz"),
        agree(3, [box.key for box in hills.boxes], game="over_hill_and_dale", seed="fuzz"),
    )
    return tuple(new_game(setup).state.rules for setup in setups)


@cache
def stored() -> tuple[bytes, tuple[bytes, ...]]:
    """A running table as it is stored: its set-up and its log."""

    async def play() -> StoredTable:
        stage = Stage()
        message = await stage.open("Anna", "Boris", "Clara", wishes=WISHES)
        rng = random.Random(7)
        for _ in range(12):
            message = await play_once(stage, message, rng)
        await stage.say("Anna", "/undo")
        await stage.say("Boris", "/substitute computer")
        return await stage.stored()

    table = asyncio.run(play())
    return table.setup, table.log


@cache
def live() -> LiveTable:
    """The same table in memory."""
    return GameHistory(CHANNEL, *stored()).live


async def stage(setup: bytes, log: Sequence[bytes]) -> Stage:
    """A stage of its own with this table on it."""
    found = Stage()
    await found.store.tables.create(CHANNEL, game="g1", setup=setup)
    await found.store.tables.save(CHANNEL, game="g1", expected=0, log=log)
    return found


def handle(*commands: Command) -> list[Outgoing]:
    """What the service answers to these commands, one after the other, on a fresh stage."""

    setup, log = stored()

    async def act() -> list[Outgoing]:
        service = (await stage(setup, log)).service
        return [answer for command in commands for answer in await service.handle(command)]

    return asyncio.run(act())

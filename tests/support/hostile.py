"""Hostile input for every platform, and a check of what is stored afterwards."""

from __future__ import annotations

import os
import random
import string
from pathlib import Path

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.table.log import read_entry
from bot.conversation.table.model import decode_table
from bot.conversation.table.state import advanced, opened
from engine.setup import SEAT_LETTERS
from storage.open import open_store

SENT = int(os.environ.get("BASTIDE_HOSTILE", "600"))  # on each platform; `make nightly` sends 20,000
LETTERS = string.printable + "ёЖ\u202e\u0000🏰“\ud800"
OF_PLAYERS = ("play", "why", "rules", "settings", "options", "new", "computer", "record", "replay", "join")
WORDS = ("1", "7b", "M20", "r2", "-1", "9" * 40, "city", "nobody", "A", "off", "yes", "<b>", "{n}", "я" * 300)


def junk(rng: random.Random, most: int = 60) -> str:
    """Anything."""
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(0, most)))


def mutated(rng: random.Random, text: str) -> str:
    """A text with a few letters changed, lost, doubled or swapped."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        match rng.randrange(4):
            case 0:
                letters.insert(at, rng.choice(LETTERS))
            case 1:
                letters[at : at + 1] = []
            case 2:
                letters[at : at + 1] = [rng.choice(LETTERS)]
            case _:
                letters[at:at] = letters[max(0, at - 3) : at]
    return "".join(letters) or "x"


def line(rng: random.Random, *, seated: bool) -> tuple[str, str]:
    """A command and what stands behind it. People with a seat say nothing that would end their game."""
    name = rng.choice(OF_PLAYERS if seated else tuple(COMMANDS))
    if rng.random() < 0.4:
        return name, junk(rng)
    return name, " ".join(rng.choice(WORDS) for _ in range(rng.randrange(4)))


async def kept(folder: Path, channel: str) -> int:
    """How many moves are kept; each is legal, by the owner of the seat."""
    async with await open_store(folder=folder) as store:
        finished = await store.archive.of_channel(channel)
        records = [await store.archive.load(channel, game.game) for game in finished]
        found = [(record.setup, record.log) for record in records if record is not None]
        running = await store.tables.load(channel)
    assert running is not None, "the table is gone"
    found.append((running.setup, running.log))
    moves = 0
    for setup, log in found:
        table = decode_table(setup)
        live = opened(channel, table, table.started)
        stands = [live.state]
        for entry in map(read_entry, log):
            if entry.line[0] in SEAT_LETTERS and ":" in entry.by:  # by a person, not by the computer
                moves += 1
                assert live.table.seats[SEAT_LETTERS.index(entry.line[0])].player == entry.by, entry
            live = advanced(live, entry, stands)  # raises if the rules do not allow it
    return moves

"""Wishes for a table: a lobby that can be shown and stored, or a polite no."""

from __future__ import annotations

from bot.conversation.commands.lobby_settings import changed, read_wishes
from bot.conversation.context import Desk, Refused
from bot.conversation.protocol.messages import Command, Person
from bot.conversation.show.lobby import lobby_message
from bot.conversation.table import lobby as agreement
from bot.conversation.table.lobby import MOST_SEATS, Agreement, Guest
from tests.fuzz import tables
from tests.support.stage import CHANNEL, NOON, Stage, check

LOBBY = Agreement("g1", "web:anna", "en", guests=(Guest("web:anna", "Anna"),))
ROOM = Stage().service.room
SEEDS = [
    *(
        b"river abbot clock=1d computers=2",
        b"over_hill_and_dale",
        b"no_river box=river",
        b"farmers=next",
        b"lang=bg",
    ),
    *(
        b"seats=6 rule=drop misses=3",
        b"computers=5_hard computers=1",
        b"clock=none aids=off",
        b"preset=first game=x",
    ),
]


def fuzz(data: bytes) -> None:
    """As words of a line, and as the parts of a button."""
    desk = Desk(ROOM, Command(Person("web:anna", "Anna"), CHANNEL, NOON), {})
    words = tables.text_of(data).split()[:40]
    for read in (read_wishes, changed):
        try:
            lobby = read(desk, LOBBY, words)
        except Refused as refused:
            assert refused.text or desk.mine.text(refused.key, **refused.values)
            continue
        assert len(lobby.guests) <= MOST_SEATS
        assert agreement.decode(lobby.encode()) == lobby
        check(lobby_message(CHANNEL, lobby))

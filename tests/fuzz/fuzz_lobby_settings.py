"""Settings of a lobby: every text gives a lobby that can be shown and stored, or a refusal."""

from __future__ import annotations

from bot.conversation.commands.lobby_settings import with_setting, with_words
from bot.conversation.context import Refused
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.polyglot import spoken_in
from bot.conversation.show.lobby import lobby_message
from bot.conversation.table.lobby import Guest, Lobby, decode_lobby
from tests.fuzz import tables
from tests.support.stage import CHANNEL, check

LOBBY = Lobby("g1", "web:anna", "en", guests=(Guest("web:anna", "Anna"),))
TEXTS = catalogue("en")
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
    words = tables.text_of(data).split()[:40]
    name, value = (*words, "", "")[:2]
    for read in (lambda: with_words(TEXTS, LOBBY, words), lambda: with_setting(TEXTS, LOBBY, name, value)):
        try:
            lobby = read()
        except Refused as refused:
            assert refused.text or TEXTS.text(refused.key, **refused.values)
            continue
        assert len(lobby.guests) <= 6
        assert decode_lobby(lobby.encode()) == lobby
        check(spoken_in(lobby_message(CHANNEL, lobby)))

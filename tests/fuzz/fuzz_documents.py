"""What is stored: tables, lines of the log, lobbies, bans, notes. A broken one is refused, never half understood."""

from __future__ import annotations

import contextlib
import json

from bot.chats.telegram import ledger
from bot.chats.telegram.keyboards import Labelled, Sheet
from bot.chats.telegram.ledger import Ledger, ShownMessage
from bot.conversation.commands.group import bans
from bot.conversation.commands.group.bans import Bans
from bot.conversation.table import lobby, log, model
from bot.conversation.table.anonymise import anonymised, mentions
from bot.conversation.table.lobby import Guest, Lobby
from bot.conversation.table.saved import UNREADABLE
from bot.conversation.table.state import UndoneBefore, advanced
from engine.plain import BadData
from tests.fuzz import tables

SHOWN = ShownMessage(
    "g1.1.a",
    7,
    text="Anna",
    sheet=Sheet(((Labelled("one", "g1:1:a0"),),), (("menu", (Labelled("two", "g1:1:a1"),)),)),
)
SEEDS = [
    tables.stored()[0],
    *tables.stored()[1][-4:],
    b'1700006400 web:anna ! {"do": "seat", "seat": 0, "player": "", "name": "x", "why": "kick"}',
    Lobby("g1", "web:anna", "en", guests=(Guest("web:anna", "Anna"),)).encode(),
    Bans("salt", {"abc": "Boris"}).encode(),
    Ledger("telegram:-1", [SHOWN], [1, 2], {"5": "g1:1:a=0"}).encode(),
]


def fuzz(data: bytes) -> None:
    """Decode it as each of them."""
    for decode in (model.decode_table, lobby.decode_lobby):
        try:
            found = decode(data)
            again = found.encode()  # a lone half of a character can be read and not written
        except (BadData, UnicodeEncodeError):
            continue
        assert decode(again) == found
    try:
        advanced(tables.live(), log.read_entry(data))
    except (*UNREADABLE, UndoneBefore):
        pass
    with contextlib.suppress(ValueError):
        ledger.decode_ledger("telegram:-1", data)
    found_bans = bans.decode_bans(data)
    assert found_bans is None or bans.decode_bans(found_bans.encode()) == found_bans
    new = anonymised("web:anna", data, [data])
    assert not mentions(json.dumps("web:anna"), new.setup, new.log)

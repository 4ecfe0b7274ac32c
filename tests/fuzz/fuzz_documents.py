"""What is stored: tables, lines of the log, lobbies, bans, notes. A broken one is refused, never half understood."""

from __future__ import annotations

import contextlib
import json

from bot.chats.telegram import ledger
from bot.chats.telegram.keyboards import Sheet
from bot.chats.telegram.ledger import Ledger, Shown
from bot.conversation.commands import bans as banning
from bot.conversation.commands.bans import Bans
from bot.conversation.table import lobby as agreement
from bot.conversation.table import model as table
from bot.conversation.table.anonymise import anonymised, mentions
from bot.conversation.table.lobby import Agreement, Guest
from bot.conversation.table.state import BROKEN, UndoneBefore, advanced
from tests.fuzz import tables

SHOWN = Shown(
    "g1.1.a", 7, text="Anna", sheet=Sheet(((("one", "g1:1:a0"),),), (("menu", (("two", "g1:1:a1"),)),))
)
SEEDS = [
    tables.stored()[0],
    *tables.stored()[1][-4:],
    b'1700006400 web:anna ! {"do": "seat", "seat": 0, "player": "", "name": "x", "why": "kick"}',
    Agreement("g1", "web:anna", "en", guests=(Guest("web:anna", "Anna"),)).encode(),
    Bans("salt", {"abc": "Boris"}).encode(),
    Ledger("telegram:-1", [SHOWN], [1, 2], {"5": "g1:1:a=0"}).encode(),
]


def fuzz(data: bytes) -> None:
    """Decode it as each of them."""
    for decode in (table.decode, agreement.decode):
        try:
            found = decode(data)
            again = found.encode()  # a lone half of a character can be read and not written
        except BROKEN:
            continue
        assert decode(again) == found
    try:
        advanced(tables.live(), table.read_entry(data))
    except (*BROKEN, UndoneBefore):
        pass
    with contextlib.suppress(ValueError):
        ledger.decode("telegram:-1", data)
    bans = banning.decode(data)
    assert bans is None or banning.decode(bans.encode()) == bans
    new = anonymised("web:anna", data, [data])
    assert not mentions(json.dumps("web:anna"), new.setup, new.log)

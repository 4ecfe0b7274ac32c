"""What is stored: tables, lines of the log, lobbies, bans, notes. A broken one is refused, never half understood."""

from __future__ import annotations

import contextlib
import json

from bot.conversation import agreement, banning, table
from bot.conversation.agreement import Agreement, Guest
from bot.conversation.anonymous import anonymised, mentions
from bot.conversation.banning import Bans
from bot.conversation.live import BROKEN, UndoneBefore, advanced
from bot.telegram_chat import ledger
from bot.telegram_chat.keyboards import Sheet
from bot.telegram_chat.ledger import Ledger, Shown
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

"""What is stored: tables, lines of the log, lobbies, bans, notes. A broken one is refused, never half understood."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from bot.chats.telegram import ledger
from bot.chats.telegram.keyboards import Labelled, Sheet
from bot.chats.telegram.ledger import Ledger, ShownMessage
from bot.conversation.commands.group.bans import BANS, Bans
from bot.conversation.table import lobby, log, model
from bot.conversation.table.anonymise import anonymised, mentions
from bot.conversation.table.channels import MEMBER, Member
from bot.conversation.table.cups.model import CUP_DOCUMENT, Cup
from bot.conversation.table.history import UNREADABLE
from bot.conversation.table.lobby import Guest, Lobby
from bot.conversation.table.polls.daily import ANSWER, POSITION, DailyAnswer, read_answers
from bot.conversation.table.results import RESULT, GameResult, SeatResult
from bot.conversation.table.state import UndoneBefore, advanced
from bot.conversation.table.summaries import SUMMARY, GameSummary
from bot.documents import Document, NeedsNewer
from engine.plain import BadData
from tests.fuzz import tables

SHOWN = ShownMessage(
    "g1.1.a",
    7,
    text="Anna",
    sheet=Sheet(((Labelled("one", "g1:1:a0"),),), (("menu", (Labelled("two", "g1:1:a1"),)),)),
)
LOBBY = Lobby("g1", "web:anna", "en", guests=(Guest("web:anna", "Anna"),))
DOCUMENTS: tuple[Document[Any], ...] = (
    model.TABLE,
    lobby.LOBBY,
    MEMBER,
    RESULT,
    CUP_DOCUMENT,
    BANS,
    SUMMARY,
    ANSWER,
    POSITION,
)
SEEDS = [
    tables.stored()[0],
    *tables.stored()[1][-4:],
    b'1700006400 web:anna ! {"do": "seat", "seat": 0, "player": "", "name": "x", "why": "kick"}',
    LOBBY.encode(),
    Member("en", unknown={"colour": "red"}).encode(),
    Cup("c1", "web:hall", "web:hall", "web:anna", LOBBY).encode(),
    GameResult("g1", "web:hall", "carcassonne", (SeatResult("web:anna", "Anna", 1, 9),)).encode(),
    Bans("salt", {"abc": "Boris"}).encode(),
    SUMMARY.write(GameSummary(("Anna", "Boris"), (9, 7), (1, 2))),
    DailyAnswer("2026-11-17", "web:anna", "Anna", ("A pass",), 3).encode(),
    b'["Anna", ["A pass"], 3, 1]',
    b'{"record": "", "moves": [["A pass", 0.5]]}',
    Ledger("telegram:-1", [SHOWN], [1, 2], {"5": "g1:1:a=0"}).encode(),
]


def fuzz(data: bytes) -> None:
    """Decode it as each of them."""
    for document in DOCUMENTS:
        try:
            found = document.read(data)
        except (BadData, NeedsNewer):
            continue
        assert document.read(document.write(found)) == found
    for decode in (model.decode_table, lobby.decode_lobby):
        with contextlib.suppress(BadData, NeedsNewer):
            decode(data)
    with contextlib.suppress(NeedsNewer):
        read_answers({"2026-11-17:web:anna": data})
    with contextlib.suppress(NeedsNewer, UndoneBefore, *UNREADABLE):
        advanced(tables.live(), log.read_entry(data))
    with contextlib.suppress(ValueError):
        ledger.decode_ledger("telegram:-1", data)
    with contextlib.suppress(NeedsNewer):
        new = anonymised("web:anna", data, [data])
        assert not mentions(json.dumps("web:anna"), new.setup, new.log)

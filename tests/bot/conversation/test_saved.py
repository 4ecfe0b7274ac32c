"""Saved tables, lobbies and logs: what the version before wrote is read, and what is broken is said to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.chats.telegram.private_chat import WAITING_COMMAND
from bot.chats.telegram.topics import OPENED_TOPIC
from bot.conversation.commands.group.bans import BANS
from bot.conversation.table import repository
from bot.conversation.table.channels import MEMBER
from bot.conversation.table.cups.documents import CUP_LIST
from bot.conversation.table.cups.model import CUP_DOCUMENT
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.lobby import LOBBY, Guest, decode_lobby
from bot.conversation.table.log import read_entry
from bot.conversation.table.model import TABLE, Clock, decode_table
from bot.conversation.table.polls.daily import POSITION, SETTING, DailyAnswer, read_answers
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.results import RESULT
from bot.conversation.table.review_cache import REVIEW
from bot.conversation.table.seasons import SEASONS
from bot.conversation.table.standings import LADDERS
from bot.conversation.table.summaries import SUMMARY
from bot.documents import Document, NeedsNewer
from engine.plain import BadData
from tests.support.stage import CHANNEL, Stage

BEFORE: dict[str, Any] = json.loads((Path(__file__).parent / "saved_v1.json").read_text())
WRITTEN: dict[str, str] = json.loads((Path(__file__).parent / "saved_v2.json").read_text("utf-8"))
DOCUMENTS: dict[str, Document[Any]] = {
    "table": TABLE,
    "lobby": LOBBY,
    "member": MEMBER,
    "cup": CUP_DOCUMENT,
    "cup_list": CUP_LIST,
    "result": RESULT,
    "summary": SUMMARY,
    "daily": SETTING,
    "position": POSITION,
    "seasons": SEASONS,
    "ladders": LADDERS,
    "bans": BANS,
    "review": REVIEW,
    "waiting": WAITING_COMMAND,
    "opened": OPENED_TOPIC,
}
LOG = [line.encode() for line in BEFORE["log"]]


def test_table_of_version_1_replays_to_the_same_state() -> None:
    live = GameHistory(CHANNEL, BEFORE["table"].encode(), LOG).live
    table, expected = live.table, BEFORE["expected"]
    assert [table.clock.limit, table.clock.rule] == expected["clock"]
    assert (table.aids, list(table.names())) == (expected["aids"], expected["names"])
    assert [seat.owner for seat in table.seats] == expected["owners"]
    assert table.seats[0].standing == (("act", "pass"),)
    assert table.setup.edition == 1  # the defaults that it began with
    assert list(live.state.scores) == expected["scores"]
    assert (len(live.state.board.cells), live.stands) == (expected["tiles"], expected["stands"])
    waits = [[wait.seat, wait.ask, wait.since, wait.reminded] for wait in live.waits]
    assert waits == expected["waits"]


def test_lobby_of_version_1_is_read() -> None:
    lobby = decode_lobby(BEFORE["lobby"].encode())
    assert (lobby.game, lobby.opener, lobby.boxes) == ("g1", "web:dora", ("count",))
    assert (lobby.clock, lobby.pace, lobby.options) == (Clock(7200), 5, (("farmers", "off"),))
    assert lobby.guests[-1] == Guest("", "Ada", "hard")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_that_had_all_its_fields_is_read_whole(name: str) -> None:
    found = DOCUMENTS[name].read(WRITTEN[name].encode())
    facts = json.loads(WRITTEN[name])
    facts.pop("version", None)
    assert without_unknown(msgspec.to_builtins(found)) == (facts[name] if facts.keys() == {name} else facts)
    assert DOCUMENTS[name].read(DOCUMENTS[name].write(found)) == found


def without_unknown(facts: Any) -> Any:
    """The same without the fields that carry what is not known: there is nothing."""
    if isinstance(facts, dict):
        assert not facts.get("unknown")
        return {name: without_unknown(one) for name, one in facts.items() if name != "unknown"}
    return [without_unknown(one) for one in facts] if isinstance(facts, list | tuple) else facts


def test_answer_that_had_no_names_of_fields_is_read() -> None:
    answer = DailyAnswer("2026-11-17", "web:anna", "Аня", ("A place 1,0 2", "A pass"), 3, 4)
    assert read_answers({"2026-11-17:web:anna": WRITTEN["answer"].encode()}) == [answer]
    assert read_answers({answer.field: answer.encode()}) == [answer]


@pytest.mark.parametrize(("name", "decode"), [("table", decode_table), ("lobby", decode_lobby)])
def test_document_has_its_version_and_named_fields(name: str, decode: Any) -> None:
    found = decode(BEFORE[name].encode())
    document = json.loads(found.encode())
    assert document["version"] == 2
    assert document[name]["opener"] == found.opener
    assert decode(found.encode()) == found


@pytest.mark.parametrize("version", [0, "2", None, True])
def test_document_of_no_version_is_refused(version: object) -> None:
    document = {**json.loads(BEFORE["table"]), "version": version}
    with pytest.raises(BadData, match="version"):
        decode_table(json.dumps(document).encode())


def test_field_added_later_has_its_default() -> None:
    document = json.loads(decode_table(BEFORE["table"].encode()).encode())
    assert not {"chairs", "pace"} & document["table"].keys()
    assert decode_table(json.dumps(document).encode()) == decode_table(BEFORE["table"].encode())
    del document["table"]["opener"]
    with pytest.raises(BadData, match="opener"):
        decode_table(json.dumps(document).encode())


@pytest.mark.parametrize(
    "line",
    [
        b"\xff 1 2",
        b"1700006400 web:anna",
        b"soon web:anna A pass",
        b"1 web:anna A place 1,x 1",
        b"1 web:anna A place 99,99 0",
        b"1 web:anna undo 99",
        b"1 web:anna ! [",
        b"1 web:anna ! " + b"[" * 100_000,
        b'1 web:anna ! {"do": "seat", "seat": 9, "player": "", "name": "", "why": "kick"}',
        b'1 web:anna ! {"do": "seat", "seat": "A", "player": "", "name": "", "why": "kick"}',
        b'1 web:anna ! {"do": "miss"}',
    ],
)
def test_broken_line_is_unreadable(line: bytes) -> None:
    with pytest.raises(UNREADABLE):
        GameHistory(CHANNEL, BEFORE["table"].encode(), [*LOG, line])


@pytest.mark.parametrize(
    "line",
    [
        b"1 web:anna A fly 1,1",
        b"1 web:anna A place 1,1 1 upside_down",
        b'1 web:anna ! {"do": "dance"}',
        b'1 web:anna ! {"do": "miss", "seat": 0, "gladly": true}',
    ],
)
def test_line_that_names_something_unknown_is_of_a_newer_version(line: bytes) -> None:
    with pytest.raises(NeedsNewer):
        GameHistory(CHANNEL, BEFORE["table"].encode(), [*LOG, line])


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ("setup", "boxes", ["catapult"]),
        ("setup", "game", "safari"),
        ("setup", "options", [["weather", "rain"]]),
        ("setup", "options", [["farmers", "asleep"]]),
        ("setup", "edition", 9),
        ("setup", "ghosts", 2),
        ("clock", "zone", "Europe/Sofia"),
    ],
)
def test_table_that_names_something_unknown_is_of_a_newer_version(
    where: str, name: str, value: object
) -> None:
    document = json.loads(decode_table(BEFORE["table"].encode()).encode())
    document["table"][where][name] = value
    with pytest.raises(NeedsNewer):
        GameHistory(CHANNEL, json.dumps(document).encode(), ())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "safari"),
        ("boxes", ["catapult"]),
        ("options", [["weather", "rain"]]),
        ("options", [["farmers", "asleep"]]),
    ],
)
def test_lobby_that_names_something_unknown_is_of_a_newer_version(name: str, value: object) -> None:
    document = json.loads(decode_lobby(BEFORE["lobby"].encode()).encode())
    document["lobby"][name] = value
    with pytest.raises(NeedsNewer):
        decode_lobby(json.dumps(document).encode())


async def test_act_is_written_as_the_version_before_reads_it() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.say("Anna", "/pause")
    entry = read_entry((await stage.stored()).log[-1])
    assert entry.line == '! {"do":"pause"}'


async def test_bug_is_not_reported_as_an_unreadable_table(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")

    def buggy(*_: object) -> GameHistory:
        raise AttributeError("a bug of ours")

    monkeypatch.setattr(repository, "GameHistory", buggy)
    stage.service.repository.forget(CHANNEL)
    with pytest.raises(AttributeError):
        await stage.service.repository.load(CHANNEL)


async def test_broken_log_is_reported_as_an_unreadable_table() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.append(b"1 web:anna A place 99,99 0")
    with pytest.raises(Unreadable):
        await stage.service.repository.load(CHANNEL)

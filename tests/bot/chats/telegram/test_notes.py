"""What the Telegram adapter keeps about its chats: notes of messages, lists, administrators, pins."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from telegram.error import NetworkError

from bot.chats.telegram import marks
from bot.chats.telegram.admins import AGAIN, Admins
from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.items import PublicPost
from bot.chats.telegram.keyboards import sheet
from bot.chats.telegram.ledger import Ledger, Ledgers, ShownMessage, decode_ledger
from bot.chats.telegram.private_chat import PrivateChats
from bot.conversation.protocol.messages import Choice, Kind, Outgoing
from storage import Unavailable
from storage.open import open_store
from tests.support.empty_store import empty_store

# -- notes and secrets ------------------------------------------------------------------------------


def test_ledger_survives_a_restart() -> None:
    ledger = Ledger("telegram:-1", done=[4, 5], asked={"9": "g:1:a=0"})
    arranged = sheet([Choice("a", "t:0:!a", menu="A"), Choice("b", "t:0:!b", menu="B")])
    ledger.note(ShownMessage("k", 7, True, "file", "<b>text</b>", True, True, arranged, 1, "telegram:-3"))
    again = decode_ledger("telegram:-1", ledger.encode())
    assert (again.shown, again.done, again.asked) == (ledger.shown, ledger.done, ledger.asked)
    old = decode_ledger("telegram:-1", ledger.encode().replace(b',""]', b"]"))  # before buttons had colours
    assert old.shown == ledger.shown
    for number in range(50):
        ledger.note(ShownMessage(f"k{number}", 100 + number))
    assert len(ledger.shown) == 8
    assert ledger.find("k49") == ledger.message(149)


async def test_open_private_chats_are_read_from_the_store() -> None:
    users = empty_store().users
    here, there = (PrivateChats(users, SimpleNamespace(username="bot")) for _ in range(2))  # type: ignore[arg-type]
    assert await here.opened("telegram:7")
    assert not await there.opened("telegram:7")
    await there.shut("telegram:7")
    assert not await here.is_open("telegram:7")
    assert await here.opened("telegram:7")
    await users.forget("telegram:7")
    assert await here.opened("telegram:7")
    assert await there.is_open("telegram:7")


class Group:
    """A group with one administrator; the question for them fails the first time."""

    def __init__(self) -> None:
        self.asked = 0

    async def get_chat_administrators(self, _: int) -> list[Any]:
        self.asked += 1
        await asyncio.sleep(0)
        if self.asked == 1:
            raise NetworkError("nothing heard")
        return [SimpleNamespace(user=SimpleNamespace(id=7))]


async def test_administrators_are_requested_once_and_again_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group = Group()
    people = Admins(group)  # type: ignore[arg-type]
    assert not await people.is_admin(7, -1)
    assert not await people.is_admin(7, -1)
    assert group.asked == 1  # not at once again
    later = time.monotonic() + AGAIN
    monkeypatch.setattr("bot.chats.telegram.admins.time", SimpleNamespace(monotonic=lambda: later))
    assert await asyncio.gather(*(people.is_admin(7, -1) for _ in range(3))) == [True] * 3
    assert group.asked == 2
    assert not await people.is_admin(8, -1)
    assert await people.is_admin(8, 8)


async def test_channel_is_listed_until_all_messages_are_sent(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        ledgers = Ledgers(store.users, store.owed)
        ledger = await ledgers.of("telegram:-1")
        await ledgers.begin(ledger)
        assert await store.owed.all() == ["telegram:-1"]
        await ledgers.begin(ledger)
        await ledgers.did(ledger, 4, owing=2)
        await ledgers.paid(ledger)
        await ledgers.did(ledger, 5, owing=0)
        assert await store.owed.all() == ["telegram:-1"]  # one message is not sent yet
        await ledgers.paid(ledger)
        assert await store.owed.all() == []
        private = await ledgers.of("telegram:7", "telegram:-1")
        await ledgers.begin(private)
        assert await store.owed.all() == []  # a private answer is asked for again


async def test_channel_that_a_command_lists_is_settled_with_the_notes(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        ledgers = Ledgers(store.users, store.owed)
        ledger = await ledgers.of("telegram:-1")
        await ledgers.expect(ledger)
        await store.owed.add("telegram:-1")  # as the command does
        await ledgers.did(ledger, 4, owing=0, kept_later=True)
        assert await store.owed.all() == ["telegram:-1"]
        await ledgers.keep(ledger)
        assert await store.owed.all() == []
        assert (await Ledgers(store.users, store.owed).of("telegram:-1")).done == [4]


class SlowUsers:
    """The users of a store, whose settings that settle a channel wait until they are let through."""

    def __init__(self, users: Any) -> None:
        self._users = users
        self.through, self.sent = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._users, name)

    async def set_channel_setting(self, *args: Any, settled: bool = False) -> None:
        if settled:
            self.sent.set()
            await self.through.wait()
        await self._users.set_channel_setting(*args, settled=settled)


@pytest.mark.parametrize("begin", [Ledgers.begin, Ledgers.expect])
async def test_next_command_waits_until_the_channel_is_settled(tmp_path: Path, begin: Any) -> None:
    """Otherwise the server may get the two changes of the list in the wrong order."""
    async with await open_store(folder=tmp_path) as store:
        users = SlowUsers(store.users)
        ledgers = Ledgers(users, store.owed)  # type: ignore[arg-type]
        ledger = await ledgers.of("telegram:-1")
        await ledgers.begin(ledger)
        ending = asyncio.create_task(ledgers.did(ledger, 4, owing=0))
        await users.sent.wait()
        beginning = asyncio.create_task(begin(ledgers, ledger))
        await asyncio.wait({beginning}, timeout=0.2)
        assert not beginning.done()
        users.through.set()
        await asyncio.gather(ending, beginning)
        assert ledger.listed
        assert (await store.owed.all() == ["telegram:-1"]) == (begin is Ledgers.begin)


class AwayOwed:
    """A list that cannot be reached."""

    async def add(self, channel: str) -> None:
        raise Unavailable(channel)


async def test_message_that_cannot_be_listed_is_not_counted(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        ledgers = Ledgers(store.users, AwayOwed())  # type: ignore[arg-type]
        ledger = await ledgers.of("telegram:-1")
        with pytest.raises(Unavailable):
            await ledgers.begin(ledger)
        assert ledger.pending == 0


async def test_forgotten_user_stays_forgotten_when_the_answer_is_a_message(tmp_path: Path) -> None:
    """A press that takes long is answered by a message, which is noted after all else was deleted."""
    async with await open_store(folder=tmp_path) as store:
        ledgers = Ledgers(store.users, store.owed)
        home = await ledgers.of("telegram:7", "telegram:-1")  # the private chat, about a group
        home.note(
            ShownMessage("", 5, text="Shall I forget you?", pressable=True)
        )  # it is not in the store yet
        await ledgers.forget("telegram:7", frozenset(), ["telegram:-1"])
        home.note(ShownMessage("", 6, text="Done", about="telegram:-1"))
        await ledgers.keep(home)
        assert await store.users.channel_settings("telegram:7") == {}


async def test_press_on_a_message_that_is_not_noted_yet_waits_for_the_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.chats.telegram.ledger.UNTIL_NOTED", (0.01,) * 2000)
    store = empty_store()
    owner, other = (Ledgers(store.users, store.owed) for _ in range(2))
    kept = await owner.of("telegram:7", "telegram:-1")
    kept.note(ShownMessage("", 5, pressable=True))
    await owner.keep(kept)
    looked, read = asyncio.Event(), store.users.channel_settings

    async def look(channel: str) -> dict[str, bytes]:
        looked.set()
        return await read(channel)

    monkeypatch.setattr(store.users, "channel_settings", look)
    asking = asyncio.create_task(other.about_pressed("telegram:7", 6))
    await looked.wait()
    kept.note(ShownMessage("", 6, pressable=True))
    await owner.keep(kept)
    assert await asking == "telegram:-1"
    assert await other.about_pressed("telegram:7", 4) == ""  # an old one is waited for by nobody


# -- pins -------------------------------------------------------------------------------------------


async def test_a_newer_board_is_pinned_after_a_while_and_the_older_one_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, done, now = empty_store(), [], 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)

    async def pin(chat: int, message: int, *, disable_notification: bool) -> None:
        assert disable_notification
        done.append(("pin", chat, message))

    async def unpin(chat: int, message: int) -> None:
        done.append(("unpin", chat, message))

    at_work = marks.Marks(SimpleNamespace(pin_chat_message=pin, unpin_chat_message=unpin), store.users)  # type: ignore[arg-type]
    ledger = Ledger("telegram:-1")

    async def shows(turn: str, number: int) -> None:
        ledger.note(ShownMessage(f"g.{turn}", number))
        kind: Kind = "end" if turn == "end" else "turn"
        message = Outgoing("telegram:-1", "text", slot=f"g.{turn}", kind=kind)
        await at_work.follow(PublicPost(ChatTopic(-1), message, address=-1), ledger)

    await shows("1.a", 7)
    await shows("2.b", 8)  # at once: the pin stays
    assert done == [("pin", -1, 7)]
    now += marks.AGAIN
    ledger = decode_ledger("telegram:-1", ledger.encode())  # a restart forgets no pin
    await shows("3.a", 9)
    assert done[1:] == [("pin", -1, 9), ("unpin", -1, 7)]
    await store.users.set_channel_setting("telegram:-1", "pin", b"off")
    now += marks.AGAIN
    await shows("4.b", 10)
    await shows("end", 11)
    assert done[3:] == [("unpin", -1, 9)]

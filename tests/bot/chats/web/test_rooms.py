"""Where messages take their place in a room of the browser, and what is left of them after a restart."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.chats.web import files, history
from bot.chats.web.files import PictureFiles
from bot.chats.web.history import MOST_PUBLIC
from bot.chats.web.identity import COOKIE, clean_name, is_secret, new_secret, public_id, room_name
from bot.chats.web.page_format import tokens_of
from bot.chats.web.rooms import Rooms, Tools, WebRoom
from bot.chats.web.server import WebChat
from bot.chats.web.watch import Story
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Choice, Command, Outgoing, Person
from bot.conversation.protocol.pictures import Chart, PictureRequest, SheetPicture
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.table.state import LiveTable
from bot.operations.health import Health
from bot.pictures.draw import Picture
from storage import Unavailable
from tests.bot.conversation.test_pace import alone, until_asked
from tests.support.stage import NOON, Stage, option_choices, play_once, play_to_end

ROOM = "tower"
CHANNEL = f"web:{ROOM}"


class Blank:
    """A painter of empty pictures."""

    async def paint(self, request: PictureRequest, **_: object) -> Picture:
        return Picture(request.key.encode(), "image/png", 8, 8)


class Ear:
    """A page that only listens."""

    def __init__(self, user: str, language: str = "en") -> None:
        self.user = self.name = user
        self.language = language
        self.heard: list[dict[str, Any]] = []

    def send(self, data: dict[str, Any]) -> None:
        self.heard.append(data)

    def forget(self) -> None:
        self.name = ""

    def show_board(self, live: LiveTable | None, last: Story | None) -> None:
        self.heard.append({"do": "board", "live": live, "last": last})

    def does(self, what: str) -> list[dict[str, Any]]:
        return [data for data in self.heard if data["do"] == what]


def rooms_on(stage: Stage, folder: Path) -> Rooms:
    return Rooms(Tools(stage.service, stage.store, Blank(), PictureFiles(folder)))  # type: ignore[arg-type]


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> WebRoom:
    return await rooms_on(stage, tmp_path).room(ROOM)


def asking(text: str, slot: str = "g1.1.a", **more: Any) -> Outgoing:
    return Outgoing(CHANNEL, text, (Choice("one", f"g1:1:{text}"),), slot=slot, **more)


def shown(room: WebRoom, user: str = "") -> list[str]:
    return [one.body["text"][0]["t"] for one in room.history.messages.values() if one.visible(user)]


async def test_message_of_a_key_is_edited_while_it_is_near_the_end(room: WebRoom) -> None:
    ear = Ear("web:a")
    room.enter(ear)
    await room.post([asking("first")])
    await room.talk("web:a", "Anna", "hm")
    await room.post([asking("second")])
    assert shown(room) == ["second", "hm"]
    ids = [data["message"]["id"] for data in ear.does("message")]
    assert ids[0] == ids[2] != ids[1]
    for word in "abcdefg":
        await room.talk("web:a", "Anna", word)
    await room.post([asking("third")])
    assert shown(room) == ["second", "hm", *"abcdefg", "third"]
    standing = [tokens_of(message.body) for message in room.history.messages.values()]
    assert standing[0] == set()
    assert standing[-1] == {"g1:1:third"}


async def test_fresh_message_is_added_and_closed_ones_lose_their_choices(room: WebRoom) -> None:
    await room.post([asking("first")])
    await room.post([asking("again", fresh=True)])
    assert shown(room) == ["first", "again"]
    await room.post([asking("next", slot="g1.2.b", closes=("g1.1.a",))])
    pressable = [bool(tokens_of(message.body)) for message in room.history.messages.values()]
    assert pressable == [False, False, True]


async def test_preview_is_private_and_removed_with_its_question(room: WebRoom) -> None:
    anna, boris = Ear("web:a"), Ear("web:b")
    room.enter(anna)
    room.enter(boris)
    await room.post([asking("question")])
    await room.post([asking("closer", to="web:a", preview=True)])
    assert shown(room, "web:a") == ["question", "closer"]
    assert shown(room, "web:b") == ["question"]
    assert "closer" not in str(boris.heard)
    await room.post([asking("question", to="web:a", preview=True)])  # back
    assert shown(room, "web:a") == ["question"]
    assert len(anna.does("focus")) == 1
    await room.post([asking("closer", to="web:a", preview=True)])
    await room.post([asking("next", slot="g1.2.b", closes=("g1.1.a",))])
    assert shown(room, "web:a") == ["question", "next"]


def words_of(ear: Ear) -> list[str]:
    """Everything that the messages of a page say, on their buttons and pictures too."""
    told = [data["message"] for data in ear.does("message")]
    labels = [one["label"] for body in told for group in body.get("groups", ()) for one in group["choices"]]
    alts = [body["picture"]["alt"] for body in told if "picture" in body]
    return ["".join(run["t"] for run in body["text"]) for body in told] + labels + alts


async def test_two_readers_of_one_room_each_read_their_own_language(stage: Stage, tmp_path: Path) -> None:
    room = await rooms_on(stage, tmp_path).room(ROOM)
    anna, ivan = Ear("web:anna", "en"), Ear("web:ivan", "ru")
    for ear in (anna, ivan):
        room.enter(ear)
    stage.people["Ivan"] = Person("web:ivan", "Ivan", "ru")
    message, rng = await stage.open("Anna", "Ivan"), random.Random(3)
    await room.post(stage.said)
    while not message.slot.endswith(".end"):
        known = len(stage.said)
        message = await play_once(stage, message, rng)
        await room.post(stage.said[known:])
    english, russian = " ".join(words_of(anna)), " ".join(words_of(ivan))
    assert "Anna, your turn" in english
    assert "Anna, твой ход" in russian
    assert not re.search("[а-яА-Я\ue000-\ue002]", english)
    assert not re.search("[\ue000-\ue002]", russian)
    left = set(re.findall("[a-z]{4,}", russian.lower())) - {"anna", "ivan"}
    assert not left
    title = public_texts(CHANNEL, "en").text("top.all")
    sheet = SheetPicture(game="g1", title=title, note="", heads=(), rows=())
    await room.post([Outgoing(CHANNEL, "Sheet.", picture=sheet, alt=title)])
    pictures = [ear.does("message")[-1]["message"]["picture"] for ear in (anna, ivan)]
    assert len({picture["url"] for picture in pictures}) == 2  # the words that are drawn on it
    assert [picture["alt"] for picture in pictures] == [
        catalogue(one).text("top.all") for one in ("en", "ru")
    ]
    again = await rooms_on(stage, tmp_path).room(ROOM)  # after a restart
    kept = [message.shown("ru") for message in again.history.messages.values()]
    assert kept == [message.shown("ru") for message in room.history.messages.values() if not message.to]
    assert "Стол готов" in str(kept)
    assert "said" not in str(kept)


async def test_messages_of_earlier_versions_are_shown_as_they_are(stage: Stage, tmp_path: Path) -> None:
    old = {
        "at": 1,
        "text": [{"t": "Anna plays."}],
        "groups": [{"choices": [{"label": "Play", "token": "g:1:a0"}]}],
    }
    value = json.dumps({"id": "m7", "place": 7, "seq": 7, "body": old, "to": "", "key": "k"}).encode()
    await stage.store.users.set_channel_setting(f"{CHANNEL}+messages", "m7", value)
    room = await rooms_on(stage, tmp_path).room(ROOM)
    (message,) = room.history.messages.values()
    assert message.shown("ru") == {**old, "id": "m7", "place": 7, "seq": 7, "private": False}


async def test_only_the_reader_can_dismiss_a_private_answer(room: WebRoom) -> None:
    await room.post([Outgoing(CHANNEL, "secret", to="web:a"), Outgoing(CHANNEL, "public")])
    for message in list(room.history.messages.values()):
        await room.dismiss("web:b", message.id)
    assert shown(room, "web:a") == ["secret", "public"]
    for message in list(room.history.messages.values()):
        await room.dismiss("web:a", message.id)
    assert shown(room, "web:a") == ["public"]


async def test_room_keeps_a_bounded_history_over_a_restart(
    room: WebRoom, stage: Stage, tmp_path: Path
) -> None:
    ear = Ear("web:a")
    room.enter(ear)
    for number in range(MOST_PUBLIC + 5):
        await room.talk("web:a", "Anna", str(number))
    await room.post([Outgoing(CHANNEL, "secret", to="web:a")])
    assert len(ear.does("gone")) == 5
    again = await rooms_on(stage, tmp_path).room(ROOM)
    assert shown(again, "web:a") == [str(number) for number in range(5, MOST_PUBLIC + 5)]
    before = max(message.seq for message in room.history.messages.values() if not message.to)
    await again.talk("web:a", "Anna", "on")
    assert list(again.history.messages.values())[-1].seq > before


async def test_turn_that_a_killed_process_did_not_show_is_shown_later(
    room: WebRoom, stage: Stage, tmp_path: Path
) -> None:
    turn = await stage.open("Anna", "Boris")
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    await room.post([turn])
    said = shown(room)
    assert shown(await rooms_on(stage, tmp_path).room(ROOM)) == said  # nothing was missed
    choice = option_choices(turn)[0]
    who = stage.person(stage.name_of(live.table.seats["ab".index(choice.token.split(":")[2][0])].player))
    answers = await stage.service.handle(Command(who, CHANNEL, NOON, token=choice.token))
    if answers[0].preview:
        token = option_choices(answers[0])[0].token
        answers = await stage.service.handle(Command(who, CHANNEL, NOON, token=token))
    assert answers[0].to is None  # saved, but the room never hears of it
    later = await rooms_on(stage, tmp_path).room(ROOM)
    last = list(later.history.messages.values())[-1]
    assert tokens_of(last.body) == {choice.token for choice in answers[0].choices}
    assert last.body["notify"] == list(answers[0].notify)


async def test_end_that_a_killed_process_did_not_show_is_shown_once(
    room: WebRoom, stage: Stage, tmp_path: Path
) -> None:
    turn = await stage.open("Anna", "Boris")
    await room.post([turn])
    end = await play_to_end(stage, turn, random.Random(3))
    assert await stage.store.tables.count() == 0  # saved and put away, but the room never hears of it
    for _ in range(2):
        later = await rooms_on(stage, tmp_path).room(ROOM)
        first, last = later.history.messages.values()
        assert not tokens_of(first.body)
        assert tokens_of(last.body) == {choice.token for choice in end.choices}
        assert "🏆" in last.body["text"][0]["t"]


async def test_next_question_takes_the_place_of_a_thinking_computer(tmp_path: Path) -> None:
    stage, turn = await alone()
    room = await rooms_on(stage, tmp_path).room(ROOM)
    thinking = await play_once(stage, turn, random.Random(3))
    await room.post([turn, thinking])
    await room.post([await until_asked(stage, thinking)])
    first, last = (str(message.body["text"]) for message in room.history.messages.values())
    assert "is thinking" not in first + last
    assert "Anna →" in last  # her own move is told, too


async def test_end_is_shown_later_when_the_room_last_showed_a_thinking_computer(tmp_path: Path) -> None:
    stage, turn = await alone()
    room = await rooms_on(stage, tmp_path).room(ROOM)
    rng = random.Random(3)
    thinking = await play_once(stage, turn, rng)
    await room.post([turn, thinking])
    assert "is thinking" in str(list(room.history.messages.values())[-1].body["text"])
    message = await until_asked(stage, thinking)
    while not message.slot.endswith(".end"):
        message = await until_asked(stage, await play_once(stage, message, rng))
    later = await rooms_on(stage, tmp_path).room(ROOM)
    last = list(later.history.messages.values())[-1]
    assert tokens_of(last.body) == {choice.token for choice in message.choices}


async def test_message_without_its_picture_keeps_the_text(
    room: WebRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Blank, "paint", None)
    await room.post([Outgoing(CHANNEL, "board", picture=Chart(game="g1", series=()), alt="a board")])
    assert shown(room) == ["board"]


async def test_names_in_a_room_are_unique(room: WebRoom) -> None:
    room.enter(Ear("Anna"))
    assert room.free_name("web:b", "anna") == "anna 2"
    assert room.free_name("Anna", "Anna") == "Anna"


async def test_first_user_owns_the_room(room: WebRoom) -> None:
    assert await room.is_owner("web:a")
    assert not await room.is_owner("web:b")
    assert await room.is_owner("web:a")


def test_picture_files_stay_in_their_folder(tmp_path: Path) -> None:
    gallery = PictureFiles(tmp_path / "pictures")
    (tmp_path / "secret.png").write_bytes(b"x")
    for name in ("../secret.png", "secret.png", "", "a" * 40 + ".exe", "/etc/passwd"):
        assert gallery.find(name) is None


def test_secrets_names_and_room_names_are_validated() -> None:
    secret = new_secret()
    assert is_secret(secret)
    assert not is_secret(secret + "x")
    assert secret not in public_id(secret)
    assert public_id(secret) != public_id(new_secret())
    assert clean_name("  Anna \u202e Maria\n\t ") == "Anna Maria"
    assert len(clean_name("x" * 99)) == 24
    assert len(clean_name("Z" + "\u0301" * 40)) <= 13
    assert room_name("Замок-1") == "замок-1"
    assert room_name("a b") is None
    assert room_name("../x") is None


async def test_room_forgets_a_user_and_their_messages(stage: Stage, tmp_path: Path) -> None:
    rooms = rooms_on(stage, tmp_path)
    room = await rooms.room(ROOM)
    ear = Ear("web:anna")
    room.enter(ear)
    assert await room.is_owner("web:anna")
    await room.talk("web:anna", "Anna", "I am here")
    await room.talk("web:boris", "Boris", "good morning, Anna! Annabel is not Anna.")
    view = Chart(game="g1", names=("Anna", "Boris"), series=())
    turn = '<u id="web:anna">Anna</u> 3 · Boris 4'
    one = (Choice("Anna · 1", "g1:1:a1"),)
    await room.post([Outgoing(CHANNEL, turn, one, view, "Anna 3", ("web:anna", "web:boris"), slot="g1.1.a")])
    await room.post([Outgoing(CHANNEL, "for you alone", to="web:anna")])
    assert len(list(tmp_path.glob("*.png"))) == 1
    await rooms.forget("web:anna", frozenset({"Anna"}), [CHANNEL, "discord:1"])
    assert [data["id"] for data in ear.does("gone")] != []
    texts = ["".join(run["t"] for run in one.body["text"]) for one in room.history.messages.values()]
    assert texts == ["good morning, …! Annabel is not ….", "… 3 · Boris 4"]
    assert list(tmp_path.glob("*.png")) == []
    assert ear.name == ""
    assert await room.is_owner("web:boris")  # the next user
    again = await rooms_on(stage, tmp_path).room(ROOM)
    kept = str([one.body for one in again.history.messages.values()])
    assert "web:anna" not in kept
    assert "Anna'" not in kept
    assert again.history.messages.keys() == room.history.messages.keys()
    assert tokens_of(list(again.history.messages.values())[-1].body) != set()


async def test_room_removes_old_messages(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    now = NOON
    monkeypatch.setattr(history.time, "time", lambda: now)
    said = history.RoomHistory(CHANNEL, stage.store.users, keep=90 * 86400)  # type: ignore[attr-defined]
    await said.add({"text": [{"t": "first"}]})
    now += 89 * 86400
    await said.add({"text": [{"t": "second"}]})
    now += 2 * 86400
    later = history.RoomHistory(CHANNEL, stage.store.users, keep=90 * 86400)  # type: ignore[attr-defined]
    await later.load()
    assert [one.body["text"][0]["t"] for one in later.messages.values()] == ["second"]
    await said.add({"text": [{"t": "third"}]})
    gone = await said.trim()
    assert len(gone) == 1
    assert [one.body["text"][0]["t"] for one in said.messages.values()] == ["second", "third"]


async def test_same_picture_can_be_written_concurrently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_slowly(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content)
        time.sleep(0.02)  # long enough for the others to begin

    monkeypatch.setattr(Path, "write_bytes", write_slowly)
    gallery = PictureFiles(tmp_path)
    names = await asyncio.gather(*(gallery.put(b"a picture", "image/png") for _ in range(4)))
    assert len(set(names)) == 1
    assert gallery.find(names[0]) is not None
    assert [file.name for file in tmp_path.iterdir()] == [names[0]]


async def test_slow_room_does_not_block_others(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms, go_on, opened = rooms_on(stage, tmp_path), asyncio.Event(), []
    as_usual = WebRoom.open

    async def open_slowly(room: WebRoom) -> None:
        opened.append(room.name)
        if room.name == "slow":
            await go_on.wait()
        await as_usual(room)

    monkeypatch.setattr(WebRoom, "open", open_slowly)
    waiting = [asyncio.create_task(rooms.room("slow")) for _ in range(2)]
    quick = await asyncio.wait_for(rooms.room("quick"), 10)
    go_on.set()
    first, second = await asyncio.gather(*waiting)
    assert first is second is await rooms.room("slow")
    assert quick is await rooms.room("quick")
    assert sorted(opened) == ["quick", "slow"]


async def test_page_answers_503_while_the_store_is_unavailable(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(*_: object, **__: object) -> dict[str, bytes]:
        raise Unavailable("it does not answer")

    monkeypatch.setattr(stage.store.users, "settings", away)
    monkeypatch.setattr(stage.store.tables, "load", away)
    tools = Tools(stage.service, stage.store, Blank(), PictureFiles(tmp_path))  # type: ignore[arg-type]
    chat = WebChat(tools, Health(stage.store, ()))
    await chat.start(0)
    asked = {"Cookie": f"{COOKIE}={new_secret()}", "Accept-Language": "bg"}
    try:
        async with ClientSession(f"http://127.0.0.1:{chat.port}", headers=asked) as browser:
            for path in ("/r/tower", "/r/tower/story"):
                async with browser.get(path) as answer:
                    assert answer.status == 503
                    assert "В момента нямам връзка с хранилището" in await answer.text()
                    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    finally:
        await chat.close()
    assert [record.exc_info for record in caplog.records] == [None, None]


async def test_board_that_had_to_go_is_drawn_from_the_game_also_after_a_restart(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 1)
    folder = PictureFiles(tmp_path / "pictures")
    tools = Tools(stage.service, stage.store, Blank(), folder)  # type: ignore[arg-type]
    room = WebRoom("tower", tools)
    await room.post([await stage.open("Anna", "Boris")])
    (question,) = room.history.messages.values()
    address = question.body["picture"]["url"]
    await folder.put(b"another", "image/png", room.waiting_pictures())
    kept = folder.folder / address.partition("?")[0].rpartition("/")[2]
    assert kept.exists()  # a question waits with it
    kept.unlink()
    chat = WebChat(replace(tools, gallery=PictureFiles(tmp_path / "new")), Health(stage.store, ()))
    await chat.start(0)
    try:
        async with ClientSession(f"http://127.0.0.1:{chat.port}") as browser:
            async with browser.get(address) as answer:
                assert answer.status == 200
                assert b"BoardPicture(game='g1'" in await answer.read()
            async with browser.get(address.replace("/p/", "/p/0", 1)) as answer:
                assert answer.status == 404
    finally:
        await chat.close()


async def test_a_picture_that_had_to_go_is_drawn_again_and_bodies_are_limited(
    stage: Stage, tmp_path: Path
) -> None:
    kept = PictureFiles(tmp_path / "pictures")
    chat = WebChat(Tools(stage.service, stage.store, Blank(), kept), Health(stage.store, ()))  # type: ignore[arg-type]
    await chat.start(0)
    wanted = Chart(game="g1", series=((1, 2),))
    name = await kept.put(wanted.key.encode(), "image/png")
    kept.remember(name, wanted)
    (kept.folder / name).unlink()
    origin = {"Origin": f"http://127.0.0.1:{chat.port}"}
    try:
        async with ClientSession(f"http://127.0.0.1:{chat.port}", headers=origin) as browser:
            async with browser.get(f"/p/{name}") as answer:
                assert await answer.read() == wanted.key.encode()
            async with browser.get(f"/p/{'0' * 40}.png") as answer:
                assert answer.status == 404
            async with browser.post("/me", data=b"x" * 100_000) as answer:
                assert answer.status == 413
            async with browser.get("/r/tower", headers={"X-Long": "x" * 100_000}) as answer:
                assert answer.status == 400
    finally:
        await chat.close()

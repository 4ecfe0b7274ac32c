"""A backup of an earlier version: its tables play on, its buttons still work.

`backups/second.jsonl.gz` was written by that version while tables ran on Discord, on Telegram and in rooms.
`backups/second.json` holds the buttons that stood on the screens then, and how that version answered each.
Neither file is ever written again.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from bot.chats.web.identity import public_id
from bot.cli import backup
from bot.conversation.protocol.messages import Outgoing, Person
from storage.open import open_store
from storage.port import Store
from tests.support.discord.bot import Bot
from tests.support.discord.people import User
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import THREAD, Channel, Message
from tests.support.redis_servers import Server
from tests.support.stage import Stage, option_choices
from tests.support.telegram.people import Group, TelegramUser, buttons
from tests.support.telegram.stand_in import BOT, TOKEN, Chat, StandIn

BACKUPS = Path(__file__).parent / "backups"
FILE = BACKUPS / "second.jsonl.gz"
SCREENS: dict[str, Any] = json.loads((BACKUPS / "second.json").read_text("utf-8"))
CHOSEN, AUCTION, LOBBY = (
    f"discord:{SCREENS['discord'][name]['thread']}" for name in ("chosen", "auction", "lobby")
)
FINISHED = next(button["channel"] for button in SCREENS["buttons"] if button["screen"] == "end")
MOVED, VOTE, PAUSED, TOPIC = "telegram:-100077", "telegram:-2002", "telegram:-2003", "telegram:-3001:5"
KEEP = {"KEEP_IDLE_DAYS": "0", "KEEP_LOBBY_DAYS": "0", "KEEP_HISTORY_DAYS": "0", "COMPUTER_PACE": "0"}


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setattr(backup, "set_up_logs", lambda _: None)  # the test's own log stays


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


async def restore(server: Server, store: Store) -> None:
    """Empty the server and restore the backup into it."""
    with server.admin() as client:
        client.flushall()
    lines = gzip.decompress(FILE.read_bytes()).splitlines()[1:-1]
    await asyncio.gather(*(store.backup.restore(line) for line in lines))


def stage_on(store: Store, platform: str) -> Stage:
    """A stage with the people of one platform, a minute after the backup."""
    stage = Stage(store)
    stage.now, stage.ids = SCREENS["at"] + 60, 100
    for button in SCREENS["buttons"]:
        if button["person"].startswith(platform):
            stage.people[button["name"]] = Person(button["person"], button["name"], "en")
    return stage


async def play(stage: Stage, channel: str, most: int) -> Outgoing:
    """Anna on seat A and Boris on seat B press what is offered, so often or until the game is over."""
    rng = random.Random(5)
    (message,) = await stage.say("Anna", "/board", channel)
    for _ in range(most):
        if message.slot.endswith(".end"):
            break
        choice = rng.choice(option_choices(message))
        name = {"a": "Anna", "b": "Boris"}[choice.token.split(":")[2][0]]
        answers = await stage.press(name, choice.token, channel=channel)
        while answers[0].preview:
            second = rng.choice(option_choices(answers[0]))
            answers = await stage.press(name, second.token, channel=channel)
        assert answers[0].to is None, answers[0].text
        message = answers[0]
    return message


def test_old_backup_restores_and_plays_to_the_end(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with server.admin() as client:
        client.flushall()
    monkeypatch.setenv("REDIS_URL", server.url)
    assert main(["restore", str(FILE)]) == 0
    said = capsys.readouterr().err
    assert "running tables 8, finished games 1, people 11, deadlines 8" in said

    async def check() -> None:
        async with await open_store(server.url) as store:
            discord, telegram = stage_on(store, "discord"), stage_on(store, "telegram")
            assert (await play(discord, CHOSEN, 400)).slot == "639b2ac6.end"
            assert await store.tables.load(CHOSEN) is None
            await play(discord, AUCTION, 12)
            for channel in (MOVED, VOTE, TOPIC):
                await play(telegram, channel, 12)
            await telegram.say("Anna", "/resume", PAUSED)
            await play(telegram, PAUSED, 12)
            assert (await store.statistics.of_user("discord:700"))["games"] == 2
            assert [one.game for one in await store.archive.of_channel(FINISHED)] == ["65e44c06"]
            finished = (await discord.say("Anna", "/mygames"))[0].text
            assert "/replay 65e44c06" in finished
            assert "Aimery" in (await discord.say("Boris", "/computer easy", LOBBY))[0].text
            assert (await discord.say("Anna", "/start", LOBBY))[-1].slot.startswith("bde7e8cc.")
            await check_settings(store)

    asyncio.run(check())


async def check_settings(store: Store) -> None:
    """A user's theme and language, a ban, and the clock of a table are as they were."""
    stage = stage_on(store, "telegram")
    stage.people["Vera"] = Person("telegram:73", "Vera", "en")
    assert "don't let you play here" in (await stage.say("Vera", "/new", VOTE))[0].text
    people = {name: await store.users.settings(user) for name, user in tower_ids().items()}
    assert people["Anna"]["theme"] == b"night"
    assert people["Vera"]["language"] == b"bg"
    due = await store.deadlines.claim(stage.now + 2 * 86400, limit=100)
    assert "web:clock" in {one.channel for one in due}
    assert await stage.service.alarm("web:clock", stage.now + 2 * 86400)


def tower_ids() -> dict[str, str]:
    """The ids of the people in the room `tower`."""
    return {name: public_id(secret) for name, secret in SCREENS["tower"].items()}


async def test_old_buttons_get_the_answers_of_their_time(server: Server) -> None:
    async with await open_store(server.url) as store:
        for button in SCREENS["buttons"]:
            await restore(server, store)
            stage = stage_on(store, button["person"])
            number, channel = button.get("number", ""), button["channel"]
            answers = await stage.press(button["name"], button["token"], number, channel)
            if number and answers[0].choices and answers[0].to:  # it leads into debt: sure
                answers = await stage.press(button["name"], answers[0].choices[0].token, "", channel)
            got = [{"to": answer.to or "", "key": answer.slot} for answer in answers]
            assert got == button["answers"], (button["screen"], button["token"], answers[0].text)
            assert "broke on our side" not in answers[0].text


# -- the same buttons through the adapters ------------------------------------------------------------


def old_channel(discord: Discord, name: str) -> Channel:
    """A channel and its thread as Discord showed them then; the thread."""
    data = SCREENS["discord"][name]
    parent = Channel(data["parent"], data["guild"])
    thread = Channel(data["thread"], data["guild"], THREAD, parent=parent.id)
    thread.messages = [Message(channel=thread.id, **message) for message in data["messages"]]
    discord.world.channels |= {parent.id: parent, thread.id: thread}
    return thread


def old_groups(telegram: StandIn) -> dict[int, Group]:
    """The groups as Telegram showed them then."""
    found = {}
    for data in SCREENS["telegram"]:
        chat = Chat(data["id"], data["kind"], upgraded=data["upgraded"], topics=set(data["topics"]))
        for message in data["messages"]:
            chat.messages[message["message_id"]] = {**message, "chat": chat.data, "from": BOT}
            telegram.files |= {size["file_id"]: b"\x89PNG" for size in message.get("photo", ())}
        found[chat.id] = Group(telegram, chat, next(iter(data["topics"]), None))
    telegram.next_message = 1000
    telegram.next_update = 100_000
    return found


def discord_id(channel: Channel, pattern: str) -> tuple[Message, str]:
    """The first button or line of a menu whose id matches, and its message."""
    return next(
        (message, id_) for message in channel.messages for id_ in message.ids() if re.search(pattern, id_)
    )


async def press_on_discord(discord: Discord, channels: dict[str, Channel]) -> None:
    anna, boris = User(discord, "700", "Anna"), User(discord, "701", "Boris")
    until = discord.world.until
    chosen, auction, lobby = (channels[name] for name in ("chosen", "auction", "lobby"))
    turn, cell = discord_id(chosen, r"^b:.*:bC1$")
    await boris.press(chosen, *discord_id(chosen, r"^b:.*:bP0\.1$"))
    await until(lambda: "→ M19" in chosen.public()[-1].content)
    stale = await boris.do(chosen, 3, {"component_type": 2, "custom_id": cell}, turn)
    await until(lambda: stale.answers)
    message, number = discord_id(auction, r"^a0-999:")
    asked = await anna.press(auction, message, number)
    await until(lambda: asked.response)
    sent = await anna.fill_in(auction, asked.response["data"], "7", message)
    await until(lambda: sent.answers)  # it leads into debt: sure
    await anna.press(auction, sent.answers[-1], sent.answers[-1].ids()[0])
    await until(lambda: "leads with 7" in auction.public()[-1].content)
    message, line = discord_id(lobby, r"!change\.box\.abbot$")
    assert "Abbot" not in message.content
    await anna.press(lobby, message, line)
    await until(lambda: "Abbot" in lobby.public()[-1].content)


async def press_on_telegram(groups: dict[int, Group]) -> None:
    anna, boris = TelegramUser(71, "Anna"), TelegramUser(72, "Boris")
    old, new, topic, lobby = (groups[number] for number in (-2001, -100077, -3001, -2004))
    left_behind = old.last
    answer = await old.answer(await old.press(anna, left_behind, buttons(left_behind)[0][1]))
    assert answer.get("text") or answer.get("url")
    await new.press(anna, new.last, "25c382ee:12:aC1")
    await new.until(lambda: any(re.search(r":aP\d", data) for _, data in buttons(new.last)))
    second = next(data for _, data in buttons(new.last) if re.search(r":aP\d", data))
    await new.press(anna, new.last, second)
    await new.until(lambda: any(re.search(r":b(C|\d)", data) for _, data in buttons(new.last)))
    question = next(message for message in topic.messages() if "_asks" in message)
    await topic.say(anna, "0", reply=question["message_id"])
    await topic.seen("leads with 0")
    await lobby.press(anna, lobby.last, next(data for _, data in buttons(lobby.last) if data.startswith(">")))
    await lobby.until(lambda: any("!change.box." in data for _, data in buttons(lobby.last)))
    await lobby.press(anna, lobby.last, ">0.0")
    await lobby.until(lambda: any(data.endswith("!join") for _, data in buttons(lobby.last)))
    await lobby.press(boris, lobby.last, next(data for _, data in buttons(lobby.last) if "!join" in data))
    await lobby.seen("Boris")


async def press_in_the_room(link: str) -> None:
    """Anna's page comes back with its cookie, shows the old question, and answers it."""
    headers = {"Origin": link, "Cookie": f"bastide_person={SCREENS['tower']['Anna']}"}
    async with (
        asyncio.timeout(60),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{link}/r/tower/socket", headers=headers) as socket,
    ):
        assert "948ff353:10:aC1" in await text_until(socket, '"hello"')
        await socket.send_json({"do": "press", "token": "948ff353:10:aC1", "n": 2})
        near = await text_until(socket, "948ff353:10:aP")
        second = re.search(r"948ff353:10:aP\d+\.\d+", near)
        assert second is not None
        await socket.send_json({"do": "press", "token": second[0], "n": 3})
        await text_until(socket, ":bC1")


async def text_until(socket: aiohttp.ClientWebSocketResponse, part: str) -> str:
    """The first thing the room sends that contains this."""
    while part not in (text := await socket.receive_str()):
        pass
    return text


async def test_old_buttons_work_through_every_adapter(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert await asyncio.to_thread(main, ["restore", str(FILE), "--data", str(data)]) == 0
    telegram = StandIn()
    groups = old_groups(telegram)
    await telegram.start()
    more = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": telegram.url, **KEEP}
    try:
        async with Discord() as discord:
            channels = {name: old_channel(discord, name) for name in SCREENS["discord"]}
            async with Bot(discord, data, **more) as bot:
                await press_on_discord(discord, channels)
                await press_on_telegram(groups)
                found = re.search(r"The room is open: (http://\S+)/", bot.log)
                assert found is not None
                await press_in_the_room(found[1])
                assert await bot.stop() == 0
                assert discord.world.breaches == telegram.violations == []
    finally:
        await telegram.stop()

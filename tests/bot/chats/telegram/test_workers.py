"""Several webhook workers of Telegram: each chat has one owner; workers come and go."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.chats.telegram.api.webhook import SECRET, Webhook
from bot.chats.telegram.workers import membership
from bot.chats.telegram.workers.membership import Membership, chosen
from bot.conversation.protocol.catalogue import catalogue
from engine.players import Hint
from engine.state import GameState
from storage import Roll, Unavailable
from storage.open import open_store
from tests.support.redis_servers import Server, free_ports
from tests.support.telegram.people import (
    ANNA,
    BORIS,
    PATIENCE,
    Group,
    TelegramUser,
    buttons,
    called,
    moves,
)
from tests.support.telegram.stand_in import Chat, Drop
from tests.support.telegram.workers import (
    Workers,
    channels_in_memory,
    ledgers_of,
    members_of,
    router_of,
    sessions_of,
    store_of,
    two_workers,
)
from tests.support.topology import HOOK

pytestmark = pytest.mark.usefixtures("quick_workers")


async def test_private_answers_are_handled_by_the_owner_of_the_group(
    redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chats.telegram.ledger.UNTIL_NOTED", (0.05,) * 400)  # however busy the machine is
    async with two_workers(redis) as (server, workers):
        anna = TelegramUser(workers.of(1, 2000), "Anna")
        group = Group(server, Chat(workers.of(0, -1001), admins=(anna.id,)))
        home = Group(server, Chat(anna.id, "private", started=False))
        await group.say(anna, "/new computers=1_easy")
        await group.pressed(anna, "Start")
        await group.until(lambda: moves(group.last))
        link = await group.told(anna, "Score", "url")  # nobody may write to her yet
        home.chat.started = True
        await home.say(anna, f"/start {link.partition('=')[2]}")
        await home.until(lambda: "photo" in home.last)
        # a menu in the private chat about the group: it unfolds, and its choices count
        users, noted = workers.stores[0].users, f"telegram.telegram:{group.chat.id}"
        await group.say(anna, "/settings")
        await home.pressed(anna, catalogue("en").label("setting.language"))
        await home.until(lambda: any("!settings.language.ru" in data for _, data in buttons(home.last)))
        await home.pressed(anna, "Русский")
        async with asyncio.timeout(PATIENCE):
            while (await users.settings(f"telegram:{anna.id}")).get("language") != b"ru":
                await asyncio.sleep(0.02)
        notes = await users.channel_settings(f"telegram:{anna.id}")
        assert noted in notes  # apart from those of the private chat
        # and a table in the private chat is the other worker's
        await home.say(anna, "/new computers=1_easy")
        await home.until(lambda: any("!start" in data for _, data in buttons(home.last)))


async def test_private_chat_opened_at_one_worker_is_open_for_all(redis: Server) -> None:
    async with two_workers(redis) as (server, workers):
        anna = TelegramUser(workers.of(1, 3000), "Anna")
        players = workers.table(0, -3001)
        players.people = {anna.id: anna, BORIS.id: BORIS}
        home = Group(server, Chat(anna.id, "private", started=False))
        await players.open()
        assert await players.group.told(anna, "Score", "url")
        home.chat.started = True
        await home.say(anna, "/start")  # of her own accord
        await home.seen("Bastide")
        sent = catalogue("en").label("telegram.private_sent")
        assert await players.group.told(anna, "Bag") == sent
        await home.until(lambda: "photo" in home.last)


@pytest.mark.parametrize("told", [True, False])
async def test_upgraded_group_keeps_its_worker(redis: Server, *, told: bool) -> None:
    """Its new number belongs to the other worker, which hands every update on."""
    async with two_workers(redis) as (server, workers):
        players = workers.table(0, -77)
        old = players.group
        await players.open()
        message = await players.ready()
        assert message is not None
        new = Group(server, Chat(workers.of(1, -100_077), admins=old.chat.admins))
        await new.say(BORIS, "hello")  # the other worker looks the number up before it is an alias
        old.chat.upgraded = new.chat.id
        if told:
            common = {"message_id": 1, "date": int(time.time()), "from": ANNA.data}
            await server.update(message={**common, "chat": old.chat.data, "migrate_to_chat_id": new.chat.id})
            await server.update(
                message={**common, "chat": new.chat.data, "migrate_from_chat_id": old.chat.id}
            )
        else:  # the worker finds out when it writes
            for person in (ANNA, BORIS):
                await old.press(person, message, moves(message)[0])
        await new.until(lambda: new.messages() and moves(new.last))
        answer = await old.answer(await old.press(BORIS, message, "aaaa:1:a0"))
        assert answer["text"] == catalogue("ru").label("stale")  # it counts at the same table
        players.group = new
        await players.play(players.presses + 3)
        store = await open_store(redis.url)
        async with store:
            assert await store.channels.resolve(f"telegram:{new.chat.id}") == f"telegram:{old.chat.id}"
            assert await store.tables.count() == 1


async def test_forgotten_user_is_forgotten_by_all_workers(redis: Server) -> None:
    async with two_workers(redis) as (_, workers):
        players = workers.table(0, -3001)
        await players.open()
        assert await players.ready() is not None
        channel = f"telegram:{players.group.chat.id}"

        async def notes() -> str:
            return (await ledgers_of(workers.chats[0]).of(channel)).encode().decode()

        store = store_of(workers.chats[0])
        while ANNA.name not in str(await store.users.channel_settings(channel)):  # it is noted in a moment
            await asyncio.sleep(0.01)
        assert ANNA.name in await notes()
        await workers.chats[1].forget(f"telegram:{ANNA.id}", frozenset({ANNA.name}), [channel])
        assert ANNA.name not in await notes()


class Deaf:
    """A roll whose second answer never comes and that takes no notice of being cancelled."""

    def __init__(self) -> None:
        self.beats = 0
        self.asked = asyncio.Event()
        self.left = False

    async def beat(self, _: str, worker: str, **__: object) -> Roll:
        self.beats += 1
        if self.beats == 2:
            self.asked.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        return Roll({worker: 0.0}, contested=False)

    async def sign_off(self, _: str, __: str, **___: object) -> None:
        self.left = True


async def test_worker_leaves_in_the_middle_of_a_request() -> None:
    roll: Any = Deaf()

    async def changed(_: object) -> None:
        pass

    worker = Membership(roll, "http://one", "secret", changed)
    await worker.join()
    await roll.asked.wait()
    async with asyncio.timeout(PATIENCE):
        await worker.leave()
    assert roll.left


async def test_connection_that_never_succeeded_leaves_nothing_open(redis: Server) -> None:
    server: Any = SimpleNamespace(url=f"http://127.0.0.1:{free_ports(1)[0]}")  # nobody listens there
    workers = Workers(server, redis, free_ports(1), "https://example.org/hook")
    await workers.start(0)
    chat = workers.chats[0]
    assert not chat.connected
    assert sessions_of(chat) == [True, True]
    await workers.stop(0)
    assert sessions_of(chat) == [False, False]


class Growing:
    """A roll on which a second worker appears."""

    def __init__(self) -> None:
        self.present: dict[str, float] = {}

    async def beat(self, _: str, worker: str, **__: object) -> Roll:
        self.present = {worker: 100.0} if not self.present else {worker: 100.0, "http://two": 100.0}
        return Roll(self.present, contested=False)

    async def sign_off(self, _: str, __: str, **___: object) -> None:
        pass


async def test_takeover_continues_when_the_store_is_back() -> None:
    roll: Any = Growing()
    tries: list[object] = []
    done = asyncio.Event()

    async def changed(gained: object) -> None:
        tries.append(gained)
        if len(tries) < 3:
            raise Unavailable("away")
        done.set()

    worker = Membership(roll, "http://one", "secret", changed)
    await worker.join()
    async with asyncio.timeout(20):
        await done.wait()
    await worker.leave()


class AwayAtFirst(Growing):
    """A roll that cannot be reached the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def beat(self, _: str, worker: str, **__: object) -> Roll:
        self.asked += 1
        if self.asked == 1:
            raise Unavailable("away")
        return Roll({worker: 100.0}, contested=False)


async def test_worker_that_joins_at_the_second_try_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[aiohttp.ClientSession] = []

    session = aiohttp.ClientSession

    def open_session(**more: Any) -> aiohttp.ClientSession:
        opened.append(session(**more))
        return opened[-1]

    async def changed(_: object) -> None:
        pass

    monkeypatch.setattr(membership.aiohttp, "ClientSession", open_session)
    roll: Any = AwayAtFirst()
    worker = Membership(roll, "http://one", "secret", changed)
    with pytest.raises(Unavailable):
        await worker.join()
    await worker.join()
    await worker.leave()
    assert opened
    assert all(one.closed for one in opened)


async def test_request_that_is_cut_off_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def take(*_: object) -> bool:
        raise AssertionError

    hook = Webhook(HOOK, "secret", take)
    hook.open = True
    port = free_ports(1)[0]
    await hook.listen("127.0.0.1", port)
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST {HOOK} HTTP/1.1\r\nHost: x\r\n{SECRET}: secret\r\nContent-Length: 9\r\n\r\n{{".encode()
    )
    await writer.drain()
    await asyncio.sleep(0.2)  # it is being read
    writer.close()
    await writer.wait_closed()
    await hook.close()
    assert not caplog.records


async def test_worker_shows_what_a_dead_worker_owed(redis: Server) -> None:
    async with two_workers(redis) as (server, workers):
        tables = [workers.table(number, -5001) for number in (0, 1)]
        await asyncio.gather(*(players.open() for players in tables))
        await asyncio.gather(*(players.play(players.presses + 2) for players in tables))
        for number, players in enumerate(tables):  # each has been at work, at its own table only
            channel = f"telegram:{players.group.chat.id}"
            assert channels_in_memory(workers.chats[number]) == {channel}
        server.trouble["sendPhoto"] += [Drop()] * 1000  # moves are saved, but no new message gets through
        while len(server.trouble["sendPhoto"]) == 1000:
            message = tables[0].shown()
            for person in (ANNA, BORIS):
                if moves(message):
                    await tables[0].group.press(person, message, moves(message)[0])
            await asyncio.sleep(0.2)
        shown = tables[0].shown()["message_id"]
        await workers.stop(0)
        server.trouble.clear()
        await tables[0].group.until(lambda: tables[0].shown()["message_id"] > shown)
        await asyncio.gather(*(players.play(players.presses + 2) for players in tables))
        await workers.start(0)
        await workers.share()
        assert not channels_in_memory(workers.chats[0])  # nothing is owed there: nothing is looked at
        await asyncio.gather(*(players.play(players.presses + 2) for players in tables))
        for query, chat in list(server.queries.items()):
            for players in tables:
                if players.group.chat.id == chat:
                    await players.group.answer(query)


@pytest.mark.parametrize("pressed", [True, False])
async def test_hint_does_not_block_other_users(
    redis: Server, monkeypatch: pytest.MonkeyPatch, *, pressed: bool
) -> None:
    async with two_workers(redis) as (server, workers):
        players = workers.table(0, -6001)
        await players.open()
        message = await players.ready()
        assert message is not None
        who = players.people[called(message)[-1]]
        home = Group(server, Chat(who.id, "private", started=True))
        await home.say(who, "/help")
        await home.until(home.messages)
        computer = workers.computers[0]
        think, asked, thought = computer.hint, asyncio.Event(), asyncio.Event()

        async def hint(view: GameState, seat: int) -> Hint:
            asked.set()
            await thought.wait()
            return await think(view, seat)

        monkeypatch.setattr(computer, "hint", hint)
        if pressed:
            data = next(data for _, data in buttons(message) if data.endswith("!hint"))
            await players.group.press(who, message, data)
        else:
            await players.group.say(who, "/hint")
        await asked.wait()
        await players.play(players.presses + 2)
        assert not any("photo" in said for said in home.messages())
        thought.set()
        await home.until(lambda: any("photo" in said for said in home.messages()))


async def test_alarm_is_handled_by_the_owner_of_its_chat(redis: Server) -> None:
    async with two_workers(redis) as (_, workers):
        for chat in range(-1100, -1000):
            ringing = [worker.rings(f"telegram:{chat}:5", 0.0) for worker in workers.chats.values()]
            assert sorted(ringing) == [False, True]
            assert ringing[workers.addresses.index(chosen(workers.addresses, chat))]
        assert not any(worker.rings("discord:1", 0.0) for worker in workers.chats.values())


async def test_worker_without_a_fresh_list_takes_no_updates(
    redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_workers(redis) as (_, workers):
        chat = workers.of(1, -1001)
        other = members_of(workers.chats[1])
        assert other.ready
        assert workers.chats[1].rings(f"telegram:{chat}", 0.0)
        monkeypatch.setattr(membership, "LEASE", -1.0)  # its last sign of life is too old
        assert not other.ready
        assert not workers.chats[1].rings(f"telegram:{chat}", 0.0)
        assert not await router_of(workers.chats[1]).brought({"update_id": 1}, b"", chat)
        monkeypatch.undo()


async def test_two_workers_with_one_address_are_logged(
    redis: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing(_: object) -> None:
        return None

    async with await open_store(redis.url) as store:
        both = [Membership(store.workers, "http://127.0.0.1:1/", "secret", nothing) for _ in range(2)]
        for one in both:
            await one.join()
        async with asyncio.timeout(PATIENCE):
            while "TELEGRAM_WORKER_URL" not in caplog.text:
                await asyncio.sleep(0.02)
        for one in both:
            await one.leave()


def test_only_the_chats_of_a_gone_worker_change_owner() -> None:
    workers = [f"http://10.0.0.{number}:8443/" for number in range(5)]
    before = {chat: chosen(workers, chat) for chat in range(-2000, 0)}
    after = {chat: chosen(workers[1:], chat) for chat in range(-2000, 0)}
    assert all(after[chat] == owner for chat, owner in before.items() if owner != workers[0])
    shares = [sum(owner == worker for owner in before.values()) for worker in workers]
    assert min(shares) > 300

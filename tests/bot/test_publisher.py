"""The publisher: every channel of a table is shown what is saved, once, whatever dies or is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.platform import Platform
from bot.conversation.protocol.ports import Unreached
from bot.conversation.service import Service
from bot.conversation.table.channels import read_channels
from bot.conversation.table.news import News
from bot.conversation.table.repository import Policy, Repository
from bot.delivery import publisher
from bot.delivery.publisher import Publisher
from bot.tasks import end
from storage import Store, Unavailable
from tests.support.empty_store import empty_store
from tests.support.stage import QuickComputer

HOME, GUEST = "one:home", "two:guest"
ANNA, BORIS = Person("one:anna", "Anna", "en"), Person("two:boris", "Boris", "en")
PATIENCE = 30.0


@dataclass(eq=False)
class ListedChat(Platform):
    """A platform that writes down what it is told."""

    prefix: str
    shown: list[Outgoing] = field(default_factory=list)
    away: Unreached | None = None
    serves: bool = True
    connected = True

    async def post(self, messages: list[Outgoing]) -> None:
        self.shown += messages

    async def close(self) -> None:
        """There is nothing to close."""

    async def tell(self, _channel: str, messages: Sequence[Outgoing]) -> None:
        if self.away is not None:
            raise self.away
        self.shown += messages

    def rings(self, _channel: str, _late: float) -> bool:
        return self.serves


class Worker:
    """A process of the bot, without its platforms."""

    def __init__(self, store: Store, name: str = "one", chats: Sequence[ListedChat] = ()) -> None:
        self.store = store
        self.chats = chats or (ListedChat("one:"), ListedChat("two:"))
        self.service = Service(Repository(store, QuickComputer(), Policy(burst=10**6)))
        self.publisher = Publisher(self.service, store, name)
        self.service.repository.chats = self.chats
        self.service.repository.publish = self.publisher.kick
        self.listening = asyncio.create_task(self.publisher.listen())

    async def does(self, who: Person, channel: str, line: str) -> list[Outgoing]:
        return await self.service.handle(Command.line(who, channel, 1000.0, line))

    async def stops(self) -> None:
        """It ends as the program does: it hears no more, then lets others go on."""
        await end(self.listening)
        await self.publisher.close()

    async def dies(self) -> None:
        """Nothing is finished, nothing released."""
        await end(self.listening, *self.publisher._tasks.values())  # private: as kill -9 would

    async def linked(self) -> None:
        """Anna's table at home, with Boris as a guest."""
        await self.does(ANNA, HOME, "/new")
        (answer,) = await self.does(ANNA, HOME, "/link")
        code = markup.plain(answer.text).split(": ")[1][:6]
        await self.does(BORIS, GUEST, f"/link {code}")
        await self.does(BORIS, GUEST, "/join")
        await self.does(ANNA, HOME, "/start")


@pytest.fixture
def store() -> Store:
    return empty_store()


@pytest.fixture
async def worker(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worker]:
    monkeypatch.setattr(publisher, "FIRST_WAIT", 0.05)
    monkeypatch.setattr(publisher, "SWEEP", 0.2)
    found = Worker(store)
    await found.linked()
    await shows(store)
    yield found
    await found.dies()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def shows(store: Store) -> None:
    """Wait until every channel shows what is saved."""
    async with asyncio.timeout(PATIENCE):
        while await store.screens.marked():
            await asyncio.sleep(0.01)


def texts(chat: ListedChat) -> list[str]:
    return [message.text for message in chat.shown]


async def test_a_move_is_shown_once_in_every_channel(worker: Worker) -> None:
    before = [len(chat.shown) for chat in worker.chats]
    await worker.does(ANNA, HOME, "/pause")
    await shows(worker.store)
    assert [len(chat.shown) - old for chat, old in zip(worker.chats, before, strict=True)] == [1, 1]
    assert all("paused" in texts(chat)[-1] for chat in worker.chats)


async def test_a_channel_that_cannot_be_reached_is_shown_it_later(worker: Worker) -> None:
    home, guest = worker.chats
    guest.away = Unreached("no right to write")
    before = len(guest.shown)
    await worker.does(ANNA, HOME, "/pause")
    await until(lambda: "paused" in texts(home)[-1])
    failed = await worker.publisher.published(GUEST)
    assert failed is not None
    assert str(failed) == "no right to write"
    assert len(guest.shown) == before
    guest.away = None
    await shows(worker.store)
    assert [text for text in texts(guest)[before:] if "paused" in text] == texts(guest)[before:]
    assert await worker.publisher.published(GUEST) is None


async def test_a_channel_that_is_gone_leaves_the_table(worker: Worker) -> None:
    worker.chats[1].away = Unreached("deleted", gone=True)
    await worker.does(ANNA, HOME, "/pause")
    async with asyncio.timeout(PATIENCE):
        while GUEST in read_channels(HOME, await worker.store.links.of(HOME)).members:
            await asyncio.sleep(0.01)


async def test_what_a_dead_worker_has_saved_is_shown_by_the_next(worker: Worker) -> None:
    await worker.stops()
    worker.service.repository.publish = lambda _, __: None  # it dies between save and show
    before = [len(chat.shown) for chat in worker.chats]
    await worker.does(ANNA, HOME, "/pause")
    assert set(await worker.store.screens.marked()) == {HOME, GUEST}
    second = Worker(worker.store, "two", worker.chats)
    await shows(worker.store)
    assert [len(chat.shown) - old for chat, old in zip(worker.chats, before, strict=True)] == [1, 1]
    await second.dies()


async def test_what_may_stand_there_already_is_edited_not_posted_anew(worker: Worker) -> None:
    """A worker dies after a message was sent, before its screen was saved."""
    await worker.does(ANNA, HOME, "/pause")
    await shows(worker.store)
    held = {channel: await worker.store.screens.load(channel) for channel in (HOME, GUEST)}
    await worker.does(ANNA, HOME, "/resume")
    await shows(worker.store)
    assert worker.chats[0].shown[-1].fresh
    await worker.stops()
    for channel, data in held.items():  # as it was before the last message
        await worker.store.screens.claim(channel, "x", now=0.0, lease=1.0)
        await worker.store.screens.save(channel, "x", data, now=0.0, lease=1.0)
        await worker.store.screens.mark(channel, "again")
    second = Worker(worker.store, "two", worker.chats)
    await shows(worker.store)
    again, first = worker.chats[0].shown[-1], worker.chats[0].shown[-2]
    assert (again.slot, again.choices) == (first.slot, first.choices)
    assert not again.fresh
    await second.dies()


async def test_another_worker_hears_of_what_it_serves(worker: Worker) -> None:
    guest = ListedChat("two:")
    worker.chats[1].serves = False
    other = Worker(worker.store, "other", [guest])
    await worker.publisher._screens.release(GUEST, "one")  # private: it serves the guest no more
    await worker.does(ANNA, HOME, "/pause")
    await until(lambda: any("paused" in text for text in texts(guest)))
    assert all("paused" not in text for text in texts(worker.chats[1]))
    await other.dies()


async def test_two_workers_do_not_show_a_channel_the_same(worker: Worker) -> None:
    other = Worker(worker.store, "other", worker.chats)
    before = len(worker.chats[0].shown)
    await worker.does(ANNA, HOME, "/pause")
    mark = next(iter((await worker.store.screens.marked()).values()), "x")
    other.publisher.kick(HOME, News(mark))
    await shows(worker.store)
    await asyncio.sleep(0)
    assert len(worker.chats[0].shown) - before == 1
    await other.dies()


async def test_what_is_saved_while_a_task_ends_is_shown(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens, loop = worker.store.screens, asyncio.get_running_loop()
    save = screens.save

    async def saving(channel: str, *args: object, shown: str = "", **more: object) -> bool:
        saved = await save(channel, *args, shown=shown, **more)  # type: ignore[arg-type]
        if shown == "first":  # heard when the task has looked for the last time, but is still known
            loop.call_soon(worker.publisher.kick, HOME, News("second"))
        return saved

    monkeypatch.setattr(screens, "save", saving)
    worker.service.repository.publish = lambda _, __: None
    await end(worker.listening)  # nobody else finds it
    await worker.does(ANNA, HOME, "/pause")
    await screens.mark(HOME, "second")
    worker.publisher.kick(HOME, News("first"))
    await until(lambda: HOME not in worker.publisher._tasks)  # private: it is about its end
    await until(lambda: "paused" in texts(worker.chats[0])[-1])
    async with asyncio.timeout(PATIENCE):
        while HOME in await screens.marked():
            await asyncio.sleep(0.01)


async def test_a_store_that_fails_while_a_channel_is_away_stops_nothing(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    await end(worker.listening)  # nobody else finds it
    guest, failed = worker.chats[1], asyncio.Event()

    async def fails(*_: object) -> bool:
        failed.set()
        raise Unavailable("away")

    guest.away = Unreached("no right to write")
    with monkeypatch.context() as patch:
        patch.setattr(worker.service, "is_lost", fails)
        await worker.does(ANNA, HOME, "/pause")
        await asyncio.wait_for(failed.wait(), PATIENCE)
    guest.away = None
    await shows(worker.store)
    assert "paused" in texts(guest)[-1]

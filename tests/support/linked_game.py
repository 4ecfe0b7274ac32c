"""One table on Discord, on Telegram and in the room, served by two processes; and its transcripts."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bot.chats.web.page_format import tokens_of
from bot.conversation.table.channels import decode_screen, read_channels
from bot.conversation.table.history import GameHistory
from storage import FinishedTable, Store, StoredTable
from storage.open import open_store
from tests.bot.chats.contract.discord import DiscordPlatform
from tests.bot.chats.contract.place import PEOPLE, Button, Place, Seen
from tests.bot.chats.contract.room import open_room
from tests.bot.chats.contract.telegram import TelegramPlatform
from tests.support.discord.bot import Bot
from tests.support.discord.stand_in import Discord
from tests.support.redis_servers import Server, free_ports
from tests.support.telegram.bot import BotProcess
from tests.support.telegram.people import Group, TelegramUser, buttons
from tests.support.telegram.stand_in import Chat, StandIn
from tests.support.transcripts import Transcript, told_in_order
from tests.support.voice import foreign
from tests.support.web.guests import Guest

LOOK = 0.05  # seconds between two looks of a transcript
AGAIN = 15.0  # seconds until people press again: a process that was killed took nothing
PATIENCE = 120.0
ASIDE = "(to you) "  # before what is told to one user
CYRILLIC = re.compile(r"[а-яё]+", re.IGNORECASE)
CODE = re.compile(r"Code: ([A-Z0-9]{6})")


@dataclass
class Watched(Transcript):
    """The transcript of a place as one user reads it, kept by looking at it again and again."""

    place: Place = field(kw_only=True)
    who: str = field(kw_only=True)
    alone: bool = False  # with what only this user is told

    def look(self) -> None:
        for seen in self.place.shown(self.who):
            self.see(seen.id, seen.text)
        for seen in self.place.told(self.who) if self.alone else ():
            self.see(f"{ASIDE}{seen.id}", f"{ASIDE}{seen.text}")

    def foreign(self) -> list[str]:
        """What is wrong with the language of the public messages."""
        lines = [line for lines in self.messages.values() for line in lines]
        wrong = CYRILLIC.findall if self.language == "en" else partial(foreign, names=tuple(PEOPLE))
        return [f"{self.language}: not in this language: {line!r}" for line in lines if wrong(line)]


@dataclass
class LinkedGame:
    """Two players on Discord, two on Telegram, one in the room; the seats in this order."""

    server: Server
    discord_bot: Bot
    telegram_bot: BotProcess
    discord: Place
    telegram: Place
    room: Place
    stand_in: StandIn
    link: Callable[[], str]  # the address of the rooms
    code: str = ""
    invitation: str = ""  # what was said about the code
    transcripts: list[Watched] = field(default_factory=list)  # of the places
    readers: list[Watched] = field(default_factory=list)  # what each of the five has read
    lives: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def seats(self) -> list[tuple[Place, str]]:
        return [
            (self.discord, "Anna"),
            (self.discord, "Boris"),
            (self.telegram, "Anna"),
            (self.telegram, "Boris"),
            (self.room, "Vera"),
        ]

    @property
    def places(self) -> list[Place]:
        return [self.discord, self.telegram, self.room]

    async def watch(self) -> None:
        """Keep the transcripts."""
        while True:
            for transcript in (*self.transcripts, *self.readers):
                transcript.look()
            await asyncio.sleep(LOOK)

    async def open(self, wishes: str = "") -> None:
        """Anna opens a table on Discord, the others link their chats and sit down; the game starts."""
        await self.discord.say("Anna", f"/new language=en {wishes}".rstrip())
        await self.discord.until(lambda: self.discord.find("!start"))
        said = await self.discord.asks("Anna", "/link")
        found = CODE.search(said.text)
        assert found is not None, said.text
        self.code, self.invitation = found[1], said.text
        for place, who in ((self.telegram, "Boris"), (self.room, "Vera")):
            await place.say(who, f"/link {self.code}")
            await place.until(lambda place=place: place.find("!join"))
        for place, who in self.seats[1:]:
            before = place.public()[-1].text.count(who)
            await place.pressed(who, "!join")
            await place.until(lambda place=place, who=who, n=before: place.public()[-1].text.count(who) > n)
        await self.discord.pressed("Anna", "!start")
        for place in self.places:
            await place.until(place.turn)

    async def watch_in_private(self) -> Group:
        """A user follows the link that opens the private chat at this table; the chat."""
        user = TelegramUser(990, "Dora", "bg")
        chat = Group(self.stand_in, Chat(user.id, "private"))
        await chat.say(user, f"/start link_{self.code}")
        await chat.until(lambda: any("!score" in data for one in chat.messages() for _, data in buttons(one)))
        return chat

    async def invited_room(self) -> Guest:
        """A user opens the address of a room for this table and presses the button there."""
        guest = Guest("Dora", self.link, 5, room=f"table-{self.code.lower()}", language="ru")
        self.lives.append(asyncio.create_task(guest.live()))
        offer = f"me:0:!link.{self.code}"
        await self.room.until(
            lambda: guest.known and any(offer in tokens_of(one) for one in guest.messages.values())
        )
        await guest.insist({"do": "press", "token": offer})
        await self.room.until(
            lambda: any("!score" in token for one in guest.messages.values() for token in tokens_of(one))
        )
        return guest

    def asked(self) -> Seen | None:
        """The latest question that any of the chats shows."""
        turns = [turn for place in self.places if (turn := place.turn()) is not None]
        return max(turns, key=_ply, default=None)

    def over(self) -> bool:
        return all(place.over() for place in self.places)

    async def move(self) -> None:
        """Who is asked answers in their own chat; presses again if a kill took the answer away."""
        end = time.monotonic() + PATIENCE
        start = self.asked()
        while (
            not self.over()
            and (now := self.asked()) is not None
            and (start is None or _ply(now) <= _ply(start))
        ):
            assert time.monotonic() < end, [place.public()[-1] for place in self.places]
            await self._answer(now)
            again = time.monotonic() + AGAIN
            while time.monotonic() < again and not self.over() and (self.asked() or now) == now:
                await asyncio.sleep(LOOK)

    async def _answer(self, asked: Seen) -> None:
        place, who = self.seats[_seat(asked)]
        again = time.monotonic() + AGAIN
        while (turn := place.turn()) is None or _ply(turn) < _ply(asked):
            if time.monotonic() > again or self.over():
                return
            await asyncio.sleep(LOOK)
        first: Button = place.rng.choice(turn.moves())
        await place.press(who, first)
        while time.monotonic() < again and not self.over() and (self.asked() or turn) == asked:
            near = [
                one for one in place.closer(who, first.question) if first.what[1] == "C" or one.what[1] == "Y"
            ]
            if near:
                await place.press(who, place.rng.choice(near))
                return
            await asyncio.sleep(LOOK)

    async def play_until(self, *seats: int) -> None:
        """Play until one of these seats is asked and every channel was told so."""
        while (asked := self.asked()) is None or _seat(asked) not in seats:
            await self.move()
        await self.settled()

    async def play_while(self, *seats: int) -> None:
        """Play while one of these seats is asked."""
        while (asked := self.asked()) is not None and _seat(asked) in seats:
            await self.move()

    async def settled(self) -> None:
        """Wait until the screens in the store say that every channel was told everything."""
        async with await open_store(self.server.url) as store:
            while True:
                record = await self._record(store)
                members = read_channels(record.channel, await store.links.of(record.channel)).members
                screens = [decode_screen(await store.screens.load(channel)) for channel in members]
                versions = {(screen.told.game, screen.told.version) if screen else () for screen in screens}
                if versions == {
                    ("", 0) if isinstance(record, FinishedTable) else (record.game, len(record.log))
                }:
                    return
                await asyncio.sleep(LOOK)

    @staticmethod
    async def _record(store: Store) -> StoredTable | FinishedTable:
        """The one log."""
        owners = [line async for line in store.backup.dump() if b'"links"' in line]
        (home,) = {json.loads(line)["owner"] for line in owners}
        running = await store.tables.load(home)
        if running is not None:
            return running
        (last,) = await store.archive.of_channel(home, limit=1)
        finished = await store.archive.load(home, last.game)
        assert finished is not None
        return finished

    async def history(self) -> GameHistory:
        """The one log, read again."""
        async with await open_store(self.server.url) as store:
            record = await self._record(store)
        return GameHistory(record.channel, record.setup, record.log)

    async def asked_for(self) -> Counter[str]:
        """How often each kind of action was taken."""
        moments = (await self.history()).moments
        return Counter(type(moment.action).__name__ for moment in moments if moment.action is not None)

    async def told(self) -> list[str]:
        """What is wrong with the transcripts, compared with the one log."""
        history = await self.history()
        wrong = [fault for transcript in self.transcripts for fault in told_in_order(transcript, history)]
        return wrong + [fault for transcript in self.transcripts for fault in transcript.foreign()]


def _tokens(guest: Guest) -> set[str]:
    """Everything that a user of the room can press."""
    return {token for message in guest.messages.values() for token in tokens_of(message)}


def _seat(seen: Seen) -> int:
    return "abcdef".index(seen.moves()[0].what[0])


def _ply(seen: Seen) -> int:
    return int(seen.question().rpartition(":")[2])


@asynccontextmanager
async def linked_game(folder: Path, **environment: str) -> AsyncIterator[LinkedGame]:
    """Both processes at work; at the end nothing has broken a limit, and the logs hold no trace."""
    async with AsyncExitStack() as cleanup:
        server = Server(folder / "redis")
        cleanup.callback(server.stop)
        telegram = StandIn()
        await telegram.start()
        cleanup.push_async_callback(telegram.stop)
        discord = await cleanup.enter_async_context(Discord())
        (port,) = free_ports(1)
        shared = {"REDIS_URL": server.url, **environment}
        bot = Bot(discord, folder / "discord", BASTIDE_WEB_PORT=str(port), **shared)
        other = BotProcess(telegram, folder / "telegram", BASTIDE_ROOM="off", **shared)
        for process in (bot, other):
            cleanup.push_async_callback(process.kill)
        await asyncio.gather(bot.start(), other.start())

        def link() -> str:
            return f"http://127.0.0.1:{port}"

        room, lives = await open_room("tower", link)
        places = [
            await DiscordPlatform(discord, bot).place(),
            await TelegramPlatform(telegram, other).place(),
        ]
        game = LinkedGame(server, bot, other, *places, room, telegram, link, lives=lives)
        game.transcripts = [
            Watched(language, place=place, who=who)
            for place, who, language in zip(
                game.places, ("Anna", "Boris", "Vera"), ("en", "ru", "bg"), strict=True
            )
        ]
        game.readers = [Watched(PEOPLE[who], place=place, who=who, alone=True) for place, who in game.seats]
        watching = asyncio.create_task(game.watch())
        try:
            yield game
        finally:
            for task in (*game.lives, watching):
                task.cancel()
            await asyncio.gather(*game.lives, watching, return_exceptions=True)
        assert await asyncio.gather(bot.stop(), other.stop()) == [0, 0]
        for process in (bot, other):
            assert "Traceback" not in process.log, process.log[-4000:]
        assert discord.world.breaches == telegram.violations == []

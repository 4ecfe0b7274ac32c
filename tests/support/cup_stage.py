"""A group with a cup, without a platform: people enter, come to their matches and play them to the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.platform import Platform
from bot.conversation.protocol.tokens import PressOption
from bot.conversation.service import Service
from bot.conversation.table.channels import read_channels
from bot.conversation.table.cups.documents import cups_of, load_cup, match_channel
from bot.conversation.table.cups.model import Cup, CupMatch, open_matches
from bot.conversation.table.repository import Policy, Repository
from bot.conversation.table.state import LiveTable
from engine.game import pending
from storage import Store, Unavailable
from tests.support.dying_store import DyingStore
from tests.support.stage import QuickComputer, Stage, check

IMMORTAL = 10**12
LEASE = 31.0  # seconds
GROUP = "discord:guild:1"
HOME = "discord:1"


class CupChat(Platform):
    """A chat that opens a thread for every match, and keeps what is posted."""

    prefix = "discord:"
    connected = True

    def __init__(self) -> None:
        self.posted: list[Outgoing] = []
        self.threads: dict[str, tuple[str, ...]] = {}

    async def post(self, messages: list[Outgoing]) -> None:
        for message in messages:
            check(message)
        self.posted += messages

    async def group_of(self, _channel: str) -> str:
        return GROUP

    async def tell(self, _channel: str, messages: Sequence[Outgoing]) -> None:
        await self.post(list(messages))

    def table_invitation(self, code: str) -> str:
        return f"https://example.org/{code}"

    def cup_invitation(self, cup: str) -> str:
        return f"https://example.org/cup/{cup}"

    def place_address(self, channel: str) -> str:
        return channel

    async def close(self) -> None: ...

    async def open_places(self, _channel: str, title: str, users: Sequence[str]) -> list[str]:
        thread = f"discord:{100 + len(self.threads)}"
        self.threads[thread] = tuple(users)
        assert title
        return [thread]


class CupStage(Stage):
    """A group on one platform. Nobody waits: `settle` rings every alarm that is due."""

    def __init__(self, store: Store | None = None, language: str = "en") -> None:
        super().__init__(store, language)
        self.chat = CupChat()
        self.worker = DyingStore(self.store, IMMORTAL)
        self.kills = 0
        self.replace_worker(IMMORTAL)

    def replace_worker(self, calls: int) -> None:
        """Another process goes on with what is in the store; it dies after so many calls."""
        self.kills += self.worker.dead
        self.worker = DyingStore(self.store, calls)
        rules = Policy(burst=10**9)
        worker: Any = self.worker
        computer = QuickComputer()
        self.service = Service(Repository(worker, computer, rules, new_secret=lambda: "fixed"))
        self.service.repository.chats = [self.chat]

    def next_life(self) -> int:
        """How many calls the next worker has to live."""
        return IMMORTAL

    def player(self, name: str, *, admin: bool = False) -> Person:
        known = self.people.get(name)
        if known is None or (admin and not known.admin):
            known = self.people[name] = Person(f"discord:{name.lower()}", name, self.language, admin)
        return known

    async def in_group(self, name: str, line: str, channel: str = HOME) -> list[Outgoing]:
        command = Command.line(self.player(name), channel, self.now, line)
        return await self._heard(command)

    async def taps(self, name: str, token: str, channel: str = HOME) -> list[Outgoing]:
        return await self._heard(Command(self.player(name), channel, self.now, token=token))

    async def _heard(self, command: Command) -> list[Outgoing]:
        group = Command(
            command.who,
            command.channel,
            command.at,
            command.name,
            command.args,
            command.token,
            group=GROUP,
        )
        while True:
            answers = await self.service.handle(group)
            for answer in answers:
                check(answer)
            if not self.worker.dead:
                return answers
            self.replace_worker(self.next_life())  # and the user tries again
            self.now += LEASE

    async def settle(self, later: float = 0.0) -> None:
        """Ring all alarms that are due, as workers do."""
        self.now += later
        while due := await self.store.deadlines.claim(self.now, limit=200):
            for one in due:
                try:
                    await self.chat.post(await self.service.alarm(one.channel, self.now, one.name))
                    await self.store.deadlines.acknowledge(one)
                except Unavailable:
                    self.replace_worker(self.next_life())
                    self.now += LEASE  # until another worker gets it

    async def cup(self) -> Cup:
        known, _ = await cups_of(self.store, GROUP)
        stored = await load_cup(self.store, known[-1])
        assert stored is not None
        return stored.cup

    async def opened(self, wishes: str, names: Sequence[str]) -> Cup:
        """A cup that has started."""
        await self.in_group(names[0], f"/cup new {wishes}")
        for name in names:
            await self.in_group(name, "/cup enter")
        await self.in_group(names[0], "/cup start")
        await self.settle()
        return await self.cup()

    async def place_of(self, cup: Cup, match: CupMatch) -> str:
        home = match_channel(cup, match.number)
        return next(iter(read_channels(home, await self.store.links.of(home)).members))

    async def come(self, cup: Cup, match: CupMatch, sides: Sequence[int] = (0, 1)) -> str:
        """These players say in their thread that they are there; returns the thread."""
        place = await self.place_of(cup, match)
        for side in sides:
            await self.in_group(cup.name(match.pair[side]), "/cup here", place)
        await self.settle()
        return place

    async def finish_game(self, cup: Cup, match: CupMatch, rng: random.Random) -> None:
        """Play the game of a match to its end, by buttons, in its thread."""
        home, place = match_channel(cup, match.number), await self.place_of(cup, match)
        live = await self._table(home)
        game = live.game if live else ""
        while live is not None and live.game == game and not live.over:
            wait, prompt, before = live.waits[0], pending(live.state)[0], live.version
            token = str(PressOption(game, wait.asked_at, wait.seat, rng.randrange(len(prompt.options))))
            answers = await self.taps(live.table.seats[wait.seat].name, token, place)
            live = await self._table(home)
            assert live is None or live.version > before, [answer.text for answer in answers]
        await self.settle()

    async def _table(self, home: str) -> LiveTable | None:
        """The table of a game; a worker that dies while it is read is replaced."""
        while True:
            try:
                return await self.service.repository.load(home)
            except Unavailable:
                self.replace_worker(self.next_life())

    async def resign(self, cup: Cup, match: CupMatch, side: int) -> None:
        """The quick way to end a game."""
        place = await self.place_of(cup, match)
        answers = await self.in_group(cup.name(match.pair[side]), "/resign", place)
        await self.taps(cup.name(match.pair[side]), answers[-1].choices[0].token, place)
        await self.settle()

    async def play_round(self, rng: random.Random, *, quick: bool = True) -> Cup:
        """Everybody comes and plays all matches of this round."""
        cup = await self.cup()
        number = len(cup.rounds)
        for match in list(open_matches(cup)):
            await self.come(cup, match)
            while True:
                cup = await self.cup()
                now = cup.match(match.number)
                assert now is not None
                if now.decided or len(cup.rounds) != number or cup.status != "running":
                    break
                if quick:
                    await self.resign(cup, now, rng.randrange(2))
                else:
                    await self.finish_game(cup, now, rng)
        return await self.cup()

    def announced(self, kind: str) -> list[Outgoing]:
        """What was posted under keys of a cup that end like this."""
        return [message for message in self.chat.posted if message.slot.rpartition(".")[2].startswith(kind)]

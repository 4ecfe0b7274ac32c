"""A room full of people for conversation scripts: they write, press and listen."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from dataclasses import replace

from bot.conversation.commands.person import tips
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Command, Outgoing, Person
from bot.conversation.protocol.pictures import ViewPicture
from bot.conversation.protocol.polyglot import spoken_in
from bot.conversation.service import Service
from bot.conversation.table.channels import Told
from bot.conversation.table.news import News
from bot.conversation.table.repository import Policy, Repository
from engine import players
from engine.actions import Action
from engine.record import Record
from engine.state import GameState
from storage import FinishedTable, StorageError, Store, StoredTable
from tests.support.empty_store import empty_store
from tests.support.voice import check_voice

CHANNEL = "web:tower"
NOON = 1_700_006_400.0  # 2023-11-15 00:00 UTC


REVIEWED = 40  # lines of a game


class QuickComputer:
    """A computer player that does not think, and reviews only the beginning of a game."""

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        return players.choose("random", view, seat)

    async def hint(self, view: GameState, seat: int) -> players.Hint:
        return players.hint(view, seat)

    async def review(self, game: Record, progress: Callable[[float], None]) -> players.GameReview:
        return players.review(Record(game.setup, game.lines[:REVIEWED]), progress=progress)

    async def position(self, seed: str) -> players.Position | None:
        return None


class Screens:
    """Shows channels at once what is saved."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._news: dict[str, News] = {}
        self.told: dict[str, Told] = {}
        service.repository.publish = self._hear

    def _hear(self, channel: str, news: News) -> None:
        known = self._news.get(channel)
        self._news[channel] = news.after(known) if known is not None else news

    async def shown(self, wanted: Callable[[str], bool] = lambda _: True) -> list[Outgoing]:
        """What was shown in these channels since the last look."""
        found: list[Outgoing] = []
        for channel in filter(wanted, list(self._news)):
            news = self._news.pop(channel)
            feed = news.feed or await self._service.feed(channel, NOON)
            told = self.told.get(channel) or news.before or await self._service.told(channel)
            while step := await feed.next(told):
                told = step.told
                found += self._service.fitted(step.messages)
            self.told[channel] = told
        return found


class Stage:
    """One channel, its people, a clock that only moves when told, and everything that was said."""

    def __init__(
        self,
        store: Store | None = None,
        language: str = "en",
        policy: Policy | None = None,
        *,
        newcomers: bool = False,
    ) -> None:
        """With `newcomers`, everybody gets the tips for their first moves."""
        self.store: Store = store or empty_store()
        self.ids = 0
        rules = policy or Policy(burst=10**9)
        self.service = Service(
            Repository(self.store, QuickComputer(), rules, new_id=self._id, new_secret=lambda: "fixed")
        )
        self.screens = Screens(self.service)
        self.now = NOON
        self.language = language
        self.said: list[Outgoing] = []
        self.people: dict[str, Person] = {}
        self._newcomers = newcomers
        self._known: set[str] = set()

    def _id(self) -> str:
        self.ids += 1
        return f"g{self.ids}"

    def person(self, name: str, *, admin: bool = False) -> Person:
        id_ = "web:" + re.sub(r"\W", "", name.lower())
        found = self.people.get(name) or Person(id_, name, self.language)
        self.people[name] = found = replace(found, admin=admin or found.admin)
        return found

    async def say(self, name: str, text: str, channel: str = CHANNEL) -> list[Outgoing]:
        """A user writes a line."""
        return await self._send(Command.line(self.person(name), channel, self.now, text))

    async def press(self, name: str, token: str, text: str = "", channel: str = CHANNEL) -> list[Outgoing]:
        """A user presses a choice."""
        return await self._send(Command(self.person(name), channel, self.now, token=token, text=text))

    async def ring(self, later: float = 0.0) -> list[Outgoing]:
        """The alarm rings, so many seconds later."""
        self.now += later
        answers = await self.service.alarm(CHANNEL, self.now)
        return self._listen([*await self.screens.shown(), *answers])

    async def tick(self, at: float) -> list[Outgoing]:
        """Every alarm rings that is due and that no other worker has taken."""
        told: list[Outgoing] = []
        deadlines = self.store.deadlines
        for due in await deadlines.claim(at):
            answers = await self.service.alarm(due.channel, at, due.name)
            told += [*await self.screens.shown(), *answers]
            await deadlines.acknowledge(due)
        return told

    async def stored(self, channel: str = CHANNEL) -> StoredTable:
        """The table that is saved there."""
        found = await self.store.tables.load(channel)
        assert found is not None
        return found

    async def append(self, line: bytes) -> None:
        """Save a line that nobody has said."""
        stored = await self.stored()
        await self.store.tables.save(CHANNEL, game=stored.game, expected=stored.ply, log=[line])

    async def archived(self, channel: str = CHANNEL) -> list[FinishedTable]:
        """The finished games of a channel, the latest first."""
        listed = await self.store.archive.of_channel(channel)
        found = [await self.store.archive.load(channel, one.game) for one in listed]
        return [one for one in found if one is not None]

    async def _send(self, command: Command) -> list[Outgoing]:
        user = command.who.id
        if not self._newcomers and user not in self._known:
            with contextlib.suppress(StorageError):
                await self.store.users.set_setting(user, tips.SETTING, ",".join(tips.KINDS).encode())
                self._known.add(user)
        return self._listen(await self.handle(command))

    async def handle(self, command: Command) -> list[Outgoing]:
        """What a channel shows after a command, and what its author is told."""
        answers = await self.service.handle(command)
        return [*await self.screens.shown(), *answers]

    def _listen(self, answers: list[Outgoing]) -> list[Outgoing]:
        for answer in answers:
            check(spoken_in(answer))
        self.said += answers
        return answers

    async def open(self, *names: str, wishes: str = "") -> Outgoing:
        """Everybody sits down and the game starts; the first turn message."""
        await self.say(names[0], f"/new language={self.language} {wishes}".rstrip())
        for name in names[1:]:
            await self.say(name, "/join")
        return (await self.say(names[0], "/start"))[-1]

    def name_of(self, user: str) -> str:
        return next(person.name for person in self.people.values() if person.id == user)

    def last(self) -> str:
        """The words of the last message."""
        return markup.plain(self.said[-1].text)


def check(answer: Outgoing) -> None:
    """What every chat demands of every message."""
    assert answer.text
    check_voice(answer)
    assert len(markup.plain(answer.text)) <= 4000
    tokens = [choice.token for choice in answer.choices]
    assert len(tokens) == len(set(tokens)), tokens
    for choice in answer.choices:
        assert choice.label
        assert len(choice.label) <= 100, choice.label
        assert len(choice.token.encode()) <= 64
    assert not answer.picture or answer.alt
    if isinstance(answer.picture, ViewPicture):
        assert answer.picture.view.secret is None


def option_choices(message: Outgoing) -> list[Choice]:
    """The choices that answer a prompt, without tools, amounts, and those that only show something else.

    If all stand behind areas of the map, these.
    """
    asking = [
        choice
        for choice in message.choices
        if not choice.token.split(":")[2].startswith("!")
        and choice.amount is None
        and not choice.token.split(":")[2][1:].startswith(("S", "B", "W", "M"))
    ]
    return [choice for choice in asking if choice.token.split(":")[2][1] != "A"] or asking


async def play_to_end(stage: Stage, message: Outgoing, rng: random.Random, most: int = 2000) -> Outgoing:
    """Everybody presses something until the game is over; the last message."""
    for _ in range(most):
        if message.slot.endswith(".end"):
            return message
        message = await play_once(stage, message, rng)
    raise AssertionError("the game does not end")


async def play_once(stage: Stage, message: Outgoing, rng: random.Random) -> Outgoing:
    """A user who is asked presses something; the message that follows."""
    choice = rng.choice(option_choices(message))
    seat = "abcdef".index(choice.token.split(":")[2][0])
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    name = stage.name_of(live.table.seats[seat].player)
    answers = await stage.press(name, choice.token)
    while answers[0].preview:
        second = rng.choice(option_choices(answers[0]))
        answers = await stage.press(name, second.token)
    if (
        answers[0].to is not None and answers[0].choices and not answers[0].harmless
    ):  # a bid that leads into debt: yes, really
        answers = await stage.press(name, answers[0].choices[0].token)
    assert answers[0].to is None, answers[0].text
    return answers[0]

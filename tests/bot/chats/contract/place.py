"""What the contract suite asks of a platform: a place with people who write, press, and look."""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.conversation.protocol.catalogue import catalogue

PEOPLE = {"Anna": "en", "Boris": "ru", "Vera": "bg"}  # and the language of their app
PATIENCE = 90.0  # seconds; generous, for machines with much else to do
PAUSE = 0.02  # seconds between two looks
# What a restarted program says about a press before: its answer was shown, but not yet noted.
OF_BEFORE = {catalogue(language).text("discord.again") for language in PEOPLE.values()}
Meanwhile = Callable[[Path], Awaitable[None]]  # what is done with the data of a program that is not running


@dataclass(frozen=True)
class Button:
    """Something to press: `token` is what it means, `handle` is how the platform finds it."""

    label: str
    token: str
    amount: bool = False  # it asks for a number
    handle: Any = None

    @property
    def what(self) -> str:
        """The last part of the token: `aC1`, `!score`."""
        return self.token.rpartition(":")[2]

    @property
    def question(self) -> str:
        """The game and the number of actions before the question that it answers."""
        return self.token.rpartition(":")[0]

    def means(self, what: str) -> bool:
        """Whether it is the tool of this name, with any subject."""
        return f"{self.what}.".startswith(f"{what}.")

    def answers(self) -> bool:
        """Whether it answers a question by itself: no tool, no number to be named, no way back."""
        ours = self.token.count(":") == 2 and self.what[:1] != "!"
        return ours and not self.amount and self.what[1:2] not in ("S", "B", "W", "M", "A", "=")


@dataclass(frozen=True)
class Seen:
    """A message as a user sees it; `id` differs for every message."""

    id: str
    text: str
    buttons: tuple[Button, ...] = ()
    picture: str = ""  # where it is
    alt: str = ""
    about: str = ""  # what the user did that it answers, where the platform says so

    def moves(self) -> list[Button]:
        """What answers a question here."""
        return [button for button in self.buttons if button.answers()]

    def question(self) -> str:
        """What is asked here."""
        return self.moves()[0].question

    def has(self, what: str) -> bool:
        """Whether there is a tool of this name."""
        return any(button.means(what) for button in self.buttons)


class Place(ABC):
    """A channel, a group or a room with nobody's table in it yet, and Anna, Boris and Vera around."""

    def __init__(self) -> None:
        self.rng = random.Random(7)

    @abstractmethod
    async def say(self, who: str, line: str) -> None:
        """A user gives a command as it is given here."""

    @abstractmethod
    async def press(self, who: str, button: Button) -> None:
        """A user presses what they see, or what they saw a while ago."""

    @abstractmethod
    async def name(self, who: str, button: Button, number: str) -> None:
        """A user presses what asks for a number, and names one."""

    @abstractmethod
    def public(self) -> list[Seen]:
        """What everybody sees, oldest first."""

    def shown(self, who: str) -> list[Seen]:  # noqa: ARG002  # where everybody reads the same
        """What everybody sees, as one user reads it, oldest first."""
        return self.public()

    @abstractmethod
    def told(self, who: str) -> list[Seen]:
        """The private messages of one user, oldest first; a deleted one has nothing to press."""

    @abstractmethod
    async def picture(self, seen: Seen) -> bytes:
        """The picture of a message."""

    @property
    @abstractmethod
    def address(self) -> tuple[str, str]:
        """The channel and its group, as the program names them."""

    async def invite(self, name: str) -> None:
        """One more user comes, who reads English."""
        raise NotImplementedError(name)

    async def choose(self, who: str, menu: str, what: str) -> None:  # noqa: ARG002  # where menus are folded
        """A user chooses a line of a menu."""
        await self.pressed(who, what)

    # -- the same everywhere --------------------------------------------------------------------------

    async def until(self, look: Callable[[], Any]) -> Any:
        """Wait until something can be seen; what it was."""
        end = time.monotonic() + PATIENCE
        while not (found := look()):
            assert time.monotonic() < end, f"waited in vain; the last here: {self.public()[-2:]}"
            await asyncio.sleep(PAUSE)
        return found

    def unheard(self, who: str) -> bool:  # noqa: ARG002  # where a press may be answered without a word
        """Whether the last action of a user was accepted but not answered yet."""
        return False

    def done(self, who: str) -> set[str]:  # noqa: ARG002  # where answers don't say what they answer
        """What a user did so far."""
        return set()

    async def hears(self, who: str, do: Callable[..., Awaitable[None]], *what: Any) -> Seen:
        """What one user is told in private when they do this, and do it again if nobody had time for it."""
        before, done = {seen.id for seen in self.told(who)}, self.done(who)
        new: list[Seen] = []

        def heard() -> bool:
            fresh = [seen for seen in self.told(who) if seen.id not in before and seen.about not in done]
            new[:] = [seen for seen in fresh if seen.text not in OF_BEFORE]
            return bool(new) or self.unheard(who)

        while not new:
            await do(who, *what)
            await self.until(heard)
        return new[-1]

    async def asks(self, who: str, line: str) -> Seen:
        """A user gives a command and reads the answer that is for them alone."""
        return await self.hears(who, self.say, line)

    def find(self, label: str, among: list[Seen] | None = None) -> Button | None:
        """The newest button of this label."""
        for seen in reversed(self.public() if among is None else among):
            for button in seen.buttons:
                if label == button.label or button.means(label):
                    return button
        return None

    async def pressed(self, who: str, label: str) -> None:
        """A user presses the public button of this label or meaning as soon as it stands there."""
        await self.press(who, await self.until(lambda: self.find(label)))

    async def open(self, *guests: str, wishes: str = "") -> Seen:
        """Anna opens a table, the guests sit down, and it starts; the first question."""
        await self.say("Anna", f"/new language=en {wishes}".rstrip())
        await self.until(lambda: self.find("!start"))
        for guest in guests:
            await self.pressed(guest, "!join")
            await self.until(lambda guest=guest: guest in self.public()[-1].text)
        await self.pressed("Anna", "!start")
        return await self.settled()

    def turn(self) -> Seen | None:
        """The message that asks for a decision."""
        return next((seen for seen in reversed(self.public()) if seen.moves()), None)

    def over(self) -> Seen | None:
        """The message that ended the game."""
        return next((seen for seen in self.public()[-3:] if seen.has("!again")), None)

    async def ready(self) -> Seen:
        """Wait until a user is asked; the message."""
        found: Seen = await self.until(lambda: self.turn() or self.over())
        return found

    async def settled(self) -> Seen:
        """Wait until a user is asked and nothing older can be pressed any more; the message."""
        await self.until(lambda: self._pressable() in ([self.turn()], [self.over()]))
        return await self.ready()

    def _pressable(self) -> list[Seen | None]:
        return [seen for seen in self.public() if seen.buttons]

    def closer(self, who: str, question: str) -> list[Button]:
        """The second tap: what a user may press in the close-up of a cell."""
        found = [button for seen in (*self.public(), *self.told(who)) for button in seen.moves()]
        return [one for one in found if one.question == question and one.what[1] != "C"]

    async def move(self, pick: Callable[[list[Button]], Button] | None = None) -> Seen:
        """The user who is asked answers by one tap or two; the next question, or the end."""
        choose = pick or self.rng.choice
        turn = await self.ready()
        first = choose(turn.moves())
        who = seated(first)
        await self.press(who, first)
        if first.what[1] == "C":
            near = await self.until(lambda: self.moved_on(first) or self.closer(who, first.question))
            if isinstance(near, list):
                await self.press(who, choose(near))
        await self.until(lambda: self.moved_on(first))
        return await self.ready()

    def moved_on(self, answered: Button) -> bool:
        """Whether something else is asked now than what was answered."""
        turn = self.turn()
        return bool(self.over()) or (turn is not None and turn.question() != answered.question)


class Platform(ABC):
    """A platform with the unmodified program connected to it."""

    name: str

    @abstractmethod
    async def place(self) -> Place:
        """A new place."""

    @abstractmethod
    async def restart(self, meanwhile: Meanwhile | None = None) -> None:
        """Kill the program as a power cut would, do something with its data, and start it again."""

    @abstractmethod
    def offered(self, language: str) -> set[str]:
        """The commands that the platform offers to a user while they type."""


def seated(button: Button) -> str:
    """Whose seat a button belongs to: Anna opens, the others follow."""
    return list(PEOPLE)["abc".index(button.what[0])]

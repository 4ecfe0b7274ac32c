"""One table in several channels, without a platform: what each channel shows when everything is told."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.tokens import (
    PressCell,
    PressOption,
    PressPair,
    PressPrompt,
    PressSure,
    read,
)
from bot.conversation.table.state import LiveTable
from storage import Store
from tests.support.stage import Stage, check

HOME, GROUP, ROOM = "discord:7", "telegram:-7", "web:tower"
PLACES = {"Anna": HOME, "Boris": GROUP, "Vera": ROOM}
PLAYED = (PressOption, PressPair, PressSure)
LANGUAGES = {"Anna": "en", "Boris": "ru", "Vera": "bg"}


class LinkedTable(Stage):
    """Anna on Discord, Boris on Telegram, Vera in the browser."""

    def __init__(self, store: Store | None = None) -> None:
        super().__init__(store)
        for name, place in PLACES.items():
            id_ = f"{place.partition(':')[0]}:{name.lower()}"
            self.people[name] = Person(id_, name, LANGUAGES[name])
        self.shown: dict[str, list[Outgoing]] = {place: [] for place in PLACES.values()}
        self.posted: list[Outgoing] = []

    async def does(self, name: str, line: str, channel: str = "") -> list[Outgoing]:
        """A user gives a command where they are; then everything is told."""
        command = Command.line(self.people[name], channel or PLACES[name], self.now, line)
        return await self.asked(command)

    async def presses(self, name: str, token: str, channel: str = "") -> list[Outgoing]:
        return await self.asked(Command(self.people[name], channel or PLACES[name], self.now, token=token))

    async def asked(self, command: Command) -> list[Outgoing]:
        answers = await self.service.handle(command)
        for answer in answers:
            check(answer)
            if answer.to is None:
                self.shown.setdefault(answer.channel, []).append(answer)
        await self.told()
        return answers

    async def told(self) -> None:
        """Every channel is told what it has not heard of."""
        for message in await self.screens.shown(lambda channel: channel in self.shown):
            check(message)
            self.shown[message.channel].append(message)

    async def linked(self, *guests: str) -> str:
        """Anna gets a code, and the guests' channels join; the code."""
        (answer,) = await self.does("Anna", "/link")
        code = markup.plain(answer.text).split(": ")[1][:6]
        for guest in guests:
            await self.does(guest, f"/link {code}")
        return code

    def texts(self, channel: str) -> list[str]:
        return [markup.plain(message.text) for message in self.shown[channel]]

    def last_text(self, channel: str) -> str:
        return self.texts(channel)[-1]

    def question(self, channel: str) -> Outgoing:
        """The last message there that can be answered."""
        return next(
            message
            for message in reversed(self.shown[channel])
            if any(isinstance(read(choice.token), PressPrompt) for choice in message.choices)
        )

    async def live(self) -> LiveTable:
        live = await self.service.repository.load(HOME)
        assert live is not None
        return live

    async def on_turn(self) -> str:
        """The name of who is asked."""
        live = await self.live()
        return self.name_of(live.table.seats[live.waits[0].seat].player)

    async def move(self) -> str:
        """Who is asked answers in their own channel, until another is asked; their name."""
        name, turn = await self.on_turn(), (await self.live()).state.turn
        while await self.store.tables.load(HOME) and await self.on_turn() == name:
            live = await self.live()
            if live.state.turn != turn:
                break
            await self._answer(name)
        return name

    async def _answer(self, name: str) -> None:
        """Press what plays, or what leads to it, until something is saved."""
        live = await self.live()
        seat = live.waits[0].seat
        for token in _playing(self.question(PLACES[name]), seat):
            answers = await self.presses(name, token)
            for near in [near for answer in answers for near in _playing(answer, seat)[:1]]:
                await self.presses(name, near)
            after = await self.service.repository.load(HOME)
            if after is None or after.version > live.version:
                return


def _playing(message: Outgoing, seat: int) -> list[str]:
    """What plays at once among the choices of a message, or else what shows a cell closer."""
    presses = [read(choice.token) for choice in message.choices]
    mine = [press for press in presses if isinstance(press, PressPrompt) and press.seat == seat]
    kinds = (PressCell,) if any(isinstance(press, PressCell) for press in mine) else PLAYED
    return [str(press) for press in mine if isinstance(press, kinds)]

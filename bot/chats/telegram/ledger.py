"""What must be known of a channel after a restart: messages on screen, updates done.

Where answers are still owed the store has a list of its own, so that a worker that starts finds them at once.

What stands in a private chat but is about a group has notes of its own, for each group: whoever sees to the
group writes them, so that no two workers write the same notes.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import Any

from bot.chats.telegram.keyboards import Sheet
from storage import StorageError
from storage.port import Debts, Users

NAME = "telegram"  # of the setting of a channel that holds all this
SHOWN = 8  # messages that can still be changed
DONE = 64  # updates that are recognised when they come again
ASKED = 8  # questions for a number
KEPT = 4096  # channels in memory

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message on screen. `text` and `file` are its own; `looking`: a preview has taken their place."""

    key: str
    id: int
    photo: bool = False
    file: str = ""
    text: str = ""
    looking: bool = False
    pressable: bool = False  # it has choices
    sheet: Sheet | None = None  # kept if it has folded menus
    menu: int = 0  # the one that is unfolded
    about: str = ""  # the channel that its choices belong to, if that is another


@dataclass(slots=True)
class Ledger:
    """The notes of one channel; `debts` are the commands and messages that are under way."""

    channel: str
    shown: list[Shown] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)  # the question's number: the token that it is about
    moved: str = ""  # the channel's new name
    debts: int = 0
    about: str = ""  # the group that these notes of a private chat are about
    silent: bool = False  # its person was forgotten: nothing is written down until they come again
    listed: bool = False  # the store has the channel among those that are owed something
    listing: asyncio.Lock = field(default_factory=asyncio.Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Under which they are kept."""
        return f"{NAME}.{self.about}" if self.about else NAME

    @property
    def seen_to(self) -> str:
        """The channel whose worker writes them."""
        return self.about or self.channel

    def find(self, key: str) -> Shown | None:
        """The message of a key."""
        return next((one for one in self.shown if one.key == key), None) if key else None

    def message(self, number: int) -> Shown | None:
        """A message by its number."""
        return next((one for one in self.shown if one.id == number), None)

    def note(self, shown: Shown) -> None:
        """A message stands on screen, instead of any other with its key or number."""
        self.forget(shown.id)
        self.shown = [one for one in self.shown if not one.key or one.key != shown.key]
        self.shown = [*self.shown, shown][-SHOWN:]

    def forget(self, number: int) -> None:
        """A message is gone, or has nothing left to change."""
        self.shown = [one for one in self.shown if one.id != number]

    def ask(self, number: int, token: str) -> None:
        """A question for a number stands on screen."""
        kept = [*self.asked.items(), (str(number), token)]
        self.asked = dict(kept[-ASKED:])

    def encode(self) -> bytes:
        """The notes as they are kept."""
        data: dict[str, Any] = {"done": self.done}
        if self.shown:
            data["shown"] = [
                {name: value for name, value in asdict(one).items() if value} for one in self.shown
            ]
        if self.asked:
            data["asked"] = self.asked
        if self.moved:
            data["moved"] = self.moved
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def decode(channel: str, content: bytes) -> Ledger:
    """Notes as they were kept; raises ValueError if they cannot be read."""
    try:
        data = json.loads(content)
        done = [int(number) for number in data["done"]]
        shown = [_shown(one) for one in data.get("shown", ())]
        asked = {str(number): str(token) for number, token in data.get("asked", {}).items()}
        return Ledger(channel, shown, done, asked, str(data.get("moved", "")))
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("these are no notes of ours") from error


def _shown(data: dict[str, Any]) -> Shown:
    if "sheet" in data:
        rows = tuple(tuple((label, what) for label, what in row) for row in data["sheet"]["rows"])
        menus = tuple(
            (name, tuple((label, what) for label, what in found)) for name, found in data["sheet"]["menus"]
        )
        data = {**data, "sheet": Sheet(rows, menus)}
    return replace(Shown("", 0), **data)


class Ledgers:
    """The notes of all channels, in memory and in the store."""

    def __init__(self, users: Users, debts: Debts) -> None:
        self._users = users
        self._debts = debts
        self._known: OrderedDict[tuple[str, str], Ledger] = OrderedDict()

    async def of(self, channel: str, about: str = "") -> Ledger:
        """The notes of a channel; of a private chat perhaps those about a group."""
        key = channel, about
        known = self._known.get(key)
        if known is None:
            fresh = Ledger(channel, about=about)
            content = (await self._users.channel_settings(channel)).get(fresh.name)
            known = self._known.get(key) or self._read(fresh, content)
            self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            oldest, ledger = next(iter(self._known.items()))
            if ledger.debts:
                break
            del self._known[oldest]
        return known

    async def about(self, channel: str, number: int) -> str:
        """The group that a message in a private chat is about, as the store knows it; empty if none."""
        for name, content in (await self._kept(channel)).items():
            found = self._read(Ledger(channel, about=name), content)
            shown = found.message(number)
            if shown is not None or str(number) in found.asked:
                return found.about or (shown.about if shown else "")
        return ""

    async def _kept(self, channel: str) -> dict[str, bytes]:
        """The notes of a channel in the store, by what they are about."""
        settings = await self._users.channel_settings(channel)
        return {
            name[len(NAME) + 1 :]: content
            for name, content in settings.items()
            if name == NAME or name.startswith(f"{NAME}.telegram:")
        }

    def let_go(self, gone: Callable[[str], bool]) -> None:
        """Forget the notes of channels that others see to: the store has them."""
        for key, ledger in list(self._known.items()):
            if gone(ledger.seen_to):
                del self._known[key]

    @staticmethod
    def _read(fresh: Ledger, content: bytes | None) -> Ledger:
        if content is None:
            return fresh
        try:
            return replace(decode(fresh.channel, content), about=fresh.about)
        except ValueError:
            log.warning("%s: unreadable notes are put aside", fresh.channel)
            return fresh

    async def keep(self, ledger: Ledger) -> None:
        """Write the notes down."""
        content = None if ledger.silent else ledger.encode()
        await self._users.set_channel_setting(ledger.channel, ledger.name, content)

    async def begin(self, ledger: Ledger) -> None:
        """Something is going to be done: an answer is owed from now on."""
        ledger.debts += 1
        ledger.silent = False
        try:
            await self._list(ledger)
        except StorageError:
            ledger.debts -= 1
            raise

    async def did(self, ledger: Ledger, update: int, owing: int) -> None:
        """An update is done, and so many messages are to be posted because of it."""
        ledger.debts += owing - 1
        if update:
            ledger.done = [*ledger.done, update][-DONE:]
        await asyncio.gather(self.keep(ledger), self._list(ledger))  # somebody waits: both at once

    async def paid(self, ledger: Ledger) -> None:
        """A message was posted, or need not be."""
        ledger.debts = max(0, ledger.debts - 1)
        await self.keep(ledger)
        await self._list(ledger)

    async def settle(self, ledger: Ledger) -> None:
        """What was owed from an earlier run has been seen to, or will be with what is under way now."""
        ledger.listed = True
        await self._list(ledger)

    async def _list(self, ledger: Ledger) -> None:
        """Have a channel on the list in the store while it has debts: one change after the other."""
        if ledger.about:
            return  # what is told in private is asked for again
        async with ledger.listing:
            if ledger.debts and not ledger.listed:
                await self._debts.add(ledger.channel)
                ledger.listed = True
            elif not ledger.debts and ledger.listed:
                ledger.listed = False  # first: whether it is off the list may stay unknown
                await self._debts.settle(ledger.channel)

    async def move(self, old: str, new: str) -> None:
        """A channel has a new name; its messages stay behind."""
        ledger = await self.of(old)
        self._known.pop((new, ""), None)  # the old notes have come along in the store: of no use there
        arrived = Ledger(new, done=list(ledger.done))
        self._known[new, ""] = arrived
        await self.keep(arrived)
        ledger.shown, ledger.asked, ledger.moved = [], {}, new
        await self.keep(ledger)

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Keep nothing of somebody's private chat, and no words of a group's message that names them."""
        held = {about for channel, about in self._known if channel == user}  # the store's may be gone already
        for about in {"", *held, *await self._kept(user)}:
            private = await self.of(user, about)
            private.shown, private.asked, private.done, private.silent = [], {}, [], True
            await self.keep(private)
        marks = {f'id={user.partition(":")[2]}"', *(escape(name, quote=False) for name in names)}
        for channel in channels:
            if channel == user or not channel.startswith("telegram:"):
                continue
            ledger = await self.of(channel)
            kept = [_nameless(one) if _names(one, marks) else one for one in ledger.shown]
            kept = [one for one in kept if user not in one.key]
            if kept != ledger.shown:
                ledger.shown = kept
                await self.keep(ledger)


def _names(shown: Shown, marks: set[str]) -> bool:
    told = f"{shown.text} {json.dumps(asdict(shown.sheet), ensure_ascii=False) if shown.sheet else ''}"
    return any(mark in told for mark in marks)


def _nameless(shown: Shown) -> Shown:
    """What is needed to take the choices away when they are outdated."""
    return Shown(shown.key, shown.id, shown.photo, pressable=shown.pressable, about=shown.about)

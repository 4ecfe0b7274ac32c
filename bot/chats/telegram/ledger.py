"""What must be known of a channel after a restart: the messages on screen, the updates that are done.

The store also lists the channels with pending answers, so that a worker that starts finds them at once.

Messages in a private chat that are about a group have a ledger of their own for each group: the owner of the
group writes it, so that no two workers write the same ledger.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import Any

from bot.cache import LruCache
from bot.chats.common.shown import find, noted
from bot.chats.telegram.keyboards import Labelled, Sheet
from bot.conversation.table.channels import TITLE, is_own
from storage import StorageError
from storage.port import Owed, Users

NAME = "telegram"  # of the channel's setting
SHOWN = 8  # messages that can still be changed
DONE = 64  # updates that are recognised when they come again
ASKED = 8  # questions for a number
KEPT = 4096  # channels in memory
UNTIL_NOTED = (0.05, 0.1, 0.2, 0.4)  # seconds between looks for a message that was sent just now

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShownMessage:
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
    digest: str = ""  # of all that was sent last: an equal edit is not sent

    @property
    def open(self) -> bool:
        """Whether there is something to take away when it is outdated: choices, or a preview."""
        return self.pressable or self.looking


@dataclass(slots=True)
class Ledger:
    """The ledger of one channel; `pending` counts its running commands and unsent messages."""

    channel: str
    shown: list[ShownMessage] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)  # the question's number: the token that it is about
    pin: int = 0  # the pinned message
    pinned_at: float = 0.0
    pending: int = 0
    about: str = ""  # the group that this ledger of a private chat is about
    silent: bool = False  # its user was forgotten: nothing is saved until they write again
    listed: bool = False  # the store has the channel among those that are owed something
    listing: asyncio.Lock = field(default_factory=asyncio.Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The setting of the channel that holds it."""
        return f"{NAME}.{self.about}" if self.about else NAME

    @property
    def owner(self) -> str:
        """The channel whose owner writes it."""
        return self.about or self.channel

    def find(self, key: str) -> ShownMessage | None:
        """The message of a key."""
        return find(self.shown, key)

    def message(self, number: int) -> ShownMessage | None:
        """A message by its number."""
        return next((one for one in self.shown if one.id == number), None)

    def note(self, shown: ShownMessage) -> None:
        """A message stands on screen, instead of any other with its key or number."""
        self.shown = noted(self.shown, shown, SHOWN)

    def forget(self, number: int) -> None:
        """A message is gone, or has nothing left to change."""
        self.shown = [one for one in self.shown if one.id != number]

    def ask(self, number: int, token: str) -> None:
        """A question for a number stands on screen."""
        kept = [*self.asked.items(), (str(number), token)]
        self.asked = dict(kept[-ASKED:])

    def encode(self) -> bytes:
        """The ledger as it is saved."""
        data: dict[str, Any] = {"done": self.done}
        if self.shown:
            data["shown"] = [
                {name: value for name, value in asdict(one).items() if value} for one in self.shown
            ]
        if self.asked:
            data["asked"] = self.asked
        if self.pin:
            data |= {"pin": self.pin, "pinned_at": self.pinned_at}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def decode_ledger(channel: str, content: bytes) -> Ledger:
    """A saved ledger; raises ValueError if it cannot be read."""
    try:
        data = json.loads(content)
        done = [int(number) for number in data["done"]]
        shown = [_shown(one) for one in data.get("shown", ())]
        asked = {str(number): str(token) for number, token in data.get("asked", {}).items()}
        pin, pinned_at = int(data.get("pin", 0)), float(data.get("pinned_at", 0))
        return Ledger(channel, shown, done, asked, pin, pinned_at)
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError("not a ledger") from error


def _shown(data: dict[str, Any]) -> ShownMessage:
    if "sheet" in data:
        # Earlier versions saved buttons without colours.
        rows = tuple(tuple(Labelled(*button) for button in row) for row in data["sheet"]["rows"])
        menus = tuple(
            (name, tuple(Labelled(*one) for one in found)) for name, found in data["sheet"]["menus"]
        )
        data = {**data, "sheet": Sheet(rows, menus)}
    return replace(ShownMessage("", 0), **data)


class Ledgers:
    """The ledgers of all channels, in memory and in the store."""

    def __init__(self, users: Users, owed: Owed) -> None:
        self._users = users
        self._owed = owed
        self._titles: LruCache[str, str] = LruCache(KEPT)
        self._known: LruCache[tuple[str, str], Ledger] = LruCache(
            KEPT, busy=lambda ledger: bool(ledger.pending)
        )

    async def of(self, channel: str, about: str = "") -> Ledger:
        """The ledger of a channel; of a private chat the one about a group, if named."""
        key = channel, about
        known = self._known.get(key)
        if known is None:
            fresh = Ledger(channel, about=about)
            content = (await self._users.channel_settings(channel)).get(fresh.name)
            known = self._known.get(key) or self._read(fresh, content)
            self._known[key] = known
        return known

    async def about(self, channel: str, number: int) -> str:
        """The group that a message in a private chat is about, as the store knows it; empty if none."""
        return await self._about(channel, number) or ""

    async def about_pressed(self, channel: str, number: int) -> str:
        """The same of a pressed message: it may be so new that the store knows it only in a moment."""
        for wait in UNTIL_NOTED:
            found = await self._about(channel, number)
            if found is not None:
                return found
            await asyncio.sleep(wait)
        return await self.about(channel, number)

    async def _about(self, channel: str, number: int) -> str | None:
        """The group, or empty; None of a message that is newer than all that the store knows."""
        newest = 0
        for name, content in (await self._kept(channel)).items():
            found = self._read(Ledger(channel, about=name), content)
            shown = found.message(number)
            if shown is not None or str(number) in found.asked:
                return found.about or (shown.about if shown else "")
            newest = max(newest, *(one.id for one in found.shown), *map(int, found.asked), 0)
        return None if number > newest else ""

    async def note_title(self, channel: str, title: str, sure: bool) -> None:  # as `title_of` tells
        """Keep the name of a channel for users; one that is not sure replaces no other."""
        known = self._titles.get(channel)
        if known is None:
            known = (await self._users.channel_settings(channel)).get(TITLE, b"").decode("utf-8", "replace")
        if title and title != known and (sure or not known):
            await self._users.set_channel_setting(channel, TITLE, title.encode())
            known = title
        self._titles[channel] = known

    async def picture(self, channel: str, key: str) -> str:
        """The file id of the picture of a message on screen; empty if none is known."""
        shown = (await self._look(channel)).find(key)
        return shown.file if shown is not None else ""

    async def newest(self, channel: str) -> int:
        """The newest message with choices; 0 if there is none."""
        found = [shown.id for shown in (await self._look(channel)).shown if shown.pressable]
        return max(found, default=0)

    async def _look(self, channel: str) -> Ledger:
        """A ledger to look at, perhaps another worker's: it is not kept in memory."""
        ledger = self._known.get((channel, ""))
        if ledger is not None:
            return ledger
        return self._read(Ledger(channel), (await self._users.channel_settings(channel)).get(NAME))

    async def _kept(self, channel: str) -> dict[str, bytes]:
        """The saved ledgers of a channel, by the group that they are about."""
        settings = await self._users.channel_settings(channel)
        return {
            name[len(NAME) + 1 :]: content
            for name, content in settings.items()
            if name == NAME or name.startswith(f"{NAME}.telegram:")
        }

    def drop(self, gone: Callable[[str], bool]) -> None:
        """Drop the ledgers of channels of other workers from memory."""
        for key, ledger in list(self._known.items()):
            if gone(ledger.owner):
                del self._known[key]

    @staticmethod
    def _read(fresh: Ledger, content: bytes | None) -> Ledger:
        if content is None:
            return fresh
        try:
            return replace(decode_ledger(fresh.channel, content), about=fresh.about)
        except ValueError:
            log.warning("ledger_unreadable channel=%s", fresh.channel)
            return fresh

    async def keep(self, ledger: Ledger) -> None:
        """Save a ledger; a channel without pending answers is taken off the list at the same time."""
        content = None if ledger.silent else ledger.encode()
        async with ledger.listing:
            settled = ledger.listed and not ledger.pending
            ledger.listed &= not settled  # first: if it fails, the channel may or may not be on the list
            await self._users.set_channel_setting(ledger.channel, ledger.name, content, settled=settled)

    async def expect(self, ledger: Ledger) -> None:
        """A command begins that puts the channel on the list itself (`Command.owed`)."""
        ledger.pending += 1
        ledger.silent = False
        async with ledger.listing:  # after a change that is still running
            ledger.listed = True

    async def begin(self, ledger: Ledger) -> None:
        """A message is pending that no command has asked for."""
        ledger.pending += 1
        ledger.silent = False
        if ledger.about:
            return  # a private message is not sent again after a crash
        try:
            async with ledger.listing:
                if not ledger.listed:
                    await self._owed.add(ledger.channel)
                    ledger.listed = True
        except StorageError:
            ledger.pending -= 1
            raise

    async def did(self, ledger: Ledger, update: int, owing: int, *, kept_later: bool = False) -> None:
        """An update is done, and so many messages are pending because of it."""
        ledger.pending += owing - 1
        if update:
            ledger.done = [*ledger.done, update][-DONE:]
        if not kept_later:
            await self.keep(ledger)

    async def answered(self, ledger: Ledger, update: int) -> None:
        """The author of an update has an answer."""
        ledger.done = [*ledger.done, update][-DONE:]
        await self.keep(ledger)

    async def paid(self, ledger: Ledger) -> None:
        """A message was sent, or is not needed any more."""
        ledger.pending = max(0, ledger.pending - 1)
        await self.keep(ledger)

    async def settle(self, ledger: Ledger) -> None:
        """What was pending from an earlier run has been shown, or is pending again."""
        async with ledger.listing:
            ledger.listed = bool(ledger.pending)
            if not ledger.listed:
                await self._owed.settle(ledger.channel)

    async def leave_messages(self, channel: str) -> None:
        """A group was upgraded: its messages stay in the old chat and cannot be changed any more."""
        ledger = await self.of(channel)
        ledger.shown, ledger.asked, ledger.pin, ledger.pinned_at = [], {}, 0, 0.0
        await self.keep(ledger)

    async def forget(self, user: str, names: frozenset[str], channels: Sequence[str]) -> None:
        """Empty the ledgers of a user's private chat, and remove the texts of messages that name the user."""
        for own in (user, *(channel for channel in channels if is_own(channel, user))):
            await self._empty(own)
        marks = {f'id={user.partition(":")[2]}"', *(escape(name, quote=False) for name in names)}
        for channel in channels:
            if is_own(channel, user) or not channel.startswith("telegram:"):
                continue
            ledger = await self.of(channel)
            kept = [_nameless(one) if _names(one, marks) else one for one in ledger.shown]
            kept = [one for one in kept if user not in one.key]
            if kept != ledger.shown:
                ledger.shown = kept
                await self.keep(ledger)

    async def _empty(self, channel: str) -> None:
        """Empty the ledgers of a private chat, or of a topic of it."""
        held = {about for known, about in self._known if known == channel}  # the store's may be gone already
        for about in {"", *held, *await self._kept(channel)}:
            private = await self.of(channel, about)
            private.shown, private.asked, private.done, private.silent = [], {}, [], True
            await self.keep(private)


def _names(shown: ShownMessage, marks: set[str]) -> bool:
    text = f"{shown.text} {json.dumps(asdict(shown.sheet), ensure_ascii=False) if shown.sheet else ''}"
    return any(mark in text for mark in marks)


def _nameless(shown: ShownMessage) -> ShownMessage:
    """Only what is needed to remove the choices when they are outdated."""
    return ShownMessage(shown.key, shown.id, shown.photo, pressable=shown.pressable, about=shown.about)

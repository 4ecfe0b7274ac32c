"""The context of one command: its author, language and table, and how a transaction is saved and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.conversation.feeds.table import SavedTable, TableFeed, told_so_far
from bot.conversation.protocol.catalogue import Catalogue, Value, catalogue
from bot.conversation.protocol.messages import Choice, Command, Outgoing, Person
from bot.conversation.protocol.pictures import PictureRequest
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.protocol.tokens import NO_GAME, PressCommand, read
from bot.conversation.show import emoji
from bot.conversation.show.public import localized, public_words
from bot.conversation.show.words import Words
from bot.conversation.table.channels import TableChannels, Told, read_channels
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import GameHistory
from bot.conversation.table.lobby import Lobby, decode_lobby
from bot.conversation.table.log import NOBODY
from bot.conversation.table.news import News
from bot.conversation.table.repository import Repository, mark_of
from bot.conversation.table.review_cache import ReviewCache
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from storage.records import CommandInput, StoredLobby, was_saved

LONGEST = 400  # characters of a command's arguments
MOST_WORDS = 40


class Refused(Exception):
    """A command is refused: the key of the text for its author with its values, or the text itself."""

    def __init__(self, key: str, text: str = "", choices: tuple[Choice, ...] = (), **values: Value) -> None:
        """`choices` are buttons that help, beside those that the key always has."""
        super().__init__(key)
        self.choices = choices
        self.key = key
        self.text = text
        self.values = values


class Context:
    """A command, its author's settings, and what it works with."""

    def __init__(
        self,
        repository: Repository,
        reviews: ReviewCache,
        command: Command,
        settings: Mapping[str, bytes] = MappingProxyType({}),
        found: CommandInput | None = None,
        home: str = "",
    ) -> None:
        """`home` is the channel of the table, if the command comes from a guest."""
        self.repository = repository
        self.store = repository.store
        self.reviews = reviews
        self._found_table = found  # what was read with the command, each good for one use
        self._found_lobby = found.lobby if found else None
        self._found = found
        self.command = command
        self.who = replace(command.who, admin=False) if home else command.who  # an admin of the guest only
        self.here = command.channel
        self.channel = home or command.channel
        self._channels = read_channels(self.channel, found.links) if found else None
        self.saved = False  # something was saved: all channels of the table are told
        self._saves = 0  # tries to save something
        self._mark = ""  # of the last save
        self.at = command.at
        self.args = command.args
        self.token = read(command.token) if command.token else None
        self.settings = settings
        self.told: Told | None = None  # what the channel showed before the first save of this command
        self.now = SavedTable(None)  # what has been saved since
        self.pressed = ""  # the game of the pressed button: another one must not be changed
        self.is_aid = False  # the command is an aid: not at a table that plays without
        self.mine: Catalogue = catalogue(
            repository.language_of(self.setting("language"), command.who.language)
        )

    def elsewhere(self, channel: str) -> Context:
        """A context without an author, in another channel."""
        nobody = Person(NOBODY, NOBODY)
        return Context(self.repository, self.reviews, Command(nobody, channel, self.at))

    def at_table(self, home: str) -> Context:
        """The same command, at the table of another channel."""
        return Context(self.repository, self.reviews, self.command, self.settings, None, home)

    def was_done(self) -> bool:
        """Whether the command came before a crash, and what it changes is saved."""
        found = self._found
        return found is not None and was_saved(self.command.request, found.lobby, found.table)

    async def channels(self) -> TableChannels:
        """The channels of the table."""
        if self._channels is None:
            self._channels = read_channels(self.channel, await self.store.links.of(self.channel))
        return self._channels

    def restart(self) -> None:
        """Nothing was saved: another worker was faster."""
        self.saved, self.told, self.now = False, None, SavedTable(None)

    async def publish(self) -> list[Outgoing]:
        """Let all channels of the table show what was saved; what its only channel is shown is returned."""
        if self.told is None:
            return []
        channels = await self.channels()
        if not channels.members:
            return await self._shown(self.told)
        for channel in channels.members:
            before = self.told if channel == self.channel else None
            feed = TableFeed(self.repository, channels, channel, self.now, self.at)
            self.repository.publish(channel, News(self._mark, feed, before))
        return []

    async def _shown(self, told: Told) -> list[Outgoing]:
        feed = TableFeed(self.repository, TableChannels(self.channel), self.channel, self.now, self.at)
        messages: list[Outgoing] = []
        while step := await feed.next(told):
            told = step.told
            messages += step.messages
        return messages

    async def before_save(self, mark: str) -> None:
        """Something is about to be saved: should this process die, others show it."""
        self.saved, self._mark = True, mark
        await self._mark_all()
        members = (await self.channels()).members
        listed = self.command.owed and self.here == self.channel  # with the read
        if not (members or listed) and self.repository.owes(self.channel):
            await self.store.owed.add(self.channel)

    async def after_save(self) -> None:
        """It was saved: a worker that looked when it was marked may have looked too early."""
        await self._mark_all()

    async def _mark_all(self) -> None:
        members = (await self.channels()).members
        await asyncio.gather(*(self.store.screens.mark(channel, self._mark) for channel in members))

    def request(self) -> str | None:
        """A new id for something that is saved; None if the command cannot come again."""
        self._saves += 1
        return f"{self.command.request}.{self._saves}" if self.command.request else None

    async def save(self, transaction: Transaction, wake: float | None) -> None:
        """Save a transaction; raises Conflict."""
        await self.repository.save(transaction, wake, (await self.channels()).members, self.request())
        if not transaction.entries:
            self.now = replace(self.now, live=transaction.live)
            return
        self.saved, self._mark = True, mark_of(transaction.live)
        self.told = self.told or told_so_far(transaction.before)
        self.now = replace(self.now, live=transaction.live)

    def opened(self, live: LiveTable) -> None:
        """A table was opened."""
        self.told, self._mark = self.told or Told(), mark_of(live)
        self.now = replace(self.now, live=live)

    async def save_lobby(self, lobby: Lobby | None, version: int, old: Lobby | None, why: str = "") -> None:
        """Save the lobby in place of the old one, which had this version; raises Conflict."""
        await self.before_save(f"lobby.{version + 1}")
        data = lobby.encode() if lobby is not None else None
        new = await self.store.lobbies.save(self.channel, expected=version, data=data, request=self.request())
        await self.after_save()
        self.lobby_saved(StoredLobby(new, data), old, why)

    def lobby_saved(self, lobby: StoredLobby, old: Lobby | None, why: str = "") -> None:
        """A lobby was opened, changed or closed."""
        self.told = self.told or Told(lobby=old.game if old else "", lobby_version=lobby.version - 1)
        self.now = replace(self.now, lobby=lobby, old=old, why=why or "lobby.closed")

    def press(self, *, about_running: bool) -> None:
        """Take the arguments of the pressed button; the running game must be the one of its message."""
        if isinstance(self.token, PressCommand):
            self.args = self.token.args
            self.pressed = self.token.game if about_running and self.token.game != NO_GAME else ""

    def check_limits(self, found: CommandInput) -> None:
        """Raise Refused if the author or the channel sends too much, or the command is too long."""
        if found.wait:
            raise Refused("too_fast", n=max(1, round(found.wait)))
        if found.channel_wait:
            raise Refused("too_busy", n=max(1, round(found.channel_wait)))
        if self.command.name and (len(self.args) > MOST_WORDS or sum(map(len, self.args)) > LONGEST):
            raise Refused("too_long", n=LONGEST)

    def setting(self, name: str) -> str:
        """One of the author's settings; empty if it is not set."""
        return self.settings.get(name, b"").decode()

    @property
    def group(self) -> str:
        """The group of the channel: its own, or the channel itself."""
        return self.command.group or self.command.channel

    @property
    def theme(self) -> str:
        """The theme of the author's private pictures."""
        return self.setting("theme") or "day"

    @property
    def emoji(self) -> bool:
        """Whether the author's private answers have emoji."""
        return self.setting("emoji") != "off"

    async def channel_language(self) -> str:
        """The language of public messages in this channel."""
        kept = (await self.store.users.channel_settings(self.here)).get("language", b"").decode()
        own = self.setting("language"), self.who.language
        return self.repository.language_of(kept, self.command.channel_language, *own)

    async def public_texts(self) -> Catalogue:
        """The texts of public messages in this channel."""
        return public_texts(self.here, await self.channel_language())

    async def channel_emoji(self) -> bool:
        """Whether public messages of a new table have emoji: as the channel wants it, or else the author."""
        kept = (await self.store.users.channel_settings(self.here)).get("emoji", b"").decode()
        return kept != "off" if kept else self.emoji

    # -- the table ----------------------------------------------------------------------------------

    async def live_or_none(self) -> LiveTable | None:
        """The running table of this channel, or None; a game that is over is archived first."""
        found, self._found_table = self._found_table, None
        live = await self.repository.load(self.channel, found)
        if live is not None and live.over:  # by a process that died before the end of its work
            self.told = self.told or Told(live.game, live.version)
            await self.archive(live)
            return None
        return live

    async def stored_lobby(self) -> StoredLobby:
        """The lobby of this channel as it is saved."""
        found, self._found_lobby = self._found_lobby, None
        return found or await self.store.lobbies.load(self.channel)

    async def live(self) -> LiveTable:
        """The running table of this channel; raises Refused."""
        live = await self.live_or_none()
        if self.pressed and (live is None or live.game != self.pressed):
            raise Refused("stale")
        if live is None:
            raise await self._no_game()
        if self.is_aid and not live.table.aids:
            raise Refused("no_aids")
        return live

    async def _no_game(self) -> Refused:
        """Why there is no game: no table is open, or it has not started yet."""
        document = await self.stored_lobby()
        if document.data is None:
            return Refused("no_table")
        return self.not_started(decode_lobby(document.data)) or Refused("not_started.guest")

    def not_started(self, lobby: Lobby) -> Refused | None:
        """What the author can do at a table that has not started; None if they do not sit there."""
        if not lobby.may_set_up(self.who.id):
            return None
        alone = len(lobby.guests) == 1 and not self.command.private
        return Refused("not_started.alone" if alone else "not_started")

    async def shown(self, live: LiveTable) -> LiveTable:
        """The table in the language of the channel that the command comes from."""
        member = (await self.channels()).members.get(self.here)
        return (
            live
            if member is None or self.here == self.channel
            else localized(live, self.here, member.language)
        )

    def seat(self, live: LiveTable) -> int:
        """The author's seat; raises Refused."""
        seat = live.table.seat_of(self.who.id)
        if seat is None:
            left = any(seat.owner == self.who.id for seat in live.table.seats)
            raise Refused("away" if left else "not_seated")
        return seat

    def words(self, live: LiveTable) -> Words:
        """Words for this table in the author's language."""
        return Words(self.mine, live.table, emoji=self.emoji)

    def preview_words(self, live: LiveTable) -> Words:
        """Words for what the author looks at; if all can see it, in the language of the table."""
        return public_words(live) if self.command.shared else self.words(live)

    @property
    def preview_theme(self) -> str:
        """The theme of what the author looks at; public pictures are by day."""
        return "day" if self.command.shared else self.theme

    def may_rule(self, live: LiveTable) -> bool:
        """Whether the author may end the game and change seats: an admin, or who opened the table."""
        return self.who.admin or self.who.id == live.table.opener

    # -- answers ------------------------------------------------------------------------------------

    def say(
        self,
        text: str,
        choices: tuple[Choice, ...] = (),
        picture: PictureRequest | None = None,
        alt: str = "",
    ) -> Outgoing:
        """A private answer."""
        text = text if self.emoji else emoji.without(text)
        return Outgoing(self.here, text, choices, picture, alt, to=self.who.id)

    def tell(self, text: str, notify: tuple[str, ...] = (), choices: tuple[Choice, ...] = ()) -> Outgoing:
        """A short public message."""
        return Outgoing(self.channel, text, choices, notify=notify, quiet=not notify)

    async def fitted(self, message: Outgoing) -> Outgoing:
        """A public message that belongs to no table: with emoji only if the channel wants them."""
        return message if await self.channel_emoji() else replace(message, text=emoji.without(message.text))

    async def conclude(self, transaction: Transaction) -> None:
        """Play all that follows by itself, and save the transaction."""
        await transaction.settle(self.repository.computer)
        await self.save(transaction, self.repository.wake(transaction.live, self.at))
        if transaction.live.over:
            await self.archive(transaction.live)

    async def archive(self, live: LiveTable) -> None:
        """Archive the table of a game that is over."""
        record = await self.store.tables.load(live.channel, known=(live.game, 0))
        history = None
        if record is not None and record.game == live.game:
            history = GameHistory(live.channel, record.setup, record.log[: live.version])
        await self.before_save(f"{live.game}.end")
        await self.repository.finish(live, self.at, ended_of(live), history)
        await self.after_save()
        self.now = replace(self.now, live=None, ended=record)

    async def note(self, transaction: Transaction) -> None:
        """Save a transaction after which the same question is open."""
        await self.save(transaction, self.repository.wake(transaction.live, self.at))


Handler = Callable[[Context], Awaitable[list[Outgoing]]]

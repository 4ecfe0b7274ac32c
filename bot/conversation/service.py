"""The entry for adapters: a command in, messages out. Everything is saved before it is answered."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from bot.conversation.commands import alarm, lobby, look, play, seats, suggest
from bot.conversation.commands.group import (
    bans,
    cards,
    cup_rounds,
    daily,
    daily_alarms,
    ladder_settings,
    links,
)
from bot.conversation.commands.group.pages import GroupPages
from bot.conversation.commands.live_boards import LiveBoards
from bot.conversation.commands.person import share
from bot.conversation.commands.registry import COMMANDS, row_of
from bot.conversation.commands.row import CommandRow
from bot.conversation.context import Context, Handler, Refused
from bot.conversation.feeds.table import SavedTable, TableFeed, told_so_far
from bot.conversation.protocol.forms import Form
from bot.conversation.protocol.messages import Choice, Command, Outgoing, Person, ShareCard, TableCard
from bot.conversation.protocol.polyglot import EACH_OWN, spoken_in
from bot.conversation.protocol.ports import ComputerPlayer
from bot.conversation.protocol.tokens import PressPrompt
from bot.conversation.show.remedies import AGAIN, remedies_of, remedy_choices
from bot.conversation.show.welcome import welcome_message
from bot.conversation.table.channels import LAST, PERSON, Member, TableChannels, Told, read_channels
from bot.conversation.table.cups.model import CUP
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.log import CLOCK
from bot.conversation.table.repository import CANNOT_LOAD, Policy, Repository, Unreadable
from bot.conversation.table.review_cache import ReviewCache
from bot.documents import NeedsNewer
from storage.errors import Conflict, StorageError, Unavailable
from storage.port import ALARM, Store
from storage.records import CommandInput, HomeInput

LONG = 86_400  # seconds after which a guest that cannot be reached leaves the table
TRIES = 5  # conflicts in a row until the author is asked to try again
UNREADABLE = "unreadable"  # the key of the text about a broken table, and of a message in its place
SYSTEM = Person(CLOCK, CLOCK, admin=True)  # the author of what no user asked for

log = logging.getLogger(__name__)


class Service:
    """Runs commands and alarms; what it holds in memory can be lost."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.reviews = ReviewCache(repository.computer, repository.store)
        self.boards = LiveBoards(repository)
        self.pages = GroupPages(repository.store)

    @classmethod
    def on(cls, store: Store, computer: ComputerPlayer, policy: Policy | None = None) -> Service:
        """A service on a store."""
        return cls(Repository(store, computer, policy or Policy()))

    async def handle(self, command: Command) -> list[Outgoing]:
        """Run a command. A command that cannot be run is answered too: nothing is raised.

        A command that came before a crash, and was saved, is not run again: the channel shows what is saved.
        One error is raised: Unavailable, if `command.owed` and nothing could be read; it can be run again.
        """
        context, found = self._context(command), None
        try:
            found = await self.repository.read(command, bans.group_of(command), bans.NAME)
            context = await self._at_table(command, found)
            if command.request and context.was_done():
                return []
            return self.fitted(await self._placed(context, await self._answer(context, found)))
        except StorageError as error:
            if found is None and command.owed and isinstance(error, Unavailable):
                raise
            log.warning("command_without_store channel=%s error=%s", command.channel, error)
            self.repository.forget(command.channel)
            return [replace(_aside(context, context.mine.text("unavailable")), unsure=True)]
        except CANNOT_LOAD as error:
            return [_aside(context, context.mine.text(_why_not(command.channel, error)))]
        except Exception:  # a bug: the author gets an answer, and other channels go on
            known = command.name if command.name in COMMANDS else ""  # what users write is not logged
            log.exception("command_failed channel=%s command=%s", command.channel, known or command.token)
            self.repository.forget(command.channel)
            return [_aside(context, context.mine.text("broken"))]

    async def alarm(self, channel: str, at: float, name: str = ALARM) -> list[Outgoing]:
        """Run an alarm of a channel; raises Unavailable and CANNOT_LOAD, and then it stays due."""
        context = self._context(Command(SYSTEM, channel, at))
        try:
            return self.fitted(await self._rung(context, name))
        except Refused as refused:
            if refused.key == "busy":
                raise Unavailable("too many conflicts") from None
            return await context.publish()

    async def _rung(self, context: Context, name: str) -> list[Outgoing]:
        if name.startswith(ladder_settings.SEASON):
            return await ladder_settings.ring(context, name)
        if name.startswith(daily_alarms.ASKING):
            return await daily_alarms.ring(context, name)
        if name.startswith(daily_alarms.CHOOSING):
            return await daily_alarms.choose_ahead(context, name)
        if name.startswith(CUP):
            return await self._repeat(context, partial(cup_rounds.ring, name=name))
        return await self._placed(context, await self._repeat(context, alarm.ring))

    def fitted(self, messages: Sequence[Outgoing]) -> list[Outgoing]:
        """The messages for chats: in one language each, unless a chat can read them in all."""
        if self.repository.each_own:
            return list(messages)
        return [spoken_in(one) if one.channel.startswith(EACH_OWN) else one for one in messages]

    async def _at_table(self, command: Command, found: CommandInput) -> Context:
        """The context of a command, at the table of its channel; a guest's table is another channel's."""
        if found.home:
            home, table = found.home, await self.repository.read_home(found.home)
            member = read_channels(home, table.links).members.get(command.channel)
            if member is not None and not _is_past(member, table, row_of(command)):
                there = replace(found, lobby=table.lobby, table=table.table, links=table.links)
                return Context(self.repository, self.reviews, command, found.settings, there, home)
            await self.repository.store.links.leave(command.channel, home)
        return self._context(command, found.settings, found)

    async def _placed(self, context: Context, answers: list[Outgoing]) -> list[Outgoing]:
        """The answers for the channel of the command; all channels of the table show what was saved."""
        channels = await context.channels()
        shown = await context.publish()
        if not channels.members:
            return [*shown, *answers]
        if context.saved:
            await self._note_place(context, channels)
        here = [message for message in answers if message.channel == context.here != context.channel]
        others = [message for message in answers if message.channel not in (context.channel, context.here)]
        mine = [message for message in answers if message.channel == context.channel]
        if not context.here.startswith(EACH_OWN):
            mine = [spoken_in(message, context.mine.language) for message in mine]
        return [*(replace(message, channel=context.here) for message in mine), *here, *others]

    async def _note_place(self, context: Context, channels: TableChannels) -> None:
        """Remember where a user is: there they are mentioned."""
        user = context.who.id
        if user != CLOCK and channels.people.get(user) != context.here:
            await self.repository.store.links.note(context.channel, f"{PERSON}{user}", context.here.encode())

    async def feed(self, channel: str, at: float) -> TableFeed:
        """What a channel should show, as the store knows it; raises Unavailable and NeedsNewer."""
        stored = self.repository.store.links
        home = await stored.home(channel) or channel
        channels = read_channels(home, await stored.of(home))
        context = self._context(Command(SYSTEM, home, at))
        try:
            saved = SavedTable(await context.live_or_none(), await context.stored_lobby())
        except Unreadable as error:
            _why_not(channel, error)
            saved = SavedTable(None)
        return TableFeed(self.repository, channels, channel, saved, at)

    async def told(self, channel: str) -> Told:
        """What a channel was told, where no screen says it: by an earlier version, or nothing yet."""
        stored = self.repository.store.links
        member = read_channels("", await stored.of(await stored.home(channel) or channel)).members.get(
            channel
        )
        if member is not None:
            return member.told
        live = await self.repository.load(channel)
        return replace(told_so_far(live), key="") if live is not None and live.version else Told()

    async def is_lost(self, channel: str, seconds: float) -> bool:
        """Whether a channel that could not be reached for so long leaves its table: a guest after a day."""
        return seconds > LONG and bool(await self.repository.store.links.home(channel))

    async def suggest(self, command: Command) -> list[str]:
        """Completions of a command that is being typed; changes nothing."""
        row = row_of(command)
        if row is None or row.complete is None:
            return []
        context = await self._typing(command)
        try:
            return suggest.matching(context, await row.complete(context))
        except CANNOT_LOAD:
            return []

    async def form(self, command: Command) -> Form | None:
        """The window that a press opens; None if there is none: then the press is to be handled."""
        try:
            return await lobby.form(await self._typing(command))
        except CANNOT_LOAD:
            return None

    async def _typing(self, command: Command) -> Context:
        """The context of a command that is not sent yet."""
        settings = await self.repository.store.users.settings(command.who.id)
        home = await self.repository.store.links.home(command.channel)
        return Context(self.repository, self.reviews, command, settings, None, home)

    async def retell(self, channel: str, at: float, slots: Sequence[str] = ()) -> list[Outgoing]:
        """The messages that a channel should show: the open question, the lobby, or the end of a game.

        `slots` are those of its messages that can be pressed, the oldest first: a process that died may have
        left them there although the game has gone on. Raises Unavailable.
        """
        context = self._context(Command(SYSTEM, channel, at))
        try:
            if await links.is_linked(context):
                return []
            return self.fitted(await self._repeat(context, partial(look.retell, slots=slots)))
        except CANNOT_LOAD as error:
            text = (await context.public_texts()).text(_why_not(channel, error))
            return self.fitted([Outgoing(channel, text, slot=UNREADABLE, quiet=True)])
        except Refused:
            return []

    async def card(self, channel: str, at: float) -> TableCard | None:
        """What another channel may show of a table; None if it cannot be read. Raises Unavailable."""
        try:
            return await cards.table_card(self._context(Command(SYSTEM, channel, at)))
        except CANNOT_LOAD as error:
            _why_not(channel, error)
            return None

    async def invite(self, channel: str, code: str, who: Person, at: float) -> list[Outgoing]:
        """Offer a user to play at the table of a code, in a channel that is nothing else yet."""
        settings = await self.repository.store.users.settings(who.id)
        try:
            return await links.offer(self._context(Command(who, channel, at), settings), code)
        except CANNOT_LOAD:  # there is a table, whatever it is
            return []

    async def share_cards(self, who: Person, at: float) -> list[ShareCard]:
        """What a user can post in any chat: only what is their own. Raises Unavailable."""
        settings = await self.repository.store.users.settings(who.id)
        return await share.cards(self._context(Command(who, who.id, at), settings))

    async def welcome(self, channel: str, at: float, language: str = "") -> list[Outgoing]:
        """The welcome of a channel that sees the bot for the first time; raises Unavailable."""
        context = self._context(Command(SYSTEM, channel, at, channel_language=language))
        texts = await context.public_texts()
        return self.fitted([welcome_message(channel, texts, with_emoji=await context.channel_emoji())])

    async def channel_deleted(self, channel: str, at: float) -> None:
        """End the game or close the lobby of a channel that is gone, so that its players are free.

        A guest leaves its table; the table of a home with guests goes on in their channels.
        """
        context = self._context(Command(SYSTEM, channel, at))
        try:
            if await links.lose(context):
                log.info("channel_left channel=%s", channel)
                return
            await self._repeat(context, seats.end)
            log.info("channel_closed channel=%s", channel)
        except Refused:  # nothing was open there
            pass
        except (NeedsNewer, Unavailable) as error:
            log.warning("channel_not_closed channel=%s error=%s", channel, error)

    def _context(
        self,
        command: Command,
        settings: Mapping[str, bytes] = MappingProxyType({}),
        found: CommandInput | None = None,
    ) -> Context:
        return Context(self.repository, self.reviews, command, settings, found)

    async def _answer(self, context: Context, found: CommandInput) -> list[Outgoing]:
        command = context.command
        try:
            context.check_limits(found)
            row = row_of(command)
            if row is None and command.name:
                raise Refused("unknown_command")
            if not _is_talk(command) and not (row and row.for_banned):
                bans.refuse_banned(context, bans.decode_bans(found.group_setting))
                if context.here != context.channel:
                    await bans.refuse_banned_at_home(context)
            return await self._repeat(context, _handler(context, row))
        except Refused as refused:
            text = refused.text or context.mine.text(refused.key, **refused.values)
            helps = remedies_of(refused.key, plays=found.table is not None)
            choices = (*refused.choices, *remedy_choices(context.mine, helps))
            fleeting = not refused.choices and helps == AGAIN
            return [replace(_aside(context, text, choices), fleeting=fleeting)]

    async def _repeat(self, context: Context, doing: Handler) -> list[Outgoing]:
        """Run a handler, and again on the new state if another worker saved first; raises Refused."""
        for _ in range(TRIES):
            try:
                return await doing(context)
            except Conflict:
                context.restart()
                self.repository.forget(context.channel)
        log.warning("too_many_conflicts channel=%s", context.channel)
        raise Refused("busy")


def _handler(context: Context, row: CommandRow | None) -> Handler:
    """The handler of a command, a press or a text; raises Refused for a button that has none."""
    context.is_aid = row is not None and row.is_aid
    if not context.command.token:
        return row.handler if row else play.written
    if context.token is None:
        raise Refused("stale")
    if isinstance(context.token, PressPrompt):
        return daily.press if daily.is_daily(context.token) else play.press
    if row is None:
        raise Refused("stale")
    context.press(about_running=not row.about_finished)
    return row.handler


def _is_past(member: Member, table: HomeInput, row: CommandRow | None) -> bool:
    """Whether a guest came for a game that is over, and begins something of its own."""
    running = table.table.game if table.table is not None else ""
    waiting = decode_lobby(table.lobby.data).game if table.lobby.data is not None else ""
    over = bool(member.until) and member.until not in (running, waiting)
    if member.until == LAST:
        over = not (running or waiting)
    return over and row is not None and row.begins_anew


def _is_talk(command: Command) -> bool:
    """Whether a text is talk between users: it is, unless it is a number."""
    return not (command.token or command.name or command.text.strip().isdecimal())


def _why_not(channel: str, error: Exception) -> str:
    """Log why the table of a channel cannot be loaded; returns the key of the text that says so."""
    if isinstance(error, NeedsNewer):
        log.warning("needs_newer_version channel=%s found=%s", channel, error)
        return "needs_newer"
    log.error("table_unreadable channel=%s error=%s", channel, error, exc_info=error.__cause__)
    return UNREADABLE


def _aside(context: Context, text: str, choices: tuple[Choice, ...] = ()) -> Outgoing:
    """A refusal: sent to the author, but not secret."""
    return replace(context.say(text, choices), harmless=True)

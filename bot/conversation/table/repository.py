"""The tables of all channels: loaded, saved, cached; with the store, the computer players and the policy."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.cache import LruCache
from bot.conversation.protocol.catalogue import DEFAULT, Catalogue, catalogue, language_of
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.platform import Platform
from bot.conversation.protocol.ports import ComputerPlayer, OpenRooms, Unreached
from bot.conversation.table.anonymise import GONE
from bot.conversation.table.channels import ChannelScreen, decode_screen
from bot.conversation.table.cups.model import CUP
from bot.conversation.table.due import Habits, idle_due, next_wake
from bot.conversation.table.history import UNREADABLE, GameHistory
from bot.conversation.table.log import CLOCK, COMPUTER, NOBODY, SKIP, STANDING, read_entry
from bot.conversation.table.model import Table
from bot.conversation.table.news import News
from bot.conversation.table.polls.crowd import CROWD
from bot.conversation.table.results import forfeited, result_of
from bot.conversation.table.state import LiveTable, UndoneBefore, advanced
from bot.conversation.table.summaries import SUMMARY, GameSummary
from bot.conversation.table.transaction import Transaction
from bot.documents import NeedsNewer
from engine.events import GameEnded
from storage.port import ALARM, Store
from storage.records import CommandInput, HomeInput, Rate, StoredTable

KEPT_IN_MEMORY = 1000
NO_PEOPLE = frozenset({CLOCK, COMPUTER, CROWD, NOBODY, SKIP, STANDING})

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Policy:
    """The limits of this installation."""

    tables_per_user: int = 20
    burst: int = 30  # commands of one user ...
    per: float = 60.0  # ... in this many seconds
    channel_burst: int = 0  # the same for a whole channel; 0: five times as many
    keep_finished: float | None = None  # seconds; None: forever
    keep_lobby: float | None = None  # seconds without a change until a lobby is closed
    keep_idle: float | None = None  # seconds without a move until a table is closed
    computer_pace: int = 0  # seconds that computers wait before they play, unless a table chooses
    language: str = DEFAULT  # of channels and users who name none that we have
    tips: bool = True  # for a user's first moves


class Unreadable(Exception):
    """A broken table, which no version can replay; it stays in the store."""

    def __init__(self, channel: str, game: str, version: int) -> None:
        super().__init__(f"{channel}: game {game} cannot be replayed")
        self.channel = channel
        self.game = game
        self.version = version


CANNOT_LOAD = (Unreadable, NeedsNewer)  # what `Repository.load` raises


def mark_of(live: LiveTable) -> str:
    """Names what was saved last of a table."""
    return f"{live.game}.{live.version}"


def new_id() -> str:
    """A short random id for a game."""
    return secrets.token_hex(4)


def new_secret() -> str:
    """A seed or salt that cannot be guessed."""
    return secrets.token_hex(16)


async def _stands(chat: Platform, message: Outgoing) -> None:
    try:
        await chat.tell(message.channel, [message])
    except Unreached as error:
        log.info("not_delivered channel=%s error=%s gone=%s", message.channel, error, error.gone)
        if not error.gone:
            await chat.post([message])


class Repository:
    """All tables that this process serves. What is in memory can be lost at any time."""

    def __init__(
        self,
        store: Store,
        computer: ComputerPlayer,
        policy: Policy = Policy(),  # noqa: B008  # frozen
        new_id: Callable[[], str] = new_id,
        new_secret: Callable[[], str] = new_secret,
    ) -> None:
        self.store = store
        self.computer = computer
        self.policy = policy
        self.new_id = new_id
        self.new_secret = new_secret
        self.chats: Sequence[Platform] = ()  # the connected ones
        self.each_own = False  # one of them reads messages in every language: see `protocol.polyglot`
        self.rooms: OpenRooms | None = None  # those of this process
        self.publish: Callable[[str, News], None] = lambda _, __: None  # shows a channel what is saved
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tables: LruCache[str, LiveTable] = LruCache(KEPT_IN_MEMORY)

    def rooms_of(self, channel: str) -> OpenRooms | None:
        """The rooms that a channel is one of; None if it is none."""
        return self.rooms if self.rooms is not None and channel.startswith(self.rooms.prefix) else None

    def platform(self, channel: str) -> Platform | None:
        """The connected platform of a channel; None if it is not connected here."""
        return next((one for one in self.chats if channel.startswith(one.prefix)), None)

    def language_of(self, *preferred: str) -> str:
        """The first of these languages that we have, or the default of the policy."""
        return language_of(*preferred, self.policy.language)

    async def texts(self, who: Person) -> Catalogue:
        """The texts in a user's language."""
        kept = (await self.store.users.settings(who.id)).get("language", b"").decode()
        return catalogue(self.language_of(kept, who.language))

    async def read(self, command: Command, group: str, setting: str) -> CommandInput:
        """Read at once what a command needs to know: limits, settings, lobby and table."""
        policy = self.policy
        return await self.store.commands.read(
            command.who.id,
            command.channel,
            now=command.at,
            user_rate=Rate(policy.burst, policy.per),
            channel_rate=Rate(policy.channel_burst or 5 * policy.burst, policy.per),
            group=group,
            group_setting=setting,
            known=self._known(command.channel),
            owed=command.owed,
        )

    async def read_home(self, home: str) -> HomeInput:
        """Read what a command of a guest needs of its home."""
        return await self.store.commands.read_home(home, known=self._known(home))

    def _known(self, channel: str) -> tuple[str, int] | None:
        """The game and version of a table in memory."""
        known = self._tables.get(channel)
        return (known.game, known.version) if known else None

    async def load(self, channel: str, found: CommandInput | None = None) -> LiveTable | None:
        """The table of a channel as it is saved now, or as it was `found` a moment ago; or None.

        Raises CANNOT_LOAD.
        """
        known = self._tables.get(channel)
        record = found.table if found else await self.store.tables.load(channel, known=self._known(channel))
        if record is None:
            self.forget(channel)
            return None
        live = self._follow(known, record)
        if live is None:
            whole = record
            if record.start:
                again = await self.store.tables.load(channel)
                if again is None:
                    return None
                whole = again
            try:
                live = GameHistory(channel, whole.setup, whole.log).live
            except UNREADABLE as error:
                raise Unreadable(channel, whole.game, whole.ply) from error
        self._tables[live.channel] = live
        return live

    @staticmethod
    def _follow(known: LiveTable | None, record: StoredTable) -> LiveTable | None:
        """The table in memory with the lines saved since; None if it must be replayed."""
        if known is None or known.game != record.game or known.version != record.start:
            return None
        try:
            for line in record.log:
                known = advanced(known, read_entry(line))
        except (UndoneBefore, *UNREADABLE):
            return None
        return known

    async def history(self, live: LiveTable) -> GameHistory | None:
        """The history of a running table up to this version; None if its game is over by now."""
        record = await self.store.tables.load(live.channel)
        if record is None or record.game != live.game:
            return None
        return GameHistory(live.channel, record.setup, record.log[: live.version])

    async def save(
        self,
        transaction: Transaction,
        wake: float | None,
        channels: Collection[str] = (),
        request: str | None = None,
    ) -> None:
        """Save a transaction, mark the channels of its table if it has several, then cache it.

        Raises Conflict if another writer was first.
        """
        before, live = transaction.before, transaction.live
        if transaction.entries:
            players = set(before.table.people())  # they were noted when they got their seats
            visitors = {entry.by for entry in transaction.entries} - players - NO_PEOPLE
            await self.store.tables.save(
                live.channel,
                game=live.game,
                expected=before.version,
                log=[entry.encode() for entry in transaction.entries],
                alarm=wake,
                visitors=visitors,
                request=request,
                owed=not channels and self.owes(live.channel),
                marks=dict.fromkeys(channels, mark_of(live)),
            )
        elif wake is not None:
            await self.store.deadlines.schedule(live.channel, ALARM, wake)
        self._tables[live.channel] = live

    def owes(self, channel: str) -> bool:
        """Whether what is saved for a channel is listed in the store until the channel shows it."""
        platform = self.platform(channel)
        return platform is not None and platform.settles

    def wake(self, live: LiveTable, now: float, people: Mapping[str, Habits] | None = None) -> float | None:
        """When the alarm of a table should ring."""
        times = [next_wake(live, now, people)]
        if self.policy.keep_idle is not None and not live.over:
            times.append(idle_due(live, self.policy.keep_idle))
        return min((time for time in times if time is not None), default=None)

    async def group_of(self, channel: str, table: Table) -> str:
        """The group to which a table belongs; of a table of an earlier version its chat knows it."""
        if table.group:
            return table.group
        platform = self.platform(channel)
        return await platform.group_of(channel) if platform is not None else channel

    async def keep_result(self, history: GameHistory) -> bool:
        """Add the result of a game to the list of its group; False if it is there, or there is none."""
        ended = history.ended or forfeited(history)
        if ended is None:
            return False
        live = history.live
        result = result_of(history, ended)
        group = await self.group_of(live.channel, live.table)
        users = sorted({seat.user for seat in result.seats if seat.user and not seat.user.startswith(GONE)})
        return await self.store.results.add(group, live.game, result.encode(), users=users)

    async def finish(
        self, live: LiveTable, at: float, ended: GameEnded | None, history: GameHistory | None = None
    ) -> None:
        """Archive a table, keep its result, and count the game for its players.

        All of it is repeated if a crash interrupts it: only the last step ends the table, and what comes
        before it is counted and listed once for each game.
        """
        table = live.table
        if history is not None:
            await self.keep_result(history)
        if table.cup:  # the cup looks for the result when the table is archived
            await self.store.deadlines.schedule(table.cup_home, f"{CUP}{table.cup}", at)
        summary = GameSummary(
            table.names(),
            tuple(live.state.scores),
            ended.places if ended else (),
            table.setup.game,
            table.setup.boxes,
            table.language,
        )
        users = {seat.owner for seat in table.seats if seat.owner} | set(table.people())
        if ended is not None:
            for seat, place in zip(table.seats, ended.places, strict=True):
                if seat.player and seat.player == seat.owner:
                    counts = {"games": 1, "wins": int(place == 1)}
                    await self.store.statistics.add(seat.player, live.channel, counts, once=live.game)
        await self.store.tables.finish(
            live.channel,
            game=live.game,
            expected=live.version,
            summary=SUMMARY.write(summary),
            ended=at,
            users=sorted(users),
            keep=self.policy.keep_finished,
        )
        self.forget(live.channel)
        await self.store.deadlines.cancel(live.channel, ALARM)  # last: until then the alarm would repeat this

    async def put_away(self, table: Unreadable, at: float) -> None:
        """Archive a table that cannot be read, as it is."""
        await self.store.tables.finish(
            table.channel,
            game=table.game,
            expected=table.version,
            summary=SUMMARY.write(GameSummary((), ())),
            ended=at,
        )
        self.forget(table.channel)
        await self.store.deadlines.cancel(table.channel, ALARM)

    async def post(self, messages: list[Outgoing]) -> None:
        """Send messages to channels that sent no command."""
        for chat in self.chats:
            mine = [message for message in messages if message.channel.startswith(chat.prefix)]
            if mine:
                await chat.post(mine)

    async def deliver(self, messages: list[Outgoing]) -> None:
        """The same, but returns when they stand there; where that cannot be now, they are sent later."""
        for message in messages:
            platform = self.platform(message.channel)
            if platform is not None:
                await _stands(platform, message)

    async def screen(self, channel: str) -> ChannelScreen:
        """What a channel shows."""
        return decode_screen(await self.store.screens.load(channel)) or ChannelScreen()

    def locked(self, name: str) -> asyncio.Lock:
        """A lock that all tasks of this process share, as long as one of them holds it."""
        return self._locks.setdefault(name, asyncio.Lock())

    def forget(self, channel: str) -> None:
        """Drop a table from memory."""
        self._tables.pop(channel, None)

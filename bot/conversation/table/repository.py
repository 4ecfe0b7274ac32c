"""What outlives a command: the store, the tables in memory, the computer players, and the limits."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.conversation.protocol.catalogue import DEFAULT, Catalogue, catalogue, language_of
from bot.conversation.protocol.messages import Outgoing, Person
from bot.conversation.protocol.ports import Chat, ComputerPlayer, Store, TableRecord
from bot.conversation.table import neglect
from bot.conversation.table.due import Habits, next_wake
from bot.conversation.table.model import CLOCK, COMPUTER, NOBODY, STANDING, read_entry
from bot.conversation.table.review_cache import Reviews
from bot.conversation.table.state import BROKEN, Live, UndoneBefore, advanced, replayed
from bot.conversation.table.transaction import Course
from engine.events import GameEnded
from engine.state import GameState

KEPT_IN_MEMORY = 1000
NO_PEOPLE = frozenset({CLOCK, COMPUTER, NOBODY, STANDING})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The limits of this installation."""

    tables_per_user: int = 20
    burst: int = 30  # commands that one person may send ...
    per: float = 60.0  # ... in so many seconds
    channel_burst: int = 0  # the same for all people of a channel together; 0: five times as many
    keep_finished: float | None = None  # seconds; None: for good
    keep_lobby: float | None = None  # seconds without a change until a lobby is closed
    keep_idle: float | None = None  # seconds without a move until a table is put away
    computer_pace: int = 0  # seconds that computers wait before they play, where a table does not choose
    language: str = DEFAULT  # of channels and people who name none that we speak


class Unreadable(Exception):
    """A stored table that this version cannot replay; the store still has it."""

    def __init__(self, channel: str, game: str, version: int) -> None:
        super().__init__(f"{channel}: game {game} cannot be replayed")
        self.channel = channel
        self.game = game
        self.version = version


def new_id() -> str:
    """A short random id for a game."""
    return secrets.token_hex(4)


def new_secret() -> str:
    """A seed or salt that nobody can guess."""
    return secrets.token_hex(16)


class Room:
    """All tables that this process serves. What it holds in memory can be lost at any time."""

    def __init__(
        self,
        store: Store,
        computer: ComputerPlayer,
        house: HouseRules = HouseRules(),  # noqa: B008  # it never changes
        new_id: Callable[[], str] = new_id,
        new_secret: Callable[[], str] = new_secret,
    ) -> None:
        self.store = store
        self.computer = computer
        self.house = house
        self.new_id = new_id
        self.new_secret = new_secret
        self.reviews = Reviews(computer)
        self.chats: Sequence[Chat] = ()  # connected ones: they keep notes of their own
        self._tables: OrderedDict[str, Live] = OrderedDict()

    def language_of(self, *wishes: str) -> str:
        """The first of these languages that we speak, or the one of the house."""
        return language_of(*wishes, self.house.language)

    async def texts(self, who: Person) -> Catalogue:
        """The texts in somebody's language."""
        kept = (await self.store.users.settings(who.id)).get("language", b"").decode()
        return catalogue(self.language_of(kept, who.language))

    async def load(self, channel: str) -> Live | None:
        """The table of a channel as it is saved now, or None."""
        known = self._tables.get(channel)
        record = await self.store.tables.load(channel, known=(known.game, known.version) if known else None)
        if record is None:
            self.forget(channel)
            return None
        live = self._follow(known, record)
        if live is None:
            whole = record
            if record.start:
                found = await self.store.tables.load(channel, known=(record.game, 0))
                if found is None or found.start:
                    return None
                whole = found
            try:
                live, _ = replayed(channel, whole.setup, whole.log)
            except BROKEN as error:
                raise Unreadable(channel, whole.game, whole.ply) from error
        self._keep(live)
        return live

    @staticmethod
    def _follow(known: Live | None, record: TableRecord) -> Live | None:
        """What is in memory, brought up to date with the lines that came since."""
        if known is None or known.game != record.game or known.version != record.start:
            return None
        try:
            for line in record.log:
                known = advanced(known, read_entry(line))
        except (UndoneBefore, *BROKEN):
            return None
        return known

    async def history(self, live: Live) -> tuple[tuple[bytes, ...], list[GameState]]:
        """The whole log of a table, and the state after each line of the game that stands."""
        record = await self.store.tables.load(live.channel, known=(live.game, 0))
        if record is None or record.game != live.game:
            return (), []
        log = record.log[: live.version]
        _, stands = replayed(live.channel, record.setup, log)
        return log, stands

    async def save(self, course: Course, wake: float | None) -> None:
        """Save a course, then keep it in memory; raises Conflict if somebody came first."""
        before, live = course.before, course.live
        if wake is not None:
            await self.store.deadlines.schedule(live.channel, "clock", wake, live.game.encode())
        lines = [entry.encode() for entry in course.entries]
        for visitor in {entry.by for entry in course.entries} - set(before.table.people()) - NO_PEOPLE:
            await self.store.users.note(visitor, live.channel)  # players were noted when they sat down
        if lines:
            await self.store.tables.save(live.channel, game=live.game, expected=before.version, log=lines)
        self._keep(live)

    def wake(self, live: Live, now: float, people: Mapping[str, Habits] | None = None) -> float | None:
        """When a table should be looked at next."""
        times = [next_wake(live, now, people)]
        if self.house.keep_idle is not None and not live.state.over:
            times.append(neglect.due(live, self.house.keep_idle))
        return min((time for time in times if time is not None), default=None)

    async def finish(self, live: Live, at: float, ended: GameEnded | None) -> None:
        """Put a table into the archive, and count the game for its players."""
        table = live.table
        summary = {
            "names": table.names(),
            "scores": list(live.state.scores),
            "places": list(ended.places) if ended else [],
            "game": table.setup.game,
            "boxes": table.setup.boxes,
            "language": table.language,
        }
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
            summary=json.dumps(summary, ensure_ascii=False).encode(),
            ended=at,
            users=sorted(users),
            keep=self.house.keep_finished,
        )
        self.forget(live.channel)
        await self.store.deadlines.cancel(live.channel, "clock")  # last: until then it would finish the work

    async def put_away(self, table: Unreadable, at: float) -> None:
        """Put a table that cannot be read into the archive, as it is."""
        summary = json.dumps({"names": [], "scores": [], "game": "carcassonne", "boxes": []}).encode()
        await self.store.tables.finish(
            table.channel, game=table.game, expected=table.version, summary=summary, ended=at
        )
        self.forget(table.channel)
        await self.store.deadlines.cancel(table.channel, "clock")

    async def post(self, messages: list[Outgoing]) -> None:
        """Say something in channels that have not asked for it just now."""
        for chat in self.chats:
            mine = [message for message in messages if message.channel.startswith(chat.prefix)]
            if mine:
                await chat.post(mine)

    def forget(self, channel: str) -> None:
        """Drop a table from memory."""
        self._tables.pop(channel, None)

    def _keep(self, live: Live) -> None:
        self._tables[live.channel] = live
        self._tables.move_to_end(live.channel)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)

"""One command at work: who asks, in which language, at which table; and how a course is saved and told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.conversation.protocol.catalogue import Catalogue, Value, catalogue
from bot.conversation.protocol.messages import Choice, Command, Outgoing, PictureRequest
from bot.conversation.show import ending
from bot.conversation.show.turn import turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.repository import Room
from bot.conversation.table.state import Live
from bot.conversation.table.transaction import Course


class Refused(Exception):
    """A polite no, told to whoever asked: the key of a text and its values, or a ready text."""

    def __init__(self, key: str, text: str = "", **values: Value) -> None:
        super().__init__(key)
        self.key = key
        self.text = text
        self.values = values


class Desk:
    """A command, its author's settings, and the room."""

    def __init__(self, room: Room, command: Command, settings: Mapping[str, bytes]) -> None:
        self.room = room
        self.command = command
        self.who = command.who
        self.channel = command.channel
        self.at = command.at
        self.args = command.args
        self.settings = settings
        self.leftover: list[Outgoing] = []  # the end of a game that nobody was told of: told with the answer
        self.pressed = ""  # the game whose message was pressed: what is done must be done to that one
        self.mine: Catalogue = catalogue(room.language_of(self.setting("language"), command.who.language))

    def setting(self, name: str) -> str:
        """One of the author's settings, or nothing."""
        return self.settings.get(name, b"").decode()

    @property
    def theme(self) -> str:
        """The look of the author's private pictures."""
        return self.setting("theme") or "day"

    async def channel_language(self) -> str:
        """The language of public messages in this channel."""
        kept = (await self.room.store.users.channel_settings(self.channel)).get("language", b"").decode()
        own = self.setting("language"), self.who.language
        return self.room.language_of(kept, self.command.channel_language, *own)

    # -- the table ----------------------------------------------------------------------------------

    async def live_or_none(self) -> Live | None:
        """The running table of this channel; one that was left unfinished is put away first."""
        live = await self.room.load(self.channel)
        if live is not None and live.state.over:
            self.leftover = await self._put_away(Course(live, self.at))
            return None
        return live

    async def live(self) -> Live:
        """The running table of this channel; raises Refused."""
        live = await self.live_or_none()
        if self.pressed and (live is None or live.game != self.pressed):
            raise Refused("stale")
        if live is None:
            raise Refused("no_table")
        return live

    def seat(self, live: Live) -> int:
        """The author's seat; raises Refused."""
        seat = live.table.seat_of(self.who.id)
        if seat is None:
            left = any(seat.owner == self.who.id for seat in live.table.seats)
            raise Refused("away" if left else "not_seated")
        return seat

    def words(self, live: Live) -> Words:
        """The author's words for this table."""
        return Words(self.mine, live.table)

    def may_rule(self, live: Live) -> bool:
        """Whether the author may end, kick and substitute."""
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
        return Outgoing(self.channel, text, choices, picture, alt, to=self.who.id)

    def tell(self, text: str, notify: tuple[str, ...] = (), choices: tuple[Choice, ...] = ()) -> Outgoing:
        """A short public message."""
        return Outgoing(self.channel, text, choices, notify=notify, quiet=not notify)

    async def conclude(self, course: Course, note: str = "") -> list[Outgoing]:
        """Let follow what follows, save it all, and then tell it."""
        await course.settle(self.room.computer)
        live = course.live
        await self.room.save(course, self.room.wake(live, self.at))
        if live.state.over:
            return await self._put_away(course, note)
        message = turn_message(public_words(live), live, course.moments, course.before, note)
        if live.state.turn != course.before.state.turn and not live.table.paused:
            message = await self._nudged(live, message)
        return [message]

    async def _nudged(self, live: Live, message: Outgoing) -> Outgoing:
        """The message of a new turn, with a word to whoever is next and wants to know."""
        seats = live.table.seats
        seat = (live.state.player + 1) % len(seats)
        player = seats[seat].player
        if len(seats) < 3 or not player or player in message.notify:
            return message
        if not seats[live.state.player].player:  # a computer plays soon: then they are called anyway
            return message
        if (await self.room.store.users.settings(player)).get("next") != b"on":
            return message
        text = public_words(live).text("next.you", player=public_words(live).mention(seat))
        return replace(message, text=f"{message.text}\n{text}", notify=(*message.notify, player))

    async def _put_away(self, course: Course, note: str = "") -> list[Outgoing]:
        """A game is over: put its table into the archive, and tell how it ended."""
        live = course.live
        message = await ending.end_message(self.room, public_words(live), course, note)
        await self.room.finish(live, self.at, ending.ended_of(live))
        return [message]

    async def note(self, course: Course) -> None:
        """Save an act on the table that changes no decision."""
        await self.room.save(course, self.room.wake(course.live, self.at))


def public_words(live: Live) -> Words:
    """The table's own words."""
    return Words(catalogue(live.table.language), live.table)


Doing = Callable[[Desk], Awaitable[list[Outgoing]]]

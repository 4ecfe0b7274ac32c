"""The one entry for adapters: a command in, messages out. What it answers has been saved before."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.conversation import limiting, moving
from bot.conversation.commands import (
    alarm,
    ballots,
    lobby,
    seats,
)
from bot.conversation.commands import (
    archive as remembering,
)
from bot.conversation.commands import (
    bans as banning,
)
from bot.conversation.commands import (
    forget as forgetting,
)
from bot.conversation.commands import (
    hint as hinting,
)
from bot.conversation.commands import (
    look as looking,
)
from bot.conversation.commands import (
    play as playing,
)
from bot.conversation.commands import (
    review as reviewing,
)
from bot.conversation.commands import (
    settings as personal,
)
from bot.conversation.commands import (
    suggest as suggesting,
)
from bot.conversation.commands import (
    undo as undoing,
)
from bot.conversation.commands.settings import NO_GAME
from bot.conversation.context import Desk, Doing, Refused, public_words
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.protocol.ports import ComputerPlayer, Store
from bot.conversation.protocol.tokens import Token, read
from bot.conversation.show import ending
from bot.conversation.show.turn import turn_message
from bot.conversation.table.repository import HouseRules, Room, Unreadable
from storage.errors import Conflict, Moved, Unavailable

TRIES = 5  # after so many conflicts in a row somebody is told to try again
CLOCKWORK = Person("clock", "clock")

log = logging.getLogger(__name__)

COMMANDS: dict[str, Doing] = {
    "new": lobby.new,
    "join": lobby.join,
    "leave": lobby.leave,
    "computer": lobby.computer,
    "options": lobby.options,
    "start": lobby.start,
    "play": playing.play,
    "board": looking.board,
    "tiles": looking.tiles,
    "score": looking.score,
    "fields": looking.show_fields,
    "why": looking.why,
    "hint": hinting.hint,
    "rules": personal.rules,
    "undo": undoing.undo,
    "agree": ballots.agree,
    "refuse": ballots.refuse,
    "resign": seats.resign,
    "substitute": seats.substitute,
    "skip": seats.skip,
    "kick": seats.kick,
    "ban": banning.ban,
    "unban": banning.unban,
    "pause": seats.pause,
    "resume": seats.resume,
    "end": seats.end,
    "replay": remembering.replay,
    "record": remembering.record,
    "review": reviewing.review,
    "mygames": remembering.mygames,
    "settings": personal.settings,
    "forget": forgetting.forget,
    "help": personal.help_,
}
BUTTONS: dict[str, Doing] = {  # pressed only
    "change": lobby.change,
    "close": lobby.close,
    "again": lobby.again,
    "final": remembering.final,
}


ABOUT_FINISHED = frozenset({"final", "replay", "record", "review", "again"})
THOUGHT_OVER = frozenset({"hint", "review"})  # a computer thinks, for seconds, and nothing is changed


def is_thought_over(command: Command) -> bool:
    """Whether the answer may take long and changes nothing, so that nobody else should wait for it."""
    token = read(command.token) if command.token else None
    wish = token.what[1:].partition(".")[0] if token and token.what.startswith("!") else command.name
    return wish in THOUGHT_OVER


class Service:
    """All tables of all channels; holds nothing that cannot be lost."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @classmethod
    def on(cls, store: Store, computer: ComputerPlayer, house: HouseRules | None = None) -> Service:
        """The service on a store."""
        return cls(Room(store, computer, house or HouseRules()))

    async def handle(self, command: Command) -> list[Outgoing]:
        """Do what somebody wishes, or say politely why not. Never raises for what people do."""
        desk = Desk(self.room, command, {})
        try:
            desk = Desk(self.room, command, await self.room.store.users.settings(command.who.id))
            refusal = await limiting.refusal(desk)
            if refusal:
                return [_aside(desk, refusal)]
            return await self._answer(desk)
        except Moved:
            return [_aside(desk, desk.mine.text("moved"))]
        except Unavailable:
            self.room.forget(command.channel)
            return [_aside(desk, desk.mine.text("unavailable"))]
        except Unreadable as table:
            log.error("%s", table, exc_info=table.__cause__)
            return [_aside(desk, desk.mine.text("unreadable"))]
        except Exception:  # whatever it is, people get an answer and the others play on
            known = command.name if command.name in COMMANDS else ""  # what people write is not logged
            log.exception("%s: %s failed", command.channel, known or command.token or "a line")
            self.room.forget(command.channel)
            return [_aside(desk, desk.mine.text("broken"))]

    async def alarm(self, channel: str, at: float) -> list[Outgoing]:
        """A table's alarm rings: an ordinary command by nobody."""
        desk = Desk(self.room, Command(CLOCKWORK, channel, at), {})
        try:
            return await self._repeat(desk, alarm.ring)
        except (Refused, Moved):
            return []

    async def move(self, channel: str, to: str, at: float) -> list[Outgoing]:
        """A channel has got another name: everything goes there, and is shown there once more."""
        return await moving.move(self.room, channel, to, at)

    async def suggest(self, command: Command) -> list[str]:
        """Ways to complete a command that is being typed; nothing is changed."""
        settings = await self.room.store.users.settings(command.who.id)
        return await suggesting.suggest(Desk(self.room, command, settings))

    async def retell(self, channel: str, at: float, game: str, key: str) -> list[Outgoing]:
        """What a channel should show: what is asked, the lobby, or how a game ended that it shows as running.

        `game` and `key` are of the last question in the channel; a process that died may have left it there.
        """
        desk = Desk(self.room, Command(CLOCKWORK, channel, at), {})
        live = await desk.live_or_none()
        if live is not None:
            asking = turn_message(public_words(live), live)
            left = {key} - {"", asking.key}
            return [replace(asking, closes=(*asking.closes, *left))]
        waiting = await lobby.show(desk)
        if waiting:
            return [*desk.leftover, *waiting]
        record = await self.room.store.archive.load(channel, game) if game and not desk.leftover else None
        if record is None:
            return desk.leftover
        retold = ending.Retold(channel, record.setup, record.log)
        return [ending.end_again(public_words(retold.live), retold, key)]

    async def _answer(self, desk: Desk) -> list[Outgoing]:
        command = desk.command
        try:
            bans = await banning.load(self.room, banning.group_of(command))
            if command.token:
                token = read(command.token)
                if token is None:
                    raise Refused("stale")
                banning.refuse_banned(desk, bans, token.what[1:].partition(".")[0])
                return await self._repeat(desk, self._pressing(desk, token))
            if command.name:
                doing = COMMANDS.get(command.name)
                if doing is None:
                    raise Refused("unknown_command")
                banning.refuse_banned(desk, bans, command.name)
                return await self._repeat(desk, doing)
            if command.text.strip().isdecimal():  # anything else is talk
                banning.refuse_banned(desk, bans, "")
            return await self._repeat(desk, playing.written)
        except Refused as refused:
            text = refused.text or desk.mine.text(refused.key, **refused.values)
            return [*desk.leftover, _aside(desk, text)]

    async def _repeat(self, desk: Desk, doing: Doing) -> list[Outgoing]:
        """Do it; when another worker saved first, look again and do it on what stands now."""
        for _ in range(TRIES):
            desk.leftover = []
            try:
                answers = await doing(desk)
                return [*desk.leftover, *answers]
            except Conflict:
                self.room.forget(desk.channel)
        log.warning("%s: too many conflicts", desk.channel)
        raise Refused("busy")

    def _pressing(self, desk: Desk, token: Token) -> Doing:
        """What a pressed token does."""
        if not token.what.startswith("!"):
            return lambda _: playing.press(desk, token)
        name, *args = token.what[1:].split(".")
        desk.args = tuple(args)
        desk.pressed = "" if token.game == NO_GAME or name in ABOUT_FINISHED else token.game
        if name == "agree":
            return lambda _: ballots.agree(desk, token.stamp)
        if name == "refuse":
            return lambda _: ballots.refuse(desk, token.stamp)
        doing = COMMANDS.get(name) or BUTTONS.get(name)
        if doing is None:
            raise Refused("stale")
        return doing


def _aside(desk: Desk, text: str) -> Outgoing:
    """A polite no: for whoever asked, but no secret."""
    return replace(desk.say(text), harmless=True)

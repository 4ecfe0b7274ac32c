"""`/forget`: what is kept of a person is deleted, and what others need goes on without their name.

Every step may be repeated: the lists that lead to a person's traces are deleted last, so whoever asks again
after a crash completes the work.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.conversation.commands import bans as banning
from bot.conversation.commands import lobby
from bot.conversation.commands.seats import close_table
from bot.conversation.commands.settings import NO_GAME
from bot.conversation.context import Desk, public_words
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Command, Outgoing, Person
from bot.conversation.protocol.ports import TableRecord
from bot.conversation.protocol.tokens import Token
from bot.conversation.table import lobby as agreement
from bot.conversation.table.anonymise import anonymised, computer_title, mentions, seat_name, summary_of
from bot.conversation.table.model import NOBODY, Seat, decode
from bot.conversation.table.repository import Room, Unreadable
from bot.conversation.table.transaction import Course
from storage.errors import Conflict, Moved

MOST_GAMES = 1_000_000  # of one channel
NO_ONE = Person(NOBODY, NOBODY)


@dataclass
class Traces:
    """What was found of somebody and taken away."""

    user: str
    names: set[str]
    games: int = 0
    seats: int = 0
    lobbies: int = 0
    told: list[Outgoing] = field(default_factory=list)


async def forget(desk: Desk) -> list[Outgoing]:
    """Say what will be deleted, and delete it when the button below is pressed."""
    if not desk.command.token or desk.args != ("yes",):
        token = str(Token(NO_GAME, 0, "!forget.yes"))
        sure = Choice(desk.mine.label("button.forget"), token, "danger")
        return [desk.say(desk.mine.text("forget.sure"), (sure,))]
    found = await _forget(desk)
    here = [message for message in found.told if message.channel == desk.channel]
    await desk.room.post([message for message in found.told if message.channel != desk.channel])
    parts = [
        desk.mine.text(f"forget.{name}", n=count)
        for name, count in (("games", found.games), ("seats", found.seats), ("lobbies", found.lobbies))
        if count
    ]
    done = desk.say(" ".join([desk.mine.text("forget.done"), *parts]))
    return [*here, replace(done, harmless=True)]


async def _forget(desk: Desk) -> Traces:
    room, user = desk.room, desk.who.id
    names = {desk.who.name, agreement.clean_name(desk.who.name), desk.setting("web_name")}
    found = Traces(user, names - {""})
    known = dict.fromkeys([*await room.store.users.seen(user), desk.channel])
    channels = [name for name in known if name != user]
    for channel in channels:
        await _leave_channel(room, channel, desk.at, found)
    await _wipe(room, user)  # a private chat has its person's id
    for chat in room.chats:
        if user.startswith(chat.prefix):
            await chat.forget(user, frozenset(found.names), channels)
    await room.store.users.forget(user)
    return found


async def _wipe(room: Room, channel: str) -> None:
    await room.store.deadlines.cancel(channel)
    await room.store.tables.wipe(channel)
    room.forget(channel)


async def _leave_channel(room: Room, channel: str, at: float, found: Traces) -> None:
    desk = Desk(room, Command(NO_ONE, channel, at), {})
    try:
        await _until_saved(desk, found, _leave_lobby)
        await _until_saved(desk, found, _leave_table)
        await _until_saved(desk, found, _rewrite_table)
    except Moved:
        pass  # its new name is in the list too
    for game in await room.store.archive.of_channel(channel, limit=MOST_GAMES):
        await _rewrite_game(room, channel, game.game, found)
    await banning.forget_name(room, channel, found.user)


async def _until_saved(desk: Desk, found: Traces, step: Callable[[Desk, Traces], Awaitable[None]]) -> None:
    """Do a step, and once more if somebody else saved first."""
    while True:
        try:
            return await step(desk, found)
        except Conflict:
            desk.room.forget(desk.channel)


async def _leave_lobby(desk: Desk, found: Traces) -> None:
    document = await desk.room.store.lobbies.load(desk.channel)
    if document.data is None:
        return
    there = agreement.decode(document.data)
    if found.user in there.people():
        found.names |= {guest.name for guest in there.guests if guest.user == found.user}
        found.told += await lobby.without(desk, there, document.version, found.user)
        found.lobbies += 1


async def _stored(desk: Desk) -> TableRecord | None:
    """The running table with its whole log."""
    tables = desk.room.store.tables
    record = await tables.load(desk.channel)
    if record is not None and record.start:
        record = await tables.load(desk.channel, known=(record.game, 0))
    return record


async def _leave_table(desk: Desk, found: Traces) -> None:
    """Give up the seat: the computer plays on, under a neutral name.

    It is a line of the log, so that every worker that has the table in memory forgets the name as well.
    """
    record = await _stored(desk)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    try:
        live = await desk.live_or_none()
    except Unreadable:
        return
    found.told += desk.leftover
    if live is None:
        return
    course = Course(live, desk.at)
    note = _give_up(course, found.user, decode(record.setup).seats)
    if not course.entries:
        return
    if not note:
        await desk.note(course)
        return
    if course.live.table.people():
        found.told += await desk.conclude(course, note)
    else:
        found.told += await close_table(desk, course)
    found.seats += 1


def _give_up(course: Course, user: str, first: Sequence[Seat]) -> str:
    """Take somebody off every seat that was or is theirs; what to tell if they played just now."""
    note = ""
    for index, seat in enumerate(course.live.table.seats):
        owned, played = user in (first[index].owner, seat.owner), seat.player == user
        if not (owned or played):
            continue
        language = course.live.table.language
        name = seat_name(language, index) if owned else seat.name
        title = computer_title(language, name) if played or not seat.player else None
        course.act(NOBODY, "forget", seat=index, owner=owned, player=played, name=name, title=title)
        if played:
            words = public_words(course.live)
            note = words.text(
                "seat.left", old=markup.escape(seat_name(language, index)), player=words.name(index)
            )
    return note


async def _rewrite_table(desk: Desk, found: Traces) -> None:
    record = await _stored(desk)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    new = anonymised(found.user, record.setup, record.log)
    found.names |= new.names
    await desk.room.store.tables.amend(
        desk.channel, game=record.game, expected=record.ply, setup=new.setup, log=new.log
    )


async def _rewrite_game(room: Room, channel: str, game: str, found: Traces) -> None:
    record = await room.store.archive.load(channel, game)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    new = anonymised(found.user, record.setup, record.log)
    if (new.setup, new.log) == (record.setup, record.log):
        return  # a longer id begins alike
    found.names |= new.names
    found.games += 1
    summary = summary_of(record.summary, new.table)
    await room.store.archive.amend(channel, game, setup=new.setup, summary=summary, log=new.log)

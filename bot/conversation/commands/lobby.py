"""The lobby: open a table, sit down, choose, start. By buttons or by commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.conversation.commands.archive import finished_game
from bot.conversation.commands.lobby_settings import changed, read_wishes
from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.events import setup_reason
from bot.conversation.show.lobby import computer_name, lobby_message
from bot.conversation.show.words import Words
from bot.conversation.table.computer import LEVELS
from bot.conversation.table.due import DAY, UNFINISHED
from bot.conversation.table.lobby import Agreement, Guest, clean_name, decode
from bot.conversation.table.model import decode as decode_table
from bot.conversation.table.state import BROKEN, opened
from bot.conversation.table.transaction import Course
from engine.game import rules_of
from engine.queries import reconstructed_sets
from engine.setup import SEAT_LETTERS, BadSetup


async def load(desk: Desk) -> tuple[Agreement, int]:
    """The lobby of this channel and its version; raises Refused."""
    document = await desk.room.store.lobbies.load(desk.channel)
    if document.data is None:
        if desk.pressed:
            raise Refused("stale")
        live = await desk.live_or_none()
        raise Refused("no_lobby" if live is None else "running")
    lobby = decode(document.data)
    if desk.pressed and lobby.game != desk.pressed:
        raise Refused("stale")
    return lobby, document.version


async def _save(desk: Desk, lobby: Agreement, version: int) -> list[Outgoing]:
    lobby = replace(lobby, touched=int(desk.at))
    keep = desk.room.house.keep_lobby
    if keep is not None:
        await desk.room.store.deadlines.schedule(desk.channel, "lobby", desk.at + keep, lobby.game.encode())
    await desk.room.store.lobbies.save(desk.channel, expected=version, data=lobby.encode())
    return [lobby_message(desk.channel, lobby)]


async def show(desk: Desk) -> list[Outgoing]:
    """The lobby as it is saved, if there is one."""
    document = await desk.room.store.lobbies.load(desk.channel)
    return [lobby_message(desk.channel, decode(document.data))] if document.data is not None else []


async def new(desk: Desk) -> list[Outgoing]:
    """`/new river clock=1d`: open a lobby, with whatever was wished for."""
    return await _open(desk, lambda lobby: read_wishes(desk, lobby, desk.args))


async def again(desk: Desk) -> list[Outgoing]:
    """A new lobby like the game that has ended; a plain one if that game is not kept any more."""
    try:
        last = decode_table((await finished_game(desk, desk.args[0] if desk.args else "")).setup)
    except (Refused, *BROKEN):
        return await _open(desk, lambda lobby: lobby)
    usual = desk.room.house.computer_pace
    name = clean_name(desk.who.name)
    return await _open(desk, lambda lobby: _without_namesakes(lobby.like(last, usual), name))


async def _open(desk: Desk, agreed: Callable[[Agreement], Agreement]) -> list[Outgoing]:
    if await desk.live_or_none() is not None:
        raise Refused("running")
    document = await desk.room.store.lobbies.load(desk.channel)
    if document.data is not None:
        raise Refused("lobby_open")
    await _room_for_one_more(desk)
    language = await desk.channel_language()
    lobby = Agreement(desk.room.new_id(), desk.who.id, language)
    lobby = agreed(replace(lobby, guests=(Guest(desk.who.id, clean_name(desk.who.name)),)))
    await desk.room.store.users.sit(desk.who.id, desk.channel, desk.at)
    return await _save(desk, lobby, document.version)


async def _room_for_one_more(desk: Desk) -> None:
    seats = await desk.room.store.users.seats(desk.who.id)
    if desk.channel not in seats and len(seats) >= desk.room.house.tables_per_user:
        raise Refused("too_many_tables", n=desk.room.house.tables_per_user)


async def join(desk: Desk) -> list[Outgoing]:
    """Sit down."""
    lobby, version = await load(desk)
    if desk.who.id in lobby.people():
        raise Refused("already_seated")
    if len(lobby.guests) >= lobby.most():
        raise Refused("full", n=lobby.most())
    await _room_for_one_more(desk)
    await desk.room.store.users.sit(desk.who.id, desk.channel, desk.at)
    name = clean_name(desk.who.name)
    lobby = replace(lobby, guests=(*lobby.guests, Guest(desk.who.id, name)))
    return await _save(desk, _without_namesakes(lobby, name), version)


def _without_namesakes(lobby: Agreement, name: str) -> Agreement:
    """The lobby in which no computer is called like somebody who has sat down."""
    for index, guest in enumerate(lobby.guests):
        if not guest.user and guest.name.casefold() == name.casefold():
            renamed = replace(guest, name=computer_name(lobby))
            lobby = replace(lobby, guests=(*lobby.guests[:index], renamed, *lobby.guests[index + 1 :]))
    return lobby


async def leave(desk: Desk) -> list[Outgoing]:
    """Get up; when the last person leaves, the lobby closes."""
    lobby, version = await load(desk)
    if desk.who.id not in lobby.people():
        raise Refused("not_seated")
    return await without(desk, lobby, version, desk.who.id)


async def without(desk: Desk, lobby: Agreement, version: int, user: str) -> list[Outgoing]:
    """Take somebody out of a lobby; raises Conflict if somebody else changed it first."""
    guests = tuple(guest for guest in lobby.guests if guest.user != user)
    people = [guest.user for guest in guests if guest.user]
    if not people:
        return await _close(desk, lobby, version)
    opener = lobby.opener if lobby.opener in people else people[0]
    told = await _save(desk, replace(lobby, guests=guests, opener=opener), version)
    await desk.room.store.users.rise(user, desk.channel)
    return told


async def expire(desk: Desk) -> list[Outgoing]:
    """Close a lobby that nobody has touched for too long; before that, nothing."""
    keep = desk.room.house.keep_lobby
    document = await desk.room.store.lobbies.load(desk.channel)
    if keep is None or document.data is None:
        return []
    lobby = decode(document.data)
    if lobby.touched + keep > desk.at:
        return []
    (closed,) = await _close(desk, lobby, document.version)
    days = max(1, round(keep / DAY))
    return [replace(closed, text=catalogue(lobby.language).text("lobby.expired", n=days))]


async def _close(desk: Desk, lobby: Agreement, version: int) -> list[Outgoing]:
    await desk.room.store.lobbies.save(desk.channel, expected=version, data=None)
    for user in lobby.people():
        await desk.room.store.users.rise(user, desk.channel)
    text = catalogue(lobby.language).text("lobby.closed")
    return [Outgoing(desk.channel, text, key=f"lobby.{lobby.game}", quiet=True)]


async def close(desk: Desk) -> list[Outgoing]:
    """Close the lobby: for its opener and for admins."""
    lobby, version = await load(desk)
    if not (desk.who.admin or desk.who.id == lobby.opener):
        raise Refused("opener_only")
    return await _close(desk, lobby, version)


async def computer(desk: Desk) -> list[Outgoing]:
    """`/computer hard Ada`: add a computer player; `/computer off` takes the last one away."""
    lobby, version = await load(desk)
    _must_sit(desk, lobby)
    wish = desk.args[0].lower() if desk.args else "normal"
    name = clean_name(" ".join(desk.args[1:])) if desk.args[1:] and not desk.pressed else ""
    if wish == "off":
        computers = [guest for guest in lobby.guests if not guest.user]
        called = [guest for guest in computers if not name or guest.name.casefold() == name.casefold()]
        last = called[-1] if called else None
        if last is None:
            raise Refused("no_computer")
        return await _save(
            desk, replace(lobby, guests=tuple(guest for guest in lobby.guests if guest is not last)), version
        )
    if wish not in LEVELS:
        raise Refused("unknown_level", word=", ".join(LEVELS))
    if len(lobby.guests) >= lobby.most():
        raise Refused("full", n=lobby.most())
    if name and lobby.has_name(name):
        raise Refused("name_taken", name=markup.escape(name))
    guest = Guest("", name or computer_name(lobby), wish)
    return await _save(desk, replace(lobby, guests=(*lobby.guests, guest)), version)


def _must_sit(desk: Desk, lobby: Agreement) -> None:
    if desk.who.id not in lobby.people() and not desk.who.admin:
        raise Refused("not_seated")


async def options(desk: Desk) -> list[Outgoing]:
    """`/options river farmers=off clock=2h`: change what is agreed; without words, show it."""
    document = await desk.room.store.lobbies.load(desk.channel)
    if document.data is None:
        live = await desk.live()
        words = desk.words(live)
        setup = live.table.setup
        boxes = ", ".join(words.word(box, "box") for box in setup.boxes) or "–"
        chosen = ", ".join(
            f"{words.word(name, 'option')}: {words.word(value)}" for name, value in setup.options
        )
        return [desk.say(words.text("options.running", boxes=boxes, options=chosen or "–"))]
    lobby = decode(document.data)
    if not desk.args:
        return [lobby_message(desk.channel, lobby)]
    _must_sit(desk, lobby)
    return await _save(desk, read_wishes(desk, lobby, desk.args), document.version)


async def change(desk: Desk) -> list[Outgoing]:
    """A button of the lobby: `!change.box.river`."""
    lobby, version = await load(desk)
    _must_sit(desk, lobby)
    return await _save(desk, changed(desk, lobby, desk.args), version)


async def start(desk: Desk) -> list[Outgoing]:
    """Deal: the first tile is drawn, and what the computers do first is done."""
    lobby, version = await load(desk)
    _must_sit(desk, lobby)
    room = desk.room
    table = lobby.table(room.new_secret(), room.new_secret(), desk.at, room.house.computer_pace)
    try:
        rules_of(table.setup)
    except BadSetup as error:
        raise Refused("", text=setup_reason(desk.mine, error)) from None
    live = opened(desk.channel, table, int(desk.at))
    await room.store.deadlines.schedule(desk.channel, "clock", desk.at + UNFINISHED, table.game.encode())
    await room.store.tables.create(desk.channel, game=table.game, setup=table.encode(), lobby=version)
    words = public_words(live)
    note = words.text(
        "start",
        seats=", ".join(f"{SEAT_LETTERS[seat]} {_seated(words, seat)}" for seat in range(len(table.seats))),
        commitment=table.setup.commitment,
    )
    if reconstructed_sets(live.state.rules):
        note += "\n" + words.text("start.reconstructed")
    closed = Outgoing(desk.channel, words.text("lobby.started"), key=f"lobby.{lobby.game}", quiet=True)
    return [closed, *await desk.conclude(Course(live, desk.at), note)]


def _seated(words: Words, seat: int) -> str:
    """A seat with its name, and a computer's with its level."""
    there = words.table.seats[seat]
    return words.name(seat) if there.player else f"{words.name(seat)} ({words.text(f'level.{there.level}')})"

"""The lobby: open it, join, leave, change its settings, start the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.conversation.commands import rated
from bot.conversation.commands.archive import finished_game
from bot.conversation.commands.group.crowd import check_crowd
from bot.conversation.commands.group.tables import NAME as LISTED
from bot.conversation.commands.levels import level_list, read_level
from bot.conversation.commands.lobby_settings import with_setting, with_words
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.forms import Form
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.events import setup_reason
from bot.conversation.show.lobby import computer_name, lobby_message
from bot.conversation.show.lobby_form import lobby_form
from bot.conversation.show.remedies import RIVER, river_remedies
from bot.conversation.show.rules import option_words
from bot.conversation.show.welcome import welcome_message
from bot.conversation.table.channels import GROUP
from bot.conversation.table.due import UNFINISHED
from bot.conversation.table.lobby import (
    SEATING_OPTIONS,
    Guest,
    Lobby,
    clean_name,
    decode_lobby,
    with_preset,
)
from bot.conversation.table.model import decode_table
from bot.conversation.table.state import opened
from bot.conversation.table.transaction import Transaction
from bot.documents import NeedsNewer
from engine.game import rules_of
from engine.plain import BadData
from engine.setup import SEAT_LETTERS, BadSetup
from storage.port import ALARM
from storage.records import StoredLobby

BEGINNER = "beginner"  # the level of a computer that keeps a lone player company


async def load(context: Context) -> tuple[Lobby, int]:
    """The lobby of this channel and its version; raises Refused."""
    document = await context.stored_lobby()
    if document.data is None:
        if context.pressed:
            raise Refused("stale")
        live = await context.live_or_none()
        raise Refused("no_lobby") if live is None else _taken(context)
    lobby = decode_lobby(document.data)
    if context.pressed and lobby.game != context.pressed:
        raise Refused("stale")
    return lobby, document.version


def _taken(context: Context) -> Refused:
    """A game runs here: who is in a room sees its board, and can have a room of their own."""
    rooms = context.repository.rooms_of(context.here)
    if rooms is None:
        return Refused("running")
    token = command(NO_GAME, 0, "board")  # where a link cannot be opened
    label = context.mine.label("button.new_room")
    return Refused("running.room", choices=(Choice(label, token, "primary", address=rooms.new()),))


async def _save(context: Context, lobby: Lobby, version: int, *, new: bool = False) -> list[Outgoing]:
    if asked := await rated.question(context, lobby):
        return [asked]
    lobby = replace(lobby, touched=int(context.at))
    keep = context.repository.policy.keep_lobby
    if keep is not None:
        await context.store.deadlines.schedule(context.channel, "lobby", context.at + keep)
    await context.save_lobby(lobby, version, None if new else lobby)
    if lobby.public:
        await context.store.links.publish(context.channel, context.at)
        await note_group(context)
    return []


async def _shown(context: Context, lobby: Lobby) -> Lobby:
    """The lobby in the language of the channel that the command comes from."""
    member = (await context.channels()).members.get(context.here)
    return (
        lobby
        if member is None or context.here == context.channel
        else replace(lobby, language=member.language)
    )


async def show(context: Context) -> list[Outgoing]:
    """The message of the saved lobby, if there is one."""
    document = await context.stored_lobby()
    return [lobby_message(context.channel, decode_lobby(document.data))] if document.data is not None else []


async def new(context: Context) -> list[Outgoing]:
    """`/new river clock=1d`: open a lobby with these settings."""
    return await _open(context, lambda lobby: with_words(context.mine, lobby, context.args))


async def again(context: Context) -> list[Outgoing]:
    """Open a lobby with the settings of a finished game, or a plain one if that game is gone."""
    try:
        last = decode_table((await finished_game(context, context.args[0] if context.args else "")).setup)
    except (Refused, BadData, NeedsNewer):
        return await _open(context, lambda lobby: lobby)
    usual = context.repository.policy.computer_pace
    name = clean_name(context.who.name)
    return await _open(context, lambda lobby: _without_namesakes(lobby.like(last, usual), name))


async def _open(context: Context, agreed: Callable[[Lobby], Lobby]) -> list[Outgoing]:
    if await context.live_or_none() is not None:
        raise _taken(context)
    document = await context.stored_lobby()
    if document.data is not None:
        raise context.not_started(decode_lobby(document.data)) or Refused("lobby_open")
    await _check_table_limit(context)
    language, group = await _of_home(context)
    lobby = Lobby(context.repository.new_id(), context.who.id, language, group=group)
    lobby = replace(lobby, emoji=await context.channel_emoji())
    lobby = agreed(replace(lobby, guests=(Guest(context.who.id, clean_name(context.who.name)),)))
    await context.store.users.sit(context.who.id, context.channel, context.at)
    if group != context.channel:  # first: `/tables` misses none, and drops what is not there
        await context.store.users.set_channel_setting(group, f"{LISTED}{context.channel}", b"1")
    return await _save(context, lobby, document.version, new=True)


async def _of_home(context: Context) -> tuple[str, str]:
    """The language and the group of the channel where the table is at home, also for a guest."""
    if context.here == context.channel:
        return await context.channel_language(), context.group
    channels = await context.channels()
    home = channels.members.get(context.channel)
    language = home.language if home is not None else await context.channel_language()
    return language, channels.group or context.channel


async def _check_table_limit(context: Context) -> None:
    seats = await context.store.users.seats(context.who.id)
    if context.channel not in seats and len(seats) >= context.repository.policy.tables_per_user:
        raise Refused("too_many_tables", n=context.repository.policy.tables_per_user)


async def join(context: Context) -> list[Outgoing]:
    """`/join`: take a seat; `/join rated` allows rated games first."""
    lobby, version = await load(context)
    if context.args == ("rated",):
        await rated.allow(context)
    if context.who.id in lobby.people():
        raise Refused("already_seated")
    _check_room(lobby)
    await _check_table_limit(context)
    await context.store.users.sit(context.who.id, context.channel, context.at)
    name = clean_name(context.who.name)
    lobby = replace(lobby, guests=(*lobby.guests, Guest(context.who.id, name)))
    return await _save(context, _without_namesakes(lobby, name), version)


def _check_room(lobby: Lobby) -> None:
    """Raise Refused if nobody else can sit down."""
    if len(lobby.guests) < lobby.most():
        return
    if lobby.most() == 5 and not lobby.seats and lobby.can_seat_six():
        raise Refused("full.sixth")
    raise Refused("full", n=lobby.most())


def _without_namesakes(lobby: Lobby, name: str) -> Lobby:
    """The lobby with new names for computers that have this name."""
    for index, guest in enumerate(lobby.guests):
        if not (guest.user or guest.by_vote) and guest.name.casefold() == name.casefold():
            renamed = replace(guest, name=computer_name(lobby))
            lobby = replace(lobby, guests=(*lobby.guests[:index], renamed, *lobby.guests[index + 1 :]))
    return lobby


async def leave(context: Context) -> list[Outgoing]:
    """`/leave`: give up the seat; the lobby closes when nobody is left."""
    lobby, version = await load(context)
    if context.who.id not in lobby.people():
        raise Refused("not_seated")
    return await without(context, lobby, version, context.who.id)


async def without(context: Context, lobby: Lobby, version: int, user: str) -> list[Outgoing]:
    """Remove a user from a lobby; raises Conflict if another writer saved first."""
    gone = next(guest for guest in lobby.guests if guest.user == user)
    left = lobby.without_guest(gone)
    people = left.people()
    if not people and not (left.by_vote and user == context.who.id):
        return await _close(context, lobby, version)
    opener = lobby.opener if lobby.opener in people or not people else people[0]
    asked = await _save(context, replace(left, opener=opener), version)
    await context.store.users.rise(user, context.channel)
    return asked


async def _remove(context: Context, lobby: Lobby, version: int, mark: str) -> list[Outgoing]:
    """Remove a guest by a button: computers by everybody who sits there, people by opener and admins."""
    guest = next((guest for guest in lobby.guests if guest.mark == mark), None)
    if guest is None:
        raise Refused("stale")
    if not guest.user:
        return await _save(context, lobby.without_guest(guest), version)
    if guest.user != context.who.id and not (context.who.admin or context.who.id == lobby.opener):
        raise Refused("opener_only")
    return await without(context, lobby, version, guest.user)


async def remove_named(context: Context, name: str) -> list[Outgoing]:
    """`/kick Boris` before the game has begun; raises Refused."""
    lobby, version = await load(context)
    _check_seated(context, lobby)
    wanted = name.strip().lstrip("@").casefold()
    letters = dict(zip(SEAT_LETTERS.lower(), lobby.guests, strict=False))
    named = [guest for guest in lobby.guests if wanted in (guest.name.casefold(), guest.user)]
    named += [letters[wanted]] if wanted in letters else []
    if not named:
        raise Refused("no_such_seat")
    return await _remove(context, lobby, version, named[0].mark)


async def setup(context: Context) -> list[Outgoing]:
    """The window of the lobby was sent: exactly these boxes, and the other settings."""
    lobby, version = await load(context)
    _check_seated(context, lobby)
    words = context.command.text.split()
    left_out = [f"no_{box}" for box in lobby.boxes if box not in words]
    return await _save(context, with_words(context.mine, lobby, [*left_out, *words]), version)


async def form(context: Context) -> Form | None:
    """The window with the lobby's settings; None if there is no lobby or the author does not sit there."""
    document = await context.stored_lobby()
    lobby = decode_lobby(document.data) if document.data is not None else None
    press = context.token
    if lobby is None or press is None or press.game != lobby.game:
        return None
    try:
        _check_seated(context, lobby)
    except Refused:
        return None
    return lobby_form(context.mine, lobby)


async def expire(context: Context) -> list[Outgoing]:
    """Close the lobby if it was not changed for too long."""
    keep = context.repository.policy.keep_lobby
    document = await context.stored_lobby()
    if keep is None or document.data is None:
        return []
    lobby = decode_lobby(document.data)
    if lobby.touched + keep > context.at:
        return []
    return await _close(context, lobby, document.version, "lobby.expired")


async def touch(context: Context) -> None:
    """Save the lobby as it is, so that it is shown again in every channel; raises Conflict."""
    document = await context.store.lobbies.load(context.channel)
    if document.data is not None:
        await _save(context, decode_lobby(document.data), document.version)


async def shut(context: Context) -> None:
    """Close the lobby of a channel that is gone."""
    document = await context.store.lobbies.load(context.channel)
    if document.data is not None:
        await _close(context, decode_lobby(document.data), document.version)


async def note_group(context: Context) -> None:
    """Note where bans of this channel hold: commands of guests do not know it."""
    if context.here == context.channel and context.command.group:
        await context.store.links.note(context.channel, GROUP, context.command.group.encode())


async def _close(context: Context, lobby: Lobby, version: int, why: str = "") -> list[Outgoing]:
    await context.save_lobby(None, version, lobby, why)
    for user in lobby.people():
        await context.store.users.rise(user, context.channel)
    return []


async def close(context: Context) -> list[Outgoing]:
    """Close the lobby; only its opener and admins may."""
    lobby, version = await load(context)
    if not (context.who.admin or context.who.id == lobby.opener):
        raise Refused("opener_only")
    return await _close(context, lobby, version)


async def computer(context: Context) -> list[Outgoing]:
    """`/computer hard Ada`: add a computer player; `/computer off` removes the last one."""
    lobby, version = await load(context)
    _check_seated(context, lobby)
    removes = bool(context.args) and context.args[0].lower() == "off"
    level, rest = ("", context.args[1:]) if removes else read_level(context.args or ("normal",))
    name = clean_name(" ".join(rest)) if rest and not context.pressed else ""
    if removes:
        computers = [guest for guest in lobby.guests if not (guest.user or guest.by_vote)]
        called = [guest for guest in computers if not name or guest.name.casefold() == name.casefold()]
        last = called[-1] if called else None
        if last is None:
            raise Refused("no_computer")
        return await _save(context, lobby.without_guest(last), version)
    if not level:
        raise Refused("unknown_level", word=level_list(context.mine))
    _check_room(lobby)
    if name and lobby.has_name(name):
        raise Refused("name_taken", name=markup.escape(name))
    guest = Guest("", name or computer_name(lobby), level)
    return await _save(context, replace(lobby, guests=(*lobby.guests, guest)), version)


def _check_seated(context: Context, lobby: Lobby) -> None:
    if not lobby.may_set_up(context.who.id) and not context.who.admin:
        raise Refused("join_first")


def _not_like_this(context: Context, lobby: Lobby, error: BadSetup) -> Refused:
    """The table cannot be set up as it was chosen: why, and buttons that change it."""
    boxes = error.facts.get("boxes")
    rivers = boxes if error.code == RIVER and isinstance(boxes, tuple) else ()
    choices = river_remedies(context.mine, lobby.game, rivers) if rivers else ()
    return Refused("", text=setup_reason(context.mine, error), choices=choices)


async def options(context: Context) -> list[Outgoing]:
    """`/options river farmers=off clock=2h`: change the lobby's settings; without words, show them."""
    document = await context.stored_lobby()
    if document.data is None:
        live = await context.live()
        words = context.words(live)
        setup = live.table.setup
        boxes = words.listed(words.word(box, "box") for box in setup.boxes) or words.text("lobby.none")
        chosen = words.listed(
            option_words(context.mine, name, value)
            for name, value in setup.options
            if name not in SEATING_OPTIONS
        )
        chosen = chosen or words.text("options.by_the_book")
        return [context.say(words.text("options.running", boxes=boxes, options=chosen))]
    lobby = decode_lobby(document.data)
    if not context.args:
        return [lobby_message(context.channel, await _shown(context, lobby))]
    _check_seated(context, lobby)
    changed = with_words(context.mine, lobby, context.args)
    _check_first(context, lobby, changed)
    return await _save(context, changed, document.version)


async def change(context: Context) -> list[Outgoing]:
    """A button of the lobby: `!change.box.river`."""
    lobby, version = await load(context)
    _check_seated(context, lobby)
    if len(context.args) != 2:
        raise Refused("stale")
    name, value = context.args
    if name == "out":
        return await _remove(context, lobby, version, value)
    changed = with_setting(context.mine, lobby, name, value)
    _check_first(context, lobby, changed)
    return await _save(context, changed, version)


def _check_first(context: Context, old: Lobby, new: Lobby) -> None:
    """Raise Refused if someone else than the opener chooses who begins; who is youngest, anybody may say."""
    chooses = new.first_player == "chosen" and (old.first_player, old.first) != ("chosen", new.first)
    if chooses and not (context.who.admin or context.who.id == old.opener):
        raise Refused("first.opener_only")


async def open_practice(context: Context) -> None:
    """Open a table of the first game with one computer; one that its author has just opened is taken."""
    document = await context.stored_lobby()
    mine = decode_lobby(document.data).people() if document.data is not None else []
    if mine != [context.who.id]:
        await _open(context, lambda lobby: with_company(with_preset(lobby, "first_game")))


def with_company(lobby: Lobby) -> Lobby:
    """The lobby with a computer, if its opener is alone."""
    if len(lobby.guests) != 1:
        return lobby
    return replace(lobby, guests=(*lobby.guests, Guest("", computer_name(lobby), BEGINNER)))


async def start(context: Context) -> list[Outgoing]:
    """`/start`: begin the game; where nothing was opened, say what can be done."""
    document = await context.stored_lobby()
    if document.data is None and not context.pressed and await context.live_or_none() is None:
        texts = await context.public_texts()
        return [welcome_message(context.here, texts, with_emoji=await context.channel_emoji())]
    lobby, version = await load(context)
    _check_seated(context, lobby)
    if lobby.first_player != "random" and lobby.first not in range(len(lobby.guests)):
        raise Refused(f"first.unsaid.{lobby.first_player}")
    if asked := await rated.question(context, lobby):
        return [asked]
    await check_crowd(context, lobby)
    if context.command.private:  # nobody else can come
        lobby = with_company(lobby)
    repository = context.repository
    table = lobby.table(
        repository.new_secret(), repository.new_secret(), context.at, repository.policy.computer_pace
    )
    try:
        rules_of(table.setup)
    except BadSetup as error:
        raise _not_like_this(context, lobby, error) from None
    live = opened(context.channel, table, int(context.at))
    await context.before_save(f"{table.game}.0")
    await repository.store.deadlines.schedule(context.channel, ALARM, context.at + UNFINISHED)
    await repository.store.tables.create(
        context.channel, game=table.game, setup=table.encode(), lobby=version, request=context.request()
    )
    await context.after_save()
    context.lobby_saved(StoredLobby(version + 1, None), lobby)
    await context.conclude(Transaction(live, context.at))
    return []

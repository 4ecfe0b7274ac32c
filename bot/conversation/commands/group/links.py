"""A table in several channels: `/link`, `/unlink`, and what happens when a channel is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.conversation.commands import lobby as lobbies
from bot.conversation.commands.group import cup_places
from bot.conversation.commands.group.bans import refuse_banned_at_home
from bot.conversation.commands.seats import close_table
from bot.conversation.context import Context, Refused
from bot.conversation.feeds.table import told_so_far
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.protocol.ports import RoomLink
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.lobby import lobby_slot
from bot.conversation.show.words import platform_name
from bot.conversation.table.acts import LinkAct
from bot.conversation.table.channels import (
    CLOSED,
    CODE,
    HOMELESS,
    INVITATIONS,
    LAST,
    MOST_CHANNELS,
    PERSON,
    Member,
    TableChannels,
    Told,
    new_code,
    platform_of,
    read_channels,
    without_user,
)
from bot.conversation.table.cups.documents import match_of
from bot.conversation.table.lobby import clean_name, decode_lobby
from bot.conversation.table.transaction import Transaction
from storage.errors import Conflict

SWITCHES = ("off", "new")


def joins(args: Sequence[str]) -> bool:
    """Whether `/link` with these arguments joins a table."""
    return bool(args) and args[0].lower() not in SWITCHES


async def is_linked(context: Context) -> bool:
    """Whether a channel is one of several of its table."""
    home = await context.store.links.home(context.here)
    return bool(home) or bool((await context.channels()).members)


# -- /link --------------------------------------------------------------------------------------------


async def link(context: Context) -> list[Outgoing]:
    """`/link`: the code of this table; `/link CODE`: play at that table; `/link off`, `new`: for admins."""
    argument = context.args[0] if context.args else ""
    if argument.lower() in SWITCHES:
        return await _switch(context, argument.lower())
    if argument:
        return await _join(context, argument)
    code = await code_of(context)
    if not code:
        raise Refused("link.closed")
    return [await _shown(context, replace(await context.channels(), code=code))]


async def invitation(context: Context) -> list[Outgoing]:
    """How friends come to the table: by the link of the room, if it is in one, and by the code."""
    rooms = context.repository.rooms_of(context.here)
    if rooms is None:
        return await link(context)
    channels = replace(await context.channels(), code=await code_of(context))
    return [await _shown(context, channels, rooms.link(context.here))]


async def code_of(context: Context) -> str:
    """The code of the table, a new one if it has none; empty if it takes no guests."""
    channels = await context.channels()
    return "" if channels.closed else channels.code or await _new_code(context)


async def _new_code(context: Context) -> str:
    code = new_code()
    await context.store.links.open_code(code, context.channel)
    await context.store.links.note(context.channel, CODE, code.encode())
    await lobbies.note_group(context)
    return code


async def _shown(context: Context, channels: TableChannels, room: RoomLink | None = None) -> Outgoing:
    """The link of the room, the code, and the guests with buttons for those who may remove them."""
    texts = context.mine
    lines = []
    if room is not None:
        key = f"invite.room.{room.near}" if room.near else "invite.room"
        lines.append(texts.text(key, address=markup.escape(room.address)))
    if channels.code:
        own = context.here.partition(":")[0] if room is not None else ""
        lines.append(texts.text("link.code", code=channels.code))
        lines += [markup.escape(address) for address in await _invitations(context, channels.code, own)]
    rules = await _may_rule(context)
    choices = []
    for number, channel in enumerate(channels.guests, start=1):
        lines.append(f"{number}. {_guest(context, channel, channels.members[channel])}")
        if rules:
            label = texts.label("button.unlink", n=number)
            choices.append(Choice(label, command(NO_GAME, 0, "unlink", str(number)), "danger"))
    if rules:
        for name in SWITCHES:
            token = command(NO_GAME, 0, "link", name)
            choices.append(Choice(texts.label(f"button.link_{name}"), token, row=1))
    return context.say("\n".join(lines), tuple(choices))


async def _invitations(context: Context, code: str, but: str = "") -> list[str]:
    """Addresses that join a table, but those of one platform: of this process, and left by other workers."""
    kept = await context.store.users.channel_settings(INVITATIONS)
    found = {name: prefix.decode("utf-8", "replace") + code for name, prefix in kept.items()}
    found |= {chat.prefix.rstrip(":"): chat.table_invitation(code) for chat in context.repository.chats}
    return [address for name, address in found.items() if address and name != but]


def _guest(context: Context, channel: str, member: Member) -> str:
    name = f" ({markup.escape(member.name)})" if member.name else ""
    return f"{platform_name(context.mine, channel)}{name}"


async def _may_rule(context: Context) -> bool:
    """Whether the author may refuse guests: an admin of the home, or who opened the table."""
    if context.who.admin:
        return True
    document = await context.stored_lobby()
    if document.data is not None and decode_lobby(document.data).opener == context.who.id:
        return True
    live = await context.live_or_none()
    return live is not None and context.may_rule(live)


async def _switch(context: Context, switch: str) -> list[Outgoing]:
    if not await _may_rule(context):
        raise Refused("opener_only")
    channels = await context.channels()
    if channels.code:
        await context.store.links.close_code(channels.code)
    if switch == "off":
        await context.store.links.note(context.channel, CODE, CLOSED)
        return [context.say(context.mine.text("link.off"))]
    new = replace(channels, code=await _new_code(context), closed=False)
    return [await _shown(context, new)]


async def _join(context: Context, code: str) -> list[Outgoing]:
    found = (
        await context.store.links.read_code(code.upper()[:20]) if code.isalnum() and code.isascii() else None
    )
    if found is None:
        raise Refused("link.unknown")
    home = await context.store.links.home(found) or found
    if context.here in (home, found) or context.channel == home:
        raise Refused("link.same")
    await join_table(context, home, LAST if match_of(home) else "")
    return [context.say(context.mine.text("link.done")), *await cup_places.greeting(context, home)]


async def offer(context: Context, code: str) -> list[Outgoing]:
    """A button that plays at the table of a code, if the channel has no table yet."""
    links = context.store.links
    if await is_linked(context) or not await links.read_code(code.upper()):
        return []
    if await _has_table(context):
        return []
    token = command(NO_GAME, 0, "link", code.upper())
    button = Choice(context.mine.label("button.link_join"), token, "success")
    return [replace(context.say(context.mine.text("link.offer"), (button,)), slot="link.offer")]


async def _has_table(context: Context) -> bool:
    document = await context.stored_lobby()
    return document.data is not None or await context.live_or_none() is not None


async def join_table(context: Context, home: str, until: str = "") -> None:
    """Make the channel of a command a guest of another one; raises Refused."""
    if context.here != context.channel or (await context.channels()).guests or await _has_table(context):
        raise Refused("link.busy")
    table = context.at_table(home)
    channels = await table.channels()
    await refuse_banned_at_home(table)
    if len(channels.members) >= MOST_CHANNELS:
        raise Refused("link.full", n=MOST_CHANNELS)
    told = await _told_by_now(table)
    links, language = context.store.links, await context.channel_language()
    if not channels.members and not channels.homeless:
        first = Member(await _home_language(table), since=int(context.at), told=told)
        await links.note(home, home, first.encode())
    await context.store.users.note(context.who.id, home)
    name = clean_name(context.who.name)
    fresh = replace(told, key="", lobby="", lobby_version=0 if told.lobby else told.lobby_version)
    member = Member(language, context.who.id, name, int(context.at), until, told=fresh)
    try:
        await links.join(context.here, home, member.encode())
    except Conflict:
        raise Refused("link.busy") from None
    await _tell_all(context.at_table(home), context.here, "joined")


async def _told_by_now(table: Context) -> Told:
    """What a channel shows that was told everything so far by the answers to its commands."""
    live = await table.live_or_none()
    document = await table.stored_lobby()
    lobby = decode_lobby(document.data).game if document.data is not None else ""
    told = told_so_far(live) if live is not None else Told()
    return replace(told, lobby=lobby, lobby_version=document.version)


async def _home_language(table: Context) -> str:
    """The language of a home: of its table, or as its settings say."""
    live = await table.live_or_none()
    if live is not None:
        return live.table.language
    document = await table.stored_lobby()
    if document.data is not None:
        return decode_lobby(document.data).language
    kept = await table.store.users.channel_setting(table.channel, "language") or b""
    return table.repository.language_of(kept.decode())


async def _tell_all(table: Context, channel: str, how: str) -> None:
    """Tell every channel of the table that one has come or gone."""
    act = LinkAct(platform=platform_of(channel), how=how)
    for _ in range(5):
        try:
            live = await table.live_or_none()
            if live is not None:
                transaction = Transaction(live, table.at)
                transaction.act(table.who.id, act)
                await table.note(transaction)
            else:
                await lobbies.touch(table)
            break
        except Conflict:
            table.repository.forget(table.channel)
    await table.publish()


# -- /unlink ------------------------------------------------------------------------------------------


async def unlink(context: Context) -> list[Outgoing]:
    """`/unlink` in a guest: leave the table; `/unlink 2` at home: remove the second guest."""
    channels = await context.channels()
    if context.args:
        return await _remove(context, channels, context.args[0])
    member = channels.members.get(context.here)
    if context.here == context.channel or member is None:
        raise Refused("unlink.home" if channels.guests else "unlink.none")
    if not (context.command.who.admin or context.who.id == member.user):
        raise Refused("unlink.not_yours")
    await context.store.links.leave(context.here, context.channel)
    await _tell_all(context.at_table(context.channel), context.here, "left")
    await _close_if_empty(context)
    text = public_texts(context.here, member.language).text("unlink.done")
    return [Outgoing(context.here, text, closes=await _standing(context, context.here), quiet=True)]


async def _remove(context: Context, channels: TableChannels, typed: str) -> list[Outgoing]:
    if context.here != context.channel or not await _may_rule(context):
        raise Refused("opener_only")
    number = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
    if not 1 <= number <= len(channels.guests):
        raise Refused("unlink.which", n=len(channels.guests))
    channel = channels.guests[number - 1]
    member = channels.members[channel]
    await context.store.links.leave(channel, context.channel)
    text = public_texts(channel, member.language).text("unlink.refused")
    closes = await _standing(context, channel)
    await context.repository.post([Outgoing(channel, text, closes=closes, quiet=True)])
    await _tell_all(context.at_table(context.channel), channel, "removed")
    return [context.say(context.mine.text("unlink.removed", guest=_guest(context, channel, member)))]


async def _standing(context: Context, channel: str) -> tuple[str, ...]:
    """The slots of what can still be pressed in a channel."""
    told = (await context.repository.screen(channel)).told
    lobby = lobby_slot(told.lobby) if told.lobby else ""
    return tuple(slot for slot in (told.key, lobby) if slot)


# -- channels that are lost -----------------------------------------------------------------------------


async def lose(context: Context) -> bool:
    """A channel is gone: a guest leaves its table, a home leaves it to its guests; False if it is alone."""
    links = context.store.links
    home = await links.home(context.here)
    if home:
        table = context.at_table(home)
        await links.leave(context.here, home)
        await _tell_all(context.at_table(home), context.here, "lost")
        await _close_if_empty(table)
        return True
    channels = await context.channels()
    if not channels.guests:
        return False
    await links.note(context.here, context.here, None)
    await links.note(context.here, HOMELESS, b"1")
    await _tell_all(context.elsewhere(context.here), context.here, "home")
    return True


async def forget_user(context: Context, user: str) -> TableChannels:
    """Remove a user from the notes of a home; returns the channels of its table."""
    stored, home = context.store.links, context.channel
    channels = read_channels(home, await stored.of(home))
    if user in channels.people:
        await stored.note(home, f"{PERSON}{user}", None)
    for channel, member in channels.members.items():
        if member.user == user:
            await stored.renote(home, channel, without_user(member, user).encode())
    return channels


async def leave_private(context: Context) -> None:
    """A private chat is about to be wiped: it leaves its table, and its own guests are told."""
    home = await context.store.links.home(context.here)
    if home:
        await context.store.links.leave(context.here, home)
        await _tell_all(context.elsewhere(home), context.here, "left")
    for channel, member in (await context.channels()).members.items():
        if channel != context.here:
            await context.store.links.leave(channel, context.here)
            text = public_texts(channel, member.language).text("unlink.refused")
            closes = await _standing(context, channel)
            await context.repository.post([Outgoing(channel, text, closes=closes, quiet=True)])


async def _close_if_empty(table: Context) -> None:
    """A table whose home is gone ends when its last guest leaves."""
    home = table.channel
    channels = read_channels(home, await table.store.links.of(home))
    if channels.homeless and not channels.members:
        await table.store.links.note(home, HOMELESS, None)
        context = table.elsewhere(home)
        live = await context.live_or_none()
        if live is not None:
            await close_table(context, Transaction(live, context.at))
        else:
            await lobbies.shut(context)

"""`/tables`: all tables of a server or group, with a link to each."""

from __future__ import annotations

from bot.conversation.commands.archive import newer_line, place_name
from bot.conversation.context import Context
from bot.conversation.protocol import markup
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.public import public_words
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.state import LiveTable
from bot.documents import NeedsNewer

NAME = "table."  # how the names of the group's settings begin; the channel follows
MOST_LISTED = 20


async def tables(context: Context) -> list[Outgoing]:
    """List the tables that wait or run; those that are gone are taken off the list."""
    lines, users = [], context.store.users
    kept = [name.removeprefix(NAME) for name in await users.channel_settings(context.group) if NAME in name]
    for channel in dict.fromkeys([*sorted(kept), context.channel]):
        line = await _line(context, channel)
        if line:
            lines.append(line)
        elif channel in kept:
            await users.set_channel_setting(context.group, f"{NAME}{channel}", None)
    if not lines:
        return [context.say(context.mine.text("tables.none"))]
    return [context.say("\n".join([context.mine.text("tables.title"), *lines[:MOST_LISTED]]))]


async def _line(context: Context, channel: str) -> str:
    """What a table is at; empty if there is none."""
    try:
        return await _readable(context, channel)
    except Unreadable:
        return ""
    except NeedsNewer:
        return await newer_line(context, channel)


async def _readable(context: Context, channel: str) -> str:
    live = await context.repository.load(channel)
    if live is not None:
        return await _running(context, live)
    document = await context.store.lobbies.load(channel)
    if document.data is None:
        return ""
    lobby = decode_lobby(document.data)
    names = listed(context.mine, [f"<b>{markup.escape(guest.name)}</b>" for guest in lobby.guests])
    place = await place_name(context, channel)
    return context.mine.text(
        "tables.open", channel=place, names=names, n=len(lobby.guests), most=lobby.most()
    )


async def _running(context: Context, live: LiveTable) -> str:
    words = context.words(live)
    asked = words.listed(dict.fromkeys(public_words(live).name(wait.seat) for wait in live.waits))
    scores = words.scores(live.state.scores)
    place = await place_name(context, live.channel)
    return context.mine.text("mygames.waiting", channel=place, player=asked, scores=scores)

"""`/find`: the public tables that wait for players; a press joins from here."""

from __future__ import annotations

from bot.conversation.commands import lobby as lobbies
from bot.conversation.commands.group.links import join_table
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.table.lobby import Lobby, decode_lobby
from bot.documents import NeedsNewer

MOST_LISTED = 8


async def find(context: Context) -> list[Outgoing]:
    """List the public tables; with the id of one, sit down there."""
    found = await _open_tables(context)
    if context.args:
        return await _sit(context, {lobby.game: home for home, lobby in found.items()}, context.args[0])
    if not found:
        return [context.say(context.mine.text("find.none"))]
    listed = list(found.values())[:MOST_LISTED]
    lines = [f"{number}. {table_line(context.mine, lobby)}" for number, lobby in enumerate(listed, start=1)]
    choices = tuple(
        Choice(
            context.mine.label("button.find", n=number), command(NO_GAME, 0, "find", lobby.game), "success"
        )
        for number, lobby in enumerate(listed, start=1)
    )
    return [context.say("\n".join([context.mine.text("find.title"), *lines]), choices)]


async def _open_tables(context: Context) -> dict[str, Lobby]:
    """The public lobbies with a free seat, by their homes; those that are gone are taken off the list."""
    found = {}
    for home in await context.store.links.public():
        document = await context.store.lobbies.load(home)
        try:
            lobby = decode_lobby(document.data) if document.data is not None else None
        except NeedsNewer:
            continue
        if lobby is None or not lobby.public:
            await context.store.links.withdraw(home)
        elif len(lobby.guests) < lobby.most():
            found[home] = lobby
    return found


def table_line(texts: Catalogue, lobby: Lobby) -> str:
    """A table that waits: who sits there, how many may, what is played."""
    boxes = [texts.text(f"box.{box}") for box in lobby.boxes if texts.has(f"box.{box}")]
    parts = [texts.text(f"game.{lobby.kind}"), *boxes]
    if lobby.clock.limit:
        parts.append(f"⏳ {duration(texts, lobby.clock.limit)}")
    names = listed(texts, [f"<b>{markup.escape(guest.name)}</b>" for guest in lobby.guests])
    what = listed(texts, parts)
    return texts.text("find.line", names=names, n=len(lobby.guests), most=lobby.most(), what=what)


async def _sit(context: Context, homes: dict[str, str], game: str) -> list[Outgoing]:
    home = homes.get(game)
    if home is None:
        raise Refused("find.gone")
    if home == context.channel:
        return await lobbies.join(context)
    await join_table(context, home, until=game)
    table = context.at_table(home)
    await lobbies.join(table)
    await table.publish()
    return [context.say(context.mine.text("find.joined"))]

"""Rated tables: who may sit at one, and how a user allows it."""

from __future__ import annotations

from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.table.lobby import Lobby
from bot.conversation.table.standings import seasons_of

SETTING = "rated"


async def allow(context: Context) -> None:
    """Note that the author's games may be rated."""
    await context.store.users.set_setting(context.who.id, SETTING, b"on")


async def question(context: Context, lobby: Lobby) -> Outgoing | None:
    """What must be settled first at a rated table: a question to the author, or None; raises Refused."""
    if not lobby.rated:
        return None
    if not (await seasons_of(context.store, lobby.group or context.group)).on:
        raise Refused("rated.no_ladder")
    if any(not guest.user for guest in lobby.guests):
        raise Refused("rated.computers")
    settings = context.store.users.settings
    missing = [guest for guest in lobby.guests if (await settings(guest.user)).get(SETTING) != b"on"]
    if any(guest.user == context.who.id for guest in missing):
        return _asked(context, lobby)
    if missing:
        names = listed(context.mine, [markup.escape(guest.name) for guest in missing])
        raise Refused("rated.missing", names=names)
    return None


def _asked(context: Context, lobby: Lobby) -> Outgoing:
    joins = context.command.name == "join" or (context.token is not None and "!join" in context.command.token)
    if joins:
        token = command(lobby.game, 0, "join", SETTING)
        return context.say(context.mine.text("rated.ask"), (_button(context, "rated.join", token),))
    token = command(NO_GAME, 0, "settings", SETTING, "on")
    return context.say(context.mine.text("rated.ask_opener"), (_button(context, "rated.allow", token),))


def _button(context: Context, key: str, token: str) -> Choice:
    return Choice(context.mine.label(key), token, "success")

"""What a channel shows of a table that is at home elsewhere: its state now."""

from __future__ import annotations

from bot.conversation.context import Context
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import TableCard
from bot.conversation.show.group.table_card import closed_card, finished_card, open_card, running_card
from bot.conversation.show.public import public_words
from bot.conversation.table.history import GameHistory
from bot.conversation.table.lobby import decode_lobby


async def table_card(context: Context) -> TableCard:
    """The card of the channel's table: the one that runs or waits, or else the last game's result."""
    live = await context.repository.load(context.channel)
    if live is not None and not live.over:
        return running_card(public_words(live), live)
    document = await context.store.lobbies.load(context.channel)
    if document.data is not None:
        return open_card(context.channel, decode_lobby(document.data))
    return await _last_game(context)


async def _last_game(context: Context) -> TableCard:
    last = await context.store.archive.of_channel(context.channel, limit=1)
    found = await context.store.archive.load(context.channel, last[0].game) if last else None
    if found is None:
        return closed_card(catalogue(await context.channel_language()), context.channel)
    history = GameHistory(context.channel, found.setup, found.log)
    return finished_card(public_words(history.live), history)

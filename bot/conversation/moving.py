"""A channel gets another name: its table, its lobby, its alarm and its people's seats go along."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.context import public_words
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.lobby import lobby_message
from bot.conversation.show.turn import turn_message
from bot.conversation.table.lobby import decode
from bot.conversation.table.repository import Room


async def move(room: Room, channel: str, to: str, at: float) -> list[Outgoing]:
    """Move everything and show what stands there now; raises Conflict if the other place is taken."""
    live = await room.load(channel)
    document = await room.store.lobbies.load(channel)
    lobby = decode(document.data) if document.data is not None else None
    people = set(live.table.people()) if live is not None else set()
    if live is not None:
        people |= {seat.owner for seat in live.table.seats if seat.owner}
    if lobby is not None:
        people |= set(lobby.people())
    await room.store.tables.move(channel, to, users=sorted(people))
    room.forget(channel)
    if live is None:
        return [lobby_message(to, lobby)] if lobby is not None else []
    wake = room.wake(live, at)
    if wake is not None:
        await room.store.deadlines.schedule(to, "clock", wake, live.game.encode())
    await room.store.deadlines.cancel(channel, "clock")
    moved = await room.load(to)
    if moved is None:
        return []
    return [replace(turn_message(public_words(moved), moved), fresh=True)]

"""Tips for a user's first tile, first meeple and first score: each once, kept in their settings."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.context import Context
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show import emoji
from bot.conversation.table.transaction import Transaction
from engine.events import Event, FigurePlaced, Scored, TilePlaced

SETTING = "tips"
KINDS: dict[str, type[Event]] = {"tile": TilePlaced, "meeple": FigurePlaced, "score": Scored}


async def tip(context: Context, transaction: Transaction) -> list[Outgoing]:
    """A tip about what the author did for the first time, one at most."""
    if not context.repository.policy.tips:
        return []
    seat = transaction.live.table.seat_of(context.who.id)
    seen = [name for name in context.setting(SETTING).split(",") if name]
    for name, kind in KINDS.items():
        if name not in seen and _happened(transaction, kind, seat):
            kept = ",".join([*seen, name]).encode()
            await context.store.users.set_setting(context.who.id, SETTING, kept)
            text = emoji.icon("tip", shown=context.emoji) + context.mine.text(f"tip.{name}")
            return [replace(context.say(text), harmless=True)]
    return []


def _happened(transaction: Transaction, kind: type[Event], seat: int | None) -> bool:
    events = (event for moment in transaction.moments for event in moment.events)
    return any(isinstance(event, kind) and getattr(event, "player", None) == seat for event in events)

"""`/rules`: what this table plays, and the rules by topic."""

from __future__ import annotations

from bot.conversation.context import Context
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.rules import choices, find, overview, told
from bot.conversation.show.topics import TableRules
from bot.conversation.table.lobby import decode_lobby


async def rules(context: Context) -> list[Outgoing]:
    """`/rules castle`: a topic, box or game as it is played here; without a name, the list."""
    texts, table = context.mine, await _table_rules(context)
    topic = " ".join(context.args)
    topics = find(topic, table) if topic else ()
    if topics:
        return [context.say(text) for text in told(texts, topics, table)]
    lines = [texts.text("rules.unknown", topic=markup.escape(topic))] if topic else []
    return [context.say("\n".join([*lines, overview(texts, table)]), choices(texts, table))]


async def _table_rules(context: Context) -> TableRules | None:
    """What the table of this channel plays, or will play; None without a table."""
    live = await context.live_or_none()
    if live is not None:
        return TableRules.running(live.state.rules)
    document = await context.stored_lobby()
    return TableRules.planned(decode_lobby(document.data)) if document.data else None

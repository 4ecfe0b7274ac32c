"""`/settings export`: everything that is stored about the author, as a file."""

from __future__ import annotations

import json
from typing import Any

from bot.conversation.commands.group.cup_forget import exported, is_cup
from bot.conversation.context import Context
from bot.conversation.protocol.messages import Attachment, Outgoing
from bot.conversation.table.polls.daily_store import answers_of
from bot.conversation.table.results import decode_result
from bot.conversation.table.summaries import SUMMARY
from bot.documents import facts_of
from storage.records import FinishedGame

MOST_GAMES = 10_000


async def export(context: Context) -> list[Outgoing]:
    """Send the author a file with their settings, counters, seats, finished games and results."""
    content = json.dumps(await _found(context), ensure_ascii=False, indent=1).encode()
    file = Attachment("bastide-my-data.json", content)
    text = context.mine.text("export.done")
    return [Outgoing(context.channel, text, to=context.who.id, attachment=file)]


async def _found(context: Context) -> dict[str, Any]:
    store, user = context.store, context.who.id
    channels = await store.users.seen(user)
    games = await store.archive.of_user(user, limit=MOST_GAMES)
    return {
        "id": user,
        "name": context.who.name,
        "settings": {name: value.decode("utf-8", "replace") for name, value in context.settings.items()},
        "counters": await store.statistics.of_user(user),
        "seats": await store.users.seats(user),
        "known_in": channels,
        "finished_games": [_finished(game) for game in games],
        "daily": {channel: found for channel in channels if (found := await _answers(context, channel))},
        "cups": [await exported(context, channel) for channel in channels if is_cup(channel)],
        "results": {channel: found for channel in channels if (found := await _results(context, channel))},
    }


def _finished(game: FinishedGame) -> dict[str, Any]:
    summary = SUMMARY.read(game.summary)
    about = {"channel": game.channel, "game": game.game, "ended": game.ended}
    return {**facts_of(summary), **about, "kind": summary.game}


async def _answers(context: Context, group: str) -> list[Any]:
    """The author's answers to positions of the day."""
    found = await answers_of(context.store, group)
    return [facts_of(one) for one in found if one.user == context.who.id]


async def _results(context: Context, group: str) -> list[Any]:
    """The author's results in a group; of the other players only what the result itself says."""
    mine = context.who.id.encode()
    lines = [line for line in await context.store.results.load(group) if mine in line]
    found = [result for result in map(decode_result, lines) if result.seat_of(context.who.id)]
    return [
        {
            "game": result.game,
            "ended": result.ended,
            "players": len(result.seats),
            "boxes": result.boxes,
            "rated": result.rated,
            **facts_of(result.seat_of(context.who.id)),
        }
        for result in found
    ]

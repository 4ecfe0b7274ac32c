"""`/settings ladder on`, `/settings season end`: what the admins of a group decide about its ladder."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.context import Context, Refused
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.group.standings import season_card
from bot.conversation.table.seasons import QUARTER, WORD, Seasons
from bot.conversation.table.standings import ladders, seasons_of, set_seasons

SEASON = "season:"  # begins the name of the deadline at which a season ends: its number and the group follow
VALUES = {"ladder": ("on", "off"), "season": (QUARTER, WORD, "end")}


async def change(context: Context, name: str, value: str) -> list[Outgoing]:
    """Switch the ladder on or off, choose how seasons end, or end one."""
    if value not in VALUES[name]:
        raise Refused(f"{name}.usage")
    if not context.who.admin:
        raise Refused("admin_only")
    seasons, texts = await seasons_of(context.store, context.group), await context.public_texts()
    if name == "ladder":
        await _save(context, replace(seasons, on=value == "on", home=context.channel))
        return [context.tell(texts.text(f"ladder.{value}"))]
    if not seasons.on:
        raise Refused("rated.no_ladder")
    if value == "end":
        return await _end_now(context, seasons, texts)
    await _save(context, replace(seasons, by=value))
    return [context.tell(texts.text(f"season.{value}"))]


async def _save(context: Context, seasons: Seasons) -> None:
    """Save the setting, and before it the alarm for the end of the season."""
    if seasons.on:
        await _schedule(context, context.group, seasons, seasons.number(context.at))
    await set_seasons(context.store, context.group, seasons)


async def _schedule(context: Context, group: str, seasons: Seasons, number: int) -> None:
    end = seasons.end(number)
    if end is not None:
        await context.store.deadlines.schedule(seasons.home, f"{SEASON}{number}:{group}", end)


async def _end_now(context: Context, seasons: Seasons, texts: Catalogue) -> list[Outgoing]:
    """End the season by the admin's word."""
    closed = seasons.closed(context.at)
    await set_seasons(context.store, context.group, closed)
    found = await ladders(context.store, context.group)
    card = season_card(texts, context.channel, found, closed.number(context.at) - 1)
    return [await context.fitted(card) if card else context.tell(texts.text("season.empty"))]


async def ring(context: Context, name: str) -> list[Outgoing]:
    """Tell the end of a season; called by its deadline.

    A process that dies before the deadline is acknowledged leaves it due: the same message comes again, and
    replaces the first because of its key.
    """
    number, _, group = name.removeprefix(SEASON).partition(":")
    seasons, season = await seasons_of(context.store, group), int(number)
    end = seasons.end(season)
    if not seasons.on or seasons.home != context.channel or end is None or end > context.at:
        return []
    await _schedule(context, group, seasons, seasons.number(context.at))
    texts = await context.public_texts()
    card = season_card(texts, context.channel, await ladders(context.store, group), season)
    return [await context.fitted(card)] if card else []

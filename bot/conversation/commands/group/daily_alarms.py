"""The alarms of the position of the day: the solution and the next question, and positions chosen ahead."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.conversation.context import Context
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.show import emoji
from bot.conversation.show.group import daily as show
from bot.conversation.table.polls import daily_store as kept
from bot.conversation.table.polls.daily import DailySetting

ASKING = "daily:"  # begins the name of the deadline of a question: its day and the group follow
CHOOSING = "position:"  # ... of the choice of positions ahead
LATER = 900.0  # seconds after a question in which positions are chosen

log = logging.getLogger(__name__)


async def schedule(context: Context, group: str, setting: DailySetting) -> None:
    """Set the alarm of the next question."""
    day, at = setting.next_asking(context.at)
    await context.store.deadlines.schedule(setting.home, f"{ASKING}{day}:{group}", at)


async def ring(context: Context, name: str) -> list[Outgoing]:
    """Tell the solution of the last day, and ask today's question; called by its deadline.

    Should it ring twice, the same messages replace the first because of their keys.
    """
    day, _, group = name.removeprefix(ASKING).partition(":")
    setting = await kept.setting_of(context.store, group)
    if not setting.on or setting.home != context.channel or day < setting.asked:
        return []
    await schedule(context, group, setting)
    await context.store.deadlines.schedule(setting.home, f"{CHOOSING}{group}", context.at + LATER)
    setting = setting.opened(day)
    await kept.save_setting(context.store, group, setting)
    await kept.drop_old(context.store, group, day)
    log.info("daily_asked group=%s day=%s", group, day)
    texts, told = await context.public_texts(), []
    if setting.before:
        told.append(await _solution(context, group, texts, setting.before))
    position = await kept.position_of(context.store, day)
    asked = show.question_message(texts, show.shown_table(texts, context.channel, day, position), day)
    return [_public(message, await context.channel_emoji()) for message in (*told, asked)]


async def _solution(context: Context, group: str, texts: Catalogue, day: str) -> Outgoing:
    position = await kept.position_of(context.store, day)
    live = show.shown_table(texts, context.channel, day, position)
    return show.solution_message(texts, live, day, position, await kept.answers_of(context.store, group))


def _public(message: Outgoing, with_emoji: bool) -> Outgoing:
    return message if with_emoji else replace(message, text=emoji.without(message.text))


async def choose_ahead(context: Context, name: str) -> list[Outgoing]:
    """Choose the position of a day to come, in a process of the computers; called by its deadline."""
    setting = await kept.setting_of(context.store, name.removeprefix(CHOOSING))
    day = await kept.missing_day(context.store, setting.asked) if setting.on and setting.asked else ""
    if not day:
        return []
    try:
        position = await context.repository.computer.position(day)
    except NoAnswer as error:
        log.warning("no_position day=%s error=%s", day, error)
        return []
    if position is not None and await kept.missing_day(context.store, setting.asked) == day:
        await kept.keep_position(context.store, day, position)
        log.info("position_chosen day=%s", day)
    return []

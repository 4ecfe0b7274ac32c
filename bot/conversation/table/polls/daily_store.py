"""What is stored of the position of the day: settings and answers of groups, positions of days to come.

The positions belong to all groups; a day without one has one of those that the program brings along.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from importlib import resources

from bot.conversation.table.history import UNREADABLE
from bot.conversation.table.polls.daily import (
    KEPT_DAYS,
    NAME,
    POSITION,
    DailyAnswer,
    DailySetting,
    MonthRow,
    SavedPosition,
    decode_daily,
    encode_position,
    month_table,
    read_answers,
    shown_month,
)
from bot.documents import restored, unpacked
from engine import record
from engine.players import Position
from storage.port import Store

POSITIONS = "daily.positions"  # stands for the channel whose settings are the positions, by day
ANSWERS = ".daily"  # ends what stands for the channel whose settings are the answers of a group
AHEAD = (2, 3, 4)  # days for which positions are chosen ahead: no group anywhere has been asked yet


async def setting_of(store: Store, group: str) -> DailySetting:
    """The setting of a group; raises BadData."""
    return decode_daily(await store.users.channel_setting(group, NAME))


async def save_setting(store: Store, group: str, setting: DailySetting) -> None:
    """Save the setting of a group."""
    await store.users.set_channel_setting(group, NAME, setting.encode())


async def answers_of(store: Store, group: str) -> list[DailyAnswer]:
    """The answers of a group."""
    return read_answers(await store.users.channel_settings(group + ANSWERS))


async def month_of(store: Store, group: str, setting: DailySetting) -> list[MonthRow]:
    """The table of the month that is shown now; empty before the first solution."""
    month = shown_month(setting)
    return month_table(await answers_of(store, group), month, setting.before) if month else []


async def keep_answer(store: Store, group: str, answer: DailyAnswer) -> None:
    """Keep an answer; the group is noted first, so that `/forget` misses nothing."""
    await store.users.note(answer.user, group)
    await store.users.set_channel_setting(group + ANSWERS, answer.field, answer.encode())


async def forget_answers(store: Store, group: str, user: str) -> None:
    """Remove the answers of a user."""
    for answer in await answers_of(store, group):
        if answer.user == user:
            await store.users.set_channel_setting(group + ANSWERS, answer.field, None)


async def drop_old(store: Store, group: str, day: str) -> None:
    """Remove answers that are older than they are kept."""
    first = (date.fromisoformat(day) - timedelta(days=KEPT_DAYS)).isoformat()
    for answer in await answers_of(store, group):
        if answer.day < first:
            await store.users.set_channel_setting(group + ANSWERS, answer.field, None)


# -- positions --------------------------------------------------------------------------------------------


async def position_of(store: Store, day: str) -> Position:
    """The position of a day: chosen ahead, or one that the program brings along."""
    kept = await store.users.channel_setting(POSITIONS, day)
    return (_read(kept) if kept is not None else None) or _brought(day)


async def fixed_position(store: Store, day: str) -> Position:
    """The position of a day that is asked now; it stays, whatever a later version brings along."""
    position = await position_of(store, day)
    if await store.users.channel_setting(POSITIONS, day) is None:
        await keep_position(store, day, position)
    return position


def _brought(day: str) -> Position:
    found = brought_positions()
    return found[date.fromisoformat(day).toordinal() % len(found)]


async def keep_position(store: Store, day: str, position: Position) -> None:
    """Keep the position of a day to come, and drop those that are long gone."""
    await store.users.set_channel_setting(POSITIONS, day, encode_position(position))
    first = (date.fromisoformat(day) - timedelta(days=KEPT_DAYS)).isoformat()
    for old in await store.users.channel_settings(POSITIONS):
        if old < first:
            await store.users.set_channel_setting(POSITIONS, old, None)


async def missing_day(store: Store, day: str) -> str:
    """The first of the next days without a position; empty if there is none."""
    known = await store.users.channel_settings(POSITIONS)
    days = [(date.fromisoformat(day) + timedelta(days=more)).isoformat() for more in AHEAD]
    return next((one for one in days if one not in known), "")


@cache
def brought_positions() -> tuple[Position, ...]:
    """The positions that the program brings along."""
    content = resources.files("bot.conversation.table.polls").joinpath("positions.json").read_text("utf-8")
    return tuple(restored(SavedPosition, one).position() for one in unpacked(content))


def _read(data: bytes) -> Position | None:
    """A stored position; None if this version cannot play it."""
    try:
        position = POSITION.read(data).position()
        record.last_state(record.read(position.record))
    except (ValueError, *UNREADABLE):
        return None
    return position

"""`/daily`: the position of the day. Everybody answers once, in private; a day later the solution is told."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands.group.daily_alarms import schedule
from bot.conversation.commands.move_text import read_move
from bot.conversation.commands.play import area_message, close_up_message, option_of, pair_of
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import (
    NO_GAME,
    PressArea,
    PressBack,
    PressCell,
    PressMore,
    PressOption,
    PressPair,
    PressPrompt,
    PressWay,
    command,
)
from bot.conversation.show import emoji
from bot.conversation.show.group import daily as show
from bot.conversation.table.lobby import clean_name
from bot.conversation.table.options import offer_of, ways
from bot.conversation.table.polls import daily_store as kept
from bot.conversation.table.polls.daily import (
    DailyAnswer,
    DailySetting,
    day_of_game,
    points_of,
    streak_with,
    zone_of,
)
from bot.conversation.table.state import LiveTable
from engine import notation
from engine.actions import Action
from engine.notation import BadNotation
from engine.prompts import Prompt
from engine.refusals import IllegalAction

HOURS = (7, 9, 12, 15, 18, 20, 22)
LINES = ("on 9 UTC", "on 20 +3", "on 18 Europe/Sofia", "off", "table")


async def group_of(context: Context) -> str:
    """The group of the channel, also for a press in a private chat about it."""
    if context.command.group:
        return context.command.group
    platform = context.repository.platform(context.here)
    return await platform.group_of(context.here) if platform is not None else context.here


async def daily(context: Context) -> list[Outgoing]:
    """`/daily`: today's position; `on 9 +3`, `off`, `table`; `/daily 7b city` answers."""
    group = await group_of(context)
    setting = await kept.setting_of(context.store, group)
    word = context.args[0].lower() if context.args else ""
    match word:
        case "":
            return [await _shown(context, setting)]
        case "on":
            return await _switch_on(context, group, setting)
        case "off":
            return await _switch_off(context, group, setting)
        case "table":
            return [await _table(context, group, setting)]
    live = await _open_position(context, setting, setting.asked)
    return await _typed(context, group, setting, live)


# -- settings ---------------------------------------------------------------------------------------------


async def _switch_on(context: Context, group: str, setting: DailySetting) -> list[Outgoing]:
    if not context.command.who.admin and not context.command.private:
        raise Refused("admin_only")
    words = context.args[1:]
    hour = words[0].removesuffix(":00") if words else str(setting.hour)
    zone = words[1] if len(words) > 1 else setting.zone
    if not hour.isdecimal() or int(hour) > 23 or zone_of(zone) is None or len(words) > 2:
        raise Refused("daily.usage")
    new = replace(setting, on=True, hour=int(hour), zone=zone, home=context.here)
    await schedule(context, group, new)
    await kept.save_setting(context.store, group, new)
    texts = await context.public_texts()
    return [_told(context, texts.text("daily.on", hour=new.hour, zone=new.zone))]


async def _switch_off(context: Context, group: str, setting: DailySetting) -> list[Outgoing]:
    if not context.command.who.admin and not context.command.private:
        raise Refused("admin_only")
    await kept.save_setting(context.store, group, replace(setting, on=False))
    return [_told(context, (await context.public_texts()).text("daily.off"))]


def _told(context: Context, text: str) -> Outgoing:
    return Outgoing(context.here, text, quiet=True)


async def _shown(context: Context, setting: DailySetting) -> Outgoing:
    """Today's position, or how to get one."""
    texts = context.mine
    if setting.on and setting.asked:
        live = await _open_position(context, setting, setting.asked)
        return _private(context, show.question_message(texts, live, setting.asked, context.theme))
    text = (
        texts.text("daily.first", hour=setting.hour, zone=setting.zone)
        if setting.on
        else texts.text("daily.what")
    )
    hours = [
        Choice(f"{hour}:00", command(NO_GAME, 0, "daily", "on", str(hour)), menu=texts.label("daily.hours"))
        for hour in HOURS
    ]
    return context.say(text, tuple(hours) if context.command.who.admin or context.command.private else ())


async def _table(context: Context, group: str, setting: DailySetting) -> Outgoing:
    rows = await kept.month_of(context.store, group, setting)
    if not rows:
        raise Refused("daily.no_table")
    return show.month_message(context.mine, context.here, rows, setting, context.who.id, context.theme)


# -- answers ----------------------------------------------------------------------------------------------


def is_daily(press: object) -> bool:
    """Whether a press answers the position of a day."""
    return isinstance(press, PressPrompt) and bool(day_of_game(press.game))


async def press(context: Context) -> list[Outgoing]:
    """A choice of the position of the day: a close-up, or the answer; raises Refused."""
    pressed = context.token
    if not isinstance(pressed, PressPrompt):
        raise Refused("stale")
    group = await group_of(context)
    setting = await kept.setting_of(context.store, group)
    live = await _open_position(context, setting, day_of_game(pressed.game))
    prompt = show.question_of(live)
    if (pressed.stamp, pressed.seat) != (prompt.asked_at, prompt.player):
        raise Refused("stale")
    await _check_first(context, group, setting, live)
    context.command = replace(context.command, shared=False)  # a close-up is for its author alone
    match pressed:
        case PressCell(number=number):
            return await _closer(context, group, setting, live, number)
        case PressWay(number=number, index=index):
            return await _closer(context, group, setting, live, number, index)
        case PressMore(number=number):
            return await _closer(context, group, setting, live, number, everything=True)
        case PressArea(index=index):
            return [_private(context, area_message(context, live, prompt, index))]
        case PressBack():
            return [
                _private(context, show.question_message(context.mine, live, setting.asked, context.theme))
            ]
        case PressPair():
            return await _answered(context, group, setting, live, pair_of(live, prompt, pressed))
        case PressOption(index=index):
            return await _answered(context, group, setting, live, [option_of(prompt, index)])
    raise Refused("stale")


async def _open_position(context: Context, setting: DailySetting, day: str) -> LiveTable:
    """The position of the open day; raises Refused if this is another one."""
    if not setting.on:
        raise Refused("daily.none")
    if not setting.asked:
        raise Refused("daily.first", hour=setting.hour, zone=setting.zone)
    if day != setting.asked:
        raise Refused("daily.over")
    return show.shown_table(context.mine, context.here, day, await kept.position_of(context.store, day))


async def _check_first(context: Context, group: str, setting: DailySetting, live: LiveTable) -> None:
    """Raise Refused if the author has answered."""
    for one in await kept.answers_of(context.store, group):
        if (one.day, one.user) == (setting.asked, context.who.id):
            raise Refused("daily.once", move=show.answer_words(context.mine, live, one.move))


def _private(context: Context, message: Outgoing) -> Outgoing:
    text = message.text if context.emoji else emoji.without(message.text)
    return replace(message, channel=context.here, text=text, to=context.who.id, slot="", preview=False)


async def _closer(
    context: Context,
    group: str,
    setting: DailySetting,
    live: LiveTable,
    number: int,
    chosen: int | None = None,
    *,
    everything: bool = False,
) -> list[Outgoing]:
    prompt = show.question_of(live)
    cells = list(offer_of(prompt).cells.values())
    if not 1 <= number <= len(cells):
        raise Refused("stale")
    found = ways(live.state, prompt, cells[number - 1])
    if len(found) == 1 and not found[0].follow:
        return await _answered(context, group, setting, live, [found[0].action])
    message = close_up_message(context, live, prompt, number, found, chosen, everything=everything)
    return [_private(context, message)]


async def _typed(context: Context, group: str, setting: DailySetting, live: LiveTable) -> list[Outgoing]:
    """`/daily 7b city`: the answer in one line."""
    await _check_first(context, group, setting, live)
    prompt: Prompt = show.question_of(live)
    try:
        actions = read_move(context.words(live), live, prompt, context.args)
    except (BadNotation, IllegalAction, Refused):
        raise Refused("daily.usage") from None
    return await _answered(context, group, setting, live, actions)


async def _answered(
    context: Context, group: str, setting: DailySetting, live: LiveTable, actions: list[Action]
) -> list[Outgoing]:
    """Keep the author's answer, and show the share of the others."""
    day, user = setting.asked, context.who.id
    move = tuple(notation.write(action) for action in actions)
    answers = await kept.answers_of(context.store, group)
    points = points_of(await kept.position_of(context.store, day), move)
    streak = streak_with(answers, user, day, setting.before)
    answer = DailyAnswer(day, user, clean_name(context.who.name), move, points, streak)
    await kept.keep_answer(context.store, group, answer)
    texts = context.mine
    today = [one for one in answers if one.day == day and one.user != user]
    lines = [texts.text("daily.answered", move=show.answer_words(texts, live, move))]
    lines.append(show.share_line(texts, [*today, answer], move))
    if streak > 1:
        lines.append(texts.text("daily.streak", n=streak))
    return [context.say("\n".join(lines))]

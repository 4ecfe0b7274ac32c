"""A user's settings."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands.group import ladder_settings
from bot.conversation.commands.person import export
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import percent
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.polyglot import EACH_OWN
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.table.acts import EmojiAct, StandingAct
from bot.conversation.table.due import INTERVALS, USUAL_INTERVAL, read_quiet
from bot.conversation.table.standing_answers import is_rule
from bot.conversation.table.transaction import Transaction
from bot.locales.languages import LANGUAGES, best_language

QUIET_HOURS = ("22-8", "23-7", "0-9", "off")  # the usual ones; others can be typed
THEMES = ("day", "night", "contrast")
CHOICES: dict[str, tuple[str, ...]] = {
    "language": tuple(LANGUAGES),
    "reminders": tuple(INTERVALS),
    "theme": THEMES,
    "next": ("off", "on"),  # a mention when their turn is next
    "rated": ("off", "on"),  # whether games may be rated
    "emoji": ("on", "off"),
}


async def settings(context: Context) -> list[Outgoing]:
    """`/settings language ru`, `quiet 22-8+3`, `reminders 12h`, `theme night`, `standing castle pass`."""
    if not context.args:
        return [_all_shown(context)]
    name = context.args[0].lower()
    value = " ".join(context.args[1:]).lower()
    if name in ("language", "channel") and (language := best_language(value)):
        value = language.tag
    if name == "standing":
        return await _standing(context)
    if name in CHOICES and not value:
        return [_shown(context, name)]
    if name in ("ladder", "season"):
        return await ladder_settings.change(context, name, value)
    if name == "export":
        return await export.export(context)
    if name == "channel" and value in LANGUAGES:
        return await _channel_language(context, value)
    if name == "channel" and context.args[1:2] == ("emoji",) and value.partition(" ")[2] in CHOICES["emoji"]:
        return await _channel_emoji(context, on=value.endswith("on"))
    if name == "channel" and context.args[1:] in (("pin", "on"), ("pin", "off")):
        return await _channel_pin(context, value.removeprefix("pin "))
    if name == "quiet" and (value == "off" or read_quiet(value) is not None):
        return await _set(context, name, "" if value == "off" else value)
    if name in CHOICES and value in CHOICES[name]:
        return await _set(context, name, value)
    raise Refused("settings.usage")


async def _set(context: Context, name: str, value: str) -> list[Outgoing]:
    await context.store.users.set_setting(context.who.id, name, value.encode() or None)
    texts = catalogue(value) if name == "language" else context.mine
    done = context.say(_line(texts, name, value or "off"))
    if name == "emoji":
        await _table_emoji(context, on=value == "on", alone=True)
    return [done]


async def _channel_emoji(context: Context, *, on: bool) -> list[Outgoing]:
    """`channel emoji off`: for tables to come, and for the one that stands here."""
    if not context.command.who.admin:
        raise Refused("admin_only")
    await context.store.users.set_channel_setting(context.here, "emoji", b"on" if on else b"off")
    await _table_emoji(context, on=on, alone=False)
    value = context.mine.text(f"value.emoji.{'on' if on else 'off'}")
    return [context.tell(context.mine.text("settings.channel_emoji", value=value))]


async def _channel_pin(context: Context, value: str) -> list[Outgoing]:
    """`channel pin off`: where the platform pins the board of a running table, it no longer does."""
    if not context.command.who.admin:
        raise Refused("admin_only")
    await context.store.users.set_channel_setting(context.here, "pin", value.encode())
    return [context.tell(context.mine.text(f"settings.channel_pin.{value}"))]


async def _table_emoji(context: Context, *, on: bool, alone: bool) -> None:
    """Switch the emoji of the running table, if there is one; with `alone`, if it is the author's only."""
    live = await context.live_or_none()
    if live is None or live.table.emoji == on or (alone and set(live.table.people()) != {context.who.id}):
        return
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, EmojiAct(on=on))
    await context.note(transaction)


async def _channel_language(context: Context, value: str) -> list[Outgoing]:
    if not context.command.who.admin:
        raise Refused("admin_only")
    if context.repository.each_own and context.here.startswith(EACH_OWN):
        raise Refused("settings.each_own")
    await context.store.users.set_channel_setting(context.here, "language", value.encode())
    member = (await context.channels()).members.get(context.here)
    if member is not None:
        new = replace(member, language=value)
        await context.store.links.renote(context.channel, context.here, new.encode())
    texts = catalogue(value)
    return [context.tell(texts.text("settings.channel", language=LANGUAGES[value].name))]


async def _standing(context: Context) -> list[Outgoing]:
    """`standing castle pass`, `standing bid pass>3`, `standing bid off`; alone, list them."""
    live = await context.live()
    seat = context.seat(live)
    words = context.words(live)
    if len(context.args) == 1:
        rules = [f"<code>{ask} {markup.escape(rule)}</code>" for ask, rule in live.table.seats[seat].standing]
        found = words.listed(rules) or words.text("lobby.none")
        return [context.say(words.text("standing.list", rules=found))]
    ask, rule = context.args[1].lower(), "".join(context.args[2:]).lower()
    if ask not in live.state.rules.asks or not (is_rule(rule) or rule == "off"):
        known = words.listed(name for name in live.state.rules.asks if name not in ("place", "act"))
        raise Refused("standing.usage", known=known or words.text("lobby.none"))
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, StandingAct(seat=seat, ask=ask, rule="" if rule == "off" else rule))
    await transaction.settle(context.repository.computer)
    if len(transaction.entries) > 1:
        await context.conclude(transaction)
    else:
        await context.note(transaction)
    return [context.say(context.mine.text("standing.set"))]


def _shown(context: Context, name: str) -> Outgoing:
    """One setting, and what it can be."""
    texts, values = context.mine, CHOICES[name]
    usual = {"language": texts.language, "reminders": USUAL_INTERVAL}
    now = context.setting(name) or usual.get(name, values[0])
    return context.say(_line(texts, name, now), _menu(texts, name, values))


def _all_shown(context: Context) -> Outgoing:
    texts = context.mine
    each = [_shown(context, name) for name in CHOICES]
    lines = [texts.text("settings.title"), *(one.text for one in each)]
    choices = [choice for one in each for choice in one.choices]
    lines.append(_line(texts, "quiet", context.setting("quiet") or "off"))
    lines.append(texts.text("settings.hint"))
    return context.say("\n".join(lines), (*choices, *_menu(texts, "quiet", QUIET_HOURS)))


def _line(texts: Catalogue, name: str, value: str) -> str:
    return texts.text("settings.done", name=texts.text(f"setting.{name}"), value=_value(texts, name, value))


def _menu(texts: Catalogue, name: str, values: tuple[str, ...]) -> tuple[Choice, ...]:
    menu = texts.label(f"setting.{name}")
    return tuple(
        Choice(_value(texts, name, value), command(NO_GAME, 0, "settings", name, value), menu=menu)
        for value in values
    )


def _value(texts: Catalogue, name: str, value: str) -> str:
    if name == "language":
        return _language(texts, value)
    key = f"value.{name}.{value}"
    return texts.label(key) if texts.has(key) else markup.escape(value)


def _language(texts: Catalogue, tag: str) -> str:
    """A language by its own name, and how much of it there is if not all."""
    name, known = LANGUAGES[tag].name, catalogue(tag).percent()
    return name if known == 100 else texts.text("settings.partly", language=name, share=percent(texts, known))

"""What a person sets for themselves, the rules by topic, and help."""

from __future__ import annotations

from bot.conversation.context import Desk, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, Catalogue, catalogue
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import Token
from bot.conversation.table.due import INTERVALS, USUAL_INTERVAL, read_quiet
from bot.conversation.table.standing_answers import is_rule
from bot.conversation.table.transaction import Course

THEMES = ("day", "night", "contrast")
CHOICES: dict[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "reminders": tuple(INTERVALS),
    "theme": THEMES,
    "next": ("off", "on"),  # a word when one is next
}
COMMANDS = (  # in the order of the help
    "new",
    "join",
    "leave",
    "computer",
    "options",
    "start",
    "play",
    "board",
    "score",
    "fields",
    "tiles",
    "why",
    "hint",
    "rules",
    "undo",
    "agree",
    "refuse",
    "resign",
    "substitute",
    "skip",
    "kick",
    "ban",
    "unban",
    "pause",
    "resume",
    "end",
    "replay",
    "record",
    "review",
    "mygames",
    "settings",
    "forget",
    "help",
)
NO_GAME = "me"  # stands for the game in tokens that belong to none


async def settings(desk: Desk) -> list[Outgoing]:
    """`/settings language ru`, `quiet 22-8+3`, `reminders 12h`, `theme night`, `standing castle pass`."""
    if not desk.args:
        return [_shown(desk)]
    name = desk.args[0].lower()
    value = " ".join(desk.args[1:]).lower()
    if name == "standing":
        return await _standing(desk)
    if name == "channel" and len(desk.args) == 2 and value in LANGUAGES:
        return await _channel_language(desk, value)
    if name == "quiet" and (value == "off" or read_quiet(value) is not None):
        return await _set(desk, name, "" if value == "off" else value)
    if name in CHOICES and value in CHOICES[name]:
        return await _set(desk, name, value)
    raise Refused("settings.usage")


async def _set(desk: Desk, name: str, value: str) -> list[Outgoing]:
    await desk.room.store.users.set_setting(desk.who.id, name, value.encode() or None)
    texts = catalogue(value) if name == "language" else desk.mine
    shown = markup.escape(value) or "–"
    return [desk.say(texts.text("settings.done", name=texts.text(f"setting.{name}"), value=shown))]


async def _channel_language(desk: Desk, value: str) -> list[Outgoing]:
    if not desk.who.admin:
        raise Refused("admin_only")
    await desk.room.store.users.set_channel_setting(desk.channel, "language", value.encode())
    texts = catalogue(value)
    return [desk.tell(texts.text("settings.channel", language=texts.text(f"value.language.{value}")))]


async def _standing(desk: Desk) -> list[Outgoing]:
    """`standing castle pass`, `standing bid pass>3`, `standing bid off`; alone it lists them."""
    live = await desk.live()
    seat = desk.seat(live)
    words = desk.words(live)
    if len(desk.args) == 1:
        rules = [f"{ask}: {markup.escape(rule)}" for ask, rule in live.table.seats[seat].standing]
        return [desk.say(words.text("standing.list", rules=", ".join(rules) or "–"))]
    ask, rule = desk.args[1].lower(), "".join(desk.args[2:]).lower()
    if ask not in live.state.rules.asks or not (is_rule(rule) or rule == "off"):
        known = ", ".join(name for name in live.state.rules.asks if name not in ("place", "act"))
        raise Refused("standing.usage", known=known or "–")
    course = Course(live, desk.at)
    course.act(desk.who.id, "standing", seat=seat, ask=ask, rule="" if rule == "off" else rule)
    await course.settle(desk.room.computer)
    if len(course.entries) > 1:
        return [*await desk.conclude(course), desk.say(desk.mine.text("standing.set"))]
    await desk.note(course)
    return [desk.say(desk.mine.text("standing.set"))]


def _shown(desk: Desk) -> Outgoing:
    texts = desk.mine
    lines = [texts.text("settings.title")]
    usual = {"language": texts.language, "reminders": USUAL_INTERVAL, "theme": "day", "next": "off"}
    choices = []
    for name, values in CHOICES.items():
        now = desk.setting(name) or usual[name]
        lines.append(f"{texts.text(f'setting.{name}')}: {_value(texts, name, now)}")
        menu = texts.label(f"setting.{name}")
        for value in values:
            token = str(Token(NO_GAME, 0, f"!settings.{name}.{value}"))
            choices.append(Choice(_value(texts, name, value), token, menu=menu))
    lines.append(f"{texts.text('setting.quiet')}: {markup.escape(desk.setting('quiet')) or '–'}")
    lines.append(texts.text("settings.hint"))
    return desk.say("\n".join(lines), tuple(choices))


def _value(texts: Catalogue, name: str, value: str) -> str:
    key = f"value.{name}.{value}"
    return texts.label(key) if texts.has(key) else value


def topics(texts: Catalogue) -> list[str]:
    """Every topic of the rules."""
    return [key.removeprefix("rules.title.") for key in texts.texts if key.startswith("rules.title.")]


async def rules(desk: Desk) -> list[Outgoing]:
    """`/rules castle`: a topic of the rules in a few sentences; without a topic, the list of them."""
    texts = desk.mine
    known = topics(texts)
    wish = " ".join(desk.args).lower()
    if wish:
        found = next((topic for topic in known if wish in _topic_names(topic)), None)
        if found is None:
            close = [topic for topic in known if any(wish in name for name in _topic_names(topic))]
            found = close[0] if len(close) == 1 else None
        if found is not None:
            return [
                desk.say(f"<b>{texts.text(f'rules.title.{found}')}</b>\n{texts.text(f'rules.text.{found}')}")
            ]
    menu = texts.label("menu.topics")
    choices = tuple(
        Choice(texts.label(f"rules.title.{topic}"), str(Token(NO_GAME, 0, f"!rules.{topic}")), menu=menu)
        for topic in known
    )
    listed = ", ".join(texts.text(f"rules.title.{topic}") for topic in known)
    return [desk.say(texts.text("rules.topics", topics=listed), choices)]


def _topic_names(topic: str) -> list[str]:
    return [topic, *(catalogue(language).label(f"rules.title.{topic}").lower() for language in LANGUAGES)]


async def help_(desk: Desk) -> list[Outgoing]:
    """What can be said."""
    lines = [desk.mine.text("help.title")]
    lines += [f"<code>/{name}</code> – {desk.mine.text(f'command.{name}')}" for name in COMMANDS]
    return [desk.say("\n".join(lines))]

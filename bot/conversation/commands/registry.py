"""Every command, one row each: its handler, its arguments, who may use it, and where platforms show it.

Dispatch, help, completion, bans, Telegram's list, Discord's slash commands and the contract tests follow from
this table. docs/adding-a-command.md shows how to add a row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.conversation.commands import (
    archive,
    ballots,
    details,
    hint,
    lobby,
    look,
    play,
    review,
    rules,
    seats,
    substitute,
    suggest,
    undo,
)
from bot.conversation.commands.group import bans, cups, daily, find, ladder_settings, links, standings, tables
from bot.conversation.commands.person import forget, settings, welcome
from bot.conversation.commands.row import AllowedWord, Argument, CommandRow, always
from bot.conversation.context import Context
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice, Command, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, PressBack, PressCommand, command, read
from bot.conversation.show.lobby import CLOCKS
from bot.conversation.table.ladder import LADDERS
from bot.conversation.table.lobby import LEVELS, LONGEST_NAME
from bot.locales.languages import LANGUAGES
from engine.game import GAMES

HELP = ("play", "look", "manage")
UNITS = {"m": "time.minutes", "h": "time.hours", "d": "time.days"}


def _labelled(key: str, words: Iterable[str]) -> tuple[AllowedWord, ...]:
    return tuple(AllowedWord(word, f"{key}.{word}") for word in words)


def _clock(limit: str) -> AllowedWord:
    if limit == "none":
        return AllowedWord(limit, "lobby.no_clock")
    return AllowedWord(limit, UNITS[limit[-1]], int(limit[:-1]))


def _setting(name: str, values: str = "") -> Argument:
    allowed = _labelled(f"value.{values}", settings.CHOICES[values]) if values else ()
    return Argument(name, f"{name} ", allowed=allowed, completed=not values)


def _language(name: str) -> Argument:
    allowed = tuple(AllowedWord(tag, "", name=language.name) for tag, language in LANGUAGES.items())
    return Argument(name, f"{name} ", allowed=allowed)


def _group_setting(name: str) -> Argument:
    return Argument(name, f"{name} ", allowed=_labelled(f"value.{name}", ladder_settings.VALUES[name]))


def _line(name: str, *, required: bool = False) -> tuple[Argument]:
    """One line of text as the only argument."""
    return (Argument(name, required=required, completed=True),)


NEW = (
    Argument("game", "game=", allowed=_labelled("game", GAMES)),
    Argument("boxes", completed=True),
    Argument("clock", "clock=", allowed=tuple(map(_clock, CLOCKS))),
    Argument("computers", "computers=", int, limits=(0, 5), last=True),  # the others say how many may sit
    Argument("wishes", completed=True),  # the name is registered with Discord: it stays
)
COMPUTER = (
    Argument(
        "level",
        allowed=(*_labelled("level", LEVELS), AllowedWord("off", "button.computer_off")),
        default="normal",
    ),
    Argument("name", limits=(1, LONGEST_NAME)),
)
SETTINGS = (
    _language("language"),
    *(_setting(name, name) for name in ("reminders", "theme", "emoji", "next")),
    _setting("quiet"),
    _setting("standing"),
    _language("channel"),
    Argument("channel_emoji", "channel emoji ", allowed=_labelled("value.emoji", settings.CHOICES["emoji"])),
    _setting("rated", "rated"),
    *(_group_setting(name) for name in ladder_settings.VALUES),
    Argument("export", allowed=(AllowedWord("export", "value.export"),)),
)
TOP = tuple(
    Argument(name, allowed=_labelled(f"value.{name}", words))
    for name, words in (("span", standings.SPANS), ("ladder", LADDERS))
)
CUP = (
    Argument("action", allowed=_labelled("value.cup", cups.ACTIONS), default="show"),
    Argument("wishes", completed=True),
)
GAME = _line("record")
WHO = (Argument("user", person=True), *_line("who"))  # picked, or by name: a computer, a user who has left
HELP_PART = (Argument("part", allowed=_labelled("help", HELP)),)
PAGE = (Argument("page", kind=int, limits=(1, len(welcome.PAGES))),)


async def help_(context: Context) -> list[Outgoing]:
    """`/help`: the commonest commands, and buttons for the three parts; `/help look`: one part."""
    texts = context.mine
    part = next((word for word in context.args if word in HELP), "")
    rows = [row for row in COMMANDS.values() if (row.help == part if part else row.common)]
    lines = [texts.text(f"help.{part or 'title'}"), *(_help_line(texts, row) for row in rows)]
    buttons = tuple(Choice(texts.label(f"help.{one}"), command(NO_GAME, 0, "help", one)) for one in HELP)
    return [context.say("\n".join(lines), buttons)]


def _help_line(texts: Catalogue, row: CommandRow) -> str:
    return texts.text("help.line", name=row.name, about=texts.text(f"command.{row.name}"))


ROWS = (  # in the order of the help
    CommandRow(
        "new",
        lobby.new,
        NEW,
        suggest.lobby_words,
        help="play",
        common=True,
        opens_table=True,
        asks_where=True,
        brings_table=always,
        begins_anew=True,
    ),
    CommandRow("join", lobby.join, help="play", common=True, gives_seat=True),
    CommandRow("practice", welcome.practice, discord_group="games", help="play", opens_table=True),
    CommandRow(
        "invite",
        welcome.invite,
        WHO[:1],
        discord_group="games",
        help="play",
        private=True,
        opens_table=True,
        about_user=True,
    ),
    CommandRow("leave", lobby.leave, help="play"),
    CommandRow("computer", lobby.computer, COMPUTER, suggest.levels, help="play"),
    CommandRow("options", lobby.options, _line("wishes"), suggest.lobby_words, help="play"),
    CommandRow("start", lobby.start, help="play", common=True),
    CommandRow("play", play.play, _line("move", required=True), suggest.moves, help="play"),
    CommandRow("board", look.board, help="look", common=True),
    CommandRow("score", look.score, help="look", private=True, about_group="topic"),
    CommandRow("fields", look.show_fields, help="look", private=True, about_group="topic"),
    CommandRow("hand", look.hand, discord_group="seat", help="look", private=True, about_group="topic"),
    CommandRow("tiles", look.tiles, help="look", private=True, about_group="topic"),
    CommandRow("why", look.why, _line("cell"), suggest.cells, help="look", private=True, about_group="topic"),
    CommandRow("hint", hint.hint, slow=True, help="play", common=True, private=True, about_group="topic"),
    CommandRow(
        "rules",
        rules.rules,
        _line("topic"),
        suggest.topics,
        for_banned=True,
        help="look",
        common=True,
        private=True,
    ),
    CommandRow(
        "howto", welcome.howto, PAGE, discord_group="games", for_banned=True, help="look", private=True
    ),
    CommandRow("undo", undo.undo, help="play"),
    CommandRow("agree", ballots.agree, discord_group="vote", help="play"),
    CommandRow("refuse", ballots.refuse, discord_group="vote", help="play"),
    CommandRow("resign", seats.resign, discord_group="seat", for_banned=True),
    CommandRow("substitute", substitute.substitute, WHO, suggest.seats, "seat"),
    CommandRow("skip", seats.skip, discord_group="seat"),
    CommandRow("kick", seats.kick, WHO, suggest.seats, "seat", about_group="group"),
    CommandRow("ban", bans.ban, WHO, suggest.seats, "seat", about_group="group"),
    CommandRow("unban", bans.unban, _line("who"), suggest.banned, "seat", about_group="group"),
    CommandRow("pause", seats.pause),
    CommandRow("resume", seats.resume),
    CommandRow("end", seats.end),
    CommandRow(
        "replay",
        archive.replay,
        GAME,
        suggest.games,
        "games",
        about_finished=True,
        help="look",
        private=True,
        about_group="topic",
    ),
    CommandRow(
        "record",
        archive.record,
        GAME,
        suggest.games,
        "games",
        about_finished=True,
        help="look",
        private=True,
        about_group="topic",
    ),
    CommandRow(
        "review",
        review.review,
        GAME,
        suggest.games,
        "games",
        slow=True,
        about_finished=True,
        help="look",
        private=True,
        about_group="topic",
    ),
    CommandRow(
        "link",
        links.link,
        (Argument("code"),),
        discord_group="games",
        begins_anew=True,
        brings_table=links.joins,
        link=("table",),
    ),
    CommandRow("unlink", links.unlink, _line("guest"), suggest.guests, "games"),
    CommandRow("find", find.find, discord_group="games", help="play", private=True, begins_anew=True),
    CommandRow("tables", tables.tables, discord_group="games", help="look"),
    CommandRow("top", standings.top, TOP, suggest.ladders, "games", help="look", private=True),
    CommandRow(
        "profile",
        standings.profile,
        _line("who"),
        suggest.players,
        "games",
        help="look",
        private=True,
        about_user=True,
    ),
    CommandRow("history", standings.history, GAME, suggest.games, "games", help="look", private=True),
    CommandRow("daily", daily.daily, _line("daily"), suggest.daily, "games", help="play"),
    CommandRow("cup", cups.cup, CUP, suggest.cup_words, "games", help="play", link=("cup", "enter")),
    CommandRow("mygames", archive.mygames, for_banned=True, help="look", private=True),
    CommandRow(
        "settings",
        settings.settings,
        SETTINGS,
        suggest.settings,
        one_each=True,
        private=True,
        own_language=True,
    ),
    CommandRow("forget", forget.forget, for_banned=True, private=True, once=True),
    CommandRow("help", help_, HELP_PART, for_banned=True, help="look", private=True),
    CommandRow("change", lobby.change, pressed_only=True),
    CommandRow("close", lobby.close, pressed_only=True),
    CommandRow("setup", lobby.setup, pressed_only=True),
    CommandRow("stand_in", substitute.stand_in, pressed_only=True),
    CommandRow("stay_out", substitute.stay_out, pressed_only=True),
    CommandRow("again", lobby.again, pressed_only=True, about_finished=True, gives_seat=True),
    CommandRow("final", archive.final, pressed_only=True, about_finished=True),
    CommandRow("details", details.details, pressed_only=True, about_finished=True),
)
COMMANDS = {row.name: row for row in ROWS if not row.pressed_only}
BUTTONS = {row.name: row for row in ROWS}  # a button may stand for any command


def row_of(command: Command) -> CommandRow | None:
    """The row of a typed or pressed command; None for a choice of a prompt, a text, and unknown names."""
    if not command.token:
        return COMMANDS.get(command.name)
    press = read(command.token)
    return BUTTONS.get(press.name) if isinstance(press, PressCommand) else None


def is_slow(command: Command) -> bool:
    """Whether a command may take seconds and changes nothing, so that no other need wait for it."""
    row = row_of(command)
    return row is not None and row.slow


def is_back(token: str) -> bool:
    """Whether a button only leads back from a close-up."""
    return isinstance(read(token), PressBack)


def brings_table(command: Command) -> bool:
    """Whether a command brings a table into its channel: a new one, or one from elsewhere."""
    row = row_of(command)
    return row is not None and row.brings_table(command.args)


def linked(command: Command, kind: str, name: str) -> Command:
    """The command that a link of a kind stands for: it leads to a `table` of a code, or to a `cup`."""
    row = next(row for row in ROWS if row.link[:1] == (kind,))
    return replace(command, name=row.name, args=(*row.link[1:], name))

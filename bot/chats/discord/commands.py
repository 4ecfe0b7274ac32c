"""The slash commands: one group, names and descriptions in three languages, choices and completion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Command, Group, locale_str

from bot.chats.discord.markdown import GROUP
from bot.conversation.commands.settings import CHOICES
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.show.lobby import CLOCKS
from bot.conversation.table.computer import LEVELS
from bot.conversation.table.lobby import LONGEST_NAME
from engine.game import GAMES

SUGGESTED = 25
LONGEST = 100  # characters of a suggestion
WITHIN = {  # groups within the group, as Discord takes twenty-five lines at most
    "seat": ("resign", "substitute", "skip", "kick", "ban", "unban"),
    "vote": ("agree", "refuse"),
    "games": ("replay", "record", "review"),
}
PLAIN = (
    *("join", "leave", "start", "board", "score", "fields", "tiles", "hint", "undo", "agree", "refuse"),
    *("resign", "skip", "pause", "resume", "end", "mygames", "forget", "help"),
)
UNITS = {"m": "time.minutes", "h": "time.hours", "d": "time.days"}

Interaction = discord.Interaction[Any]
Callback = TypeVar("Callback")


class Hand(Protocol):
    """Who takes commands: the client."""

    async def command(
        self, interaction: Interaction, name: str, *lines: tuple[str, ...], here: bool = False
    ) -> None:
        """Do what a command says, once for each line of arguments."""

    async def suggest(self, interaction: Interaction, name: str, typed: str) -> list[str]:
        """Ways to go on with what is typed."""


def _hand(interaction: Interaction) -> Hand:
    hand: Hand = interaction.client
    return hand


class InThreeLanguages(app_commands.Translator):
    """Names and descriptions from the catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text for a locale that we speak, or None."""
        key, language = string.extras.get("key"), locale.value
        if not key or language not in LANGUAGES:
            return None
        values = {name: value for name, value in string.extras.items() if name != "key"}
        return catalogue(language).label(key, **values)


def _said(key: str, **values: int) -> locale_str:
    return locale_str(catalogue("en").label(key, **values), key=key, **values)


def _name(name: str) -> locale_str:
    return locale_str(name, key=f"discord.name.{name}")


def _command(name: str, callback: Any) -> Command[Any, Any, Any]:
    return Command(name=_name(name), description=_said(f"command.{name}"), callback=callback)


def _options(*names: str) -> Callable[[Callback], Callback]:
    """Name and describe the options of a command."""

    def decorate(callback: Callback) -> Callback:
        renamed = {name: locale_str(name, key=f"discord.option.{name}") for name in names}
        told = {name: _said(f"discord.about.{name}") for name in names}
        return app_commands.describe(**told)(app_commands.rename(**renamed)(callback))

    return decorate


def _clock(limit: str) -> locale_str:
    return _said("lobby.no_clock") if limit == "none" else _said(UNITS[limit[-1]], n=int(limit[:-1]))


def _valued(name: str) -> list[Choice[str]]:
    key = f"value.{name}"
    return [Choice(name=_said(f"{key}.{value}"), value=value) for value in CHOICES[name]]


@_options("game", "boxes", "clock", "computers", "wishes", "place")
@app_commands.choices(
    game=[Choice(name=_said(f"game.{game}"), value=game) for game in GAMES],
    clock=[Choice(name=_clock(limit), value=limit) for limit in CLOCKS],
    place=[Choice(name=_said(f"discord.place.{place}"), value=place) for place in ("thread", "here")],
)
async def new(
    interaction: Interaction,
    game: str = "",
    boxes: str = "",
    clock: str = "",
    computers: app_commands.Range[int, 0, 5] = 0,
    wishes: str = "",
    place: str = "thread",
) -> None:
    """Open a table."""
    words = [*([f"game={game}"] if game else []), *boxes.split(), *([f"clock={clock}"] if clock else [])]
    words += [*wishes.split(), *([f"computers={computers}"] if computers else [])]
    await _hand(interaction).command(interaction, "new", tuple(words), here=place == "here")


@_options("level", "name")
@app_commands.choices(
    level=[
        *(Choice(name=_said(f"level.{level}"), value=level) for level in LEVELS),
        Choice(name=_said("button.computer_off"), value="off"),
    ]
)
async def computer(
    interaction: Interaction, level: str = "", name: app_commands.Range[str, 1, LONGEST_NAME] = ""
) -> None:
    """Add or remove a computer player."""
    words = (level or "normal", *name.split())
    await _hand(interaction).command(interaction, "computer", words)


@_options("language", "reminders", "theme", "quiet", "standing", "channel")
@app_commands.choices(
    language=_valued("language"),
    reminders=_valued("reminders"),
    theme=_valued("theme"),
    channel=_valued("language"),
)
async def settings(
    interaction: Interaction,
    language: str = "",
    reminders: str = "",
    theme: str = "",
    quiet: str = "",
    standing: str = "",
    channel: str = "",
) -> None:
    """Set something, or see what is set."""
    wishes = {"language": language, "reminders": reminders, "theme": theme, "quiet": quiet}
    wishes |= {"standing": standing, "channel": channel}
    lines = [(name, *value.split()) for name, value in wishes.items() if value]
    await _hand(interaction).command(interaction, "settings", *(lines or [()]))


def _with_line(name: str, option: str, *, needed: bool = False) -> Command[Any, Any, Any]:
    """A command with one line of text, completed while it is typed."""

    async def optional(interaction: Interaction, line: str = "") -> None:
        await _hand(interaction).command(interaction, name, tuple(line.split()))

    async def required(interaction: Interaction, line: str) -> None:
        await _hand(interaction).command(interaction, name, tuple(line.split()))

    callback: Any = required if needed else optional
    callback = app_commands.rename(line=locale_str(option, key=f"discord.option.{option}"))(callback)
    callback = app_commands.describe(line=_said(f"discord.about.{option}"))(callback)
    command = _command(name, callback)
    command.autocomplete("line")(_completing(name))
    return command


def _completing(name: str) -> Any:
    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        found = await _hand(interaction).suggest(interaction, name, current)
        lines = [line for line in dict.fromkeys(found) if 0 < len(line) <= LONGEST]
        return [Choice(name=line, value=line) for line in lines[:SUGGESTED]]

    return complete


def _without(name: str) -> Command[Any, Any, Any]:
    async def callback(interaction: Interaction) -> None:
        await _hand(interaction).command(interaction, name, ())

    return _command(name, callback)


def group() -> Group:
    """All commands."""
    found = {name: _without(name) for name in PLAIN}
    found["new"] = _command("new", new)
    for option in ("boxes", "wishes"):
        found["new"].autocomplete(option)(_completing("new"))
    found["computer"] = _command("computer", computer)
    found["settings"] = _command("settings", settings)
    found["play"] = _with_line("play", "move", needed=True)
    found["options"] = _with_line("options", "wishes")
    for name, option in (("why", "cell"), ("rules", "topic")):
        found[name] = _with_line(name, option)
    for name in WITHIN["games"]:
        found[name] = _with_line(name, "record")
    found["kick"] = _with_line("kick", "who", needed=True)
    found["ban"] = _with_line("ban", "who")
    found["unban"] = _with_line("unban", "who")
    found["substitute"] = _with_line("substitute", "who")
    whole = Group(
        name=GROUP,
        description=_said("discord.about.bastide"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for inner, names in WITHIN.items():
        part = Group(name=_name(inner), description=_said(f"discord.about.{inner}"), parent=whole)
        for name in names:
            part.add_command(found.pop(name))
    for name in sorted(found):
        whole.add_command(found[name])
    return whole


def paths(names: Mapping[str, object]) -> dict[str, str]:
    """How each command is called on Discord."""
    inner = {name: f"{part} " for part, inside in WITHIN.items() for name in inside}
    return {name: f"{GROUP} {inner.get(name, '')}{name}" for name in names}

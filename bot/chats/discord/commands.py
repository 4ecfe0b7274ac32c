"""The slash commands, built from the registry: one group, names and descriptions in every language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import Choice, Group, locale_str

from bot.chats.discord.markdown import GROUP
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.commands.row import AllowedWord, Argument, CommandRow
from bot.conversation.protocol.catalogue import DEFAULT, catalogue
from bot.locales.languages import best_language

SUGGESTED = 25
LONGEST = 100  # characters of a suggestion
PLACE = Argument(  # of a command that asks where the table is to be
    "place", allowed=tuple(AllowedWord(place, f"discord.place.{place}") for place in ("thread", "here"))
)

WHERE: dict[str, Any] = {  # of these menus: servers that have added the bot
    "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
}

Interaction = discord.Interaction[Any]
SlashCommand = app_commands.Command[Any, Any, Any]


class CommandReceiver(Protocol):
    """What takes the commands: the client."""

    async def command(
        self, interaction: Interaction, name: str, *lines: tuple[str, ...], here: bool = False
    ) -> None:
        """Run a command, once for each line of arguments."""

    async def suggest(self, interaction: Interaction, name: str, typed: str) -> list[str]:
        """Completions of what is typed."""


class CatalogueTranslator(app_commands.Translator):
    """Names and descriptions from the catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text for a locale that we speak, or None: then Discord shows the English one."""
        values = {name: value for name, value in string.extras.items() if name != "key"}
        key, language = string.extras.get("key"), _language(locale)
        return catalogue(language).label(key, **values) if key and language else None


def _language(locale: discord.Locale) -> str:
    """Our language for people who use Discord in this one; empty if they read English."""
    found = best_language(locale.value)
    return found.tag if found and found.tag != DEFAULT else ""


def _text(key: str, **values: int) -> locale_str:
    return locale_str(catalogue(DEFAULT).label(key, **values), key=key, **values)


def _name(name: str) -> locale_str:
    return locale_str(name, key=f"discord.name.{name}")


def _receiver(interaction: Interaction) -> CommandReceiver:
    receiver: CommandReceiver = interaction.client
    return receiver


def _command(row: CommandRow) -> SlashCommand:
    """The slash command of a row."""

    async def run(interaction: Interaction, **chosen: str | int | discord.User | None) -> None:
        here = chosen.get(PLACE.name) == "here"
        typed = {name: _typed(value) for name, value in chosen.items()}
        await _receiver(interaction).command(interaction, row.name, *row.lines(typed), here=here)

    arguments = (*row.arguments, PLACE) if row.asks_where else row.arguments
    command: SlashCommand = app_commands.Command(
        name=_name(row.name),
        description=_text(f"command.{row.name}"),
        callback=_with_options(run, arguments),
    )
    for argument in arguments:
        if argument.completed and row.complete is not None:
            command.autocomplete(argument.name)(_completing(row.name, argument.prefix))
    return command


def _typed(value: str | int | discord.User | discord.Member | None) -> str | int:
    """A value as it would be typed: a picked user as a mention."""
    return f"<@{value.id}>" if isinstance(value, discord.User | discord.Member) else value or ""


def menus() -> list[app_commands.ContextMenu]:
    """The commands in the menu of a user."""
    found = []
    for name in (row.name for row in COMMANDS.values() if row.about_user):

        async def run(interaction: Interaction, user: discord.User, name: str = name) -> None:
            await _receiver(interaction).command(interaction, name, (f"<@{user.id}>",))

        run.__signature__ = Signature(  # type: ignore[attr-defined]
            [_first_parameter(), Parameter("user", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.User)]
        )
        found.append(app_commands.ContextMenu(name=_text(f"discord.menu.{name}"), callback=run, **WHERE))
    return found


def _first_parameter() -> Parameter:
    return Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)


def _with_options(run: Callable[..., Awaitable[None]], arguments: tuple[Argument, ...]) -> Any:
    """The callback with the signature and the texts from which the library makes the command's options."""
    run.__signature__ = Signature([_first_parameter(), *map(_parameter, arguments)])  # type: ignore[attr-defined]
    names = [argument.name for argument in arguments]
    choices = {argument.name: [*map(_choice, argument.allowed)] for argument in arguments if argument.allowed}
    run = app_commands.rename(**{name: locale_str(name, key=f"discord.option.{name}") for name in names})(run)
    run = app_commands.describe(**{name: _text(f"discord.about.{name}") for name in names})(run)
    return app_commands.choices(**choices)(run)


def _parameter(argument: Argument) -> Parameter:
    if argument.person:
        return Parameter(argument.name, Parameter.KEYWORD_ONLY, annotation=discord.User, default=None)
    kind: Any = argument.kind
    if argument.limits is not None:
        kind = app_commands.Range[argument.kind, *argument.limits]
    default = Parameter.empty if argument.required else argument.kind()
    return Parameter(argument.name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _choice(allowed: AllowedWord) -> Choice[str]:
    return Choice(name=allowed.name or _text(allowed.label, n=allowed.n), value=allowed.word)


def _completing(name: str, prefix: str) -> Any:
    """Completions of an argument; what is typed before its value is known and not shown."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        found = await _receiver(interaction).suggest(interaction, name, prefix + current)
        lines = [line.removeprefix(prefix) for line in dict.fromkeys(found)]
        lines = [line for line in lines if 0 < len(line) <= LONGEST]
        return [Choice(name=line, value=line) for line in lines[:SUGGESTED]]

    return complete


def group() -> Group:
    """All commands; some stand in a group of their own, as Discord allows 25 entries in one."""
    whole = Group(
        name=GROUP,
        description=_text("discord.about.bastide"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    parts = {"": whole}
    for row in sorted(COMMANDS.values(), key=lambda row: (not row.discord_group, row.name)):
        name = row.discord_group
        if name not in parts:
            parts[name] = Group(name=_name(name), description=_text(f"discord.about.{name}"), parent=whole)
        parts[name].add_command(_command(row))
    return whole


def paths() -> dict[str, str]:
    """How each command is called on Discord: "kick" -> "bastide seat kick"."""
    return {
        name: " ".join(part for part in (GROUP, row.discord_group, name) if part)
        for name, row in COMMANDS.items()
    }


def entry_point() -> dict[str, Any]:
    """The command that opens the Activity; Discord does so by itself. The library does not know this kind."""
    languages = {locale.value: language for locale in discord.Locale if (language := _language(locale))}
    return {
        "type": 4,  # PRIMARY_ENTRY_POINT
        "name": "board",
        "description": catalogue(DEFAULT).label("door.open"),
        "description_localizations": {
            locale: catalogue(language).label("door.open") for locale, language in languages.items()
        },
        "handler": 2,  # DISCORD_LAUNCH_ACTIVITY
        "integration_types": [0],
        "contexts": [0, 1],
    }

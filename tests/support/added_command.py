"""A command more, added as docs/adding-a-command.md describes: one row, one function, its texts.

The program has it where the environment says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.conversation.commands import registry
from bot.conversation.commands.row import Argument, CommandRow
from bot.conversation.context import Context
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command

WANTED = "ADDED_COMMAND"  # the setting
NAME = "weather"
LABEL = "Tomorrow"
TEXTS = {
    f"command.{NAME}": ("The weather of a day",),
    f"discord.name.{NAME}": (NAME,),
    f"discord.menu.{NAME}": (f"Bastide: {NAME}",),
    "discord.option.day": ("day",),
    "discord.about.day": ("A day",),
}


async def weather(context: Context) -> list[Outgoing]:
    """The weather of a day; today's without one."""
    button = Choice(LABEL, command(NO_GAME, 0, NAME, "tomorrow"))
    return [context.say(f"The weather {' '.join(context.args) or 'today'}: sun.", (button,))]


ROW = CommandRow(
    NAME, weather, (Argument("day"),), discord_group="games", help="look", private=True, about_user=True
)


def add_if_wanted(environment: Mapping[str, str]) -> None:
    """Add it to this process."""
    if WANTED not in environment:
        return
    registry.COMMANDS[NAME] = registry.BUTTONS[NAME] = ROW
    for language in LANGUAGES:
        own = catalogue(language)
        own.texts |= TEXTS
        own.translations[0].forms.update(TEXTS)

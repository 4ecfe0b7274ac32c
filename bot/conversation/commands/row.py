"""What the registry says of a command: one row, and its arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.conversation.context import Context, Handler
from bot.conversation.show.offered import AIDS

AboutGroup = Literal["", "topic", "group"]  # the group of the topic; if there is none, the one spoken of last


@dataclass(frozen=True, slots=True)
class AllowedWord:
    """A word that an argument allows, and the catalogue key of its label."""

    word: str
    label: str
    n: int = 0  # for a label that counts
    name: str = ""  # in place of the label: the same for everybody


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, for platforms that ask for arguments by name.

    The catalogue keys `discord.option.NAME` and `discord.about.NAME` name and describe it.
    """

    name: str
    prefix: str = ""  # typed before the value: "clock="
    kind: type[str] | type[int] = str
    allowed: tuple[AllowedWord, ...] = ()  # none: any value
    limits: tuple[int, int] | None = None  # of a number, or of the length of a text
    required: bool = False
    completed: bool = False  # offers the row's completions
    default: str = ""  # typed if nothing is chosen
    last: bool = False  # typed after all others
    person: bool = False  # a user, who can be picked where the platform lets one pick; typed as a mention

    def words(self, value: str | int) -> list[str]:
        """The value as it would be typed."""
        return f"{self.prefix}{value}".split() if value else []


def never(_: Sequence[str]) -> bool:
    """With no arguments."""
    return False


def always(_: Sequence[str]) -> bool:
    """With any arguments."""
    return True


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command. The catalogue keys `command.NAME` and `discord.name.NAME` describe and name it."""

    name: str
    handler: Handler
    arguments: tuple[Argument, ...] = ()
    complete: Callable[[Context], Awaitable[list[str]]] | None = None  # lines that could be typed after it
    discord_group: str = ""  # the group within /bastide; a group holds 25 entries at most
    one_each: bool = False  # every argument is a command of its own: /settings
    pressed_only: bool = False  # there are buttons for it, but it cannot be typed
    slow: bool = False  # a computer thinks for seconds; nothing changes, so other commands need not wait
    for_banned: bool = False
    about_finished: bool = False  # its buttons name a finished game, not the running one
    help: str = "manage"  # its part of the help: one of HELP
    common: bool = False  # among the first in the help
    private: bool = False  # its answer is for its author alone; so is the typed line, where that can be
    opens_table: bool = False  # where none is, in a thread of its own if there are threads ...
    asks_where: bool = False  # ... and the platform asks whether it shall
    brings_table: Callable[[Sequence[str]], bool] = never  # these arguments bring a table into the channel
    begins_anew: bool = False  # a guest that came for a game that is over leaves its table first
    gives_seat: bool = False
    about_user: bool = False  # stands in the menu of a user, where users have menus
    about_group: AboutGroup = ""  # typed in private it may be about a group
    once: bool = False  # its button goes with the press
    own_language: bool = False  # may change the language of its author
    link: tuple[str, ...] = ()  # the kind of a link that gives it, and the words before what the link names

    @property
    def is_aid(self) -> bool:
        """Whether it helps with the game: refused at a table that plays without aids."""
        return self.name in AIDS

    def lines(self, chosen: Mapping[str, str | int]) -> list[tuple[str, ...]]:
        """The arguments of each command to run for the chosen values."""
        ordered = sorted(self.arguments, key=lambda argument: argument.last)
        words = [argument.words(chosen.get(argument.name) or argument.default) for argument in ordered]
        if self.one_each:
            return [tuple(line) for line in words if line] or [()]
        return [tuple(word for line in words for word in line)]

"""What a choice carries, as text: `game:stamp:what`. At most 64 bytes, nothing secret, no state.

For a choice of a prompt the stamp is the ply of the question, and `what` names the seat and its choice:
`b12` is option 12 of seat B, `bC4` its fourth cell, `bW4.12` that cell with the tile turned as in option 12,
`bM4` all that can be done there, `bA2` the third quarter of the map, `bP12.3` option 12 and then option 3 of
the next prompt, `b=1` an amount of the second range, `bY12` option 12 after a warning, `bSbid` a standing
answer, `bB` the way back. `!undo` and `!change.box.river` are commands. Buttons of old messages keep their
tokens: the format may grow, not change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import ClassVar

from engine.setup import SEAT_LETTERS

LONGEST = 64
NO_GAME = "me"  # in place of the game, for commands that belong to none
_TOKEN = re.compile(r"([a-z0-9]{1,12}):(\d{1,7}):([A-Za-z0-9_.=!+-]{1,42})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed choice."""

    game: str
    stamp: int

    @property
    def what(self) -> str:
        """The last part of the token."""
        raise NotImplementedError

    def __str__(self) -> str:
        text = f"{self.game}:{self.stamp}:{self.what}"
        if len(text) > LONGEST or not _TOKEN.fullmatch(text):
            raise ValueError(f"not a token: {text!r}")
        return text


@dataclass(frozen=True, slots=True)
class PressCommand(Press):
    """A command with its arguments."""

    name: str
    args: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        return "!" + ".".join((self.name, *self.args))


@dataclass(frozen=True, slots=True)
class PressPrompt(Press):
    """A choice of the prompt that was asked at the ply `stamp`."""

    mark: ClassVar[str] = ""  # comes before the fields of a subclass
    seat: int

    @property
    def what(self) -> str:
        chosen = [str(getattr(self, field.name)) for field in fields(self)[3:]]
        return SEAT_LETTERS[self.seat].lower() + self.mark + ".".join(chosen)


@dataclass(frozen=True, slots=True)
class PressOption(PressPrompt):
    """An option by its index."""

    index: int


@dataclass(frozen=True, slots=True)
class PressCell(PressPrompt):
    """A cell by its number, to look closer."""

    mark: ClassVar[str] = "C"
    number: int


@dataclass(frozen=True, slots=True)
class PressWay(PressPrompt):
    """A cell by its number, and the option that says how the tile lies there."""

    mark: ClassVar[str] = "W"
    number: int
    index: int


@dataclass(frozen=True, slots=True)
class PressArea(PressPrompt):
    """A quarter of the board by its index, to see the numbers of its cells."""

    mark: ClassVar[str] = "A"
    index: int


@dataclass(frozen=True, slots=True)
class PressMore(PressPrompt):
    """A cell by its number, to see all that can be done there."""

    mark: ClassVar[str] = "M"
    number: int


@dataclass(frozen=True, slots=True)
class PressSure(PressPrompt):
    """An option by its index, although there was a warning."""

    mark: ClassVar[str] = "Y"
    index: int


@dataclass(frozen=True, slots=True)
class PressPair(PressPrompt):
    """An option, and an option of the prompt that follows."""

    mark: ClassVar[str] = "P"
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class PressAmount(PressPrompt):
    """A range of amounts by its index; the amount comes as text."""

    mark: ClassVar[str] = "="
    index: int


@dataclass(frozen=True, slots=True)
class PressStanding(PressPrompt):
    """Decline this kind of question from now on."""

    mark: ClassVar[str] = "S"
    ask: str


@dataclass(frozen=True, slots=True)
class PressBack(PressPrompt):
    """Return from a close-up."""

    mark: ClassVar[str] = "B"


_STANDING = re.compile(r"S(\w+)")
_NUMBERED: tuple[tuple[re.Pattern[str], type[PressPrompt]], ...] = (
    (re.compile(r"(\d+)"), PressOption),
    (re.compile(r"C(\d+)"), PressCell),
    (re.compile(r"W(\d+)\.(\d+)"), PressWay),
    (re.compile(r"A(\d+)"), PressArea),
    (re.compile(r"M(\d+)"), PressMore),
    (re.compile(r"Y(\d+)"), PressSure),
    (re.compile(r"P(\d+)\.(\d+)"), PressPair),
    (re.compile(r"=(\d+)"), PressAmount),
    (re.compile(r"B"), PressBack),
)


def command(game: str, stamp: int, name: str, *args: str) -> str:
    """The token of a command; raises ValueError."""
    return str(PressCommand(game, stamp, name, args))


def read(text: str) -> Press | None:
    """The press of a token, or None if it is none of ours."""
    match = _TOKEN.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        return None
    game, stamp, what = match[1], int(match[2]), match[3]
    if what.startswith("!"):
        name, *args = what[1:].split(".")
        return PressCommand(game, stamp, name, tuple(args))
    return _prompt(game, stamp, SEAT_LETTERS.lower().find(what[0]), what[1:])


def _prompt(game: str, stamp: int, seat: int, chosen: str) -> PressPrompt | None:
    if seat < 0:
        return None
    if match := _STANDING.fullmatch(chosen):
        return PressStanding(game, stamp, seat, match[1])
    for pattern, kind in _NUMBERED:
        if match := pattern.fullmatch(chosen):
            return kind(game, stamp, seat, *map(int, match.groups()))
    return None

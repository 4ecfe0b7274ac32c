"""What comes in from a chat and what goes out to it. Adapters translate these types and decide nothing.

Text is in the neutral markup of `bot.conversation.protocol.markup`. Times are seconds since 1970,
given by the caller: nothing here reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.geometry import Cell
from engine.state import GameState

Style = Literal["primary", "secondary", "success", "danger"]
PictureKind = Literal[
    "board",  # the whole board; `cells` are numbered, `highlight` outlined
    "close_up",  # around `focus`: one thumbnail for each of `variants`, their `spots` lettered
    "census",  # the unseen tiles with counts (`tiles`)
    "fields",  # fields coloured by owner with their worth
    "feature",  # the board with the features of a tile (`highlight`) lit as far as they reach
    "choice",  # the board with the cells of an off-turn decision numbered (dragon steps, fairy, portal, ...)
    "tiles",  # a row of `tiles`, numbered (an auction, a draft)
    "score_sheet",  # points by category (`rows`)
    "chart",  # the course of the scores (`series`)
    "animation",  # the game as a moving picture (`frames`)
]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a chat. The id names the platform too: `discord:81`, `telegram:7`, `web:k3`."""

    id: str
    name: str
    language: str = ""  # what the platform says, e.g. "ru" or "en-GB"; may be empty
    admin: bool = False  # may manage this channel on the platform


@dataclass(frozen=True, slots=True)
class Command:
    """One wish of one person in one channel: a named command, a pressed token, or a line of text.

    `name` with `args` is a command ("play", ("7b", "city")); `token` is what a choice carried, with `text`
    if the choice asked for an amount; `text` alone is a line that somebody wrote.
    """

    who: Person
    channel: str
    at: float
    name: str = ""
    args: tuple[str, ...] = ()
    token: str = ""
    text: str = ""
    channel_language: str = ""  # what the platform says of the channel; may be empty
    group: str = ""  # what the channel belongs to, if that has an id of its own: bans hold in all of it

    @classmethod
    def line(cls, who: Person, channel: str, at: float, text: str) -> Command:
        """The command of a written line: `/play 7b city`, `/play@name 7b city`, or plain text."""
        if not text.startswith("/"):
            return cls(who, channel, at, text=text)
        name, *args = text[1:].split() or [""]
        return cls(who, channel, at, name=name.partition("@")[0].lower(), args=tuple(args))


@dataclass(frozen=True, slots=True)
class Amount:
    """A choice that needs a number: the adapter asks for it and sends token and text."""

    least: int
    most: int
    title: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press. Adapters decide how it looks, never whether it exists.

    Choices with the same `menu` may be shown as one menu under that name (paged where the platform has a
    limit); those without are buttons. `row` groups buttons that belong together.
    """

    label: str
    token: str
    style: Style = "secondary"
    row: int = 0
    menu: str = ""
    detail: str = ""  # a second line, where there is room for one
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to lay a tile in a close-up: its letter and rotation; (letter, segment) of claimable spots."""

    letter: str
    rotation: int
    spots: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to draw, as data. `view` hides what nobody may know; requests with the same key look the same."""

    kind: PictureKind
    game: str
    view: GameState | None = field(default=None, compare=False, repr=False)
    ply: int = 0
    names: tuple[str, ...] = ()  # of the seats
    cells: tuple[tuple[str, Cell], ...] = ()  # label and cell
    highlight: tuple[Cell, ...] = ()
    focus: Cell | None = None
    tile: str | None = None
    variants: tuple[Variant, ...] = ()
    tiles: tuple[tuple[str, int], ...] = ()  # tile and count
    rows: tuple[tuple[str, tuple[int, ...]], ...] = ()
    series: tuple[tuple[int, ...], ...] = ()
    frames: tuple[GameState, ...] = field(default=(), compare=False, repr=False)
    theme: str = "day"
    language: str = "en"

    @property
    def key(self) -> str:
        """A name for caches: two requests with the same key give the same picture."""
        return repr(self)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a message."""

    name: str
    content: bytes
    kind: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message.

    Public messages go to `channel`; with `to` only that person may see it (an ephemeral answer, or a private
    chat). A message with a `key` replaces the last one of the same key in this channel, by an edit if the
    platform allows it or else by a new message; `closes` names keys whose messages lose their choices.
    """

    channel: str
    text: str
    choices: tuple[Choice, ...] = ()
    picture: PictureRequest | None = None
    alt: str = ""  # the picture in plain words
    notify: tuple[str, ...] = ()  # ids of the people to mention
    to: str | None = None
    key: str = ""
    closes: tuple[str, ...] = ()
    attachment: Attachment | None = None
    fresh: bool = False  # a new message even if one of this key stands: the old one loses its choices
    quiet: bool = False  # no sound: nobody has to act
    preview: bool = False  # private; where nothing can be, it may take the place of `key` meanwhile
    harmless: bool = False  # private out of politeness only: where nothing can be private others may see it

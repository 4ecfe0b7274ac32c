"""Commands from a chat and messages to it. Adapters translate these types and decide nothing.

Text is in the neutral markup of `protocol.markup`. Times are seconds since 1970, given by the caller: nothing
here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.conversation.protocol.pictures import PictureRequest
from engine.geometry import Cell

Style = Literal["primary", "secondary", "success", "danger"]
Kind = Literal["", "turn", "thinking", "close_up", "end"]


@dataclass(frozen=True, slots=True)
class Person:
    """A user of a chat. The id names the platform too: `discord:81`, `telegram:7`, `web:k3`."""

    id: str
    name: str
    language: str = ""  # what the platform says, e.g. "ru" or "en-GB"; may be empty
    admin: bool = False  # may manage this channel on the platform


@dataclass(frozen=True, slots=True)
class Command:
    """One command of one user in one channel: by name, by a pressed choice, or as a line of text.

    `name` with `args` is a command ("play", ("7b", "city")); `token` is what a choice carried, with `text`
    if the choice asked for an amount; `text` alone is a written line.
    """

    who: Person
    channel: str
    at: float
    name: str = ""
    args: tuple[str, ...] = ()
    token: str = ""
    text: str = ""
    channel_language: str = ""  # what the platform says of the channel; may be empty
    group: str = ""  # the server or group of the channel, if it has an id of its own: bans hold there
    private: bool = False  # the channel is a chat with this user alone
    shared: bool = False  # what is for its author is seen by all: in the channel's language and theme
    request: str = ""  # names it if it may come again after a crash: what it changes is changed once
    owed: bool = False  # until it is answered, the store lists the channel among those with an answer pending

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
    """A button or a line of a menu. Adapters decide how it looks, never whether it exists.

    Choices with the same `menu` may be shown as one menu under that name (paged where the platform has a
    limit); those without are buttons. `row` groups buttons that belong together.
    """

    label: str
    token: str
    style: Style = "secondary"
    row: int = 0
    menu: str = ""
    detail: str = ""  # a second line, where the platform has one
    icon: str = ""  # an emoji of what it is about, where the platform has a place for one
    amount: Amount | None = None
    cell: Cell | None = None  # a cell that is numbered on the picture: there it may be pressed
    beside: str = ""  # the thing that it is about, in markup: the button may stand beside it
    window: bool = False  # opens a form: has no button where there are no windows
    address: str = ""  # opens this address of its platform, instead of sending the token


def buttons_of(choices: Iterable[Choice]) -> list[Choice]:
    """The choices that get a button or a line of a menu."""
    return [choice for choice in choices if not choice.window]


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
    chat). A message with a `slot` replaces the last one in this slot of the channel, by an edit if the
    platform allows it or else by a new message; `closes` names slots whose messages lose their choices.
    """

    channel: str
    text: str
    choices: tuple[Choice, ...] = ()
    picture: PictureRequest | None = None
    alt: str = ""  # the picture in plain words
    notify: tuple[str, ...] = ()  # ids of the users to mention
    to: str | None = None
    slot: str = ""
    closes: tuple[str, ...] = ()
    attachment: Attachment | None = None
    fresh: bool = False  # a new message even if one stands in its slot: the old one loses its choices
    quiet: bool = False  # no sound: no user has to act
    preview: bool = False  # private; without private messages it may replace that of `slot` for a while
    harmless: bool = False  # private, but without private messages others may see it
    seat: int | None = None  # it is about this seat, and may have its colour
    fleeting: bool = False  # a few words: its choices are left out where they would be in the way
    unsure: bool = False  # the store failed meanwhile: the channel may show less than is saved
    kind: Kind = ""  # of what a chat may treat in a way of its own
    more: str = ""  # the token that shows all choices to one person, where a message has no room for them
    reaction: str = ""  # an emoji that may stand below it, where messages have such

    @property
    def shows_game(self) -> bool:
        """Whether it shows a running game: the live board may be opened from it."""
        return self.kind in ("turn", "thinking", "close_up")


@dataclass(frozen=True, slots=True)
class TableCard:
    """What another channel may show of a table; the message has the table's channel: presses belong there."""

    state: Literal["open", "running", "finished", "closed"]
    message: Outgoing


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Something of a user's own that they can post in any chat: an invitation, a result."""

    id: str
    title: str  # plain text, as the next
    detail: str
    text: str  # what is posted
    button: str = ""  # labels the link below it: to the table of `code`, or else into a group
    code: str = ""
    channel: str = ""  # the result stands there ...
    slot: str = ""  # ... in this slot

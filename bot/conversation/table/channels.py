"""The channels of one table: its home, its guests, and what each of them was told."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.documents import Document, Unknown
from engine.plain import BadData

CODE = "code"  # the note with the code that invites
CLOSED = b"-"  # ... which no guest can use
TITLE = "title"  # the setting of a channel that an adapter sets: its name for users
GROUP = "group"  # the note of where bans of the home hold
GREETED = "greeted"  # the note of a cup's match whose players were told where they play
HOMELESS = "homeless"  # the note of a home whose channel was deleted: its guests play on
LAST = "-"  # `Member.until` of a guest that came for all games that are played in a row
PERSON = "@"  # begins the notes of where people are
MOST_CHANNELS = 12
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
LENGTH = 6  # of a code
INVITATIONS = "invitations"  # a channel of no platform: its settings are addresses that end with a code


def is_own(channel: str, user: str) -> bool:
    """Whether a channel is the private chat of a user, which has the user's id, or a topic of it."""
    return channel == user or channel.startswith(f"{user}:")


@dataclass(frozen=True, slots=True)
class Told:
    """What a channel was told: a game up to a version, the key of its question, its lobby message."""

    game: str = ""
    version: int = 0
    since: int = 0  # the version before what the message of this key tells
    key: str = ""
    lobby: str = ""  # the game of the lobby; empty: none stands there
    lobby_version: int = 0
    unknown: Unknown = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChannelScreen:
    """What a channel has been shown, and since when it cannot be reached (0: it can)."""

    told: Told = field(default_factory=Told)
    failing: int = 0

    unknown: Unknown = field(default_factory=dict)

    def encode(self) -> bytes:
        """The screen as bytes."""
        return SCREEN.write(self)


SCREEN = Document(ChannelScreen, "screen")


def decode_screen(data: bytes) -> ChannelScreen | None:
    """A saved screen; None if there is none, or it is broken. Raises NeedsNewer."""
    try:
        return SCREEN.read(data) if data else None
    except BadData:
        return None


@dataclass(frozen=True, slots=True)
class Member:
    """A channel at the table."""

    language: str
    user: str = ""  # who linked it
    name: str = ""
    since: int = 0
    until: str = ""  # it came for this game only, or LAST
    failing: int = 0  # since when it cannot be reached
    told: Told = field(default_factory=Told)
    unknown: Unknown = field(default_factory=dict)

    def encode(self) -> bytes:
        """The member as bytes."""
        return MEMBER.write(self)


MEMBER = Document(Member, "member", version=2)


@dataclass(frozen=True, slots=True)
class TableChannels:
    """All channels of a table. Without members it is told by the answers to its commands alone."""

    home: str
    members: Mapping[str, Member] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)  # where each was last
    code: str = ""
    group: str = ""
    closed: bool = False
    homeless: bool = False
    greeted: bool = False

    @property
    def guests(self) -> list[str]:
        """The guests, the oldest first."""
        found = [channel for channel in self.members if channel != self.home]
        return sorted(found, key=lambda channel: (self.members[channel].since, channel))

    def calls(self, channel: str, user: str) -> bool:
        """Whether a user is mentioned in this channel: where they were last, or else on their platform."""
        last = self.people.get(user, "")
        if last in self.members:
            return last == channel
        return platform_of(channel) == platform_of(user)


def new_code() -> str:
    """A code that is easy to read aloud and hard to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def platform_of(name: str) -> str:
    """The platform of a channel or a user."""
    return name.partition(":")[0]


def read_channels(home: str, notes: Mapping[str, bytes]) -> TableChannels:
    """The channels that these notes of a home describe, without what is broken; raises NeedsNewer."""
    members, people = {}, {}
    for name, value in notes.items():
        if name.startswith(PERSON):
            people[name.removeprefix(PERSON)] = value.decode("utf-8", "replace")
        elif name not in (CODE, GREETED, GROUP, HOMELESS):
            try:
                members[name] = MEMBER.read(value)
            except BadData:
                continue
    code = notes.get(CODE, b"")
    closed = code == CLOSED
    shown = "" if closed else code.decode("ascii", "replace")
    group = notes.get(GROUP, b"").decode("utf-8", "replace")
    return TableChannels(home, members, people, shown, group, closed, HOMELESS in notes, GREETED in notes)


def without_user(member: Member, user: str) -> Member:
    """The member without the name of who linked it."""
    return replace(member, user="", name="") if member.user == user else member

"""What players agree on before a game: the game, its boxes and options, the clock, the seats."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any

from bot.conversation.protocol.durations import MINUTE
from bot.conversation.table.bank import NO_BANK, Bank
from bot.conversation.table.model import NO_CLOCK, Clock, Seat, Table
from bot.conversation.table.polls.crowd import CROWD, USUAL_RULES, CrowdRules
from bot.documents import Document, NeedsNewer
from engine import players
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.ruleset import Expansion
from engine.setup import Setup, agree

LEVELS = tuple(level for level in players.LEVELS if level != "random")  # random is for tests
LONGEST_NAME = 32
AS_USUAL = -1  # the pace of the installation
HIDDEN_OPTIONS = frozenset({"first_player"})  # the lobby has choices of its own for them
SEATING_OPTIONS = frozenset({"first_player", "max_players"})  # about people; the others are rules
FIRST_RULES = ("random", "chosen", "youngest")  # who begins: a draw, the opener's choice, the table's word


@dataclass(frozen=True, slots=True)
class Guest:
    """A player in the lobby; without a user it is a computer, or the whole channel."""

    user: str
    name: str
    level: str = "normal"

    @property
    def mark(self) -> str:
        """What names this guest in a button: another guest never has the same place by chance."""
        return f"{zlib.crc32(f'{self.user}/{self.name}'.encode()):08x}"

    @property
    def by_vote(self) -> bool:
        """Whether it is the whole channel."""
        return self.level == CROWD

    def seat(self) -> Seat:
        """The seat of this player."""
        if self.by_vote:
            return Seat("", self.name, CROWD)
        return Seat(self.user, self.name, self.user, self.level)


@dataclass(frozen=True, slots=True)
class Lobby:
    """A lobby."""

    game: str  # the id of the game to be
    opener: str
    language: str
    kind: str = "carcassonne"
    boxes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    clock: Clock = NO_CLOCK
    aids: bool = True
    guests: tuple[Guest, ...] = ()
    seats: int = 0  # how many may sit down; 0: as many as the game allows
    pace: int = AS_USUAL  # seconds that computers wait before they play
    touched: int = 0  # when it was changed last
    first_player: str = "random"
    first: int = -1  # who begins, by the place among the guests; -1: not said yet
    group: str = ""  # the server or group of the channel, or the channel itself
    rated: bool = False
    public: bool = False  # everybody finds it by /find
    emoji: bool = True  # in public messages
    bank: Bank = NO_BANK
    crowd: CrowdRules = USUAL_RULES

    def encode(self) -> bytes:
        """The lobby as bytes."""
        return LOBBY.write(self)

    def most(self) -> int:
        """The largest number of players."""
        game = GAMES[self.kind]
        allowed = int(self.chosen("max_players")) if self.can_seat_six() else game.max_players
        return min(self.seats or allowed, allowed)

    def can_seat_six(self) -> bool:
        """Whether there is a sixth colour, if the table asks for it."""
        return "max_players" in GAMES[self.kind].base.options

    def without_guest(self, gone: Guest) -> Lobby:
        """Without a guest; if they were to begin, nobody is."""
        place = self.guests.index(gone)
        first = -1 if place == self.first else self.first - (place < self.first)
        return replace(self, guests=(*self.guests[:place], *self.guests[place + 1 :]), first=first)

    def people(self) -> list[str]:
        """The users in the lobby."""
        return [guest.user for guest in self.guests if guest.user]

    def may_set_up(self, user: str) -> bool:
        """Whether a user sits here, or has opened the table for the whole channel."""
        return user in self.people() or (self.by_vote and user == self.opener)

    @property
    def by_vote(self) -> bool:
        """Whether the whole channel has a seat."""
        return any(guest.by_vote for guest in self.guests)

    def has_name(self, name: str) -> bool:
        """Whether a player in the lobby has this name."""
        return name.casefold() in [guest.name.casefold() for guest in self.guests]

    def known_boxes(self) -> tuple[str, ...]:
        """The boxes that may be added to this game."""
        return tuple(box.key for box in GAMES[self.kind].boxes)

    def _members(self) -> list[Expansion]:
        game = GAMES[self.kind]
        return [game.base, *(box for box in game.boxes if box.key in self.boxes)]

    def known_options(self) -> dict[str, tuple[str, ...]]:
        """The options of the game and of the boxes chosen, each with its values, the usual default first."""
        return {
            name: values
            for member in self._members()
            for name, values in member.options.items()
            if name not in HIDDEN_OPTIONS
        }

    def chosen(self, option: str) -> str:
        """The value of an option."""
        return dict(self.options).get(option) or self._default(option)

    def _default(self, option: str) -> str:
        """What holds if nothing is said; a box may change it for options of the game."""
        defaults = [member.defaults[option] for member in self._members() if option in member.defaults]
        return defaults[-1] if defaults else self.known_options()[option][0]

    def toggled(self, box: str) -> Lobby:
        """With a box, or without it; options that no longer apply are dropped."""
        boxes = set(self.boxes) ^ {box}
        new = replace(self, boxes=tuple(sorted(boxes)))
        known = new.known_options()
        return replace(new, options=tuple((name, value) for name, value in new.options if name in known))

    def with_option(self, option: str, value: str) -> Lobby:
        """With an option set; the default is left out."""
        options = dict(self.options)
        options[option] = value
        if self._default(option) == value:
            del options[option]
        return replace(self, options=tuple(sorted(options.items())))

    def setup(self, seed: str, salt: str) -> Setup:
        """The engine's set-up; whether it can be played, the engine decides."""
        options = dict(self.options)
        if len(self.guests) > 5 and self.can_seat_six():
            options["max_players"] = "6"
        first = None
        if self.first_player != FIRST_RULES[0]:
            options["first_player"] = self.first_player
            first = self.first if self.first in range(len(self.guests)) else None
        return agree(
            len(self.guests), self.boxes, options, game=self.kind, first_seat=first, seed=seed, salt=salt
        )

    def table(self, seed: str, salt: str, at: float, usual_pace: int = 0) -> Table:
        """The table of these guests."""
        seats = tuple(guest.seat() for guest in self.guests)
        return Table(
            self.game,
            self.setup(seed, salt),
            self.opener,
            self.language,
            seats,
            self.clock,
            self.aids,
            int(at),
            pace=usual_pace if self.pace == AS_USUAL else self.pace,
            chairs=self.seats,
            bank=self.bank,
            group=self.group,
            rated=self.rated,
            emoji=self.emoji,
            crowd=self.crowd,
        )

    def like(self, table: Table, usual_pace: int = 0) -> Lobby:
        """With the settings of a table, and with the computers that joined it."""
        new = replace(
            self,
            language=table.language,
            kind=table.setup.game,
            boxes=table.setup.boxes,
            options=(),
            clock=table.clock,
            bank=table.bank,
            crowd=table.crowd,
            aids=table.aids,
            rated=table.rated,
            seats=table.chairs,
            emoji=table.emoji,
            pace=AS_USUAL if table.pace == usual_pace else table.pace,
        )
        for option, value in table.setup.options:
            if option == "first_player" and value in FIRST_RULES:
                new = replace(new, first_player=value)
            if option in new.known_options():
                new = new.with_option(option, value)
        others = [seat for seat in table.seats if not seat.owner]
        computers = [Guest("", seat.name, CROWD if seat.by_vote else seat.level) for seat in others]
        return replace(new, guests=(*self.guests, *computers))


def clean_name(name: str) -> str:
    """A name in one line, not too long, never empty."""
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words)[:LONGEST_NAME].strip() or "?"


LOBBY = Document(Lobby, "lobby", version=2)


def decode_lobby(data: bytes) -> Lobby:
    """The lobby of these bytes; raises BadData and NeedsNewer."""
    return all_known(LOBBY.read(data))


def all_known(lobby: Lobby) -> Lobby:
    """The lobby; raises NeedsNewer if its game, a box or an option is not known here."""
    options = lobby.known_options() if lobby.kind in GAMES else {}
    strange = [name for name, value in lobby.options if value not in options.get(name, ())]
    if lobby.kind not in GAMES or strange or not set(lobby.boxes) <= set(lobby.known_boxes()):
        raise NeedsNewer(f"a lobby for {lobby.kind}, {lobby.boxes}, {lobby.options}")
    return lobby


def presets(lobby: Lobby) -> list[str]:
    """The presets that this game can play."""
    known = set(lobby.known_boxes())
    options = set(lobby.known_options())
    return [
        name
        for name, preset in PRESETS.items()
        if known.issuperset(preset.boxes) and (preset.boxes or options.issuperset(dict(preset.options)))
    ]


# What a preset says beside boxes and options. The world championship: two players, no aids, fifteen minutes
# each for the whole game, and who runs out of time loses.
TABLES: dict[str, dict[str, Any]] = {
    "wcc": {"seats": 2, "aids": False, "clock": NO_CLOCK, "bank": Bank(15 * MINUTE)},
}


def with_preset(lobby: Lobby, name: str) -> Lobby:
    """The lobby with a preset: one with boxes is added to those chosen, one without boxes is played alone."""
    preset = PRESETS[name]
    new = replace(lobby, **TABLES.get(name, {}))
    if preset.boxes:
        new = replace(new, boxes=tuple(sorted({*lobby.boxes, *preset.boxes})))
    else:
        new = replace(new, boxes=(), options=())
    for option, value in preset.options:
        if option in new.known_options():
            new = new.with_option(option, value)
    return new

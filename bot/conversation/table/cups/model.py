"""A cup as a value: its entrants, rounds, matches and games. Values are replaced, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.conversation.table.lobby import Lobby, all_known
from bot.documents import Document

CUP = "cup:"  # begins the names of a cup's document, of its tables and of its deadline
FORMATS = ("swiss", "robin", "knockout")
BEST_OF = (1, 3, 5)
ENTRY, RUNNING, OVER, CANCELLED = "entry", "running", "over", "cancelled"
NOBODY = -1  # instead of an entrant or a winner
OPEN = -2  # not decided yet
VOID = -3  # a game that was closed without a result: it is played again


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays; `out` says why they play no more."""

    user: str
    name: str
    out: str = ""  # withdrawn, removed


@dataclass(frozen=True, slots=True)
class CupGame:
    """One game of a match: sides are 0 and 1."""

    id: str
    first: int  # the side that begins
    winner: int = OPEN  # a side, NOBODY for a tie, OPEN, VOID
    scores: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class CupMatch:
    """Two entrants who play until one has won more than half of the games."""

    number: int  # in the cup, from 1
    pair: tuple[int, int]  # entrants by their place in the list, or NOBODY
    first: int = 0  # the side that begins the first game
    games: tuple[CupGame, ...] = ()
    here: tuple[int, ...] = ()  # sides that have come
    winner: int = OPEN  # a side, NOBODY or OPEN
    why: str = ""  # played, draw, bye, walkover, withdrawn, no_show, decided
    opened: int = 0
    reminded: bool = False

    @property
    def decided(self) -> bool:
        """Whether nothing more is to be played."""
        return self.winner != OPEN

    @property
    def drawn(self) -> bool:
        """Whether both get half a point."""
        return self.winner == NOBODY and self.why == "draw"

    @property
    def counted(self) -> list[CupGame]:
        """The games that were played to their end."""
        return [game for game in self.games if game.winner not in (OPEN, VOID)]

    @property
    def current(self) -> CupGame | None:
        """The game that is being played."""
        return self.games[-1] if self.games and self.games[-1].winner == OPEN else None

    def side_of(self, entrant: int) -> int | None:
        """The side of an entrant."""
        return self.pair.index(entrant) if entrant in self.pair else None

    def wins(self, side: int) -> int:
        """The games that a side has won."""
        return sum(game.winner == side for game in self.games)

    def margin(self, side: int) -> int:
        """The points by which a side was ahead, over all games."""
        return sum(game.scores[side] - game.scores[1 - side] for game in self.counted)

    def with_game(self, game: CupGame) -> CupMatch:
        """With a game replaced by its id, or added."""
        if any(one.id == game.id for one in self.games):
            return replace(self, games=tuple(game if one.id == game.id else one for one in self.games))
        return replace(self, games=(*self.games, game))


@dataclass(frozen=True, slots=True)
class CupRound:
    """Matches that are played at the same time."""

    matches: tuple[CupMatch, ...]
    started: int = 0

    @property
    def complete(self) -> bool:
        """Whether every match is decided."""
        return all(match.decided for match in self.matches)


@dataclass(frozen=True, slots=True)
class CupNote:
    """Something that was announced: the key of its text, and the match, entrant or user that it is about."""

    kind: str
    at: int
    match: int = 0
    entrant: int = NOBODY
    by: str = ""  # the user who decided it


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup. `setup` is a lobby without guests: how its tables are played."""

    id: str
    group: str
    home: str  # the channel where it is announced
    opener: str
    setup: Lobby
    format: str = "swiss"
    best_of: int = 1
    length: int = 0  # rounds of a Swiss cup; 0: as many as it needs
    limit: int = 259_200  # seconds in which one must come to a match
    by_date: bool = False  # a round lasts that long even if all have played
    until: int = 0  # when it starts by itself; 0: by hand
    duplicate: bool = False
    secret: str = ""  # of a duplicate cup: makes the bags of its rounds
    status: str = ENTRY
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[CupRound, ...] = ()
    notes: tuple[CupNote, ...] = ()
    told: int = 0  # how many notes were announced
    fresh: bool = False  # results have come that the message of the round does not show
    opened: int = 0

    def encode(self) -> bytes:
        """The cup as bytes."""
        return CUP_DOCUMENT.write(self)

    @property
    def knockout(self) -> bool:
        """Whether who loses is out."""
        return self.format == "knockout"

    @property
    def matches(self) -> Iterator[CupMatch]:
        """The matches of all rounds."""
        return (match for one in self.rounds for match in one.matches)

    def match(self, number: int) -> CupMatch | None:
        """A match by its number."""
        return next((match for match in self.matches if match.number == number), None)

    def round_of(self, number: int) -> int:
        """The round of a match, from 1."""
        found = (place for place, one in enumerate(self.rounds, 1) for m in one.matches if m.number == number)
        return next(found, 0)

    def entrant_of(self, user: str) -> int | None:
        """An entrant by user."""
        found = (place for place, one in enumerate(self.entrants) if one.user == user)
        return next(found, None)

    def active(self) -> list[int]:
        """The entrants who still play."""
        return [place for place, one in enumerate(self.entrants) if not one.out]

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entrants[entrant].name if entrant >= 0 else "–"

    def with_match(self, new: CupMatch) -> Cup:
        """With a match replaced."""
        rounds = tuple(
            replace(one, matches=tuple(new if m.number == new.number else m for m in one.matches))
            for one in self.rounds
        )
        return replace(self, rounds=rounds)

    def with_entrant(self, place: int, **changes: str) -> Cup:
        """With an entrant changed."""
        entrants = list(self.entrants)
        entrants[place] = replace(entrants[place], **changes)
        return replace(self, entrants=tuple(entrants))

    def noted(self, *notes: CupNote) -> Cup:
        """With something more to announce."""
        return replace(self, notes=(*self.notes, *notes))


CUP_DOCUMENT = Document(Cup, "cup", version=2)


def decode_cup(data: bytes) -> Cup:
    """The cup of these bytes; raises BadData and NeedsNewer."""
    cup = CUP_DOCUMENT.read(data)
    all_known(cup.setup)
    return cup


def open_matches(cup: Cup) -> Iterable[CupMatch]:
    """The matches that are being played or waited for."""
    return (match for match in cup.matches if not match.decided)

"""What to draw, as data: one class for each kind of picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.geometry import Cell
from engine.state import GameState

Labelled = tuple[tuple[str, Cell], ...]  # labels and their cells


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest:
    """A picture of a game at one ply."""

    kind: ClassVar[str] = ""
    game: str
    ply: int = 0
    names: tuple[str, ...] = ()  # of the seats
    theme: str = "day"
    language: str = "en"

    @property
    def key(self) -> str:
        """The cache key: requests with the same key give the same picture."""
        return repr(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewPicture(PictureRequest):
    """A picture drawn from a view of the game; the view has no secrets, and the ply stands for it in keys."""

    view: GameState = field(compare=False, repr=False)
    title: str = ""  # of a board, whose turn it is
    note: str = ""  # below the title


@dataclass(frozen=True, slots=True)
class ScoredSpot:
    """Points that a seat scored for the feature of a segment."""

    cell: Cell
    segment: str
    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture(ViewPicture):
    """The whole board with labelled cells and what the last moves changed."""

    kind: ClassVar[str] = "board"
    cells: Labelled = ()
    dots: tuple[Cell, ...] = ()  # legal cells without a label
    spots: tuple[tuple[str, Cell, str], ...] = ()  # labels of segments
    placed: tuple[tuple[Cell, int], ...] = ()  # tiles of the last moves, with the seats that placed them
    mover: int | None = None  # the seat that placed the last tile
    scored: tuple[ScoredSpot, ...] = ()  # points of the last moves
    offer: tuple[str, ...] = ()  # tiles for sale, numbered below the board
    lot: int = 0  # the number of the one that is sold now
    focus: bool = False  # only the part of the board around the labelled cells


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsPicture(ViewPicture):
    """The board with its fields coloured by owner."""

    kind: ClassVar[str] = "fields"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeaturesPicture(ViewPicture):
    """The board with the features of one tile lit."""

    kind: ClassVar[str] = "feature"
    cell: Cell


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to lay a tile in a close-up: its letter and rotation; (letter, segment) of claimable spots.

    `bridge` is the cell and the axis of one that is built with the tile.
    """

    letter: str
    rotation: int
    spots: tuple[tuple[str, str], ...] = ()
    bridge: tuple[Cell, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUp(ViewPicture):
    """The surroundings of a cell with each way to lay a tile there."""

    kind: ClassVar[str] = "close_up"
    cell: Cell
    tile: str
    variants: tuple[Variant, ...]
    chosen: str = ""  # the letter of the variant that stands out
    board: Labelled | None = None  # the labels of the board whose place it takes: it gets the same shape


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesPicture(ViewPicture):
    """Tiles side by side with their counts, or numbered to choose from."""

    kind: ClassVar[str] = "tiles"
    tiles: tuple[tuple[str, int], ...]  # tile and count
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet(PictureRequest):
    """The points of every seat by source."""

    kind: ClassVar[str] = "score_sheet"
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCard(ViewPicture):
    """The end of a game: the final board, the ranking, the course of the lead, a headline fact."""

    kind: ClassVar[str] = "card"
    fact: str
    course_title: str
    foot: str
    ranking: tuple[tuple[int, int, int], ...]  # place, seat, score
    course: tuple[tuple[int, ...], ...]  # what the scores would have been at the end, after every tile


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """A turning point: where it stands in the course, its texts, and the boards after both moves."""

    turn: int
    title: str
    text: str
    played_cell: Cell | None
    better_cell: Cell | None
    played: GameState = field(compare=False, repr=False)
    better: GameState = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPicture(PictureRequest):
    """The review of a game."""

    kind: ClassVar[str] = "review"
    title: str
    heads: tuple[str, str, str]  # of accuracy, luck, and the course
    labels: tuple[str, str]  # of the boards: played, better
    rows: tuple[tuple[str, str], ...]  # accuracy and luck of each seat
    course: tuple[tuple[float, ...], ...]
    points: tuple[ReviewPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPicture(PictureRequest):
    """A table of texts: a ladder, or a list of games. `marked` are rows that stand out."""

    kind: ClassVar[str] = "sheet"
    title: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    places: int = 0  # so many of the first rows get a medal


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilePicture(PictureRequest):
    """What a group knows of a player."""

    kind: ClassVar[str] = "profile"
    name: str
    number: str  # the rating, or what is said instead
    number_note: str
    course: tuple[int, ...]  # of the rating
    facts: tuple[tuple[str, str], ...]  # label and value
    bars_title: str
    bars: tuple[tuple[str, float, float], ...]  # a source of points: the player's average, the group's
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(PictureRequest):
    """The scores after every tile."""

    kind: ClassVar[str] = "chart"
    series: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Animation(PictureRequest):
    """The game as a moving picture, from its saved form: it is played again where it is drawn."""

    kind: ClassVar[str] = "animation"
    setup: bytes = field(compare=False, repr=False)
    log: tuple[bytes, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPicture(PictureRequest):
    """The bracket of a knock-out: for each round its matches, of each side name, score and whether it won."""

    kind: ClassVar[str] = "bracket"
    title: str
    heads: tuple[str, ...]
    columns: tuple[tuple[tuple[tuple[str, str, bool], ...], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumPicture(PictureRequest):
    """The end of a cup: the three best with what they have won."""

    kind: ClassVar[str] = "podium"
    title: str
    note: str
    best: tuple[tuple[str, str], ...]
    foot: str

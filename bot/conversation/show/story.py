"""What happened, as a list: what one player did is one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.conversation.protocol.polyglot import spoken
from bot.conversation.show.events import fragment, is_told, score_part
from bot.conversation.show.words import Words
from bot.conversation.table.log import CLOCK, COMPUTER, NOBODY, SKIP, STANDING
from bot.conversation.table.state import Moment
from engine.actions import Pass
from engine.coordinates import cell_name
from engine.events import Event, FigurePlaced, FigureReturned, Scored, TilePlaced
from engine.geometry import Cell
from engine.state import GameState
from engine.tiles import POSTS

NOTED = {
    NOBODY: "told.forced",
    STANDING: "told.standing",
    CLOCK: "told.clock",
    SKIP: "told.skipped",
    COMPUTER: "told.computer",
}
TOLD_PASSES = frozenset({"bid", "quarters"})  # other passes show in what follows
FLIGHT = "DragonFlew"
OUTCOMES = frozenset(  # what comes of a move
    {
        "Scored",
        "FigureReturned",
        "TitleTaken",
        "GoodsTaken",
        "SecondPart",
        "TurnAgain",
        "TileSetAside",
        "DragonCame",
        "BazaarOpened",
        "TokensShared",
    }
)
ASIDES = frozenset({"TileSetAside", "SecondPart"})  # tell no more than which tile follows
MOST_IN_ONE = 6  # players' moves that one line names


@dataclass
class LinePart:
    """Something that a player did or got, with its emoji and remarks."""

    icon: str
    text: str
    remarks: list[str] = field(default_factory=list)

    def extend(self, text: str) -> None:
        """Something that belongs to it and follows its remarks."""
        self.text, self.remarks = self.shown() + text, []

    def shown(self) -> str:
        """The text, and all remarks in one bracket; behind a bracket of the text they need none."""
        if not self.remarks:
            return self.text
        remarks = "; ".join(
            text if times == 1 else f"{text} × {times}" for text, times in Counter(self.remarks).items()
        )
        return f"{self.text} · {remarks}" if spoken(self.text).endswith(")") else f"{self.text} ({remarks})"


class PlainLine(str):
    """A line that tells no more than a tile, its figure or a pass: a short message leaves it out first."""


class StoryLine:
    """What one player did, in order, then what others got by it. Only the first emoji is shown."""

    def __init__(self, who: int | None) -> None:
        self.who = who
        self.parts: list[LinePart] = []
        self.others: list[LinePart] = []  # what begins with other names stands last
        self.tile: Cell | None = None  # what the first part lays
        self.plain = True

    @property
    def empty(self) -> bool:
        """Whether nothing is told yet."""
        return not (self.parts or self.others)

    def add(self, icon: str, text: str, *, others: bool = False, plain: bool = False) -> LinePart:
        """One more part."""
        part = LinePart(icon, text)
        (self.others if others else self.parts).append(part)
        self.plain &= plain
        return part

    def text(self, words: Words) -> str:
        """The whole line."""
        parts = [*self.parts, *self.others]
        first = next((index for index, part in enumerate(parts) if part.icon), -1)
        joined = " · ".join(part.icon * (index == first) + part.shown() for index, part in enumerate(parts))
        if self.who is not None and self.parts:
            joined = f"{words.name(self.who)}{': ' if self.tile is None else ' '}{joined}"
        return PlainLine(joined) if self.plain else joined


class MoveList:
    """Lines about moves: consecutive ones of a player share a line, a flight of the dragon is one path."""

    def __init__(self, words: Words, state: GameState) -> None:
        self.words = words
        self.state = state
        self.lines: list[StoryLine] = []
        self._flying = False
        self._new: list[LinePart] = []  # of the move that is being told

    def add(self, moment: Moment) -> None:
        """Tell one move."""
        who = moment.action.player if moment.action is not None else None
        self._new = []
        if isinstance(moment.action, Pass) and moment.ask in TOLD_PASSES:
            self._new.append(self._line(who).add("", self.words.text("told.pass"), plain=True))
        seen = [event for event in moment.events if is_told(self.words, event)]
        for _, same in groupby(seen, key=_shared):
            self._event(who, list(same))
        if self._new and not _is_silent(moment):
            self._new[0].remarks += filter(None, [not_chosen(self.words, moment)])

    def _line(self, who: int | None) -> StoryLine:
        """The line of a player: the last one, or a new one."""
        if not self.lines or self.lines[-1].who != who or who is None:
            self.lines.append(StoryLine(who))
        return self.lines[-1]

    def _part(
        self, who: int | None, icon: str, text: str, *, others: bool = False, plain: bool = False
    ) -> None:
        self._new.append(self._line(who).add(icon, text, others=others, plain=plain))

    def _event(self, who: int | None, same: Sequence[Event]) -> None:
        event, words = same[0], self.words
        name = type(event).__name__
        if self._flying and name == FLIGHT:
            self.lines[-1].parts[-1].extend(f" → {words.values(self.state, event)['cell']}")
        elif self._flying and isinstance(event, FigureReturned) and event.why == "eaten":
            self.lines[-1].parts[-1].remarks.append(fragment(words, self.state, event))
            return
        elif isinstance(event, Scored):
            self._score(who, same, event)
        elif isinstance(event, TilePlaced):
            self._tile(who, event)
        elif isinstance(event, FigurePlaced):
            self._figure(who, event)
        else:
            self._other(who, event)
        self._flying = name == FLIGHT

    def _score(self, who: int | None, same: Sequence[Event], first: Scored) -> None:
        """Points; those of others begin with their names."""
        owner = None if first.final else who
        others = owner is not None and (len(same) > 1 or first.player != owner)
        text = score_part(self.words, same, owner)
        self._part(owner, self.words.icon(first.source), text, others=others)

    def _tile(self, who: int | None, event: TilePlaced) -> None:
        if not self.lines or self.lines[-1].who != who or not self.lines[-1].empty:
            self.lines.append(StoryLine(who))
        line = self.lines[-1]
        line.tile = event.cell
        self._new.append(line.add("", fragment(self.words, self.state, event), plain=True))

    def _figure(self, who: int | None, event: FigurePlaced) -> None:
        line, text = self._line(who), fragment(self.words, self.state, event)
        if line.tile == event.cell:
            line.parts[0].extend(f", {text}")
        else:  # through a portal, or on a tower
            kind = self.state.board.feature(event.cell, event.segment).kind
            icon = self.words.icon(kind if kind in POSTS else "portal") if line.tile else ""
            self._new.append(line.add(icon, f"{text} → {cell_name(event.cell)}", plain=True))

    def _other(self, who: int | None, event: Event) -> None:
        """What happened beside tiles, figures and points; what another player gets has a line of its own."""
        icon, text = self.words.icon(_meaning(event)), fragment(self.words, self.state, event)
        player: int | None = getattr(event, "player", who)
        plain = type(event).__name__ in ASIDES
        if player is None or player == who or isinstance(event, FigureReturned):
            self._part(who, icon, text, plain=plain)
        else:
            self._part(None, icon, f"{self.words.name(player)}: {text}", plain=plain)


def told(words: Words, state: GameState, moments: Iterable[Moment]) -> list[str]:
    """Lines about these moves, in order."""
    moves = MoveList(words, state)
    for moment in moments:
        moves.add(moment)
    return [line.text(words) for line in moves.lines]


def in_one_line(words: Words, state: GameState, moments: Sequence[Moment]) -> str:
    """What was chosen in these moves, without passes and without what came of it."""
    moves = MoveList(words.plain(), state)
    for moment in moments:
        events = tuple(event for event in moment.events if type(event).__name__ not in OUTCOMES)
        by = replace(moment.entry, by="")  # whether it was the only option does not matter
        moves.add(replace(moment, entry=by, events=events, ask=""))
    lines = [line.text(words) for line in moves.lines]
    if not lines and moments and moments[0].action is not None:
        return f"{words.name(moments[0].action.player)}: {words.text('told.pass')}"
    return " · ".join(lines[:MOST_IN_ONE]) + (" …" if len(lines) > MOST_IN_ONE else "")


def _is_silent(moment: Moment) -> bool:
    """Whether a player had to decline, which is not told: what is told of the move is not about that."""
    return moment.entry.by == NOBODY and isinstance(moment.action, Pass) and moment.ask not in TOLD_PASSES


def not_chosen(words: Words, moment: Moment) -> str:
    """Why a move was not chosen by the player; empty if it was."""
    key = NOTED.get(moment.entry.by)
    if key is None or moment.action is None:
        return ""
    of_computer = moment.entry.by == COMPUTER and not words.table.seats[moment.action.player].player
    return "" if of_computer else words.text(key)


def _shared(event: Event) -> object:
    """Equal for the scores of players who share a feature."""
    if isinstance(event, Scored) and event.feature is not None:
        return event.feature, event.points, event.source, event.items
    return id(event)


def _meaning(event: Event) -> str:
    """What the emoji of an event stands for."""
    if isinstance(event, FigureReturned):
        return event.why
    return str(getattr(event, "title", type(event).__name__))

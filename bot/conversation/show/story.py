"""What happened, as a list: what one player did is one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.conversation.show.events import fragment, is_told, score_part
from bot.conversation.show.words import Words
from bot.conversation.table.log import CLOCK, COMPUTER, NOBODY, SKIP, STANDING
from bot.conversation.table.state import Moment
from engine.actions import Pass
from engine.coordinates import cell_name
from engine.events import Event, FigurePlaced, FigureReturned, Scored, TilePlaced
from engine.geometry import Cell
from engine.state import GameState

NOTED = {
    NOBODY: "told.forced",
    STANDING: "told.standing",
    CLOCK: "told.clock",
    SKIP: "told.skipped",
    COMPUTER: "told.computer",
}
TOLD_PASSES = frozenset({"bid", "quarters"})  # other passes show in what follows
FLIGHT = "DragonFlew"


class StoryLine:
    """What one player did, in order: parts with their emoji, of which the first is shown."""

    def __init__(self, who: int | None) -> None:
        self.who = who
        self.parts: list[tuple[str, str]] = []
        self.tile: Cell | None = None  # what the first part lays

    def add(self, icon: str, text: str) -> None:
        """One more part."""
        self.parts.append((icon, text))

    def extend(self, text: str, part: int = -1) -> None:
        """Something that belongs to a part."""
        icon, told = self.parts[part]
        self.parts[part] = icon, told + text

    def text(self, words: Words) -> str:
        """The whole line."""
        first = next((index for index, (icon, _) in enumerate(self.parts) if icon), -1)
        shown = [icon + text if index == first else text for index, (icon, text) in enumerate(self.parts)]
        joined = " · ".join(shown)
        if self.who is None:
            return joined
        return f"{words.name(self.who)}{': ' if self.tile is None else ' '}{joined}"


class MoveList:
    """Lines about moves: consecutive ones of a player share a line, a flight of the dragon is one path."""

    def __init__(self, words: Words, state: GameState) -> None:
        self.words = words
        self.state = state
        self.lines: list[StoryLine] = []
        self._flying = False

    def add(self, moment: Moment) -> None:
        """Tell one move."""
        who = moment.action.player if moment.action is not None else None
        parts = self._count()
        if isinstance(moment.action, Pass) and moment.ask in TOLD_PASSES:
            self._part(who, "", self.words.text("told.pass"))
        seen = [event for event in moment.events if is_told(self.words, event)]
        for _, same in groupby(seen, key=_shared):
            self._event(who, list(same))
        if self._count() > parts:
            self._note(moment)

    def _count(self) -> int:
        return sum(len(line.parts) for line in self.lines)

    def _line(self, who: int | None) -> StoryLine:
        """The line of a player: the last one, or a new one."""
        if not self.lines or self.lines[-1].who != who or who is None:
            self.lines.append(StoryLine(who))
        return self.lines[-1]

    def _part(self, who: int | None, icon: str, text: str) -> None:
        self._line(who).add(icon, text)

    def _event(self, who: int | None, same: Sequence[Event]) -> None:
        event, words = same[0], self.words
        name = type(event).__name__
        if self._flying and name == FLIGHT:
            self.lines[-1].extend(f" → {words.values(self.state, event)['cell']}")
        elif self._flying and isinstance(event, FigureReturned) and event.why == "eaten":
            self.lines[-1].extend(f" ({fragment(words, self.state, event)})")
            return
        elif isinstance(event, Scored):
            owner = None if event.final else who
            self._part(owner, words.icon(event.source), score_part(words, same, owner))
        elif isinstance(event, TilePlaced):
            self._tile(who, event)
        elif isinstance(event, FigurePlaced):
            self._figure(who, event)
        else:
            self._other(who, event)
        self._flying = name == FLIGHT

    def _tile(self, who: int | None, event: TilePlaced) -> None:
        if not self.lines or self.lines[-1].who != who or self.lines[-1].parts:
            self.lines.append(StoryLine(who))
        self.lines[-1].tile = event.cell
        self.lines[-1].add("", fragment(self.words, self.state, event))

    def _figure(self, who: int | None, event: FigurePlaced) -> None:
        line, text = self._line(who), fragment(self.words, self.state, event)
        if line.tile == event.cell:
            line.extend(f", {text}", 0)
        else:  # through a portal
            line.add(self.words.icon("portal") if line.tile else "", f"{text} → {cell_name(event.cell)}")

    def _other(self, who: int | None, event: Event) -> None:
        """What happened beside tiles, figures and points; what another player gets has a line of its own."""
        icon, text = self.words.icon(_meaning(event)), fragment(self.words, self.state, event)
        player: int | None = getattr(event, "player", who)
        if player is None or player == who or isinstance(event, FigureReturned):
            self._part(who, icon, text)
        else:
            self._part(None, icon, f"{self.words.name(player)}: {text}")

    def _note(self, moment: Moment) -> None:
        """Say that a move was not chosen by the player."""
        if note := not_chosen(self.words, moment):
            self.lines[-1].extend(f" {note}")


def told(words: Words, state: GameState, moments: Iterable[Moment]) -> list[str]:
    """Lines about these moves, in order."""
    moves = MoveList(words, state)
    for moment in moments:
        moves.add(moment)
    return [line.text(words) for line in moves.lines]


def not_chosen(words: Words, moment: Moment) -> str:
    """Why a move was not chosen by the player, in brackets; empty if it was."""
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

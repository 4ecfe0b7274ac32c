"""A whole game read once from its log: its states, its moves without those undone, its scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.conversation.table.acts import Act
from bot.conversation.table.final import ended_of
from bot.conversation.table.log import COMPUTER, Entry, read_entry
from bot.conversation.table.model import Table, decode_table
from bot.conversation.table.state import LiveTable, Moment, advanced, opened
from engine.actions import Action
from engine.events import Event, GameEnded, Scored, TilePlaced
from engine.game import view_for
from engine.notation import BadNotation
from engine.plain import BadData
from engine.queries import projected_scores
from engine.record import BadRecord
from engine.refusals import IllegalAction
from engine.setup import BadSetup
from engine.state import GameState

# What a broken game raises when it is read and replayed. One of a newer version raises NeedsNewer.
UNREADABLE = (BadData, BadNotation, BadRecord, BadSetup, IllegalAction)


class GameHistory:
    """The log of one table. `states[n]` is the game after `moments[:n]`, the moves that were not undone."""

    def __init__(self, channel: str, setup: bytes, log: Iterable[bytes]) -> None:
        """Raises what is UNREADABLE, and NeedsNewer."""
        table = decode_table(setup)
        self.first = table  # the table before the first line
        self.acts: list[tuple[Entry, Act]] = []
        self.live: LiveTable = opened(channel, table, table.started)
        self.states: list[GameState] = [self.live.state]
        self.moments: list[Moment] = []
        self._opening = self.live.recent[-1]
        self._projected: list[tuple[int, ...]] = []
        for line in log:
            self.add(read_entry(line))

    @property
    def table(self) -> Table:
        """The table after the last line."""
        return self.live.table

    def add(self, entry: Entry) -> None:
        """Read one more line; raises what `advanced` raises."""
        before = self.live.stands
        self._projected = []
        if (act := entry.act) is not None:
            self.acts.append((entry, act))
        self.live = advanced(self.live, entry, self.states)
        if self.live.stands > before:
            self.moments.append(self.live.recent[-1])
        else:
            del self.moments[self.live.stands :]

    def events(self) -> Iterator[Event]:
        """All events of the game, without those undone."""
        for events, _ in self._played():
            yield from events

    def _played(self) -> Iterator[tuple[tuple[Event, ...], GameState]]:
        """The events of the opening and of every move, each with the state after them."""
        yield from zip((moment.events for moment in (self._opening, *self.moments)), self.states, strict=True)

    def turns(self) -> list[tuple[tuple[Moment, ...], GameState]]:
        """The moves of every turn, and the state after them."""
        numbers = range(len(self.moments))
        groups = [list(group) for _, group in groupby(numbers, key=lambda number: self.states[number].turn)]
        return [
            (tuple(self.moments[number] for number in group), self.states[group[-1] + 1]) for group in groups
        ]

    def last_turn_by_computer(self) -> tuple[GameState, tuple[Action, ...]] | None:
        """The last decisions of the game, if a computer made them in one turn, and the state before them."""
        turn, last = self.states[len(self.moments) - 1].turn, self.moments[-1:]
        actions: list[Action] = []
        for moment, state in zip(reversed(self.moments), reversed(self.states[:-1]), strict=True):
            action, mine = moment.action, last[0].action
            if moment.entry.by != COMPUTER or action is None or mine is None:
                break
            if (action.player, state.turn) != (mine.player, turn):
                break
            actions.insert(0, action)
        return (self.states[len(self.moments) - len(actions)], tuple(actions)) if actions else None

    def points_by_source(self) -> list[tuple[str, tuple[int, ...]]]:
        """The points of every seat by what they came from."""
        found: dict[str, Counter[int]] = {}
        for events, _ in self._played():
            for event in events:
                if isinstance(event, Scored):
                    found.setdefault(event.source, Counter())[event.player] += event.points
        seats = range(len(self.table.seats))
        return [(source, tuple(points[seat] for seat in seats)) for source, points in found.items()]

    def scores_by_tile(self) -> list[tuple[int, ...]]:
        """The scores before the first tile and after every tile, with what the tile brought later."""
        found = [(0,) * len(self.table.seats)]
        for events, state in self._played():
            if _lays_tile(events):
                found.append(tuple(state.scores))
            else:
                found[-1] = tuple(state.scores)
        return found

    @property
    def ended(self) -> GameEnded | None:
        """How the game ended; None if it was not played to its end."""
        return ended_of(self.live)

    def projected_by_tile(self) -> list[tuple[int, ...]]:
        """As `scores_by_tile`, with what the position would bring if the game ended there."""
        if not self._projected:
            last = self.states[:1]  # the last state of every tile
            for events, state in self._played():
                last[len(last) - (not _lays_tile(events)) :] = [state]
            self._projected = [_projected(state) for state in last]
        return self._projected

    def last_placer(self) -> int | None:
        """The seat that laid the last tile."""
        placed = [event.player for event in self.events() if isinstance(event, TilePlaced)]
        return placed[-1] if placed else None

    def frames(self) -> list[GameState]:
        """A view of the start, of the game after every tile, and of its end."""
        return [
            view_for(state, None)
            for number, (events, state) in enumerate(self._played())
            if number == 0 or state.over or _lays_tile(events)
        ]


def _lays_tile(events: Iterable[Event]) -> bool:
    return any(isinstance(event, TilePlaced) for event in events)


def _projected(state: GameState) -> tuple[int, ...]:
    """The scores as if the game ended there."""
    return tuple(state.scores) if state.over else projected_scores(view_for(state, None))

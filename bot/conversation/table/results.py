"""The result of a finished game, as a group keeps it: who, places, scores, the set-up, how seats ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from bot.conversation.table.acts import EndAct, ForgetAct, HintAct, SeatAct
from bot.conversation.table.anonymise import GONE, seat_name
from bot.conversation.table.history import GameHistory
from bot.conversation.table.polls.crowd import CROWD
from bot.conversation.table.titles import titles_of
from bot.documents import Document, Unknown
from engine.events import GameEnded

PLAYED, COMPUTER_SEAT = "played", "computer"
# Ways to end that count as last.
LEFT = frozenset({"resign", "kick", "drop", "flag", "away", "substitute", "forget"})


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What came of one seat. `user` is who sat down there: empty for a computer."""

    user: str
    name: str
    place: int
    score: int
    points: tuple[tuple[str, int], ...] = ()  # by source
    level: str = ""  # of a computer
    ended: str = PLAYED  # or why another player had the seat at the end, as in `SeatAct.why`
    hints: int = 0
    seconds: int = 0  # the usual time for a decision: the median
    titles: tuple[str, ...] = ()
    unknown: Unknown = field(default_factory=dict)

    @property
    def left(self) -> bool:
        """Whether the user gave the seat up, or lost it."""
        return self.ended in LEFT


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game that was played to its end."""

    game: str
    channel: str
    kind: str
    seats: tuple[SeatResult, ...]
    boxes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    clock: int = 0  # seconds for a decision
    rule: str = ""  # of the clock
    started: int = 0
    ended: int = 0
    tiles: int = 0  # laid
    decisions: int = 0
    rated: bool = False
    language: str = "en"
    unknown: Unknown = field(default_factory=dict)

    def encode(self) -> bytes:
        """The result as bytes."""
        return RESULT.write(self)

    def seat_of(self, user: str) -> SeatResult | None:
        """The seat on which a user sat down."""
        return next((seat for seat in self.seats if seat.user == user), None)

    def winners(self) -> list[SeatResult]:
        """The seats on the first place."""
        return [seat for seat in self.seats if seat.place == 1]

    def ranks(self) -> list[int]:
        """The places, those who left behind all others."""
        return [seat.place + (len(self.seats) if seat.left else 0) for seat in self.seats]


RESULT = Document(GameResult, "result", version=2)
decode_result = RESULT.read


def result_of(history: GameHistory, ended: GameEnded) -> GameResult:
    """The result of a game that was played to its end. It follows from the log alone."""
    table, setup = history.table, history.table.setup
    sources = history.points_by_source()
    endings, hints, times = _endings(history), _hints(history), _times(history)
    titles = titles_of(history, ended) if history.live.state.over else [()] * len(endings)
    seats = tuple(
        SeatResult(
            user=first.owner,
            name=first.name,
            place=ended.places[index],
            score=ended.scores[index],
            points=tuple((source, points[index]) for source, points in sources if points[index]),
            level="" if first.owner else CROWD if first.by_vote else first.level,
            ended=endings[index],
            hints=hints[index],
            seconds=round(median(times[index])) if times[index] else 0,
            titles=titles[index] if endings[index] == PLAYED else (),
        )
        for index, first in enumerate(history.first.seats)
    )
    return GameResult(
        game=table.game,
        channel=history.live.channel,
        kind=setup.game,
        seats=seats,
        boxes=setup.boxes,
        options=setup.options,
        clock=table.clock.limit,
        rule=table.clock.rule if table.clock.limit else "",
        started=table.started,
        ended=history.live.recent[-1].entry.at,
        tiles=len(history.live.state.board.cells) - len(history.states[0].board.cells),
        decisions=len(history.moments),
        rated=table.rated and not any(hints.values()),
        language=table.language,
    )


def forfeited(history: GameHistory) -> GameEnded | None:
    """The end of a serious game that was closed because players had left it: who stayed has won."""
    closed = any(isinstance(act, EndAct) for _, act in history.acts)
    left = [ending in LEFT for ending in _endings(history)]
    if not (closed and history.table.serious and any(left)) or all(left):
        return None
    stayed = left.count(False)
    places = tuple(stayed + 1 if gone else 1 for gone in left)
    return GameEnded(tuple(history.live.state.scores), places, "", "")


def _endings(history: GameHistory) -> list[str]:
    """For every seat `played`, or why its first player had it no more at the end."""
    found = [PLAYED if seat.owner else COMPUTER_SEAT for seat in history.first.seats]
    for _, act in history.acts:
        if isinstance(act, SeatAct) and history.first.seats[act.seat].owner:
            back = act.player == history.first.seats[act.seat].owner
            gone = not act.player or found[act.seat] == PLAYED
            found[act.seat] = PLAYED if back else act.why if gone else found[act.seat]
        elif isinstance(act, ForgetAct) and act.owner:
            found[act.seat] = "forget"
    return found


def _hints(history: GameHistory) -> Counter[int]:
    return Counter(act.seat for _, act in history.acts if isinstance(act, HintAct))


def _times(history: GameHistory) -> list[list[int]]:
    """The seconds that the first player of each seat took for each decision."""
    found: list[list[int]] = [[] for _ in history.first.seats]
    before = history.table.started
    for moment in history.moments:
        seat = moment.action.player if moment.action else -1
        if seat >= 0 and moment.entry.by == history.first.seats[seat].owner:
            found[seat].append(moment.entry.at - before)
        before = moment.entry.at
    return found


def anonymous(result: GameResult, user: str, gone: str) -> GameResult:
    """The result without a user: another id, the neutral name of the seat."""
    seats = tuple(
        replace(seat, user=gone, name=seat_name(result.language, index)) if seat.user == user else seat
        for index, seat in enumerate(result.seats)
    )
    return replace(result, seats=seats)


def free_id(results: Sequence[GameResult]) -> str:
    """An id of no user that no result of a group has."""
    taken = {seat.user for result in results for seat in result.seats}
    number = 1
    while f"{GONE}{number}" in taken:
        number += 1
    return f"{GONE}{number}"

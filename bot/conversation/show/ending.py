"""The end of a game: the ranking, the score sheet, the seed to check the bag with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.conversation.protocol.messages import Choice, Outgoing, PictureRequest
from bot.conversation.protocol.tokens import Token
from bot.conversation.show.events import ranking, told
from bot.conversation.show.turn import message_key
from bot.conversation.show.words import Words, signed
from bot.conversation.table.model import Table, decode, read_entry
from bot.conversation.table.repository import Room
from bot.conversation.table.state import Live, advanced, opened
from bot.conversation.table.transaction import Course
from engine.events import Event, GameEnded, Scored, TilePlaced
from engine.game import view_for
from engine.state import GameState


def ended_of(live: Live) -> GameEnded | None:
    """The event that closed the game, if it was played to its end."""
    for moment in reversed(live.recent):
        for event in moment.events:
            if isinstance(event, GameEnded):
                return event
    return None


class Retold:
    """A whole game told once more from its log: the scores by tile and by source, and its pictures."""

    def __init__(self, channel: str, setup: bytes, log: Iterable[bytes]) -> None:
        self.table: Table = decode(setup)
        self.events: list[Event] = []
        self.frames: list[GameState] = []
        self.series: list[tuple[int, ...]] = [(0,) * len(self.table.seats)]
        live = opened(channel, self.table, self.table.started)
        stands = [live.state]
        marks: list[tuple[int, int, int]] = []  # lengths of the lists above after so many standing lines
        self._note(live, live.recent[-1].events)
        marks.append((len(self.events), len(self.frames), len(self.series)))
        for line in log:
            before = live.stands
            live = advanced(live, read_entry(line), stands)
            if live.stands > before:
                self._note(live, live.recent[-1].events)
                marks.append((len(self.events), len(self.frames), len(self.series)))
            elif live.stands < before:
                del marks[live.stands + 1 :]
                events, frames, series = marks[-1]
                del self.events[events:], self.frames[frames:], self.series[series:]
        self.live = live

    def _note(self, live: Live, events: tuple[Event, ...]) -> None:
        self.events += events
        if any(isinstance(event, TilePlaced) for event in events) or not self.frames or live.state.over:
            self.frames.append(view_for(live.state, None))
        if any(isinstance(event, TilePlaced) for event in events):
            self.series.append(tuple(live.state.scores))
        else:
            self.series[-1] = tuple(live.state.scores)  # what the same tile brought later

    def by_source(self) -> list[tuple[str, tuple[int, ...]]]:
        """Points of every seat by what they came from."""
        found: dict[str, Counter[int]] = {}
        for event in self.events:
            if isinstance(event, Scored):
                found.setdefault(event.source, Counter())[event.player] += event.points
        seats = range(len(self.table.seats))
        return [(source, tuple(points[seat] for seat in seats)) for source, points in found.items()]


def sheet(words: Words, live: Live, retold: Retold, theme: str = "day") -> PictureRequest:
    """The score sheet as a picture."""
    rows = tuple((plain_source(words, source), points) for source, points in retold.by_source())
    return PictureRequest(
        "score_sheet",
        live.game,
        view_for(live.state, None),
        live.state.ply,
        live.table.names(),
        rows=rows,
        series=tuple(retold.series),
        theme=theme,
        language=words.catalogue.language,
    )


def plain_source(words: Words, source: str) -> str:
    """What points came from."""
    return words.word(source, "source", "kind", "figure", "word")


def sheet_lines(words: Words, retold: Retold) -> list[str]:
    """The score sheet as lines."""
    return [
        f"{plain_source(words, source)}: "
        + " · ".join(f"{words.name(seat)} {signed(value)}" for seat, value in enumerate(points) if value)
        for source, points in retold.by_source()
    ]


async def end_message(room: Room, words: Words, course: Course, note: str) -> Outgoing:
    """The last message of a game: the ranking first, then what the last move brought, then the sheet."""
    live = course.live
    record = await room.store.tables.load(live.channel, known=(live.game, 0))
    retold = Retold(live.channel, record.setup, record.log) if record is not None else None
    happened = told(words, live.state, course.moments)
    return _closing(words, live, retold, [note] if note else [], happened, message_key(course.before))


def end_again(words: Words, retold: Retold, closes: str) -> Outgoing:
    """The last message of a game that was put away before anybody was told."""
    return _closing(words, retold.live, retold, [], [], closes)


def _closing(
    words: Words, live: Live, retold: Retold | None, notes: list[str], happened: list[str], closes: str
) -> Outgoing:
    ended = ended_of(live)
    lines = [*notes, words.text("end.title")]
    if ended is not None:
        lines += ranking(words, ended)
    lines += happened
    picture = None
    if retold is not None:
        lines += sheet_lines(words, retold)
        picture = sheet(words, live, retold)
    if ended is not None:
        lines.append(words.text("end.fair", seed=ended.seed, salt=ended.salt, commitment=commitment(live)))
    choices = [
        Choice(words.catalogue.label(f"button.{name}"), str(Token(live.game, 0, f"!{name}.{live.game}")))
        for name in ("final", "replay", "record", "review")
    ]
    choices.append(once_more(words, live))
    return Outgoing(
        live.channel,
        "\n".join(lines),
        tuple(choices),
        picture,
        alt=words.catalogue.label("alt.sheet"),
        notify=tuple(dict.fromkeys(live.table.people())),
        key=message_key(live),
        closes=(closes,),
    )


def once_more(words: Words, live: Live) -> Choice:
    """The button that opens a lobby like this game's."""
    return Choice(
        words.catalogue.label("button.again"), str(Token(live.game, 0, f"!again.{live.game}")), "success"
    )


def commitment(live: Live) -> str:
    """What was published at the start."""
    return live.table.setup.commitment

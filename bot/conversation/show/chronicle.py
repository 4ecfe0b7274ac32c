"""What happened at a table since a line of its log, in words: for a channel that was not told yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.show.auction import SALE, in_short
from bot.conversation.show.story import NOTED, in_one_line
from bot.conversation.show.words import Words, platform_name
from bot.conversation.table.acts import (
    Act,
    AgreeAct,
    BallotAct,
    EmojiAct,
    FlagAct,
    ForgetAct,
    LinkAct,
    MissAct,
    RefuseAct,
    RemindAct,
    ResumeAct,
    SeatAct,
    StandingAct,
)
from bot.conversation.table.history import GameHistory
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Vote
from bot.conversation.table.state import LiveTable, Moment
from engine import record

UNTOLD = (StandingAct, MissAct, RemindAct, AgreeAct, EmojiAct, BallotAct)  # need no line


@dataclass
class Chronicle:
    """Lines in the order in which things happened, and the moves since the last of them.

    `acts`, `votes`, `undone` and `moved` are about what was not heard before.
    """

    lines: list[str] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    votes: list[tuple[Vote, int]] = field(default_factory=list)  # closed ones, and the seat that closed each
    undone: bool = False
    moved: bool = False  # there is a line or a move


def recent_moves(live: LiveTable, version: int) -> list[Moment] | None:
    """The moves since a version, if memory has them and nothing else happened; None: read the log."""
    count = live.version - version
    if not 0 <= count <= len(live.recent) - 1:
        return None
    found = list(live.recent[len(live.recent) - count :])
    return found if all(map(_is_plain, found)) else None


def _is_plain(moment: Moment) -> bool:
    """Whether a moment is a move, or an act without words."""
    return moment.action is not None or isinstance(moment.entry.act, UNTOLD)


def _undo(entry: Entry) -> bool:
    return entry.line.startswith(record.UNDO)


def of_moves(words: Words, live: LiveTable, moments: Iterable[Moment], heard: int) -> Chronicle:
    """The chronicle of moves, the first of them `heard` before: all but a user's last turn become lines."""
    found = Chronicle()
    for number, moment in enumerate(moments):
        if moment.action is not None:
            _add(found, words, live, moment)
            found.moved |= number >= heard
        elif number >= heard and (act := moment.entry.act) is not None:
            found.acts.append(act)
    return found


def _add(found: Chronicle, words: Words, live: LiveTable, moment: Moment) -> None:
    """One more move; another user's move begins a new group, but an auction is told as one."""
    if found.moments and _is_other(found.moments[-1], moment):
        _flush(found, words, live)
    found.moments.append(moment)


def _is_other(last: Moment, moment: Moment) -> bool:
    """Whether another user moves now, and not in the same auction."""
    by = moment.entry.by
    return by not in NOTED and by != last.entry.by and not (last.ask in SALE and moment.ask in SALE)


def _flush(found: Chronicle, words: Words, live: LiveTable) -> None:
    found.lines += in_short(words, live.state, found.moments)
    found.moments = []


def of_log(texts: Catalogue, history: GameHistory, entries: Sequence[Entry], heard: int) -> Chronicle:
    """The chronicle of these lines of a log, which `history` gets line by line."""
    found = Chronicle()
    for number, entry in enumerate(entries):
        if number >= heard:
            _look(found, history, entry)
        note = _read(found, texts, history, entry)
        found.moved |= number >= heard and (bool(note) or entry.act is None)
    return found


def _look(found: Chronicle, history: GameHistory, entry: Entry) -> None:
    """What a line is beside its words, before it is read."""
    act, vote = entry.act, history.table.vote
    if act is not None:
        found.acts.append(act)
    if isinstance(act, RefuseAct) and vote is not None:
        found.votes.append((vote, act.seat))
    found.undone |= _undo(entry)


def _read(found: Chronicle, texts: Catalogue, history: GameHistory, entry: Entry) -> str:
    """Read one line; returns the note about it, if it is not a move."""
    before, act = Words(texts, history.table), entry.act
    note = taken_back(before, history, entry) if _undo(entry) else ""
    old = before.name(act.seat) if isinstance(act, SeatAct | ForgetAct) else ""
    history.add(entry)
    words = Words(texts, history.table)
    if act is not None:
        note = act_note(words, act, old)
    elif not note:
        _add(found, words, history.live, history.live.recent[-1])
    if note:
        _flush(found, words, history.live)
        found.lines.append(note)
    return note


def taken_back(words: Words, history: GameHistory, entry: Entry) -> str:
    """What an undo takes back, before it does."""
    target = record.undo_target(entry.line, history.live.stands)
    seat = history.table.seat_of(entry.by)
    first = history.moments[target].action if target < len(history.moments) else None
    who = seat if seat is not None else (first.player if first else 0)
    return words.text("undo.done", player=words.name(who), what=described(words, history, target))


def described(words: Words, history: GameHistory, target: int) -> str:
    """The moves that an undo takes back."""
    return in_one_line(words, history.live.state, history.moments[target:])


def act_note(words: Words, act: Act, old: str) -> str:
    """A line about an act; empty if it needs none. `old` is the name of its seat before."""
    match act:
        case SeatAct(why="flag"):  # the act before it says so
            return ""
        case SeatAct(why="drop"):
            return words.text(
                "late.dropped", player=words.name(act.seat), misses=0, n=words.table.clock.misses
            )
        case SeatAct(seat=seat, why=why):
            level = words.text(f"level.{words.table.seats[seat].level}")
            return words.text(f"seat.{why}", old=old, player=words.name(seat), level=level)
        case FlagAct(seat=seat):
            return words.text(f"flag.{words.table.bank.rule}", player=words.name(seat))
        case ForgetAct(seat=seat, player=True):
            return words.text("seat.left", old=old, player=words.name(seat))
        case ResumeAct():
            return words.text("resumed")
        case LinkAct(platform=platform, how=how):
            return words.text(f"link.{how}", platform=platform_name(words.catalogue, platform))
    return ""

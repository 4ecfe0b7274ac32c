"""What happened at a table since a line of its log, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.show.auction import SALE, in_short
from bot.conversation.show.group.crowd import ballots_on, move_words
from bot.conversation.show.recent import INSTEAD
from bot.conversation.show.story import NOTED
from bot.conversation.show.votes import described
from bot.conversation.show.words import Words, platform_name
from bot.conversation.table.acts import (
    Act,
    AgreeAct,
    BallotAct,
    EmojiAct,
    FlagAct,
    ForgetAct,
    HintAct,
    LinkAct,
    MissAct,
    RefuseAct,
    RemindAct,
    ResumeAct,
    SeatAct,
    StandingAct,
)
from bot.conversation.table.history import GameHistory
from bot.conversation.table.log import CLOCK, COMPUTER, SKIP, Entry
from bot.conversation.table.model import Vote
from bot.conversation.table.options import prompts_of
from bot.conversation.table.polls.crowd import CROWD, tally
from bot.conversation.table.state import LiveTable, Moment
from engine import record
from engine.events import Scored, TurnStarted

UNTOLD = (StandingAct, MissAct, RemindAct, AgreeAct, EmojiAct, BallotAct, HintAct)  # need no line


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines about the log from one version to another."""

    first: int
    last: int
    lines: tuple[str, ...]
    notes: int = 0  # how many of the lines are no moves; these come first


class Chronicle:
    """What happened, in order: the moves of one user after the other, and notes between them.

    `acts`, `votes`, `undone`, `moved` and `turned` are about what was not heard before.
    """

    def __init__(self, heard: int) -> None:
        self.heard = heard  # the version up to which it was told before
        self.told: list[Passage] = []
        self.acts: list[Act] = []
        self.votes: list[tuple[Vote, int]] = []  # closed ones, and the seat that closed each
        self.undone = False
        self.moved = False  # there is a note or a move
        self.turned = False  # a turn has begun
        self._moments: list[Moment] = []  # of one user, who may not be done
        self._notes: list[str] = []  # about them
        self._user = ""

    def add(self, words: Words, live: LiveTable, moment: Moment, note: str) -> None:
        """One more move, and a note about it; another user's begins a new passage, an auction is one."""
        user, last = user_of(live, moment), self._moments[-1] if self._moments else None
        in_sale = last is not None and last.ask in SALE and moment.ask in SALE
        if last is not None and user and not in_sale and self._is_of_another(user, last, moment):
            self.flush(words, live)
        self._moments.append(moment)
        self._notes += [note] if note else []
        self._user = user or self._user

    def _is_of_another(self, user: str, last: Moment, moment: Moment) -> bool:
        """Whether the moves so far are another user's, or of another seat before any user has moved."""
        if self._user:
            return user != self._user
        seats = [one.action.player for one in (last, moment) if one.action is not None]
        return len(set(seats)) > 1

    def note(self, words: Words, live: LiveTable, text: str) -> None:
        """Something beside the moves."""
        self.flush(words, live)
        self.told.append(Passage(live.version, live.version, (text,), 1))

    def flush(self, words: Words, live: LiveTable) -> None:
        """The moves become lines: something else follows."""
        if self._moments:
            moves = in_short(words, live.state, map(_without_final_scores, self._moments))
            first, last, notes = self._moments[0].version, self._moments[-1].version, len(self._notes)
            self.told.append(Passage(first, last, (*self._notes, *moves), notes))
        self._moments, self._notes, self._user = [], [], ""

    def hear(self, moment: Moment) -> None:
        """Something that was not heard before, if it was not."""
        if moment.version <= self.heard:
            return
        if (act := moment.entry.act) is not None:
            self.acts.append(act)
        self.moved |= act is None
        self.turned |= any(isinstance(event, TurnStarted) for event in moment.events)
        self.undone |= _is_undo(moment.entry)

    def lines(self) -> list[str]:
        """All of it in lines."""
        return [line for passage in self.told for line in passage.lines]

    def notes(self) -> list[str]:
        """The lines that are about no move."""
        return [line for passage in self.told for line in passage.lines[: passage.notes]]

    def forget_heard(self) -> None:
        """Leave out what was heard before, unless it goes on."""
        self.told = [one for one in self.told if one.last > self.heard]


def _without_final_scores(moment: Moment) -> Moment:
    """The last move of a game without the final scoring: the ranking follows."""
    events = tuple(event for event in moment.events if not (isinstance(event, Scored) and event.final))
    return replace(moment, events=events)


def user_of(live: LiveTable, moment: Moment) -> str:
    """The user whose move it was, also if the clock or an admin has chosen it; empty if it was automatic."""
    by = moment.entry.by
    if by in INSTEAD and moment.action is not None:
        return live.table.seats[moment.action.player].user
    return "" if by in NOTED else by


def _is_undo(entry: Entry) -> bool:
    return entry.line.startswith(record.UNDO)


# -- from memory ------------------------------------------------------------------------------------


def recent_moves(live: LiveTable, version: int) -> list[Moment] | None:
    """What happened since a version, if memory has it and nothing needs the table before; else None."""
    found = [moment for moment in live.recent if moment.version > version]
    whole = len(found) == live.version - version  # nothing is forgotten, nothing was taken back
    return found if whole and all(map(_is_plain, found)) else None


def _is_plain(moment: Moment) -> bool:
    """Whether a moment is a player's move, or an act without words."""
    if moment.action is not None:
        return moment.entry.by != CROWD
    return isinstance(moment.entry.act, UNTOLD)


def of_moves(words: Words, live: LiveTable, moments: Iterable[Moment], heard: int) -> Chronicle:
    """The chronicle of moves; those after the version `heard` are new."""
    found = Chronicle(heard)
    for moment in moments:
        found.hear(moment)
        if moment.action is not None:
            found.add(words, live, moment, _instead(words, live, moment))
    found.flush(words, live)
    return found


# -- from the log -----------------------------------------------------------------------------------


def of_log(texts: Catalogue, history: GameHistory, entries: Sequence[Entry], heard: int) -> Chronicle:
    """The chronicle of these lines of a log, which `history` gets line by line."""
    found = Chronicle(heard)
    for entry in entries:
        vote = history.table.vote
        _read(found, texts, history, entry)
        if isinstance(entry.act, RefuseAct) and vote is not None and history.live.version > heard:
            found.votes.append((vote, entry.act.seat))
    found.flush(Words(texts, history.table), history.live)
    return found


def _read(found: Chronicle, texts: Catalogue, history: GameHistory, entry: Entry) -> None:
    """Read one line."""
    before, act, earlier = Words(texts, history.table), entry.act, history.live
    note = taken_back(before, history, entry) if _is_undo(entry) else ""
    old = before.name(act.seat) if isinstance(act, SeatAct | ForgetAct) else ""
    history.add(entry)
    words, moment = Words(texts, history.table), history.live.recent[-1]
    found.hear(moment)
    if act is None and not note:
        by_vote = entry.by == CROWD
        note = _decided(before, earlier, moment) if by_vote else _instead(words, history.live, moment)
        found.add(words, history.live, moment, note)
        return
    note = note or (act_note(words, act, old) if act is not None else "")
    if note:
        found.note(words, history.live, note)
        found.moved |= moment.version > found.heard


# -- notes ------------------------------------------------------------------------------------------


def _instead(words: Words, live: LiveTable, moment: Moment) -> str:
    """Why the clock, an admin or the computer has begun to play for a user in this turn; else empty."""
    by, seat = moment.entry.by, moment.action.player if moment.action is not None else -1
    stands_in = by in (CLOCK, SKIP) or (by == COMPUTER and bool(live.table.seats[seat].player))
    if not stands_in or any(_is_same(one, moment) for one in live.recent):
        return ""
    if by == SKIP:
        return words.text("skip.done", player=words.name(seat))
    clock, misses = live.table.clock, live.table.seats[seat].misses
    rule = "computer" if by == COMPUTER else clock.rule
    return words.text(f"late.{rule}", player=words.name(seat), misses=misses, n=clock.misses)


def _is_same(one: Moment, moment: Moment) -> bool:
    """Whether a move was an earlier one of the same turn, for the same seat, by the same stand-in."""
    if one.action is None or moment.action is None or one.version >= moment.version:
        return False
    return (one.turn, one.entry.by, one.action.player) == (
        moment.turn,
        moment.entry.by,
        moment.action.player,
    )


def _decided(words: Words, before: LiveTable, moment: Moment) -> str:
    """What the votes of a channel have decided; empty for the rest of the same move."""
    seat = moment.action.player if moment.action is not None else -1
    prompt = next((one for one in prompts_of(before.state, seat)), None)
    ballots = ballots_on(before, prompt) if prompt is not None else []
    if prompt is None or not ballots:
        return ""
    best = tally(ballots)[0]
    told = move_words(words, before.state, prompt, best.move)
    return words.text("crowd.decided", move=told, votes=best.votes, n=len(ballots))


def taken_back(words: Words, history: GameHistory, entry: Entry) -> str:
    """What an undo takes back, before it does."""
    target = record.undo_target(entry.line, history.live.stands)
    first = history.moments[target].action if target < len(history.moments) else None
    who = first.player if first is not None else 0
    return words.text("undo.done", player=words.name(who), what=described(words, history, target))


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

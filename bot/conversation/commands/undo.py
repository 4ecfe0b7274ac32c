"""Undo: free while nothing hidden was shown, later with the others' consent. It says what it takes back."""

from __future__ import annotations

from bot.conversation.commands.votes import call_vote, others
from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.model import Entry, Vote, read_entry
from bot.conversation.table.state import Live, advanced, replayed
from bot.conversation.table.transaction import Course
from engine import notation, record
from engine.queries import census
from engine.setup import SEAT_LETTERS
from engine.state import GameState


def standing_lines(log: tuple[bytes, ...]) -> list[Entry]:
    """The lines of the game that were not undone, with who played them."""
    found: list[Entry] = []
    for data in log:
        entry = read_entry(data)
        if entry.line.startswith(record.UNDO):
            del found[record.undo_target(entry.line, len(found)) :]
        elif not entry.line.startswith("!"):
            found.append(entry)
    return found


def last_move(lines: list[Entry], stands: list[GameState], seat: int, user: str) -> int | None:
    """How many lines stand before the last move that this person chose: tile and figure are one move."""
    letter = SEAT_LETTERS[seat]
    index = len(lines) - 1
    while index >= 0 and not (lines[index].line.startswith(letter) and lines[index].by == user):
        index -= 1
    if index < 0:
        return None
    turn = stands[index].turn
    while index > 0 and lines[index - 1].line.startswith(letter) and stands[index - 1].turn == turn:
        index -= 1
    return index


def is_free(lines: list[Entry], stands: list[GameState], target: int, live: Live, seat: int) -> bool:
    """Whether nothing hidden was shown since, and nobody else chose anything."""
    before, now = stands[target], live.state
    if not others(live, seat):
        return True
    people = {other.player for other in live.table.seats if other.player} - {live.table.seats[seat].player}
    if any(entry.by in people for entry in lines[target:]):
        return False
    return census(before) == census(now) and before.chance == now.chance


async def undo(desk: Desk) -> list[Outgoing]:
    """Take back the own last move: at once while nothing was revealed, else if all others agree."""
    live = await desk.live()
    seat = desk.seat(live)
    log, stands = await desk.room.history(live)
    lines = standing_lines(log)
    target = last_move(lines, stands, seat, desk.who.id)
    if target is None:
        raise Refused("undo.nothing")
    what = described(live, lines, stands, target)
    if is_free(lines, stands, target, live, seat):
        return await take_back(desk, Course(live, desk.at), seat, target, what)
    return await call_vote(desk, live, "undo", seat, target, what)


def described(live: Live, lines: list[Entry], stands: list[GameState], target: int) -> str:
    """What an undo would take back, in the table's words."""
    words = public_words(live)
    rules = live.state.rules
    parts = []
    for state, entry in zip(stands[target:], lines[target:], strict=False):
        action = notation.read(rules, entry.line)
        parts.append(f"{words.name(action.player)}: {words.action(state, action)}")
    return "; ".join(parts[:6]) + (" …" if len(parts) > 6 else "")


async def take_back(desk: Desk, course: Course, seat: int, target: int, what: str) -> list[Outgoing]:
    """Write the line that undoes, and ask again what was asked before."""
    live = course.live
    stored = await desk.room.store.tables.load(live.channel, known=(live.game, 0))
    if stored is None:
        raise Refused("no_table")
    log = (*stored.log[: course.before.version], *(entry.encode() for entry in course.entries))
    whole, stands = replayed(live.channel, stored.setup, log)
    entry = Entry(course.at, desk.who.id, f"{record.UNDO} {target}")
    course.undone(advanced(whole, entry, stands), entry)
    words = public_words(live)
    return await desk.conclude(course, words.text("undo.done", player=words.name(seat), what=what))


async def undo_agreed(desk: Desk, course: Course, vote: Vote) -> list[Outgoing]:
    """All have agreed."""
    log, stands = await desk.room.history(course.before)
    what = described(course.live, standing_lines(log), stands, vote.about)
    return await take_back(desk, course, vote.by, vote.about, what)

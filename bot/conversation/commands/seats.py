"""Who sits where, and who may change it: resign, substitute, kick, skip, pause, end. All is announced."""

from __future__ import annotations

from bot.conversation.commands import lobby
from bot.conversation.commands.votes import call_vote
from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import Token
from bot.conversation.show.ending import once_more
from bot.conversation.show.turn import message_key
from bot.conversation.table.lobby import clean_name
from bot.conversation.table.model import CLOCK
from bot.conversation.table.options import prompts_of
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.state import Live
from bot.conversation.table.transaction import Course
from engine.game import safe_answer
from engine.setup import SEAT_LETTERS

COMPUTER_WORDS = frozenset({"computer", "компьютер", "компютър"})
BACK_WORDS = frozenset({"back", "назад", "обратно"})


def find_seat(live: Live, text: str) -> int:
    """A seat by its letter or its player's name; raises Refused."""
    wanted = text.strip().lstrip("@").lower()
    for index, seat in enumerate(live.table.seats):
        names = (SEAT_LETTERS[index].lower(), seat.name.lower(), seat.shown.lower())
        if wanted in names or wanted in (seat.player, seat.owner):
            return index
    raise Refused("no_such_seat")


async def reseat(desk: Desk, course: Course, seat: int, player: str, name: str, why: str) -> list[Outgoing]:
    """Give a seat to somebody, or with no player to the computer, and tell everybody."""
    words = public_words(course.live)
    old = words.name(seat)
    if not player:
        name = words.catalogue.label("seat.computer", name=course.live.table.seats[seat].name)
    if player:
        await desk.room.store.users.sit(player, desk.channel, desk.at)
    leaving = course.live.table.seats[seat].player
    course.act(desk.who.id, "seat", seat=seat, player=player, name=name, why=why)
    if not course.live.table.people():
        if why == "away":
            raise Refused("substitute.last")
        return await close_table(desk, course)
    words = public_words(course.live)
    level = words.text(f"level.{course.live.table.seats[seat].level}")
    note = words.text(f"seat.{why}", old=old, player=words.name(seat), level=level)
    told = await desk.conclude(course, note)
    if leaving and leaving != course.live.table.seats[seat].owner:
        await desk.room.store.users.rise(leaving, desk.channel)
    return told


async def resign(desk: Desk) -> list[Outgoing]:
    """Give up the seat for good; the computer plays on. Asks once more before it does."""
    live = await desk.live()
    seat = desk.seat(live)
    if desk.args != ("yes",):
        label = desk.mine.label("button.resign")
        sure = Choice(label, str(Token(live.game, live.state.ply, "!resign.yes")), "danger")
        return [desk.say(desk.mine.text("resign.sure"), (sure,))]
    return await reseat(desk, Course(live, desk.at), seat, "", "", "resign")


async def substitute(desk: Desk) -> list[Outgoing]:
    """`computer`: it plays for me; `back`: I take my seat again; a seat: I play for whoever left it."""
    live = await desk.live()
    course = Course(live, desk.at)
    mine = live.table.seat_of(desk.who.id)
    words = [word.lower() for word in desk.args]
    if len(words) == 1 and words[0] in COMPUTER_WORDS:
        return await reseat(desk, course, desk.seat(live), "", "", "away")
    if not words or words[0] in BACK_WORDS:
        return await _back(desk, live, course)
    seat = find_seat(live, desk.args[0])
    if len(words) == 2 and words[1] in COMPUTER_WORDS:
        if not desk.may_rule(live):
            raise Refused("opener_only")
        return await reseat(desk, course, seat, "", "", "away")
    if mine is not None:
        raise Refused("already_seated")
    there = live.table.seats[seat]
    if there.player or not (there.owner or desk.may_rule(live)):
        raise Refused("seat_taken")
    return await reseat(desk, course, seat, desk.who.id, clean_name(desk.who.name), "substitute")


async def _back(desk: Desk, live: Live, course: Course) -> list[Outgoing]:
    for index, seat in enumerate(live.table.seats):
        if seat.owner == desk.who.id and seat.player != desk.who.id:
            return await reseat(desk, course, index, desk.who.id, seat.name, "back")
        if seat.player == desk.who.id and seat.owner not in ("", desk.who.id):
            return await reseat(desk, course, index, "", "", "away")
    raise Refused("substitute.usage")


async def kick(desk: Desk) -> list[Outgoing]:
    """Put the computer on somebody's seat for good: opener and admins at once, players by a vote."""
    live = await desk.live()
    if not desk.args:
        raise Refused("kick.usage")
    seat = find_seat(live, " ".join(desk.args))
    if not live.table.seats[seat].player:
        raise Refused("seat_is_computer")
    if desk.may_rule(live):
        return await reseat(desk, Course(live, desk.at), seat, "", "", "kick")
    return await call_vote(desk, live, "kick", desk.seat(live), seat, public_words(live).name(seat))


async def skip(desk: Desk) -> list[Outgoing]:
    """Answer safely for whoever is waited for: opener and admins at once, players by a vote."""
    live = await desk.live()
    waiting = [wait.seat for wait in live.waits if live.table.seats[wait.seat].player]
    if not waiting or live.table.paused:
        raise Refused("skip.nobody")
    if desk.may_rule(live):
        return await skip_seat(desk, Course(live, desk.at), waiting[0])
    return await call_vote(
        desk, live, "skip", desk.seat(live), waiting[0], public_words(live).name(waiting[0])
    )


async def skip_seat(desk: Desk, course: Course, seat: int) -> list[Outgoing]:
    answer_safely(course, seat)
    words = public_words(course.live)
    return await desk.conclude(course, words.text("skip.done", player=words.name(seat)))


def answer_safely(course: Course, seat: int) -> None:
    """TURN-31: the safe answer to what a seat is asked."""
    for prompt in prompts_of(course.live.state, seat)[:1]:
        course.play(safe_answer(course.live.state, prompt), CLOCK)


async def pause(desk: Desk) -> list[Outgoing]:
    """Stop the clock and the moves until somebody resumes."""
    live = await desk.live()
    if not desk.may_rule(live):
        desk.seat(live)
    if live.table.paused:
        raise Refused("paused_now")
    course = Course(live, desk.at)
    course.act(desk.who.id, "pause")
    await desk.note(course)
    resume_token = str(Token(live.game, live.state.ply, "!resume"))
    words = public_words(live)
    button = Choice(words.catalogue.label("button.resume"), resume_token, "success")
    return [Outgoing(desk.channel, words.text("paused"), (button,), quiet=True, closes=(message_key(live),))]


async def resume(desk: Desk) -> list[Outgoing]:
    """Go on."""
    live = await desk.live()
    if not desk.may_rule(live):
        desk.seat(live)
    if not live.table.paused:
        raise Refused("not_paused")
    course = Course(live, desk.at)
    course.act(desk.who.id, "resume")
    return await desk.conclude(course, public_words(live).text("resumed"))


async def end(desk: Desk) -> list[Outgoing]:
    """End the game without a winner, or close the lobby: opener and admins at once, players by a vote."""
    try:
        live = await desk.live_or_none()
    except Unreadable as table:
        if not desk.who.admin:
            raise
        await desk.room.put_away(table, desk.at)
        return [desk.tell(desk.mine.text("end.put_away"))]
    if live is None:
        return await lobby.close(desk)
    if desk.may_rule(live) or live.table.people() == [desk.who.id]:
        return await close_table(desk, Course(live, desk.at))
    return await call_vote(desk, live, "end", desk.seat(live), -1, "")


async def close_table(desk: Desk, course: Course) -> list[Outgoing]:
    """Put the table away as it stands."""
    course.act(desk.who.id, "end")
    await desk.room.save(course, None)
    live = course.live
    await desk.room.finish(live, desk.at, None)
    words = public_words(live)
    text = words.text(
        "end.closed",
        scores=words.scores(live.state.scores),
    )
    closes = (message_key(course.before),)
    again = (once_more(words, live),)
    return [Outgoing(desk.channel, text, again, key=f"{live.game}.end", closes=closes, quiet=True)]

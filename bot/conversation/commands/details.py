"""What a short message leaves out: every move since one's own, the clock, the fairness code, the working."""

from __future__ import annotations

from bot.conversation.commands.archive import finished_game
from bot.conversation.context import Context
from bot.conversation.protocol import markup
from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.ending import sheet, sheet_alt, sheet_lines
from bot.conversation.show.offered import UNDER_DETAILS, about_game
from bot.conversation.show.recent import since_last_message, since_own_move
from bot.conversation.show.story import told
from bot.conversation.show.words import Words
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import GameHistory
from bot.conversation.table.state import LiveTable
from engine.queries import reconstructed_sets
from engine.steps.draw import tiles_left

MOST_LINES = 40


async def details(context: Context) -> list[Outgoing]:
    """The details of the running game, or the working of a finished one."""
    game = context.args[0] if context.args else ""
    live = await context.live_or_none()
    if live is not None and game in ("", live.game):
        return [context.say("\n".join(_running(context.words(live), live, context.who.id)))]
    finished = await finished_game(context, game)
    history = GameHistory(context.channel, finished.setup, finished.log)
    words = context.words(history.live)
    picture = sheet(words, history.live, history, context.theme)
    text = "\n".join(_finished(words, history))
    more = about_game(words.catalogue, history.live.game, UNDER_DETAILS)
    return [context.say(text, more, picture, sheet_alt(words, history))]


def _running(words: Words, live: LiveTable, user: str) -> list[str]:
    state, table = live.state, live.table
    seat = table.seat_of(user)
    happened = told(words, state, since_own_move(live, seat))
    head = words.text("details.happened" if seat is None else "details.since_you")
    lines = [head, *markup.fold(happened[-MOST_LINES:])]
    if state.tile:
        lines.append(words.text("details.tile", tile=words.tile(state, state.tile)))
    following = _next(live)
    if following is not None:
        lines.append(words.text("next", player=words.name(following)))
    if table.clock.limit:
        rule = words.text(f"rule.{table.clock.rule}", n=table.clock.misses)
        lines.append(words.text("lobby.clock", time=duration(words.catalogue, table.clock.limit), rule=rule))
    if any(words.platform(index) for index in range(len(table.seats))):
        lines.append(words.listed(words.placed(index) for index in range(len(table.seats))))
    if reconstructed_sets(state.rules):
        lines.append(words.text("start.reconstructed"))
    return [*lines, words.text("start.fair", commitment=table.setup.commitment)]


def _next(live: LiveTable) -> int | None:
    """Whose turn follows, if there is one and the player on turn is asked."""
    asked = [wait.seat for wait in live.waits]
    if not tiles_left(live.state) or asked != [live.state.player]:
        return None
    return (live.state.player + 1) % len(live.table.seats)


def _finished(words: Words, history: GameHistory) -> list[str]:
    live = history.live
    happened = told(words, live.state, since_last_message(live))[-MOST_LINES:]
    lines = [words.text("details.end"), *markup.fold(happened)]
    lines += [words.text("details.sources"), *markup.fold(sheet_lines(words, history))]
    ended = ended_of(live)
    if ended is not None:
        commitment = live.table.setup.commitment
        lines.append(words.text("end.fair", seed=ended.seed, salt=ended.salt, commitment=commitment))
    return lines

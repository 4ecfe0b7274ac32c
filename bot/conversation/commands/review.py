"""`/review`: the costliest moves of each player in a finished game."""

from __future__ import annotations

from bot.conversation.commands.archive import finished_game
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.catalogue import Value
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.protocol.tokens import command
from bot.conversation.show.words import Words
from bot.conversation.table.log import game_lines
from bot.conversation.table.model import decode_table
from bot.conversation.table.options import is_placement
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.players import Costly
from engine.record import Record, replay
from engine.state import GameState
from storage.records import FinishedTable


async def review(context: Context) -> list[Outgoing]:
    """Review the last game, or the one with the given id."""
    finished = await _finished(context)
    table = decode_table(finished.setup)
    record = Record(table.setup, game_lines(finished.log))
    try:
        found = await context.reviews.of(finished.game, record)
    except NoAnswer:
        raise Refused("review.failed") from None
    if found is None:
        token = command(finished.game, 0, "review", finished.game)
        again = Choice(context.mine.label("button.review"), token)
        return [context.say(context.mine.text("review.soon"), (again,))]
    words = Words(context.mine, table)
    wanted = {move.line for moves in found for move in moves}
    before = {
        number: transition.state for number, transition in enumerate(replay(record)) if number in wanted
    }
    lines = [context.mine.text("review.title")]
    for seat, moves in enumerate(found):
        if not moves:
            lines.append(words.text("review.none", player=words.name(seat)))
            continue
        lines.append(f"{words.name(seat)}:")
        lines += [f"· {_line(words, before[move.line], move)}" for move in moves]
    return [context.say("\n".join(lines))]


async def _finished(context: Context) -> FinishedTable:
    """The requested finished game: by its id, or the last one; raises Refused."""
    live = await context.live_or_none()
    wish = context.args[0].lower() if context.args else ""
    if live is not None and wish == live.game:
        raise Refused("review.running")
    try:
        return await finished_game(context, wish)
    except Refused:
        if live is not None and not wish:
            raise Refused("review.running") from None
        raise


def _line(words: Words, state: GameState, move: Costly) -> str:
    values: dict[str, Value] = {
        "turn": move.turn,
        "played": _action(words, state, move, move.played),
        "better": _action(words, state, move, move.better),
        "n": round(move.lost),
    }
    if is_placement(move.played) and state.tile is not None:
        return words.text("review.move_at", where=words.tile(state, state.tile), **values)
    if state.last is not None:
        return words.text("review.move_at", where=cell_name(state.last), **values)
    return words.text("review.move", **values)


def _action(words: Words, state: GameState, move: Costly, action: Action) -> str:
    if isinstance(action, Pass):
        return words.catalogue.first((f"pass.{move.ask}", "choice.pass"))
    return words.action(state, action)

"""After a game: the moves that cost each player most, in words."""

from __future__ import annotations

from bot.conversation.commands.archive import finished_game
from bot.conversation.context import Desk, Refused
from bot.conversation.protocol.catalogue import Value
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.ports import FinishedTable, NoAnswer
from bot.conversation.protocol.tokens import Token
from bot.conversation.show.words import Words
from bot.conversation.table.model import decode
from bot.conversation.table.options import is_placement
from bot.conversation.table.state import game_lines
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.players import Costly
from engine.record import Record, replay
from engine.state import GameState


async def review(desk: Desk) -> list[Outgoing]:
    """`/review`: what the last game, or the one of an id, could have been."""
    finished = await _finished(desk)
    table = decode(finished.setup)
    record = Record(table.setup, game_lines(finished.log))
    try:
        found = await desk.room.reviews.of(finished.game, record)
    except NoAnswer:
        raise Refused("review.failed") from None
    if found is None:
        token = str(Token(finished.game, 0, f"!review.{finished.game}"))
        again = Choice(desk.mine.label("button.review"), token)
        return [desk.say(desk.mine.text("review.soon"), (again,))]
    words = Words(desk.mine, table)
    wanted = {move.line for moves in found for move in moves}
    before = {
        number: transition.state for number, transition in enumerate(replay(record)) if number in wanted
    }
    lines = [desk.mine.text("review.title")]
    for seat, moves in enumerate(found):
        if not moves:
            lines.append(words.text("review.none", player=words.name(seat)))
            continue
        lines.append(f"{words.name(seat)}:")
        lines += [f"· {_line(words, before[move.line], move)}" for move in moves]
    return [desk.say("\n".join(lines))]


async def _finished(desk: Desk) -> FinishedTable:
    """The finished game that is asked for: by its id, or the last one; raises Refused."""
    live = await desk.live_or_none()
    wish = desk.args[0].lower() if desk.args else ""
    if live is not None and wish == live.game:
        raise Refused("review.running")
    try:
        return await finished_game(desk, wish)
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

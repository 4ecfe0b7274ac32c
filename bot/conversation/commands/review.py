"""`/review`: a report on a finished game: accuracy, luck, turning points."""

from __future__ import annotations

from collections.abc import Iterable

from bot.conversation.commands.archive import finished_game
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Value
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.pictures import ReviewPicture, ReviewPoint
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.protocol.tokens import command
from bot.conversation.show.words import Words, signed
from bot.conversation.table.log import game_lines
from bot.conversation.table.model import decode_table
from bot.conversation.table.options import is_placement
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.game import apply, view_for
from engine.geometry import Cell
from engine.players import Costly, GameReview
from engine.record import Record, replay
from engine.state import GameState
from storage.records import FinishedTable


async def review(context: Context) -> list[Outgoing]:
    """Review the last game, or the one with the given id."""
    finished = await _finished(context)
    table = decode_table(finished.setup)
    record = Record(table.setup, game_lines(finished.log))
    try:
        found = await context.reviews.of(finished, record)
    except NoAnswer:
        raise Refused("review.failed") from None
    if found is None:
        return [_pending(context, finished.game)]
    words = Words(context.mine, table)
    told = [*found.turning, *(move for one in found.players for move in one.worst)]
    before = _states(record, {move.line for move in told})
    lines = [context.mine.text("review.title"), *markup.fold(_lines(words, found, before))]
    picture = _picture(words, found, before, finished.game, context.theme)
    return [
        context.say("\n".join(lines), picture=picture, alt=markup.plain(" ".join(lines).replace("\n", " ")))
    ]


def _pending(context: Context, game: str) -> Outgoing:
    """A review that takes longer: how far it is, and a button to ask again."""
    token = command(game, 0, "review", game)
    again = Choice(context.mine.label("button.review"), token)
    done = round(100 * context.reviews.progress(game))
    return context.say(context.mine.text("review.soon", n=done), (again,))


async def _finished(context: Context) -> FinishedTable:
    """The requested finished game: by its id, or the last one; raises Refused."""
    live = await context.live_or_none()
    game = context.args[0].lower() if context.args else ""
    if live is not None and game == live.game:
        raise Refused("review.running")
    try:
        return await finished_game(context, game)
    except Refused:
        if live is not None and not game:
            raise Refused("review.running") from None
        raise


def _states(record: Record, wanted: set[int]) -> dict[int, GameState]:
    """The states before some lines of a record."""
    found = enumerate(replay(record))
    return {number: transition.state for number, transition in found if number in wanted}


def _lines(words: Words, found: GameReview, before: dict[int, GameState]) -> Iterable[str]:
    for seat, one in enumerate(found.players):
        yield words.text(
            "review.player",
            player=words.name(seat),
            accuracy=f"{one.accuracy:.0f}",
            luck=_luck(one.luck),
        )
        for move in one.worst:
            yield f"· {_line(words, before[move.line], move)}"
    if not any(one.worst for one in found.players):
        yield words.text("review.flawless")
    yield words.text("review.luck_note")


def _luck(luck: float) -> str:
    return f"+{round(luck)}" if round(luck) > 0 else signed(round(luck))


def _picture(
    words: Words, found: GameReview, before: dict[int, GameState], game: str, theme: str
) -> ReviewPicture:
    label = words.catalogue.label
    return ReviewPicture(
        game=game,
        names=words.table.names(),
        theme=theme,
        language=words.catalogue.language,
        title=label("review.report"),
        heads=(label("review.accuracy"), label("review.luck"), label("card.course")),
        labels=(label("review.played"), label("review.better")),
        rows=tuple((f"{one.accuracy:.0f}%", _luck(one.luck)) for one in found.players),
        course=found.course,
        points=tuple(_point(words, before[move.line], move) for move in found.turning),
    )


def _point(words: Words, state: GameState, move: Costly) -> ReviewPoint:
    name = words.table.seats[move.played.player].shown
    return ReviewPoint(
        turn=move.turn,
        title=words.catalogue.label("review.turn", turn=move.turn, player=markup.escape(name)),
        text=markup.plain(_line(words, state, move)),
        played_cell=_cell(state, move.played),
        better_cell=_cell(state, move.better),
        played=view_for(apply(state, move.played).state, None),
        better=view_for(apply(state, move.better).state, None),
    )


def _cell(state: GameState, action: Action) -> Cell | None:
    cell: Cell | None = getattr(action, "cell", None)
    return cell or state.last


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
    cell = getattr(action, "cell", None)
    if is_placement(action) and cell is not None:  # the picture shows which way round
        same = action is move.better and cell == getattr(move.played, "cell", None)
        return words.text("review.turned", cell=cell_name(cell)) if same else cell_name(cell)
    return words.action(state, action)

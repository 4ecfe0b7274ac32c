"""The end of a game: the ranking, the score sheet, the seed to check the bag with."""

from __future__ import annotations

from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.pictures import ScoreSheet
from bot.conversation.protocol.tokens import command
from bot.conversation.show.events import ranking, told
from bot.conversation.show.turn import message_key
from bot.conversation.show.words import Words, signed
from bot.conversation.table.history import GameHistory
from bot.conversation.table.repository import Repository
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine.events import GameEnded


def ended_of(live: LiveTable) -> GameEnded | None:
    """The event that closed the game, if it was played to its end."""
    for moment in reversed(live.recent):
        for event in moment.events:
            if isinstance(event, GameEnded):
                return event
    return None


def sheet(words: Words, live: LiveTable, history: GameHistory, theme: str = "day") -> ScoreSheet:
    """The score sheet as a picture."""
    rows = tuple((plain_source(words, source), points) for source, points in history.points_by_source())
    return ScoreSheet(
        game=live.game,
        ply=live.state.ply,
        names=live.table.names(),
        rows=rows,
        theme=theme,
        language=words.catalogue.language,
    )


def plain_source(words: Words, source: str) -> str:
    """The name of a source of points."""
    return words.word(source, "source", "kind", "figure", "word")


def sheet_lines(words: Words, history: GameHistory) -> list[str]:
    """The score sheet as lines."""
    return [
        f"{plain_source(words, source)}: "
        + " · ".join(f"{words.name(seat)} {signed(value)}" for seat, value in enumerate(points) if value)
        for source, points in history.points_by_source()
    ]


async def end_message(repository: Repository, words: Words, transaction: Transaction, note: str) -> Outgoing:
    """The last message of a game: the ranking, the last move, the score sheet."""
    live = transaction.live
    record = await repository.store.tables.load(live.channel, known=(live.game, 0))
    history = GameHistory(live.channel, record.setup, record.log) if record is not None else None
    happened = told(words, live.state, transaction.moments)
    return _closing(words, live, history, [note] if note else [], happened, message_key(transaction.before))


def end_again(words: Words, history: GameHistory, closes: str) -> Outgoing:
    """The last message of a game, for a channel that never got it."""
    return _closing(words, history.live, history, [], [], closes)


def _closing(
    words: Words,
    live: LiveTable,
    history: GameHistory | None,
    notes: list[str],
    happened: list[str],
    closes: str,
) -> Outgoing:
    ended = ended_of(live)
    lines = [*notes, words.text("end.title")]
    if ended is not None:
        lines += ranking(words, ended)
    lines += happened
    picture = None
    if history is not None:
        lines += sheet_lines(words, history)
        picture = sheet(words, live, history)
    if ended is not None:
        lines.append(words.text("end.fair", seed=ended.seed, salt=ended.salt, commitment=commitment(live)))
    choices = [
        Choice(words.catalogue.label(f"button.{name}"), command(live.game, 0, name, live.game))
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
        closes=(closes,) if closes != message_key(live) else (),
    )


def once_more(words: Words, live: LiveTable) -> Choice:
    """The button that opens a lobby like this game's."""
    return Choice(words.catalogue.label("button.again"), command(live.game, 0, "again", live.game), "success")


def commitment(live: LiveTable) -> str:
    """The commitment that was published at the start."""
    return live.table.setup.commitment

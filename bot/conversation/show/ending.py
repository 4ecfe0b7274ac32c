"""The end of a game: the winner, the ranking, the score sheet; the working stands in the details."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.pictures import ScoreSheet
from bot.conversation.protocol.tokens import command
from bot.conversation.show.group.result_card import card_alt, card_of
from bot.conversation.show.offered import UNDER_END, about_game
from bot.conversation.show.turn import end_slot, turn_slot
from bot.conversation.show.words import Words, signed
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import GameHistory
from bot.conversation.table.state import LiveTable
from engine.events import GameEnded


def sheet(words: Words, live: LiveTable, history: GameHistory, theme: str = "day") -> ScoreSheet:
    """The score sheet as a picture."""
    rows = tuple((words.source(source), points) for source, points in history.points_by_source())
    return ScoreSheet(
        game=live.game,
        ply=live.state.ply,
        names=live.table.names(),
        rows=rows,
        theme=theme,
        language=words.catalogue.language,
    )


def sheet_lines(words: Words, history: GameHistory) -> list[str]:
    """The score sheet as lines."""
    return [
        f"{words.icon(source)}{words.source(source)}: "
        + " · ".join(f"{words.name(seat)} {signed(value)}" for seat, value in enumerate(points) if value)
        for source, points in history.points_by_source()
    ]


def sheet_alt(words: Words, history: GameHistory) -> str:
    """The score sheet in plain words."""
    lines = sheet_lines(words.plain(), history)
    return markup.plain(f"{words.text('alt.sheet')} {'; '.join(lines)}.")


def end_message(words: Words, history: GameHistory, closes: str, notes: Sequence[str] = ()) -> Outgoing:
    """The last message of a game; `closes` is the slot of its last question, if that still stands."""
    live = history.live
    choices = about_game(words.catalogue, live.game, UNDER_END)
    ended = ended_of(live)
    card = card_of(words, history, ended) if ended is not None else None
    return Outgoing(
        live.channel,
        "\n".join(_result(words, live, notes)),
        (once_more(words, live), *choices),
        picture=card,
        alt=card_alt(words, history, ended) if ended is not None else "",
        notify=tuple(dict.fromkeys(live.table.people())),
        slot=turn_slot(live),
        closes=(closes,) if closes not in ("", turn_slot(live)) else (),
        kind="end",
        reaction=words.icon("win").strip() if ended is not None else "",
    )


def _result(words: Words, live: LiveTable, notes: Sequence[str]) -> list[str]:
    """The winner first, then the ranking."""
    ended = ended_of(live)
    if ended is None:
        return [words.text("end.title"), *notes]
    return [winner_title(words, ended), *notes, *ranking(words, ended)]


def winner_title(words: Words, ended: GameEnded) -> str:
    """Who has won."""
    winners = [words.name(seat) for seat, place in enumerate(ended.places) if place == 1]
    key = "end.wins" if len(winners) == 1 else "end.shared"
    won = words.text(key, players=words.together(winners))
    return f"{words.icon('win')}<b>{won}</b>"


def ranking(words: Words, ended: GameEnded) -> list[str]:
    """The final places."""
    order = sorted(range(len(ended.scores)), key=lambda seat: (ended.places[seat], seat))
    return [
        words.text(
            "end.place",
            place=ended.places[seat],
            player=f"{words.square(seat)}{words.mention(seat)}",
            points=words.points(ended.scores[seat]),
        )
        for seat in order
    ]


def once_more(words: Words, live: LiveTable) -> Choice:
    """The button that opens a table like this game's."""
    return Choice(words.catalogue.label("button.again"), command(live.game, 0, "again", live.game), "success")


def closed_message(words: Words, live: LiveTable, closes: str) -> Outgoing:
    """The last message of a game that was ended."""
    stayed, scores = live.table.forfeited, words.standings(live.state.scores)
    text = words.text("end.closed", scores=scores)
    if stayed is not None:
        key = "end.forfeited" if live.table.rated else "end.forfeited_cup"
        text = words.text(key, player=words.name(stayed), scores=scores)
    again, old = (once_more(words, live),), (closes,) if closes else ()
    slot = end_slot(live.game)
    return Outgoing(live.channel, text, again, slot=slot, closes=old, quiet=True, kind="end")

"""The result card of a finished game: its texts, its headline fact, and what it shows in plain words."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.protocol.durations import MINUTE, roughly
from bot.conversation.protocol.pictures import ResultCard
from bot.conversation.protocol.polyglot import spoken
from bot.conversation.show.words import Words, signed
from bot.conversation.table.history import GameHistory
from bot.conversation.table.titles import far_behind, titles_of
from engine.events import GameEnded, Scored
from engine.game import view_for

LONGEST_NAME = 18  # letters of a name in the title
MOST_BOXES = 2  # named in the last line
HEADLINES = ("last_tile", "comeback", "photo_finish")  # titles of a winner that make a headline


def card_of(words: Words, history: GameHistory, ended: GameEnded, theme: str = "day") -> ResultCard:
    """The card as a picture."""
    live = history.live
    order = sorted(range(len(ended.places)), key=lambda seat: (ended.places[seat], seat))
    return ResultCard(
        game=live.game,
        ply=live.state.ply,
        names=tuple(seat.shown for seat in live.table.seats),
        theme=theme,
        language=words.catalogue.language,
        view=view_for(live.state, None),
        title=markup.plain(winner_line(words, ended)),
        fact=markup.plain(headline(words, history, ended)),
        course_title=words.catalogue.label("card.course"),
        foot=markup.plain(_foot(words, history)),
        ranking=tuple((ended.places[seat], seat, ended.scores[seat]) for seat in order),
        course=tuple(history.projected_by_tile()),
    )


def card_alt(words: Words, history: GameHistory, ended: GameEnded) -> str:
    """The card in plain words."""
    order = sorted(range(len(ended.places)), key=lambda seat: (ended.places[seat], seat))
    ranking = words.listed(f"{words.name(seat)} {signed(ended.scores[seat])}" for seat in order)
    board = words.text("alt.board", n=len(history.live.state.board.cells))
    parts = (winner_line(words, ended), headline(words, history, ended), board)
    about = " ".join(part if spoken(part).endswith((".", "!")) else f"{part}." for part in parts)
    return markup.plain(words.text("alt.card", ranking=ranking, about=about))


def winner_line(words: Words, ended: GameEnded) -> str:
    """Who has won, with names that are not too long for a title."""
    names = [_short(words.table.seats[seat].shown) for seat, place in enumerate(ended.places) if place == 1]
    if len(names) == 1:
        return words.text("card.wins", player=markup.escape(names[0]))
    return words.text("card.shared", players=markup.escape(words.listed(names)))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def headline(words: Words, history: GameHistory, ended: GameEnded) -> str:
    """The one fact that is worth telling first."""
    winners = [seat for seat, place in enumerate(ended.places) if place == 1]
    earned = titles_of(history, ended)[winners[0]] if len(winners) == 1 else ()
    title = next((title for title in HEADLINES if title in earned), None)
    if title is not None:
        player = words.name(winners[0])
        return words.text(f"fact.{title}", player=player, n=far_behind(history, winners[0]))
    scored = [event for event in history.events() if isinstance(event, Scored)]
    best = max(scored, key=lambda event: event.points, default=None)
    if best is None or best.points <= 0:
        return words.text("fact.quiet")
    source = words.word(best.source, "source", "kind", "figure", "word")
    player = markup.escape(_short(words.table.seats[best.player].shown))
    return words.text("fact.biggest", player=player, source=source, n=best.points)


def _foot(words: Words, history: GameHistory) -> str:
    """What was played, and how long."""
    setup, table = history.table.setup, history.table
    boxes = [words.word(box, "box") for box in setup.boxes]
    if len(boxes) > MOST_BOXES:
        boxes = [words.text("card.boxes", n=len(boxes))]
    lasted = history.live.recent[-1].entry.at - table.started
    parts = [words.text(f"game.{setup.game}"), *boxes]
    if lasted >= MINUTE:
        parts.append(roughly(words.catalogue, lasted))
    return " · ".join([*parts, *([words.text("card.rated")] if table.rated else [])])

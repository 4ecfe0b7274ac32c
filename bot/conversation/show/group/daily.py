"""The position of the day in words and pictures: the question, the solution, the month's table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from bot.conversation.protocol import formats, markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.pictures import Labelled, SheetPicture
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show import emoji, picture_requests
from bot.conversation.show.areas import asked_offer
from bot.conversation.show.buttons import choices_of
from bot.conversation.show.group.crowd import move_words
from bot.conversation.show.hint_reasons import reason_lines
from bot.conversation.show.words import Words
from bot.conversation.table.bank import BankState
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.polls.daily import (
    BEST,
    DailyAnswer,
    DailySetting,
    MonthRow,
    game_of,
    month_table,
    shown_month,
)
from bot.conversation.table.state import LiveTable, Wait
from engine import notation, players, record
from engine.coordinates import cell_name
from engine.game import pending
from engine.players import Position
from engine.prompts import Prompt

ROWS = 10  # of the month's table
NAMED = 8  # users who found the best move
HEADS = ("", "player", "points", "days", "found", "streak")


def shown_table(texts: Catalogue, channel: str, day: str, position: Position) -> LiveTable:
    """The position as a table: it can be shown, but not saved. Its players have no names."""
    game = record.read(position.record)
    state = record.last_state(game)
    prompt = pending(state)[0]
    names = [texts.label("daily.rival")] * state.rules.setup.players
    names[prompt.player] = texts.label("daily.you")
    seats = tuple(Seat("", name, "") for name in names)
    table = Table(game_of(day), game.setup, "", texts.language, seats, aids=False)
    wait = Wait(prompt.player, prompt.ask, prompt.asked_at, 0)
    return LiveTable(channel, table, state, 0, len(game.lines), (wait,), (), BankState())


def question_of(live: LiveTable) -> Prompt:
    """What is asked."""
    return pending(live.state)[0]


def question_slot(day: str) -> str:
    """The slot of the public question of a day."""
    return f"daily.{day}"


def day_words(texts: Catalogue, day: str) -> str:
    """A day, short."""
    when = date.fromisoformat(day)
    return formats.day_and_month(texts, when)


def question_message(texts: Catalogue, live: LiveTable, day: str, theme: str = "day") -> Outgoing:
    """The position with the cells to choose from."""
    words, offer = Words(texts, live.table), asked_offer(live, question_of(live))
    cells = picture_requests.numbered(offer)
    text = texts.text("daily.question", day=day_words(texts, day))
    lines = [text, f"{words.scores(live.state.scores)} · {picture_requests.left_line(words, live.state)}"]
    boxes = formats.listed(texts, [texts.label(f"box.{box}") for box in live.table.setup.boxes])
    lines += [texts.text("daily.boxes", boxes=boxes)] if boxes else []
    return Outgoing(
        live.channel,
        "\n".join(lines),
        (*choices_of(words, live, offer), table_button(texts)),
        picture_requests.board_picture(live, cells=cells, theme=theme, language=texts.language),
        alt=picture_requests.board_alt(words.plain(), live, cells),
        slot=question_slot(day),
    )


def table_button(texts: Catalogue) -> Choice:
    """The button of the month's table."""
    return Choice(texts.label("daily.table"), command(NO_GAME, 0, "daily", "table"), row=10)


def answer_words(texts: Catalogue, live: LiveTable, move: Sequence[str]) -> str:
    """A move, with the name of its cell."""
    action = notation.read(live.state.rules, move[0])
    told = move_words(Words(texts, live.table), live.state, question_of(live), move)
    cell = getattr(action, "cell", None)
    return f"{told} ({cell_name(cell)})" if cell is not None else told


def share_line(texts: Catalogue, answers: Sequence[DailyAnswer], move: Sequence[str]) -> str:
    """How many have answered, and how many of them the same."""
    same = sum(one.move[0] == move[0] for one in answers)
    return texts.text("daily.share", n=len(answers), same=same)


# -- the solution -----------------------------------------------------------------------------------------


def solution_message(
    texts: Catalogue, live: LiveTable, day: str, position: Position, answers: Sequence[DailyAnswer]
) -> Outgoing:
    """The best move, why, who found it, and the month's table; on the picture the votes."""
    today = [one for one in answers if one.day == day]
    best, words = position.moves[0].lines, Words(texts, live.table)
    found = sorted((one for one in today if one.points == BEST), key=lambda one: one.name.casefold())
    title = texts.text("daily.solution", day=day_words(texts, day), move=answer_words(texts, live, best))
    lines = [title, *(f"· {line}" for line in _reasons(words, live, best))]
    names = formats.listed(texts, [markup.escape(one.name) for one in found[:NAMED]])
    names += "…" if len(found) > NAMED else ""
    lines.append(_found_line(texts, len(today), len(found), names))
    rows = month_table(answers, day[:7], day)[:3]
    if rows:
        top = " · ".join(f"{markup.escape(row.name)} {row.points}" for row in rows)
        lines.append(texts.text("daily.month", top=top))
    cells = _votes(live, today, best)
    return Outgoing(
        live.channel,
        "\n".join(lines),
        (table_button(texts),),
        picture_requests.board_picture(live, cells=cells, language=texts.language),
        alt=emoji.without(markup.plain(" ".join(lines[:2]))),
        slot=f"{question_slot(day)}.solution",
        closes=(question_slot(day),),
        quiet=True,
    )


def _reasons(words: Words, live: LiveTable, best: Sequence[str]) -> list[str]:
    actions = [notation.read(live.state.rules, line) for line in best]
    seat = actions[0].player
    return reason_lines(words, seat, players.why(live.state, actions))


def _found_line(texts: Catalogue, count: int, found: int, names: str) -> str:
    if not count:
        return texts.text("daily.nobody")
    return (
        texts.text("daily.found", n=count, found=found, names=names)
        if found
        else texts.text("daily.missed", n=count)
    )


def _votes(live: LiveTable, today: Sequence[DailyAnswer], best: Sequence[str]) -> Labelled:
    """The cells with their votes; the best one is marked."""
    rules = live.state.rules
    right = getattr(notation.read(rules, best[0]), "cell", None)
    counts = Counter(getattr(notation.read(rules, one.move[0]), "cell", None) for one in today)
    counts[right] += 0
    return tuple(
        (f"★{votes}" if cell == right else str(votes), cell)
        for cell, votes in sorted(counts.items(), key=lambda pair: str(pair[0]))
        if cell is not None
    )


# -- the month --------------------------------------------------------------------------------------------


def month_title(texts: Catalogue, setting: DailySetting) -> str:
    """The month whose table is shown: that of the last solution."""
    month = date.fromisoformat(f"{shown_month(setting)}-01")
    return texts.text("daily.table_of", month=formats.month(texts, month))


def month_heads(texts: Catalogue) -> tuple[str, ...]:
    """The heads of its columns."""
    return tuple(texts.label(f"daily.head.{head}") if head else "" for head in HEADS)


def month_cells(place: int, row: MonthRow) -> tuple[str, ...]:
    """A row of it."""
    return (str(place + 1), row.name, str(row.points), str(row.days), str(row.found), str(row.streak))


def month_message(
    texts: Catalogue, channel: str, rows: Sequence[MonthRow], setting: DailySetting, user: str, theme: str
) -> Outgoing:
    """The table of a month: ten rows and the user's own."""
    title = month_title(texts, setting)
    own = next((place for place, row in enumerate(rows) if row.user == user), None)
    shown = [*range(min(ROWS, len(rows)))]
    shown += [own] if own is not None and own not in shown else []
    cells = tuple(month_cells(place, rows[place]) for place in shown)
    picture = SheetPicture(
        game="daily",
        theme=theme,
        language=texts.language,
        title=emoji.without(markup.plain(title)),
        note=texts.label("daily.points"),
        heads=month_heads(texts),
        rows=cells,
        marked=(shown.index(own),) if own is not None else (),
        places=min(3, len(rows)),
    )
    lines = [f"{cell[0]}. {markup.escape(cell[1])}: {texts.text('points', n=int(cell[2]))}" for cell in cells]
    text = "\n".join([f"<b>{title}</b>", *lines])
    return Outgoing(channel, text, picture=picture, alt=markup.plain(". ".join(lines)), to=user)

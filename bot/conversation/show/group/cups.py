"""Cups in words and pictures: entry, rounds, matches, standings, bracket, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from bot.conversation.protocol import formats, markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.pictures import BracketPicture, PictureRequest, PodiumPicture, SheetPicture
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.emoji import icon, without
from bot.conversation.table.cups.model import ENTRY, NOBODY, OVER, Cup, CupMatch, CupNote
from bot.conversation.table.cups.progress import rounds_of
from bot.conversation.table.cups.standings import CupStanding, standings

MOST_LINES = 40  # matches or names in one message
SHOWN_ROWS = 16  # of the standings, in a picture
MEDALS = ("first", "second", "third")


def button(texts: Catalogue, cup: Cup, name: str, *args: str, style: Style = "secondary") -> Choice:
    """A button of a cup."""
    return Choice(texts.label(f"button.cup_{name}"), command(NO_GAME, 0, "cup", name, cup.id, *args), style)


def title_of(texts: Catalogue, cup: Cup) -> str:
    """What kind of cup it is."""
    parts = [texts.text(f"cup.format.{cup.format}")]
    if cup.best_of > 1:
        parts.append(texts.text("cup.best_of", n=cup.best_of))
    if cup.duplicate:
        parts.append(texts.text("cup.duplicate"))
    return " · ".join(parts)


def time_of(texts: Catalogue, at: float) -> str:
    """A time, in UTC."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{formats.day_and_time(texts, moment)} UTC"


def match_title(texts: Catalogue, cup: Cup, match: CupMatch) -> str:
    """The name of a thread or a topic."""
    one, other = (cup.name(place) for place in match.pair)
    return texts.label("cup.match_title", n=cup.round_of(match.number), one=one, other=other)


def person(cup: Cup, entrant: int) -> str:
    """An entrant, mentioned."""
    if entrant == NOBODY:
        return "–"
    one = cup.entrants[entrant]
    return markup.person(one.user, one.name)


# -- entry --------------------------------------------------------------------------------------------


def entry_message(texts: Catalogue, cup: Cup, invitation: str = "") -> Outgoing:
    """Who has entered, and buttons to enter, to withdraw, to start, and to invite by an address."""
    names = [markup.escape(one.name) for one in cup.entrants]
    lines = [
        f"{icon('win')}<b>{texts.text('cup.opened', what=title_of(texts, cup))}</b>",
        texts.text("cup.limit", time=duration(texts, cup.limit)),
        texts.text("cup.until", time=time_of(texts, cup.until)) if cup.until else texts.text("cup.by_hand"),
        texts.text("cup.entered", n=len(names), names=_listed(texts, names) or "–"),
    ]
    choices: tuple[Choice, ...] = (
        button(texts, cup, "enter", style="success"),
        button(texts, cup, "withdraw"),
        button(texts, cup, "start", style="primary"),
    )
    if invitation:
        choices = (*choices, replace(button(texts, cup, "invite"), address=invitation, row=1))
    choices = choices if cup.status == ENTRY else ()
    return Outgoing(cup.home, "\n".join(lines), choices, slot=f"cup.{cup.id}", quiet=True)


def _listed(texts: Catalogue, names: list[str]) -> str:
    return formats.listed(texts, names[:MOST_LINES]) + (" …" if len(names) > MOST_LINES else "")


# -- rounds -------------------------------------------------------------------------------------------


def round_message(
    texts: Catalogue, cup: Cup, number: int, where: Mapping[int, str], *, called: bool = False
) -> Outgoing:
    """The matches of a round; with `called` the players are mentioned."""
    matches = cup.rounds[number - 1].matches
    lines = [_match_line(texts, cup, match, where.get(match.number, "")) for match in matches[:MOST_LINES]]
    if len(matches) > MOST_LINES:
        lines.append("…")
    head = texts.text("cup.round", n=number, total=max(number, rounds_of(cup)))
    open_ = any(not match.decided for match in matches)
    if open_:
        until = time_of(texts, cup.rounds[number - 1].started + cup.limit)
        lines.append(texts.text("cup.come", time=until))
    players = [cup.entrants[p].user for m in matches if not m.decided for p in m.pair if p != NOBODY]
    choices = (button(texts, cup, "mine", style="primary"), button(texts, cup, "standings"))
    return Outgoing(
        cup.home,
        "\n".join([f"{icon('win')}<b>{head}</b>", *lines]),
        choices if open_ else choices[1:],
        notify=tuple(players) if called else (),
        slot=f"cup.{cup.id}.r{number}",
        quiet=not called,
    )


def _match_line(texts: Catalogue, cup: Cup, match: CupMatch, where: str) -> str:
    if NOBODY in match.pair:
        name = markup.escape(cup.name(match.pair[0]))
        return f"{match.number}. {texts.text(f'cup.why.{match.why}', player=name)}"
    pair = texts.text("cup.pair", one=_side(cup, match, 0), other=_side(cup, match, 1))
    line = f"{match.number}. {pair}"
    if match.counted or match.decided:
        line += f" · {result_of_match(texts, match)}"
    return f"{line} · {markup.escape(where)}" if where and not match.decided else line


def _side(cup: Cup, match: CupMatch, side: int) -> str:
    """A player of a match: mentioned while it is open, then the winner in bold."""
    if not match.decided:
        return person(cup, match.pair[side])
    name = markup.escape(cup.name(match.pair[side]))
    return f"<b>{name}</b>" if match.winner == side else name


def result_of_match(texts: Catalogue, match: CupMatch) -> str:
    """The score of a match, and why it was decided if it was not by playing."""
    if match.why in ("no_show", "withdrawn", "decided"):
        key = "cup.nobody" if match.winner == NOBODY else f"cup.score.{match.why}"
        return f"{int(match.winner == 0)}:{int(match.winner == 1)} ({texts.text(key)})"
    games = formats.listed(texts, [f"{game.scores[0]}:{game.scores[1]}" for game in match.counted])
    if len(match.counted) == 1:
        return games
    return f"{match.wins(0)}:{match.wins(1)} ({games})" if games else "–"


def match_message(texts: Catalogue, cup: Cup, match: CupMatch, channel: str) -> Outgoing:
    """What the players of a match read where they play."""
    one, other = (person(cup, place) for place in match.pair)
    lines = [
        texts.text("cup.match", n=cup.round_of(match.number), one=one, other=other),
        texts.text("cup.match_how", time=time_of(texts, match.opened + cup.limit)),
    ]
    if cup.best_of > 1:
        lines.append(texts.text("cup.best_of_how", n=cup.best_of))
    come = [markup.escape(cup.name(match.pair[side])) for side in match.here]
    if come:
        lines.append(texts.text("cup.here", names=formats.listed(texts, come)))
    waits = len(match.here) < 2 and not match.decided
    users = tuple(cup.entrants[match.pair[side]].user for side in (0, 1) if side not in match.here)
    choices = (button(texts, cup, "here", str(match.number), style="success"),) if waits else ()
    slot = f"cup.{cup.id}.m{match.number}"
    return Outgoing(channel, "\n".join(lines), choices, notify=users if waits else (), slot=slot)


# -- notes --------------------------------------------------------------------------------------------


def note_message(texts: Catalogue, cup: Cup, note: CupNote, number: int) -> Outgoing:
    """Something that was decided."""
    match = cup.match(note.match) if note.match else None
    called: tuple[str, ...] = ()
    values = {"player": markup.escape(cup.name(note.entrant)) if note.entrant != NOBODY else ""}
    if match is not None:
        values |= {
            "one": markup.escape(cup.name(match.pair[0])),
            "other": markup.escape(cup.name(match.pair[1])),
        }
        values["result"] = result_of_match(texts, match)
        missing = [match.pair[side] for side in (0, 1) if side not in match.here]
        values["missing"] = formats.listed(texts, [person(cup, place) for place in missing])
        values["time"] = time_of(texts, match.opened + cup.limit)
        if note.kind == "remind":
            called = tuple(cup.entrants[place].user for place in missing)
    text = texts.text(f"cup.note.{note.kind}", **values)
    return Outgoing(cup.home, text, notify=called, slot=f"cup.{cup.id}.n{number}", quiet=not called)


# -- standings ----------------------------------------------------------------------------------------


def halves(points: int) -> str:
    """Points that are counted in halves."""
    return f"{points // 2}{'½' if points % 2 else ''}" if points != 1 else "½"


def standings_message(texts: Catalogue, cup: Cup, channel: str, theme: str = "day") -> Outgoing:
    """The standings, in words and as a picture; of a knock-out its bracket."""
    lines = standings(cup)
    shown = [_standing_line(texts, cup, place, line) for place, line in enumerate(lines[:SHOWN_ROWS])]
    title = f"{texts.text('cup.standings')} · {title_of(texts, cup)}"
    picture = bracket_picture(texts, cup, theme) if cup.knockout else sheet_picture(texts, cup, lines, theme)
    alt = without(markup.plain(". ".join([title, *shown])))
    text = "\n".join([f"<b>{title}</b>", *shown, *(["…"] if len(lines) > SHOWN_ROWS else [])])
    return Outgoing(channel, text, picture=picture, alt=alt, quiet=True)


def _standing_line(texts: Catalogue, cup: Cup, place: int, line: CupStanding) -> str:
    medal = icon(MEDALS[place]) if cup.status == OVER and place < len(MEDALS) else ""
    name = markup.escape(cup.name(line.entrant))
    out = f" ({texts.text('cup.out')})" if cup.entrants[line.entrant].out else ""
    return f"{medal}{place + 1}. {name} · {_won(texts, cup, line)}{out}"


def sheet_picture(texts: Catalogue, cup: Cup, lines: list[CupStanding], theme: str) -> PictureRequest:
    """The standings as a table."""
    heads = (
        ("place", "name", "margin") if cup.duplicate else ("place", "name", "points", "buchholz", "margin")
    )
    rows = []
    for place, line in enumerate(lines[:SHOWN_ROWS], start=1):
        numbers = (formats.tenths(texts, line.margin),) if cup.duplicate else _numbers(line)
        rows.append((str(place), cup.name(line.entrant), *numbers))
    played = texts.label("cup.after", n=len(cup.rounds), total=max(len(cup.rounds), rounds_of(cup)))
    return SheetPicture(
        game=f"cup{cup.id}",
        theme=theme,
        language=texts.language,
        title=f"{texts.label('cup.standings')} · {markup.plain(title_of(texts, cup))}",
        note=played,
        heads=tuple(texts.label(f"cup.head.{head}") for head in heads),
        rows=tuple(rows),
        places=3 if cup.status == OVER else 0,
    )


def _numbers(line: CupStanding) -> tuple[str, str, str]:
    return halves(line.points), halves(line.buchholz), f"{line.margin:+.0f}"


def bracket_picture(texts: Catalogue, cup: Cup, theme: str) -> PictureRequest:
    """The bracket of a knock-out: one column a round."""
    columns = [tuple(_bracket_match(cup, match) for match in one.matches) for one in cup.rounds]
    return BracketPicture(
        game=f"cup{cup.id}",
        theme=theme,
        language=texts.language,
        title=texts.label("cup.opened", what=title_of(texts, cup)),
        heads=tuple(_round_name(texts, cup, number) for number in range(rounds_of(cup))),
        columns=tuple(columns),
    )


def _bracket_match(cup: Cup, match: CupMatch) -> tuple[tuple[str, str, bool], ...]:
    """Name, score and whether they go on, for both sides."""
    rows = []
    for side, place in enumerate(match.pair):
        score = str(match.wins(side)) if len(match.counted) > 1 or cup.best_of > 1 else ""
        if len(match.counted) == 1 and cup.best_of == 1:
            score = str(match.counted[0].scores[side])
        rows.append((cup.name(place) if place != NOBODY else "–", score, match.winner == side))
    return tuple(rows)


def _round_name(texts: Catalogue, cup: Cup, number: int) -> str:
    left = rounds_of(cup) - number
    key = {1: "final", 2: "semifinal", 3: "quarterfinal"}.get(left)
    return texts.label(f"cup.{key}") if key else texts.label("cup.round_name", n=number + 1)


def end_message(texts: Catalogue, cup: Cup, number: int) -> Outgoing:
    """The end of a cup: the winner, the standings in words, a card; the whole table behind a button."""
    lines = standings(cup)
    message = standings_message(texts, cup, cup.home)
    winner = person(cup, lines[0].entrant)
    title = texts.text("cup.won", player=winner)
    return Outgoing(
        cup.home,
        f"{icon('win')}<b>{title}</b>\n{message.text}",
        (button(texts, cup, "standings"),),
        picture=podium_picture(texts, cup, lines, markup.plain(title)),
        alt=message.alt,
        notify=(cup.entrants[lines[0].entrant].user,),
        slot=f"cup.{cup.id}.n{number}",
    )


def podium_picture(texts: Catalogue, cup: Cup, lines: list[CupStanding], title: str) -> PictureRequest:
    """The card of the end."""
    games = sum(len(match.counted) for match in cup.matches)
    counts = (texts.label("cup.players", n=len(cup.entrants)), texts.label("cup.games", n=games))
    return PodiumPicture(
        game=f"cup{cup.id}",
        language=texts.language,
        title=title,
        note=markup.plain(title_of(texts, cup)),
        best=tuple((cup.name(line.entrant), _won(texts, cup, line)) for line in lines[:3]),
        foot=" · ".join(counts),
    )


def _won(texts: Catalogue, cup: Cup, line: CupStanding) -> str:
    """What a player has won, in words."""
    if cup.duplicate:
        return formats.tenths(texts, line.margin)
    return (
        texts.label("cup.wins", n=line.wins)
        if cup.knockout
        else texts.label("cup.points", points=halves(line.points))
    )

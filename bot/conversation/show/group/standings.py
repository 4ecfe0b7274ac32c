"""Ladders, profiles and the list of a group's games: as pictures, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.conversation.protocol import formats, markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import ProfilePicture, SheetPicture
from bot.conversation.show.emoji import icon, without
from bot.conversation.show.words import signed
from bot.conversation.table.anonymise import GONE
from bot.conversation.table.ladder import LADDERS, YARDSTICKS, Ladder, LadderEntry, Ladders
from bot.conversation.table.profile import Profile
from bot.conversation.table.results import GameResult

ROWS = 10
HEADS = ("place", "name", "number", "games", "wins", "streak", "average")
MEDALS = ("first", "second", "third")
MOST_RIVALS = 3


def day_of(texts: Catalogue, at: float) -> str:
    """A date, short."""
    day = datetime.fromtimestamp(at, UTC).date()
    return formats.day(texts, day)


def season_name(texts: Catalogue, number: int) -> str:
    """The name of a season: a quarter of a year, or its number."""
    if number < 4 * 1970:
        return texts.text("season.name", n=number + 1)
    return texts.text("season.quarter_name", quarter=number % 4 + 1, year=number // 4)


def ranked(ladder: Ladder) -> list[LadderEntry]:
    """The entries of a ladder without users who asked to be forgotten."""
    return [one for one in ladder.ranked() if not one.user.startswith(GONE)]


def top_message(
    texts: Catalogue, channel: str, ladder: Ladder, title: str, kind: str, user: str, theme: str
) -> Outgoing:
    """Ten rows and the user's own."""
    entries = ranked(ladder)
    own = next((place for place, one in enumerate(entries) if one.user == user), None)
    shown = list(range(min(ROWS, len(entries))))
    if own is not None and own not in shown:
        shown.append(own)
    rows = tuple(row_of(place, entries[place]) for place in shown)
    marked = (shown.index(own),) if own is not None else ()
    note = _yardstick(texts, kind)
    picture = SheetPicture(
        game="top",
        theme=theme,
        language=texts.language,
        title=markup.plain(title),
        note=markup.plain(note),
        heads=tuple(texts.label(f"top.{head}") for head in HEADS),
        rows=rows,
        marked=marked,
        places=min(3, len(entries)),
    )
    lines = [f"<b>{title}</b>", *(_line(texts, place, entries[place]) for place in shown), note]
    alt = without(markup.plain(". ".join(lines[:-1])))
    return Outgoing(channel, "\n".join(line for line in lines if line), picture=picture, alt=alt, quiet=True)


def row_of(place: int, one: LadderEntry) -> tuple[str, ...]:
    """An entry of a ladder as a row of a table; a question mark says that the rating is provisional."""
    number = f"{one.number}{'?' if one.provisional else ''}"
    streak = f"+{one.streak}" if one.streak > 1 else "–"
    return (str(place + 1), one.name, number, str(one.games), str(one.wins), streak, f"{one.average:.0f}")


def _line(texts: Catalogue, place: int, one: LadderEntry) -> str:
    rank = f"{icon(MEDALS[place]) if place < len(MEDALS) else ''}{place + 1}."
    name = markup.escape(one.name)
    text = texts.text("top.line", rank=rank, player=name, number=one.number, n=one.games, wins=one.wins)
    return f"{text} · {texts.text('top.provisional')}" if one.provisional else text


def _yardstick(texts: Catalogue, kind: str) -> str:
    """Where the levels of computers stand on the scale."""
    found = [
        f"{texts.text(f'yardstick.{level}')} {number}" for level, number in YARDSTICKS.get(kind, {}).items()
    ]
    return texts.text("top.yardstick", levels=formats.listed(texts, found)) if found else ""


def season_card(texts: Catalogue, channel: str, found: Ladders, number: int) -> Outgoing | None:
    """The end of a season: the three best of each ladder; None if nobody has played."""
    title = texts.text("season.over", season=season_name(texts, number))
    lines, rows = [f"{icon('season')}<b>{title}</b>"], []
    for kind in LADDERS:
        best = ranked(found.of(kind, number))[:3]
        if best:
            lines.append(f"{texts.text(f'ladder.{kind}')}:")
        for place, one in enumerate(best):
            lines.append(_line(texts, place, one))
            rows.append(
                (str(place + 1), one.name, texts.label(f"ladder.{kind}"), str(one.number), str(one.games))
            )
    if not rows:
        return None
    lines.append(texts.text("season.reset"))
    heads = tuple(texts.label(f"top.{head}") for head in ("place", "name", "ladder", "number", "games"))
    picture = SheetPicture(
        game="season",
        language=texts.language,
        title=markup.plain(title),
        note=texts.label("season.reset"),
        heads=heads,
        rows=tuple(rows),
        places=3 if len(rows) <= 3 else 0,
    )
    text = "\n".join(lines)
    alt = without(markup.plain(". ".join(lines)))
    return Outgoing(channel, text, picture=picture, alt=alt, slot=f"season.{number}", quiet=True)


# -- profiles ---------------------------------------------------------------------------------------


def profile_picture(texts: Catalogue, found: Profile, theme: str) -> ProfilePicture:
    """A profile as a card."""
    entry = found.entry
    number = texts.label("profile.unrated") if entry is None else str(entry.number)
    note = "profile.no_rating" if entry is None else "profile.rating"
    if entry is not None and entry.provisional:
        note = "profile.provisional"
    return ProfilePicture(
        game="profile",
        theme=theme,
        language=texts.language,
        name=found.name,
        number=number,
        number_note=texts.label(note),
        course=tuple(entry.course) if entry else (),
        facts=tuple((texts.label(f"profile.{name}"), value) for name, value in profile_facts(texts, found)),
        bars_title=texts.label("profile.sources"),
        bars=tuple((_source(texts, source), own, all_) for source, own, all_ in found.sources),
        titles=tuple(title_words(texts, found)),
    )


def profile_facts(texts: Catalogue, found: Profile) -> list[tuple[str, str]]:
    """Facts about a player: the key of the label, and the value."""
    facts = [
        ("games", f"{found.games} / {found.wins}"),
        ("average", f"{found.average:.0f} / {found.best}"),
    ]
    if found.boxes:
        facts.append(("boxes", formats.listed(texts, [_box(texts, box) for box in found.boxes])))
    if found.seconds:
        facts.append(("time", _time(texts, found.seconds)))
    if found.rivals:
        rivals = [f"{name} {won}:{lost}" for name, won, lost in found.rivals[:MOST_RIVALS]]
        facts.append(("rivals", formats.listed(texts, rivals)))
    if found.streak > 1:
        facts.append(("streak", str(found.streak)))
    return facts


def profile_lines(texts: Catalogue, found: Profile) -> list[str]:
    """A profile in words."""
    entry = found.entry
    lines = [f"<b>{markup.escape(found.name)}</b>"]
    if entry is not None:
        lines.append(texts.text("profile.number", number=entry.number))
        lines[-1] += f" ({texts.text('top.provisional')})" if entry.provisional else ""
    for name, value in profile_facts(texts, found):
        lines.append(f"{texts.text(f'profile.{name}')}: {markup.escape(value)}")
    titles = title_words(texts, found)
    if titles:
        lines.append(f"{texts.text('profile.titles')}: {', '.join(titles)}")
    return lines


def title_words(texts: Catalogue, found: Profile) -> list[str]:
    """The titles of a player, with how often each was earned."""
    return [
        texts.label(f"title.{title}") + (f" ×{count}" if count > 1 else "") for title, count in found.titles
    ]


def _source(texts: Catalogue, source: str) -> str:
    for place in ("source", "kind", "figure", "word"):
        if texts.has(f"{place}.{source}"):
            return texts.label(f"{place}.{source}")
    return source.replace("_", " ")


def _box(texts: Catalogue, box: str) -> str:
    return texts.label(f"box.{box}") if texts.has(f"box.{box}") else box.replace("_", " ")


def _time(texts: Catalogue, seconds: int) -> str:
    unit, size = next(
        (one for one in (("d", 86400), ("h", 3600), ("min", 60)) if seconds >= one[1]), ("s", 1)
    )
    return texts.label(f"profile.{unit}", n=round(seconds / size))


# -- the list of games ------------------------------------------------------------------------------


def history_picture(texts: Catalogue, results: Sequence[GameResult], theme: str) -> SheetPicture:
    """The last games of a group, the latest first."""
    return SheetPicture(
        game="history",
        theme=theme,
        language=texts.language,
        title=texts.label("history.title"),
        note="",
        heads=("", texts.label("history.result"), texts.label("history.day")),
        rows=tuple(
            (str(number), markup.plain(scores_line(result)), day_of(texts, result.ended))
            for number, result in enumerate(results, start=1)
        ),
    )


def scores_line(result: GameResult) -> str:
    """Names and scores, the winner first."""
    ordered = sorted(result.seats, key=lambda seat: seat.place)
    return " · ".join(f"{markup.escape(seat.name)} {signed(seat.score)}" for seat in ordered)

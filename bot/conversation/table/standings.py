"""The ladders of a group as a saved document, made again from the results when a game was added."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.conversation.table.ladder import MODEL, Ladder, LadderEntry, Ladders, ladders_of
from bot.conversation.table.results import decode_result
from bot.conversation.table.seasons import NAME, Seasons, decode_seasons
from bot.documents import Document, NeedsNewer
from engine.plain import BadData
from storage.port import Store

COURSE = 40  # numbers that are kept of a course


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One player of a ladder as it is saved."""

    user: str
    name: str
    mu: float
    sigma: float
    games: int = 0
    wins: int = 0
    points: int = 0
    streak: int = 0
    course: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedLadders:
    """The ladders of a group: of how many games, and when its seasons ended."""

    count: int
    by: tuple[str | int, ...]
    always: Mapping[str, tuple[SavedEntry, ...]]
    seasons: Mapping[str, Mapping[str, tuple[SavedEntry, ...]]]  # by number


LADDERS = Document(SavedLadders)


async def seasons_of(store: Store, group: str) -> Seasons:
    """How the admins of a group have set its ladder."""
    try:
        return decode_seasons(await store.users.channel_setting(group, NAME))
    except BadData:
        return Seasons()


async def set_seasons(store: Store, group: str, seasons: Seasons) -> None:
    """Save how the ladder of a group is set."""
    await store.users.set_channel_setting(group, NAME, seasons.encode())


async def ladders(store: Store, group: str) -> Ladders:
    """The ladders of a group, as saved if no game was added since."""
    seasons = await seasons_of(store, group)
    count, data = await store.results.count(group), await store.results.derived(group)
    try:
        saved = LADDERS.read(data) if data is not None else None
    except (BadData, NeedsNewer):
        saved = None
    if saved is None or (saved.count, saved.by) != (count, _ends(seasons)):
        return await rebuilt(store, group)
    return _read(saved)


async def rebuilt(store: Store, group: str) -> Ladders:
    """The ladders of a group, made from all its results and saved."""
    seasons = await seasons_of(store, group)
    lines = await store.results.load(group)
    found = await asyncio.to_thread(_made, lines, seasons)
    await store.results.set_derived(group, write(found, len(lines), seasons))
    return found


def _made(lines: list[bytes], seasons: Seasons) -> Ladders:
    return ladders_of(map(decode_result, lines), seasons)


def write(found: Ladders, count: int, seasons: Seasons) -> bytes:
    """The document of some ladders."""
    always, by_season = _entries(found.always), found.seasons.items()
    each = {str(number): _entries(ladders) for number, ladders in by_season}
    return LADDERS.write(SavedLadders(count, _ends(seasons), always, each))


def _ends(seasons: Seasons) -> tuple[str | int, ...]:
    return (seasons.by, *seasons.ends)


def _entries(ladders: Mapping[str, Ladder]) -> dict[str, tuple[SavedEntry, ...]]:
    return {kind: tuple(map(_entry, ladder.standings.values())) for kind, ladder in ladders.items()}


def _entry(one: LadderEntry) -> SavedEntry:
    course = tuple(one.course[-COURSE:])
    rating, counts = one.rating, (one.games, one.wins, one.points, one.streak)
    return SavedEntry(one.user, one.name, rating.mu, rating.sigma, *counts, course)


def _read(saved: SavedLadders) -> Ladders:
    seasons = {int(number): _ladders(ladders) for number, ladders in saved.seasons.items()}
    return Ladders(_ladders(saved.always), seasons)


def _ladders(saved: Mapping[str, tuple[SavedEntry, ...]]) -> dict[str, Ladder]:
    return {kind: _ladder(entries) for kind, entries in saved.items()}


def _ladder(entries: tuple[SavedEntry, ...]) -> Ladder:
    found = Ladder()
    for one in entries:
        rating, counts = (
            MODEL.rating(mu=one.mu, sigma=one.sigma),
            (one.games, one.wins, one.points, one.streak),
        )
        found.standings[one.user] = LadderEntry(one.user, one.name, rating, *counts, list(one.course))
    return found

"""The ladders of a group as a saved document, made again from the results when a game was added."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bot.conversation.table.ladder import MODEL, Ladder, LadderEntry, Ladders, ladders_of
from bot.conversation.table.results import decode_result
from bot.conversation.table.saved import read_object
from bot.conversation.table.seasons import NAME, Seasons, decode_seasons
from engine.plain import BadData
from storage.port import Store

VERSION = 1
COURSE = 40  # numbers that are kept of a course


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
    count, saved = await store.results.count(group), await store.results.derived(group)
    try:
        if saved is not None:
            return _read(saved, count, seasons)
    except (BadData, KeyError, TypeError, ValueError):  # of another version, or of fewer games
        pass
    return await rebuilt(store, group)


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
    facts = {
        "version": VERSION,
        "count": count,
        "by": [seasons.by, *seasons.ends],
        "always": {kind: _entries(ladder) for kind, ladder in found.always.items()},
        "seasons": {
            str(number): {kind: _entries(ladder) for kind, ladder in ladders.items()}
            for number, ladders in found.seasons.items()
        },
    }
    return json.dumps(facts, ensure_ascii=False).encode()


def _entries(ladder: Ladder) -> list[dict[str, Any]]:
    return [
        {
            "user": one.user,
            "name": one.name,
            "mu": one.rating.mu,
            "sigma": one.rating.sigma,
            "games": one.games,
            "wins": one.wins,
            "points": one.points,
            "streak": one.streak,
            "course": one.course[-COURSE:],
        }
        for one in ladder.standings.values()
    ]


def _read(data: bytes, count: int, seasons: Seasons) -> Ladders:
    """The ladders of a document; raises BadData if it is not about these games, and what bad data raises."""
    facts = read_object(data)
    if (facts["version"], facts["count"], facts["by"]) != (VERSION, count, [seasons.by, *seasons.ends]):
        raise BadData("of other games")
    return Ladders(
        {kind: _ladder(entries) for kind, entries in facts["always"].items()},
        {
            int(number): {kind: _ladder(entries) for kind, entries in ladders.items()}
            for number, ladders in facts["seasons"].items()
        },
    )


def _ladder(entries: list[dict[str, Any]]) -> Ladder:
    found = Ladder()
    for facts in entries:
        rating = MODEL.rating(mu=float(facts.pop("mu")), sigma=float(facts.pop("sigma")))
        found.standings[facts["user"]] = LadderEntry(rating=rating, **facts)
    return found

"""`/forget` and the export, as far as cups are concerned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.conversation.context import Context
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.table.anonymise import GONE
from bot.conversation.table.cups.documents import load_cup, match_of, save_cup, wake_cup
from bot.conversation.table.cups.model import CUP, ENTRY, RUNNING, Cup


def is_cup(channel: str) -> bool:
    """Whether a channel is the document of a cup, not one of its tables."""
    return channel.startswith(CUP) and match_of(channel) is None


async def forget_entrant(context: Context, user: str) -> tuple[set[str], list[str]]:
    """Remove a user from a cup; returns the names they had in it, and where it was announced.

    Raises Conflict if another writer saved first.
    """
    stored = await load_cup(context.store, context.channel.removeprefix(CUP))
    if stored is None:
        return set(), []
    place = stored.cup.entrant_of(user)
    names = {stored.cup.entrants[place].name} if place is not None else set()
    new = _without(stored.cup, user, place)
    if new != stored.cup:
        await save_cup(context.store, new, stored.version)
        await wake_cup(context.store, new, context.at)
    return names, [new.home]


def _without(cup: Cup, user: str, place: int | None) -> Cup:
    opener = "" if cup.opener == user else cup.opener
    notes = tuple(replace(note, by="") if note.by == user else note for note in cup.notes)
    cup = replace(cup, opener=opener, notes=notes)
    if place is None:
        return cup
    if cup.status == ENTRY:
        return replace(cup, entrants=tuple(one for one in cup.entrants if one.user != user))
    name = catalogue(cup.setup.language).label("cup.gone", n=place + 1)
    out = cup.entrants[place].out or ("withdrawn" if cup.status == RUNNING else "")
    return cup.with_entrant(place, user=f"{GONE}{place + 1}", name=name, out=out)


async def exported(context: Context, channel: str) -> dict[str, Any]:
    """What a cup keeps of the author."""
    stored = await load_cup(context.store, channel.removeprefix(CUP))
    if stored is None:
        return {}
    cup, place = stored.cup, stored.cup.entrant_of(context.who.id)
    mine = [match for match in cup.matches if place in match.pair]
    return {
        "cup": cup.id,
        "opened_by_you": cup.opener == context.who.id,
        "name": cup.name(place) if place is not None else "",
        "matches": [{"number": match.number, "winner": match.winner, "why": match.why} for match in mine],
    }

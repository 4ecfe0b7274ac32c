"""Cups in the store: a document for each cup, and one for each group that lists its cups."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.conversation.table.cups.model import CUP, Cup, decode_cup
from bot.documents import Document
from engine.plain import BadData
from storage.port import Store

CUPS = "cups:"  # begins the name of the document of a group
LATER = ".later"  # ends the name of the deadline at which the clock decides something
LISTED = 20  # cups of a group that are remembered
_ID = r"[a-z0-9]{1,12}"
_TABLE = re.compile(rf"cup:({_ID})\.(\d{{1,6}})")


@dataclass(frozen=True, slots=True)
class StoredCup:
    """A cup and the version of its document."""

    cup: Cup
    version: int


@dataclass(frozen=True, slots=True)
class CupList:
    """The ids of a group's cups, the latest last."""

    cups: tuple[str, ...] = ()


CUP_LIST = Document(CupList)


def match_channel(cup: Cup, number: int) -> str:
    """The channel that keeps the table of a match; it is on no platform, its guests are."""
    return f"{CUP}{cup.id}.{number}"


def match_of(channel: str) -> tuple[str, int] | None:
    """The cup and the match of such a channel."""
    match = _TABLE.fullmatch(channel)
    return (match[1], int(match[2])) if match else None


async def load_cup(store: Store, id_: str) -> StoredCup | None:
    """A cup by its id; raises BadData."""
    document = await store.lobbies.load(f"{CUP}{id_}")
    return StoredCup(decode_cup(document.data), document.version) if document.data is not None else None


async def find_cup(store: Store, typed: str) -> StoredCup | None:
    """The cup of an id that anybody may have typed; raises BadData."""
    return await load_cup(store, typed.lower()) if re.fullmatch(_ID, typed.lower()) else None


async def save_cup(store: Store, cup: Cup, version: int) -> StoredCup:
    """Save a cup; raises Conflict if another writer was first."""
    new = await store.lobbies.save(f"{CUP}{cup.id}", expected=version, data=cup.encode())
    return StoredCup(cup, new)


async def cups_of(store: Store, group: str) -> tuple[list[str], int]:
    """The ids of a group's cups, the latest last, and the version of the list."""
    document = await store.lobbies.load(f"{CUPS}{group}")
    if document.data is None:
        return [], document.version
    try:
        return list(CUP_LIST.read(document.data).cups), document.version
    except BadData:
        return [], document.version


async def list_cup(store: Store, group: str, id_: str, known: list[str], version: int) -> None:
    """Add a cup to the list of its group; raises Conflict if another one was added first."""
    data = CUP_LIST.write(CupList((*known, id_)[-LISTED:]))
    await store.lobbies.save(f"{CUPS}{group}", expected=version, data=data)


async def wake_cup(store: Store, cup: Cup, at: float) -> None:
    """Something has changed: the worker that serves the cup's home looks after it."""
    await store.deadlines.schedule(cup.home, f"{CUP}{cup.id}", at)


async def wake_cup_later(store: Store, cup: Cup, at: float) -> None:
    """The clock will decide something. A deadline of its own: it must not replace that of a change."""
    await store.deadlines.schedule(cup.home, f"{CUP}{cup.id}{LATER}", at)

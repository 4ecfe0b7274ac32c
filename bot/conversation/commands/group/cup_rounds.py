"""A cup goes on by itself: results are counted, tables opened, no-shows decided, everything announced.

All of it is done by the deadline of the cup, by the worker that serves its home, and may be repeated: a
result is written to the game it belongs to, an announcement replaces the one with the same key.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.conversation.commands.group import cup_places
from bot.conversation.context import Context
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.show.group import cups as show
from bot.conversation.table.channels import GREETED
from bot.conversation.table.cups.documents import (
    LATER,
    StoredCup,
    load_cup,
    match_channel,
    save_cup,
    wake_cup_later,
)
from bot.conversation.table.cups.model import (
    CANCELLED,
    CUP,
    ENTRY,
    NOBODY,
    VOID,
    Cup,
    CupGame,
    CupMatch,
    CupNote,
    open_matches,
)
from bot.conversation.table.cups.progress import (
    LEAST_ENTRANTS,
    after_game,
    next_game,
    next_look,
    settled,
    started,
)
from bot.conversation.table.history import GameHistory
from bot.conversation.table.results import forfeited, result_of

SOON = 5.0  # seconds until the next look if something could not be done yet

log = logging.getLogger(__name__)


async def ring(context: Context, name: str) -> list[Outgoing]:
    """Do everything that is due in a cup, one call at a time; called by its deadlines. Raises Conflict."""
    id_ = name.removeprefix(CUP).removesuffix(LATER)
    async with context.repository.locked(id_):
        return await _go_on(context, id_)


async def _go_on(context: Context, id_: str) -> list[Outgoing]:
    stored = await load_cup(context.store, id_)
    if stored is None or stored.cup.home != context.channel:
        return []
    cup = _begun(await _counted(context, stored.cup), context.at)
    cup = _with_games(settled(cup, context.at))
    stored = await _kept(context, stored, cup)
    later = await _tables(context, stored.cup)
    await _announce(context, stored.cup)
    cup = replace(_closed(stored.cup), told=len(cup.notes), fresh=False)
    look = context.at + SOON if later else next_look(cup, context.at)
    if look is not None:
        await wake_cup_later(context.store, cup, look)
    if cup != stored.cup:
        await save_cup(context.store, cup, stored.version)
    return []


async def _kept(context: Context, stored: StoredCup, cup: Cup) -> StoredCup:
    """Save what has changed; should this process die, the deadline that is being handled comes back."""
    if cup == stored.cup:
        return stored
    for note in cup.notes[len(stored.cup.notes) :]:
        log.info("cup_note cup=%s kind=%s match=%d entrant=%d", cup.id, note.kind, note.match, note.entrant)
    return await save_cup(context.store, cup, stored.version)


def _begun(cup: Cup, at: float) -> Cup:
    """A cup whose entry is over starts, or is cancelled if too few have entered."""
    if cup.status != ENTRY or not cup.until or cup.until > at:
        return cup
    if len(cup.entrants) < LEAST_ENTRANTS:
        return replace(cup, status=CANCELLED, until=0).noted(CupNote("few", int(at)))
    return started(cup, at)


async def _counted(context: Context, cup: Cup) -> Cup:
    """The cup with the results of games that are over."""
    for match in list(open_matches(cup)):
        game = match.current
        done = await _result(context, cup, match, game) if game else None
        if done is not None:
            cup = replace(cup.with_match(after_game(cup, match.with_game(done))), fresh=True)
    return cup


async def _result(context: Context, cup: Cup, match: CupMatch, game: CupGame) -> CupGame | None:
    """The game with its result; None if it is still being played."""
    home = match_channel(cup, match.number)
    if await context.elsewhere(home).live_or_none() is not None:  # one that is over is archived by this
        return None
    finished = await context.store.archive.load(home, game.id)
    if finished is None:
        return None
    history = GameHistory(home, finished.setup, finished.log)
    ended = history.ended or forfeited(history)
    if ended is None:
        return replace(game, winner=VOID)
    result = result_of(history, ended)
    ranks, (one, other) = result.ranks(), result.seats
    winner = NOBODY if ranks[0] == ranks[1] else int(ranks[1] < ranks[0])
    return replace(game, winner=winner, scores=(one.score, other.score))


def _with_games(cup: Cup) -> Cup:
    """With the next game of every match whose players are there."""
    for match in list(open_matches(cup)):
        if match.current is None and len(match.here) == 2:
            cup = cup.with_match(match.with_game(next_game(cup, match)))
    return cup


async def _tables(context: Context, cup: Cup) -> bool:
    """Open the places and tables of this round, close those of decided matches; True if some must wait."""
    later = False
    for match in cup.rounds[-1].matches if cup.rounds else ():
        if NOBODY in match.pair:
            continue
        if match.decided:
            await cup_places.closed(context, cup, match)
            continue
        greeted = (await cup_places.channels_of(context, cup, match)).greeted
        places = await cup_places.opened_places(context, cup, match)
        later |= places is None
        if places and not match.games and not greeted:
            await _greet(context, cup, match, places)
        if match.current is not None:
            await cup_places.ensure_table(context, cup, match, match.current)
    return later


async def _greet(context: Context, cup: Cup, match: CupMatch, places: list[str]) -> None:
    for place in places:
        texts = public_texts(place, cup.setup.language)
        await context.repository.deliver([show.match_message(texts, cup, match, place)])
    await context.store.links.note(match_channel(cup, match.number), GREETED, b"1")


def _closed(cup: Cup) -> Cup:
    """Games of decided matches that were closed have no result."""
    for match in list(cup.matches):
        if match.decided and match.current is not None:
            cup = cup.with_match(match.with_game(replace(match.current, winner=VOID)))
    return cup


async def _announce(context: Context, cup: Cup) -> None:
    """Tell the home what has happened since the last time."""
    texts = public_texts(cup.home, cup.setup.language)
    kinds = {note.kind for note in cup.notes[cup.told :]}
    messages: list[Outgoing] = []
    if cup.fresh and cup.status == ENTRY:
        messages.append(cup_places.entry_of(context, cup))
    if cup.fresh and cup.rounds and not kinds & {"round", "over"}:
        messages.append(await round_message(context, cup, len(cup.rounds)))
    for number, note in enumerate(cup.notes[cup.told :], start=cup.told):
        if note.kind == "round":
            messages += [
                await round_message(context, cup, n) for n in range(max(1, note.match - 1), note.match)
            ]
            messages.append(await round_message(context, cup, note.match, called=True))
        elif note.kind == "over":
            messages += [await round_message(context, cup, len(cup.rounds))] if cup.rounds else []
            messages.append(show.end_message(texts, cup, number))
        else:
            messages.append(show.note_message(texts, cup, note, number))
    await context.repository.deliver(messages)


async def round_message(context: Context, cup: Cup, number: int, *, called: bool = False) -> Outgoing:
    """The matches of a round with where they are played; `called` mentions the players."""
    matches = cup.rounds[number - 1].matches
    where = {}
    for match in matches:
        if not match.decided:
            where[match.number] = await cup_places.address_of(context, cup, match)
    texts = public_texts(context.here, cup.setup.language)
    return show.round_message(texts, cup, number, where, called=called)

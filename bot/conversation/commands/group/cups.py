"""`/cup`: open one, enter, withdraw, start, look, come to a match; admins decide and cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.conversation.commands.group import cup_places, cup_rounds, links
from bot.conversation.commands.group.cup_setup import WORDS, with_cup_words
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.events import setup_reason
from bot.conversation.show.group import cups as show
from bot.conversation.table.channels import LAST
from bot.conversation.table.cups.documents import (
    StoredCup,
    cups_of,
    find_cup,
    list_cup,
    load_cup,
    match_channel,
    match_of,
    save_cup,
    wake_cup,
    wake_cup_later,
)
from bot.conversation.table.cups.model import (
    CANCELLED,
    CUP,
    ENTRY,
    NOBODY,
    RUNNING,
    VOID,
    Cup,
    CupMatch,
    CupNote,
    Entrant,
    open_matches,
)
from bot.conversation.table.cups.progress import LEAST_ENTRANTS, MOST_ENTRANTS, MOST_IN_ROBIN, started
from bot.conversation.table.lobby import Guest, Lobby, clean_name
from engine.game import rules_of
from engine.setup import BadSetup

SHORT = 6  # letters of a cup's id: the ids of its games begin with it
NET = 2.0  # seconds after which a cup goes on although the process that saved it has died


async def cup(context: Context) -> list[Outgoing]:
    """`/cup`: what is going on; `/cup new swiss bo3`, `/cup enter`, …: do something."""
    name = context.args[0].lower() if context.args else "show"
    if name not in ACTIONS:
        raise Refused("cup.usage", word=markup.escape(name))
    return await ACTIONS[name](context)


async def _stored(context: Context) -> StoredCup:
    """The cup of the pressed button, of this channel's match, or the latest of the group; raises Refused."""
    found = match_of(context.channel)
    id_ = found[0] if found else ""
    if context.command.token:
        id_ = context.args[1] if len(context.args) > 1 else ""
    elif not id_:
        known, _ = await cups_of(context.store, context.group)
        id_ = known[-1] if known else ""
    stored = await find_cup(context.store, id_)
    if stored is None:
        raise Refused("cup.none")
    return stored


def _words(context: Context) -> tuple[str, ...]:
    """What follows the action, and the id of the cup that a button has."""
    return context.args[2:] if context.command.token else context.args[1:]


def _check_may_rule(context: Context, found: Cup) -> None:
    admin = context.command.who.admin and context.group == found.group
    if not (admin or context.who.id == found.opener):
        raise Refused("cup.not_yours")


async def _save(context: Context, stored: StoredCup, new: Cup) -> Cup:
    """Save a cup, and let it go on by itself; raises Conflict."""
    await wake_cup(context.store, new, context.at + NET)
    await save_cup(context.store, new, stored.version)
    await wake_cup(context.store, new, context.at)
    return new


# -- entry --------------------------------------------------------------------------------------------


async def _new(context: Context) -> list[Outgoing]:
    """`/cup new knockout bo3 until=2d wcc`."""
    if context.command.private:
        raise Refused("cup.private")
    store = context.store
    known, version = await cups_of(store, context.group)
    last = await load_cup(store, known[-1]) if known else None
    if last is not None and last.cup.status in (ENTRY, RUNNING):
        raise Refused("cup.open_now")
    id_ = context.repository.new_id()[:SHORT]
    setup = Lobby(id_, "", await context.channel_language(), group=context.group)
    setup = replace(setup, emoji=await context.channel_emoji())
    fresh = Cup(id_, context.group, context.here, context.who.id, setup, opened=int(context.at))
    fresh = replace(fresh, secret=context.repository.new_secret())
    fresh = with_cup_words(context.mine, fresh, _words(context))
    _check_playable(context, fresh)
    await store.users.note(context.who.id, f"{CUP}{id_}")
    if fresh.until:
        await wake_cup_later(store, fresh, fresh.until)
    await save_cup(store, fresh, 0)
    await list_cup(store, context.group, id_, known, version)
    return [cup_places.entry_of(context, fresh)]


def _check_playable(context: Context, found: Cup) -> None:
    duel = replace(found.setup, guests=(Guest("a", "A"), Guest("b", "B")))
    try:
        rules_of(duel.setup("seed", "salt"))
    except BadSetup as error:
        raise Refused("", text=setup_reason(context.mine, error)) from None


async def _entry_changed(context: Context, stored: StoredCup, new: Cup, said: Outgoing) -> list[Outgoing]:
    """Save who has entered; the home shows it at once, or by the worker that serves it. Raises Conflict."""
    if context.here == new.home:
        await save_cup(context.store, new, stored.version)
        return [cup_places.entry_of(context, new), said]
    await _save(context, stored, replace(new, fresh=True))
    return [said]


async def _enter(context: Context) -> list[Outgoing]:
    """`/cup enter`: the cup of this group; `/cup enter 4hk2p9`: any, by the code that its link holds."""
    said = [word for word in _words(context) if word.lower() not in WORDS and "=" not in word]
    code = "" if context.command.token else " ".join(said)
    stored = await cup_places.invited(context, code) if code else await _stored(context)
    found = stored.cup
    _check_entry(found)
    if found.entrant_of(context.who.id) is not None:
        if code:
            return [_in(context, found)]
        raise Refused("cup.in_already")
    most = MOST_IN_ROBIN if found.format == "robin" else MOST_ENTRANTS
    if len(found.entrants) >= most:
        raise Refused("cup.full", n=most)
    await context.store.users.note(context.who.id, f"{CUP}{found.id}")
    one = Entrant(context.who.id, clean_name(context.who.name))
    new = replace(found, entrants=(*found.entrants, one))
    told = _in(context, new) if code else context.say(context.mine.text("cup.you_are_in"))
    return await _entry_changed(context, stored, new, told)


def _in(context: Context, found: Cup) -> Outgoing:
    """What a user reads who came by a link: which cup it is, and the way out."""
    what = context.mine.text("cup.opened", what=show.title_of(context.mine, found))
    text = f"<b>{what}</b>\n{context.mine.text('cup.you_are_in')}"
    return context.say(text, (show.button(context.mine, found, "withdraw"),))


def _check_entry(found: Cup) -> None:
    if found.status != ENTRY:
        raise Refused("cup.too_late" if found.status == RUNNING else "cup.is_over")


async def _withdraw(context: Context) -> list[Outgoing]:
    """Leave the cup: before it starts without a trace, later all open matches are lost."""
    stored = await _stored(context)
    place = stored.cup.entrant_of(context.who.id)
    if place is None or stored.cup.entrants[place].out:
        raise Refused("cup.not_in")
    return await _without(context, stored, place, "withdrawn")


async def _remove(context: Context) -> list[Outgoing]:
    """`/cup remove Boris`."""
    stored = await _stored(context)
    _check_may_rule(context, stored.cup)
    return await _without(context, stored, _find(stored.cup, " ".join(_words(context))), "removed")


def _find(found: Cup, name: str) -> int:
    wanted = name.strip().lstrip("@").casefold()
    for place, one in enumerate(found.entrants):
        if wanted and wanted in (one.name.casefold(), one.user) and not one.out:
            return place
    raise Refused("cup.who", name=markup.escape(name))


async def _without(context: Context, stored: StoredCup, place: int, why: str) -> list[Outgoing]:
    found = stored.cup
    if found.status == ENTRY:
        left = tuple(one for n, one in enumerate(found.entrants) if n != place)
        said = context.say(context.mine.text("cup.done"))
        return await _entry_changed(context, stored, replace(found, entrants=left), said)
    if found.status != RUNNING:
        raise Refused("cup.is_over")
    note = CupNote(why, int(context.at), entrant=place, by=context.who.id)
    await _save(context, stored, found.with_entrant(place, out=why).noted(note))
    return [context.say(context.mine.text("cup.done"))]


async def _start(context: Context) -> list[Outgoing]:
    stored = await _stored(context)
    _check_may_rule(context, stored.cup)
    _check_entry(stored.cup)
    if len(stored.cup.entrants) < LEAST_ENTRANTS:
        raise Refused("cup.few", n=LEAST_ENTRANTS)
    new = await _save(context, stored, started(stored.cup, context.at))
    return [cup_places.entry_of(context, new), context.say(context.mine.text("cup.started"))]


async def _cancel(context: Context) -> list[Outgoing]:
    stored = await _stored(context)
    _check_may_rule(context, stored.cup)
    if stored.cup.status not in (ENTRY, RUNNING):
        raise Refused("cup.is_over")
    note = CupNote("cancelled", int(context.at), by=context.who.id)
    new = replace(stored.cup, status=CANCELLED, until=0).noted(note)
    for match in list(open_matches(new)):
        new = new.with_match(replace(match, winner=NOBODY, why="decided"))
    await _save(context, stored, new)
    return [cup_places.entry_of(context, new), context.say(context.mine.text("cup.done"))]


# -- looking ------------------------------------------------------------------------------------------


async def _show(context: Context) -> list[Outgoing]:
    """The entry, the round or the end; in the channel of a match, that match."""
    stored = await _stored(context)
    found, here = stored.cup, match_of(context.channel)
    match = found.match(here[1]) if here else None
    if match is not None and not match.decided and match.current is None:
        texts = await context.public_texts()
        return [show.match_message(texts, found, match, context.here)]
    if found.status == ENTRY:
        return [cup_places.entry_of(context, found, context.here)]
    if found.status == RUNNING:
        return await _pairings(context)
    return await _standings(context)


async def _pairings(context: Context) -> list[Outgoing]:
    found = (await _stored(context)).cup
    if not found.rounds:
        raise Refused("cup.not_started")
    message = await cup_rounds.round_message(context, found, len(found.rounds))
    return [replace(message, channel=context.here)]


async def _standings(context: Context) -> list[Outgoing]:
    found = (await _stored(context)).cup
    if not found.rounds:
        raise Refused("cup.not_started")
    texts = await context.public_texts()
    return [show.standings_message(texts, found, context.here, context.theme)]


async def _mine(context: Context) -> list[Outgoing]:
    """Where the author plays now."""
    found = (await _stored(context)).cup
    place = found.entrant_of(context.who.id)
    if place is None:
        raise Refused("cup.not_in")
    match = next((one for one in open_matches(found) if place in one.pair), None)
    if match is None:
        raise Refused("cup.no_match")
    asked = context.here if context.command.private else ""
    where = await cup_places.address_of(context, found, match, asked)
    other = found.name(match.pair[1 - match.pair.index(place)])
    key = "cup.mine_at" if where else "cup.mine_private"
    text = context.mine.text(key, other=markup.escape(other), where=markup.escape(where))
    waits = match.pair.index(place) not in match.here
    buttons = (show.button(context.mine, found, "here", str(match.number), style="success"),) if waits else ()
    return [context.say(text, buttons)]


# -- matches ------------------------------------------------------------------------------------------


def _match(found: Cup, word: str) -> CupMatch:
    number = int(word) if word.isdecimal() and len(word) < 6 else 0
    match = found.match(number)
    if match is None:
        raise Refused("cup.which_match")
    return match


async def _here(context: Context) -> list[Outgoing]:
    """A player has come to a match; when both are there, the game starts."""
    stored = await _stored(context)
    found, words, channel = stored.cup, _words(context), match_of(context.channel)
    place = found.entrant_of(context.who.id)
    if words or channel:
        match = _match(found, words[0] if words else str(channel[1] if channel else 0))
    else:
        match = next((one for one in open_matches(found) if place in one.pair), None) or _match(found, "")
    if place is None or place not in match.pair:
        raise Refused("cup.not_your_match")
    if match.decided:
        raise Refused("cup.match_over")
    home = match_channel(found, match.number)
    if context.command.private and context.channel != home:
        await links.join_table(context, home, LAST)
    side = match.pair.index(place)
    if side in match.here:
        raise Refused("cup.here_already")
    new = replace(match, here=tuple(sorted((*match.here, side))))
    await _save(context, stored, found.with_match(new))
    texts = await context.public_texts()
    return [show.match_message(texts, found, new, context.here)]


async def _decide(context: Context) -> list[Outgoing]:
    """`/cup decide 3 Anna`: Anna has won match 3; instead of a name `draw`, `none` (both lose), `replay`."""
    stored = await _stored(context)
    found, words = stored.cup, _words(context)
    _check_may_rule(context, found)
    if found.status != RUNNING or len(words) < 2:
        raise Refused("cup.decide_usage")
    match = _match(found, words[0])
    if match not in found.rounds[-1].matches or NOBODY in match.pair:
        raise Refused("cup.which_match")
    new = _decided(found, match, " ".join(words[1:]), int(context.at))
    note = CupNote("decided" if new.decided else "replay", int(context.at), match.number, by=context.who.id)
    await _save(context, stored, replace(found.with_match(new).noted(note), fresh=True))
    return [context.say(context.mine.text("cup.done"))]


def _decided(found: Cup, match: CupMatch, how: str, at: int) -> CupMatch:
    if how.lower() == "replay":
        games = tuple(replace(game, winner=VOID) for game in match.games)
        return CupMatch(match.number, match.pair, match.first, games, opened=at)
    if how.lower() in ("draw", "none"):
        if how.lower() == "draw" and found.knockout:
            raise Refused("cup.no_draw")
        return replace(match, winner=NOBODY, why="draw" if how.lower() == "draw" else "decided")
    place = _find(found, how)
    if place not in match.pair:
        raise Refused("cup.who", name=markup.escape(how))
    return replace(match, winner=match.pair.index(place), why="decided")


ACTIONS: dict[str, Callable[[Context], Awaitable[list[Outgoing]]]] = {
    "show": _show,
    "new": _new,
    "enter": _enter,
    "withdraw": _withdraw,
    "start": _start,
    "here": _here,
    "mine": _mine,
    "pairings": _pairings,
    "standings": _standings,
    "decide": _decide,
    "remove": _remove,
    "cancel": _cancel,
}

"""Where the matches of a cup are played: threads, topics, private chats, rooms; and the tables there."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from bot.conversation.commands.group import bans
from bot.conversation.commands.rated import SETTING as RATED
from bot.conversation.commands.seats import close_table
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.polyglot import public_texts
from bot.conversation.show.group.cups import entry_message, match_message, match_title
from bot.conversation.table.channels import (
    CODE,
    GROUP,
    HOMELESS,
    LAST,
    Member,
    TableChannels,
    new_code,
    platform_of,
    read_channels,
)
from bot.conversation.table.cups.documents import StoredCup, find_cup, load_cup, match_channel, match_of
from bot.conversation.table.cups.model import ENTRY, RUNNING, Cup, CupGame, CupMatch
from bot.conversation.table.due import UNFINISHED
from bot.conversation.table.lobby import Guest
from bot.conversation.table.model import Table
from bot.conversation.table.standings import seasons_of
from bot.conversation.table.state import opened
from bot.conversation.table.transaction import Transaction
from storage.errors import Conflict
from storage.port import ALARM


async def channels_of(context: Context, cup: Cup, match: CupMatch) -> TableChannels:
    """The channels in which a match is played."""
    home = match_channel(cup, match.number)
    return read_channels(home, await context.store.links.of(home))


async def opened_places(context: Context, cup: Cup, match: CupMatch) -> list[str] | None:
    """The channels of a match; they are opened if there are none. Again is harmless.

    None if one of them has not yet been told the end of its last match: try again later. A process that
    dies after a platform has opened a thread, and before it was linked, leaves it empty.
    """
    found = await channels_of(context, cup, match)
    if found.members:
        return list(found.members)
    home, store = found.home, context.store
    await store.users.set_channel_setting(home, "language", cup.setup.language.encode())
    await store.links.note(home, HOMELESS, b"1")
    await store.links.note(home, GROUP, cup.group.encode())
    if not found.code:
        code = new_code()
        await store.links.open_code(code, home)
        await store.links.note(home, CODE, code.encode())
    users = [cup.entrants[place].user for place in match.pair]
    chat = context.repository.platform(cup.home)
    title = match_title(catalogue(cup.setup.language), cup, match)
    places = await chat.open_places(cup.home, title, users) if chat else []
    if any([await _is_pending(context, place) for place in places]):
        return None
    return [place for place in places if await _joined(context, cup, home, place)]


async def _joined(context: Context, cup: Cup, home: str, place: str) -> bool:
    """Whether a channel is a guest of the match now; one that has another table is not."""
    links = context.store.links
    old = await links.home(place)
    if old and old != home and await _is_decided(context, old):
        await links.leave(place, old)
    kept = (await context.store.users.channel_settings(place)).get("language", b"").decode()
    language = context.repository.language_of(kept, cup.setup.language)
    try:
        await links.join(place, home, Member(language, since=int(context.at), until=LAST).encode())
    except Conflict:
        return False
    return True


async def _is_decided(context: Context, home: str) -> bool:
    """Whether a channel keeps the table of a cup's match that is over."""
    found = match_of(home)
    stored = await load_cup(context.store, found[0]) if found else None
    match = stored.cup.match(found[1]) if found and stored else None
    return found is not None and (match is None or match.decided)


async def _is_pending(context: Context, place: str) -> bool:
    """Whether a guest was not yet told the end of its last match."""
    home = await context.store.links.home(place)
    if not home or not await _is_decided(context, home):
        return False
    screen = await context.repository.screen(place)
    return bool(screen.told.game) and not screen.failing


async def closed(context: Context, cup: Cup, match: CupMatch) -> None:
    """The match is decided: a game that still runs is closed."""
    home = match_channel(cup, match.number)
    table = context.elsewhere(home)
    live = await table.live_or_none()
    if live is not None:
        await close_table(table, Transaction(live, context.at))
        await table.publish()


async def greeting(context: Context, home: str) -> list[Outgoing]:
    """What a channel is told that has just joined the table of a match."""
    found = match_of(home)
    stored = await load_cup(context.store, found[0]) if found else None
    match = stored.cup.match(found[1]) if found and stored else None
    if stored is None or match is None or match.current is not None or match.decided:
        return []
    return [match_message(await context.public_texts(), stored.cup, match, context.here)]


# -- tables -------------------------------------------------------------------------------------------


async def ensure_table(context: Context, cup: Cup, match: CupMatch, game: CupGame) -> None:
    """Open the table of a game, unless it was opened before."""
    home = match_channel(cup, match.number)
    async with context.repository.locked(home):
        await _ensure_table(context, cup, match, game)


async def _ensure_table(context: Context, cup: Cup, match: CupMatch, game: CupGame) -> None:
    home, repository = match_channel(cup, match.number), context.repository
    here = context.elsewhere(home)
    live = await here.live_or_none()
    if live is not None and live.game == game.id:
        return
    if await context.store.archive.load(home, game.id) is not None:  # looked for last: it may just have ended
        return
    if live is not None:  # of a match that is to be played again
        await close_table(here, Transaction(live, context.at))
    table = await _table(context, cup, match, game)
    for seat in table.seats:
        await context.store.users.sit(seat.owner, home, context.at)
    await context.store.deadlines.schedule(home, ALARM, context.at + UNFINISHED)
    try:
        await here.before_save(f"{game.id}.0")
        await context.store.tables.create(home, game=game.id, setup=table.encode())
        await here.after_save()
        here.opened(live := opened(home, table, int(context.at)))
        await here.conclude(Transaction(live, context.at))
    except Conflict:  # another worker was faster
        repository.forget(home)
    await here.publish()


async def _table(context: Context, cup: Cup, match: CupMatch, game: CupGame) -> Table:
    guests = tuple(Guest(cup.entrants[place].user, cup.entrants[place].name) for place in match.pair)
    lobby = replace(
        cup.setup,
        game=game.id,
        opener=cup.opener,
        guests=guests,
        first_player="chosen",
        first=game.first,
        rated=cup.setup.rated and await _may_be_rated(context, cup, guests),
    )
    secret = context.repository.new_secret
    seeds = (secret(), secret())
    if cup.duplicate:
        round_ = cup.round_of(match.number)
        seeds = (_bag(cup, f"seed {round_} {len(match.games)}"), _bag(cup, f"salt {round_}"))
    table = lobby.table(*seeds, context.at, context.repository.policy.computer_pace)
    return replace(table, cup=cup.id, cup_home=cup.home)


def _bag(cup: Cup, what: str) -> str:
    """A seed that all tables of a round share: their bags are the same."""
    return sha256(f"{cup.secret} {what}".encode()).hexdigest()[:32]


async def _may_be_rated(context: Context, cup: Cup, guests: tuple[Guest, ...]) -> bool:
    if not (await seasons_of(context.store, cup.group)).on:
        return False
    settings = context.store.users.settings
    return all([(await settings(guest.user)).get(RATED) == b"on" for guest in guests])


async def address_of(context: Context, cup: Cup, match: CupMatch, asked: str = "") -> str:
    """Where a match is played, as a link if the platform has one; empty if private or where it is `asked`."""
    found = await channels_of(context, cup, match)
    chat = context.repository.platform(cup.home)
    if chat is None or asked in found.members:
        return ""
    places = [address for one in found.members if (address := chat.place_address(one))]
    return places[0] if places else chat.table_invitation(found.code) if found.code else ""


def entry_of(context: Context, cup: Cup, channel: str = "") -> Outgoing:
    """The message of a cup that can be entered, for its home or another channel."""
    chat = context.repository.platform(cup.home)
    texts = public_texts(channel or cup.home, cup.setup.language)
    message = entry_message(texts, cup, chat.cup_invitation(cup.id) if chat else "")
    return replace(message, channel=channel or cup.home)


async def invited(context: Context, code: str) -> StoredCup:
    """The cup of a link, if it can still be entered, by members of the group or not; raises Refused."""
    stored = await find_cup(context.store, code)
    if stored is None or platform_of(stored.cup.home) != platform_of(context.here):
        raise Refused("cup.link_unknown")
    if stored.cup.status != ENTRY:
        raise Refused("cup.link_late" if stored.cup.status == RUNNING else "cup.link_over")
    banned = await bans.load(context.repository, stored.cup.group)
    if banned is not None and banned.holds(context.who.id):
        raise Refused("banned")
    return stored

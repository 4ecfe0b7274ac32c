"""`/forget`: delete what is stored about a user, and anonymise what other players need.

Every step may be repeated. The lists that lead to a user's data are deleted last, so a second `/forget` after
a crash completes the work.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.conversation.commands import lobby
from bot.conversation.commands.group import bans, links
from bot.conversation.commands.group.cup_forget import forget_entrant, is_cup
from bot.conversation.commands.seats import close_table
from bot.conversation.context import Context
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.table.acts import ForgetAct
from bot.conversation.table.anonymise import anonymised, computer_title, mentions, seat_name
from bot.conversation.table.channels import is_own
from bot.conversation.table.cups.model import CUP
from bot.conversation.table.lobby import clean_name, decode_lobby
from bot.conversation.table.log import NOBODY
from bot.conversation.table.model import Seat, decode_table
from bot.conversation.table.polls.daily_store import forget_answers
from bot.conversation.table.repository import Repository, Unreadable
from bot.conversation.table.results import anonymous, decode_result, free_id
from bot.conversation.table.summaries import renamed
from bot.conversation.table.transaction import Transaction
from bot.documents import NeedsNewer
from storage.errors import Conflict
from storage.records import StoredTable

MOST_GAMES = 1_000_000  # of one channel


@dataclass
class Traces:
    """What was found of a user and removed."""

    user: str
    names: set[str]
    games: int = 0
    seats: int = 0
    lobbies: int = 0
    told: list[Outgoing] = field(default_factory=list)
    newer: bool = False  # something was left, as only a newer version knows what it says


async def forget(context: Context) -> list[Outgoing]:
    """Explain what will be deleted, and delete it when the button is pressed."""
    if not context.command.token or context.args != ("yes",):
        token = command(NO_GAME, 0, "forget", "yes")
        sure = Choice(context.mine.label("button.forget"), token, "danger")
        return [context.say(context.mine.text("forget.sure"), (sure,))]
    found = await _forget(context)
    here = [message for message in found.told if message.channel == context.channel]
    await context.repository.post([message for message in found.told if message.channel != context.channel])
    parts = [
        context.mine.text(f"forget.{name}", n=count)
        for name, count in (("games", found.games), ("seats", found.seats), ("lobbies", found.lobbies))
        if count
    ]
    done = context.mine.text("forget.later" if found.newer else "forget.done")
    return [*here, replace(context.say(" ".join([done, *parts])), harmless=True)]


async def _forget(context: Context) -> Traces:
    repository, user = context.repository, context.who.id
    names = {context.who.name, clean_name(context.who.name), context.setting("web_name")}
    found = Traces(user, names - {""})
    known = dict.fromkeys([*await repository.store.users.seen(user), context.channel, context.here])
    own = [user, *(name for name in known if is_own(name, user) and name != user)]
    channels = [name for name in known if name not in own]
    shown = dict.fromkeys(channels)  # guests show the name, too
    for channel in channels:
        try:
            shown |= dict.fromkeys(await _leave_channel(context.elsewhere(channel), found))
        except NeedsNewer:
            found.newer = True
    for channel in own:
        await links.leave_private(context.elsewhere(channel))
        await _wipe(repository, channel)
    for chat in repository.chats:
        if any(name.startswith(chat.prefix) for name in (user, *shown)):
            places = [name for name in (*own[1:], *shown) if not name.startswith(CUP)]
            await chat.forget(user, frozenset(found.names), places)
    if not found.newer:
        await repository.store.users.forget(user)
    return found


async def _wipe(repository: Repository, channel: str) -> None:
    await repository.store.deadlines.cancel(channel)
    await repository.store.tables.wipe(channel)
    repository.forget(channel)


async def _leave_channel(context: Context, found: Traces) -> list[str]:
    """Remove the user from a channel and its table; returns all channels of that table."""
    repository, channel = context.repository, context.channel
    if is_cup(channel):
        return await _leave_cup(context, found)
    await _until_saved(context, found, _leave_lobby)
    await _until_saved(context, found, _leave_table)
    await _until_saved(context, found, _rewrite_table)
    for game in await repository.store.archive.of_channel(channel, limit=MOST_GAMES):
        await _rewrite_game(repository, channel, game.game, found)
    await _rewrite_results(repository, channel, found)
    await forget_answers(repository.store, channel, found.user)
    await bans.forget_name(repository, channel, found.user)
    table = await links.forget_user(context, found.user)
    found.told += await context.publish()
    return list(table.members)


async def _leave_cup(context: Context, found: Traces) -> list[str]:
    """Remove the user from a cup; returns the channel where it was announced."""
    while True:
        try:
            names, homes = await forget_entrant(context, found.user)
        except Conflict:
            continue
        found.names |= names
        return homes


async def _until_saved(
    context: Context, found: Traces, step: Callable[[Context, Traces], Awaitable[None]]
) -> None:
    """Run a step, and again if another writer saved first."""
    while True:
        try:
            return await step(context, found)
        except Conflict:
            context.repository.forget(context.channel)


async def _leave_lobby(context: Context, found: Traces) -> None:
    document = await context.store.lobbies.load(context.channel)
    if document.data is None:
        return
    there = decode_lobby(document.data)
    if found.user in there.people():
        found.names |= {guest.name for guest in there.guests if guest.user == found.user}
        await lobby.without(context, there, document.version, found.user)
        found.lobbies += 1


async def _stored(context: Context) -> StoredTable | None:
    """The running table with its whole log."""
    return await context.store.tables.load(context.channel)


async def _leave_table(context: Context, found: Traces) -> None:
    """Give the user's seats to the computer, under a neutral name.

    It is a line of the log, so that every worker that has the table in memory forgets the name as well.
    """
    record = await _stored(context)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    try:
        live = await context.live_or_none()
    except Unreadable:
        return
    if live is None:
        return
    transaction = Transaction(live, context.at)
    playing = _give_up(transaction, found.user, decode_table(record.setup).seats)
    if not transaction.entries:
        return
    if not playing:
        await context.note(transaction)
        return
    if transaction.live.table.played:
        await context.conclude(transaction)
    else:
        await close_table(context, transaction)
    found.seats += 1


def _give_up(transaction: Transaction, user: str, first: Sequence[Seat]) -> bool:
    """Remove a user from every seat that is or was theirs; whether they were playing."""
    playing = False
    for index, seat in enumerate(transaction.live.table.seats):
        owned, played = user in (first[index].owner, seat.owner), seat.player == user
        if not (owned or played):
            continue
        language = transaction.live.table.language
        name = seat_name(language, index) if owned else seat.name
        title = computer_title(language, name) if played or not seat.player else None
        transaction.act(NOBODY, ForgetAct(seat=index, owner=owned, player=played, name=name, title=title))
        playing |= played
    return playing


async def _rewrite_table(context: Context, found: Traces) -> None:
    record = await _stored(context)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    new = anonymised(found.user, record.setup, record.log)
    found.names |= new.names
    await context.store.tables.amend(
        context.channel, game=record.game, expected=record.ply, setup=new.setup, log=new.log
    )


async def _rewrite_results(repository: Repository, group: str, found: Traces) -> None:
    """Remove the user from the results of a group; the ratings are made again when asked for."""
    lines = await repository.store.results.load(group)
    if not any(found.user.encode() in line for line in lines):
        return
    results = [decode_result(line) for line in lines]
    gone = free_id(results)
    for result in results:
        if (seat := result.seat_of(found.user)) is not None:
            found.names.add(seat.name)
            line = anonymous(result, found.user, gone).encode()
            await repository.store.results.amend(group, result.game, line)
    await repository.store.results.set_derived(group, None)


async def _rewrite_game(repository: Repository, channel: str, game: str, found: Traces) -> None:
    record = await repository.store.archive.load(channel, game)
    if record is None or not mentions(found.user, record.setup, record.log):
        return
    new = anonymised(found.user, record.setup, record.log)
    if (new.setup, new.log) == (record.setup, record.log):
        return  # a longer id with the same beginning
    found.names |= new.names
    found.games += 1
    summary = renamed(record.summary, new.table)
    await repository.store.archive.amend(channel, game, setup=new.setup, summary=summary, log=new.log)

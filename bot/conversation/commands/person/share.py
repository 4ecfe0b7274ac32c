"""What a user can post in any chat: an invitation to a table, a result, a way to the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.conversation.commands.group.find import table_line
from bot.conversation.commands.group.links import code_of
from bot.conversation.context import Context
from bot.conversation.protocol import markup
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Command, ShareCard
from bot.conversation.show import emoji
from bot.conversation.show.turn import end_slot
from bot.conversation.show.words import signed
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.summaries import SUMMARY
from bot.documents import NeedsNewer
from storage.records import FinishedGame

MOST_RESULTS = 5


async def cards(context: Context) -> list[ShareCard]:
    """Only what is the author's own: tables that wait for players and where they sit, games of theirs."""
    tables = [card async for card in _tables(context)]
    finished = await context.store.archive.of_user(context.who.id, limit=MOST_RESULTS)
    results = [card for game in finished if (card := _result(context, game))]
    return [*tables, *results, _about_the_bot(context)]


async def _tables(context: Context) -> AsyncIterator[ShareCard]:
    texts = context.mine
    for home in await context.store.users.seats(context.who.id):
        document = await context.store.lobbies.load(home)
        try:
            lobby = decode_lobby(document.data) if document.data is not None else None
        except NeedsNewer:
            continue
        if lobby is None or context.who.id not in lobby.people() or len(lobby.guests) >= lobby.most():
            continue
        code = await _code(context, home)
        if code:
            line, player = table_line(texts, lobby), f"<b>{markup.escape(context.who.name)}</b>"
            text = texts.text("share.table", player=player, table=line)
            title, button = texts.label("share.table.title"), texts.label("share.table.button")
            yield _card(context, f"table.{lobby.game}", title, line, text, button=button, code=code)


async def _code(context: Context, home: str) -> str:
    """The code of a table; empty if it takes no guests, or if its platform is not connected here."""
    platform = context.repository.platform(home)
    if platform is None:
        return ""
    there = Command(context.who, home, context.at, group=await platform.group_of(home))
    return await code_of(Context(context.repository, context.reviews, there, context.settings))


def _result(context: Context, game: FinishedGame) -> ShareCard | None:
    """The result of a game; None if it was not played to its end."""
    summary, texts = SUMMARY.read(game.summary), context.mine
    names, scores, places = summary.names, summary.scores, summary.places
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    winners = [markup.escape(names[seat]) for seat in order if places[seat] == 1]
    if not winners:
        return None
    key = "end.wins" if len(winners) == 1 else "end.shared"
    title = texts.text(key, players=listed(texts, winners))
    lines = [
        texts.text(
            "end.place",
            place=places[seat],
            player=f"{emoji.square(seat, shown=True)}{markup.escape(names[seat])}",
            points=texts.text("points", n=scores[seat]).replace("-", "−"),
        )
        for seat in order
    ]
    text = "\n".join([f"{emoji.icon('win', shown=True)}<b>{title}</b>", *lines])
    detail = " · ".join(f"{markup.escape(names[seat])} {signed(scores[seat])}" for seat in order)
    where = {"channel": game.channel, "slot": end_slot(game.game)}
    return _card(context, f"result.{game.game}", title, detail, text, **where)


def _about_the_bot(context: Context) -> ShareCard:
    texts = context.mine
    title, about = texts.label("share.bot.title"), texts.label("share.bot.detail")
    return _card(
        context, "bot", title, about, texts.text("share.bot"), button=texts.label("share.bot.button")
    )


def _card(context: Context, name: str, title: str, detail: str, text: str, **more: str) -> ShareCard:
    text = text if context.emoji else emoji.without(text)
    return ShareCard(name, markup.plain(title), markup.plain(detail), text, **more)

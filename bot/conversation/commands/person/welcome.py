"""First contact: three ways to begin."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands import lobby
from bot.conversation.commands.group import links
from bot.conversation.commands.seats import id_of
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import command
from bot.conversation.show import lesson
from bot.conversation.show.welcome import begin_button
from bot.conversation.table.lobby import clean_name

PAGES = [str(page) for page in range(1, len(lesson.PAGES) + 1)]


async def practice(context: Context) -> list[Outgoing]:
    """`/practice`: a table of the first game with one computer, and the first tile at once."""
    await lobby.open_practice(context)
    return await lobby.start(context)


async def howto(context: Context) -> list[Outgoing]:
    """`/howto`: the game in three pages with pictures."""
    page = context.args[0] if context.args else PAGES[0]
    if page not in PAGES:
        raise Refused("howto.no_page", n=len(PAGES))
    texts, number = context.mine, int(page)
    choices = [begin_button(texts, "practice", "success")]
    if page != PAGES[-1]:
        more = begin_button(texts, "howto", "primary", str(number + 1))
        choices.insert(0, replace(more, label=texts.label("button.next")))
    picture = lesson.picture(texts, number - 1, context.theme)
    alt = texts.label(f"howto.alt.{page}")
    return [context.say(texts.text(f"howto.{page}"), tuple(choices), picture, alt)]


async def invite(context: Context) -> list[Outgoing]:
    """`/invite`: open a table if there is none, and tell how friends come; `/invite @Boris` calls him."""
    guest = id_of(context, " ".join(context.args))
    context.args = () if guest else context.args
    opened: list[Outgoing] = []
    if await context.live_or_none() is None and (await context.stored_lobby()).data is None:
        opened = await lobby.new(context)
    return [*opened, *(await _call(context, guest) if guest else await links.invitation(context))]


async def _call(context: Context, guest: str) -> list[Outgoing]:
    """Ask a user to come to the open table of this channel; raises Refused."""
    waiting, _ = await lobby.load(context)
    texts = catalogue(waiting.language)
    player, who = markup.person(guest, "?"), markup.escape(clean_name(context.who.name))
    join = Choice(texts.label("button.join"), command(waiting.game, 0, "join"), "success")
    text = texts.text("invite.person", player=player, who=who)
    return [context.tell(text, (guest,), (join,))]

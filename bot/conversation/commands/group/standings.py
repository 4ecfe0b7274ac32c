"""`/top`, `/profile` and `/history`: what a group keeps of its finished games."""

from __future__ import annotations

from bot.conversation.commands.archive import finished_game
from bot.conversation.commands.seats import id_of
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.ending import once_more, ranking, winner_title
from bot.conversation.show.group import standings as show
from bot.conversation.show.group.result_card import card_alt, card_of
from bot.conversation.show.offered import UNDER_RESULT, about_game
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from bot.conversation.table.ladder import LADDERS
from bot.conversation.table.profile import find_player, profile_of
from bot.conversation.table.results import GameResult, decode_result
from bot.conversation.table.standings import ladders, seasons_of

SPANS = ("season", "all")
LISTED = 8  # games


async def results_of(context: Context, last: int = 0) -> list[GameResult]:
    """The results of this group, or its last ones."""
    lines = await context.store.results.load(context.group, start=-last if last else 0)
    return [decode_result(line) for line in lines]


async def top(context: Context) -> list[Outgoing]:
    """`/top all duel`: the ladder of this season or of all time, of duels or of larger tables."""
    words = [word.lower() for word in context.args]
    if not set(words) <= {*SPANS, *LADDERS} or len(words) > 2:
        raise Refused("top.usage")
    seasons = await seasons_of(context.store, context.group)
    if not seasons.on:
        return [context.say(context.mine.text("top.off"))]
    found = await ladders(context.store, context.group)
    number = -1 if "all" in words else seasons.number(context.at)
    livelier = max(LADDERS, key=lambda one: found.of(one, number).games)
    kind = next((word for word in words if word in LADDERS), livelier)
    texts = await context.public_texts()
    span = texts.text("top.all") if number < 0 else show.season_name(texts, number)
    title = texts.text("top.title", ladder=texts.text(f"ladder.{kind}"), span=span)
    ladder = found.of(kind, number)
    if not show.ranked(ladder):
        return [context.say(f"<b>{title}</b>\n{texts.text('top.empty')}")]
    message = show.top_message(texts, context.channel, ladder, title, kind, context.who.id, context.theme)
    return [await context.fitted(message)]


async def profile(context: Context) -> list[Outgoing]:
    """`/profile Boris`: what the group knows of a player; without a name, of the author."""
    results, wanted = await results_of(context), " ".join(context.args)
    user = find_player(results, wanted) if wanted else context.who.id
    found = profile_of(results, await ladders(context.store, context.group), user) if user else None
    if found is None:
        picked = id_of(context, wanted) if wanted.startswith("<@") else ""
        name = markup.person(picked, wanted) if picked else markup.escape(wanted)
        raise Refused("profile.nobody" if wanted else "profile.none", name=name)
    text = "\n".join(show.profile_lines(context.mine, found))
    picture = show.profile_picture(context.mine, found, context.theme)
    return [context.say(text, picture=picture, alt=markup.plain(text.replace("\n", ". ")))]


async def history(context: Context) -> list[Outgoing]:
    """`/history`: the last games of the group; with the id of a game, its result card."""
    if context.args:
        public = context.args[1:] == ("all",) and not context.command.private
        return [await _card(context, context.args[0].lower(), public=public)]
    results = list(reversed(await results_of(context, LISTED)))
    if not results:
        raise Refused("history.none")
    texts = context.mine
    lines = [
        f"{number}. {show.day_of(texts, result.ended)}: {show.scores_line(result)}"
        for number, result in enumerate(results, start=1)
    ]
    menu = texts.label("history.menu")
    choices = tuple(
        Choice(
            f"{number} · {markup.plain(show.scores_line(result))}"[:90],
            command(NO_GAME, 0, "history", result.game),
            menu=menu,
        )
        for number, result in enumerate(results, start=1)
    )
    text = "\n".join([f"<b>{texts.text('history.title')}</b>", *lines])
    picture = show.history_picture(texts, results, context.theme)
    return [context.say(text, choices, picture, alt=markup.plain(". ".join(lines)))]


async def _card(context: Context, game: str, *, public: bool) -> Outgoing:
    """The result card of a finished game, with its replay and its review; raises Refused."""
    finished = await finished_game(context, game)
    history_ = GameHistory(finished.channel, finished.setup, finished.log)
    texts = await context.public_texts() if public else context.mine
    words, ended = Words(texts, history_.table), history_.ended
    if ended is None:
        raise Refused("no_such_game")
    choices = about_game(texts, game, UNDER_RESULT)
    alt = card_alt(words, history_, ended)
    if public:
        text = "\n".join([winner_title(words, ended), *ranking(words, ended)])
        picture = card_of(words, history_, ended)
        return await context.fitted(Outgoing(context.here, text, choices, picture, alt, quiet=True))
    post = Choice(texts.label("button.post"), command(NO_GAME, 0, "history", game, "all"))
    choices = (*choices, once_more(words, history_.live), *(() if context.command.private else (post,)))
    return context.say(
        words.scores(ended.scores), choices, card_of(words, history_, ended, context.theme), alt
    )

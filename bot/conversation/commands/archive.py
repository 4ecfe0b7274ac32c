"""Records and replays of running and finished games, and the list of a user's games."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.messages import Attachment, Choice, Outgoing
from bot.conversation.protocol.pictures import Animation, Chart
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.picture_requests import board_alt, board_picture
from bot.conversation.show.words import signed
from bot.conversation.table.channels import TITLE, read_channels
from bot.conversation.table.history import GameHistory
from bot.conversation.table.lobby import decode_lobby
from bot.conversation.table.log import game_lines
from bot.conversation.table.model import decode_table
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.results import decode_result
from bot.conversation.table.state import LiveTable
from bot.conversation.table.summaries import SUMMARY
from bot.documents import NeedsNewer
from engine.record import Record, without_seed
from storage.records import FinishedTable

MOST_OWN = 20  # finished games of a user that can be named anywhere
MOST_LINKS = 8
_GAME = re.compile(r"[a-z0-9]{1,12}")


async def _stored(context: Context) -> tuple[str, bytes, tuple[bytes, ...], bool]:
    """(id, setup, log, finished) of the requested game: by its id, or the running or the last one."""
    store = context.store
    game = context.args[0].lower() if context.args else ""
    live = await context.live_or_none()
    if live is not None and game in ("", live.game):
        record = await store.tables.load(context.channel, known=(live.game, 0))
        if record is not None:
            return live.game, record.setup, record.log, False
    finished = await finished_game(context, game)
    return finished.game, finished.setup, finished.log, True


async def finished_game(context: Context, game: str) -> FinishedTable:
    """A finished game of the channel by its id, or the last one; raises Refused."""
    archive = context.store.archive
    if not game:
        last = await archive.of_channel(context.channel, limit=1)
        game = last[0].game if last else ""
    found = await archive.load(context.channel, game) if _GAME.fullmatch(game) else None
    if found is None and _GAME.fullmatch(game):
        found = await _game_of_group(context, game) or await _game_of_author(context, game)
    if found is None:
        raise Refused("no_such_game")
    return found


async def _game_of_group(context: Context, game: str) -> FinishedTable | None:
    """A finished game of another channel of the same group."""
    mark = f'"{game}"'.encode()
    lines = [line for line in await context.store.results.load(context.group) if mark in line]
    places = [result.channel for result in map(decode_result, lines) if result.game == game]
    return await context.store.archive.load(places[0], game) if places else None


async def _game_of_author(context: Context, game: str) -> FinishedTable | None:
    """A finished game of the author's own: the ids of their list work everywhere."""
    games = await context.store.archive.of_user(context.who.id, limit=MOST_OWN)
    places = [one.channel for one in games if one.game == game]
    return await context.store.archive.load(places[0], game) if places else None


async def record(context: Context) -> list[Outgoing]:
    """`/record`: the game as text, without the seed while it runs."""
    game, setup, log, finished = await _stored(context)
    table = decode_table(setup)
    shown = table.setup if finished else without_seed(table.setup)
    text = Record(shown, game_lines(log)).write()
    note = context.mine.text("record.finished" if finished else "record.running", n=len(game_lines(log)))
    file = Attachment(f"bastide-{game}.txt", text.encode())
    return [Outgoing(context.channel, note, to=context.who.id, attachment=file)]


async def replay(context: Context) -> list[Outgoing]:
    """`/replay`: the game as an animation, and a chart of the scores; a button posts it for all."""
    everyone = context.args[-1:] == ("all",)
    context.args = context.args[:-1] if everyone else context.args
    game, setup, log, _ = await _stored(context)
    history = GameHistory(context.channel, setup, log)
    names = history.table.names()
    ply, look = history.live.state.ply, {"theme": context.theme, "language": context.mine.language}
    series = tuple(history.scores_by_tile())
    moving = Animation(game=game, ply=ply, names=names, setup=setup, log=log, **look)
    chart = Chart(game=game, ply=ply, names=names, series=series, **look)
    texts, n = context.mine, len(series)
    scores = listed(texts, [f"{name} {score}" for name, score in zip(names, series[-1], strict=True)])
    if everyone:
        return [await _posted(context, replace(moving, theme="day"), n)]
    share = Choice(texts.label("button.post"), command(game, 0, "replay", game, "all"))
    choices = () if context.command.private else (share,)
    return [
        context.say(texts.text("replay", n=n), choices, moving, texts.label("alt.replay", n=n)),
        context.say(texts.text("replay.chart"), picture=chart, alt=texts.label("alt.chart", scores=scores)),
    ]


async def _posted(context: Context, moving: Animation, n: int) -> Outgoing:
    """The animation for all, in the language of the channel."""
    texts = await context.public_texts()
    moving, alt = replace(moving, language=texts.language), texts.label("alt.replay", n=n)
    return Outgoing(context.here, texts.text("replay", n=n), picture=moving, alt=alt, quiet=True)


async def final(context: Context) -> list[Outgoing]:
    """The last board of a finished game."""
    finished = await finished_game(context, context.args[0] if context.args else "")
    live = GameHistory(context.channel, finished.setup, finished.log).live
    words = context.words(live)
    picture = board_picture(live, theme=context.theme, language=context.mine.language)
    return [context.say(words.standings(live.state.scores), picture=picture, alt=board_alt(words, live))]


async def mygames(context: Context) -> list[Outgoing]:
    """`/mygames`: the author's seats, where it is their turn, and their finished games."""
    store = context.store
    lines = []
    choices: list[Choice] = []
    for channel in await store.users.seats(context.who.id):
        try:
            there = await _seen_at(context, channel)
            line = await _line(context, channel, there)
        except Unreadable:
            continue
        except NeedsNewer:
            lines.append(await newer_line(context, channel))
            continue
        lines += [line] if line else []
        choices += await _way_to(context, there) if line else []
    for finished in await store.archive.of_user(context.who.id, limit=5):
        summary = SUMMARY.read(finished.summary)
        scores = " · ".join(
            f"{markup.escape(name)} {signed(score)}"
            for name, score in zip(summary.names, summary.scores, strict=True)
        )
        lines.append(context.mine.text("mygames.finished", game=finished.game, scores=scores))
    counts = await store.statistics.of_user(context.who.id)
    if counts:
        lines.append(
            context.mine.text("mygames.counts", n=counts.get("games", 0), wins=counts.get("wins", 0))
        )
    shown = tuple(choices[:MOST_LINKS])
    return [context.say("\n".join(lines) or context.mine.text("mygames.none"), shown)]


async def _way_to(context: Context, channel: str) -> list[Choice]:
    """A button that opens the table of a channel, if its platform has addresses of messages."""
    platform = context.repository.platform(channel) if channel != context.here else None
    address = await platform.table_address(channel) if platform is not None else ""
    if not address:
        return []
    label = context.mine.label("button.open_table", channel=await place_name(context, channel))
    return [Choice(label, command(NO_GAME, 0, "mygames"), address=address)]


async def place_name(context: Context, channel: str) -> str:
    """The name of a channel for users; the id of one that its platform turns into a link."""
    platform, _, name = channel.partition(":")
    title = (await context.store.users.channel_settings(channel)).get(TITLE, b"").decode("utf-8", "replace")
    if title:
        return markup.escape(title)
    key = f"place.{platform}"
    known = context.mine.has(key)
    return context.mine.text(key, name=markup.escape(name)) if known else markup.escape(channel)


async def _seen_at(context: Context, home: str) -> str:
    """The channel in which the author plays at the table of another one."""
    channels = read_channels(home, await context.store.links.of(home))
    last = channels.people.get(context.who.id, home)
    return last if last in channels.members else home


async def newer_line(context: Context, channel: str) -> str:
    """Says that the table of a channel needs a newer version."""
    return f"{await place_name(context, channel)}: {context.mine.text('needs_newer')}"


async def _line(context: Context, channel: str, there: str) -> str:
    """What the author plays in a channel, or waits for; empty if they have no seat."""
    live = await context.repository.load(channel)
    if live is not None:
        return await _game_line(context, live, there)
    document = await context.store.lobbies.load(channel)
    if document.data is None or context.who.id not in decode_lobby(document.data).people():
        return ""
    return context.mine.text("mygames.lobby", channel=await place_name(context, there))


async def _game_line(context: Context, live: LiveTable, channel: str) -> str:
    seat = live.table.seat_of(context.who.id)
    if seat is None:
        return ""
    words = context.words(live)
    waiting = [wait.seat for wait in live.waits]
    key = "mygames.your_turn" if seat in waiting else "mygames.waiting"
    return words.text(
        key,
        channel=await place_name(context, channel),
        player=words.listed(words.name(other) for other in waiting) or "–",
        scores=words.standings(live.state.scores),
    )

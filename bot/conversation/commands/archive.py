"""Records and replays of games, running and finished; and the list of a person's games."""

from __future__ import annotations

import json
import re

from bot.conversation.context import Desk, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Attachment, Outgoing, PictureRequest
from bot.conversation.protocol.ports import FinishedTable
from bot.conversation.show.ending import Retold
from bot.conversation.show.picture_requests import board_alt, board_picture
from bot.conversation.show.words import signed
from bot.conversation.table import lobby as agreement
from bot.conversation.table.model import decode
from bot.conversation.table.repository import Unreadable
from bot.conversation.table.state import Live, game_lines
from engine.record import Record, without_seed

MOST_FRAMES = 200
_GAME = re.compile(r"[a-z0-9]{1,12}")


async def _stored(desk: Desk) -> tuple[str, bytes, tuple[bytes, ...], bool]:
    """(game, set-up, log, finished) of the game asked for: by its id, or the running or the last one."""
    store = desk.room.store
    wish = desk.args[0].lower() if desk.args else ""
    live = await desk.live_or_none()
    if live is not None and wish in ("", live.game):
        record = await store.tables.load(desk.channel, known=(live.game, 0))
        if record is not None:
            return live.game, record.setup, record.log, False
    finished = await finished_game(desk, wish)
    return finished.game, finished.setup, finished.log, True


async def finished_game(desk: Desk, wish: str) -> FinishedTable:
    """A finished game of the channel by its id, or the last one; raises Refused."""
    archive = desk.room.store.archive
    if not wish:
        last = await archive.of_channel(desk.channel, limit=1)
        wish = last[0].game if last else ""
    found = await archive.load(desk.channel, wish) if _GAME.fullmatch(wish) else None
    if found is None:
        raise Refused("no_such_game")
    return found


async def record(desk: Desk) -> list[Outgoing]:
    """The game as text. While it runs, the seed stays out of it."""
    game, setup, log, finished = await _stored(desk)
    table = decode(setup)
    shown = table.setup if finished else without_seed(table.setup)
    text = Record(shown, game_lines(log)).write()
    note = desk.mine.text("record.finished" if finished else "record.running", n=len(game_lines(log)))
    file = Attachment(f"bastide-{game}.txt", text.encode())
    return [Outgoing(desk.channel, note, to=desk.who.id, attachment=file)]


async def replay(desk: Desk) -> list[Outgoing]:
    """The game as a picture that moves, and the course of the scores."""
    game, setup, log, _ = await _stored(desk)
    retold = Retold(desk.channel, setup, log)
    names = retold.table.names()
    moving = PictureRequest(
        "animation",
        game,
        retold.frames[-1],
        retold.live.state.ply,
        names,
        frames=tuple(retold.frames[:MOST_FRAMES]),
        series=tuple(retold.series),
        theme=desk.theme,
        language=desk.mine.language,
    )
    chart = PictureRequest(
        "chart",
        game,
        retold.frames[-1],
        retold.live.state.ply,
        names,
        series=tuple(retold.series),
        theme=desk.theme,
        language=desk.mine.language,
    )
    alt = desk.mine.label("alt.replay", n=len(retold.frames))
    return [
        desk.say(desk.mine.text("replay", n=len(retold.frames)), picture=moving, alt=alt),
        desk.say(desk.mine.text("replay.chart"), picture=chart, alt=alt),
    ]


async def final(desk: Desk) -> list[Outgoing]:
    """The board of a finished game as it stood at last."""
    finished = await finished_game(desk, desk.args[0] if desk.args else "")
    live = Retold(desk.channel, finished.setup, finished.log).live
    words = desk.words(live)
    picture = board_picture(live, theme=desk.theme, language=desk.mine.language)
    return [desk.say(words.scores(live.state.scores), picture=picture, alt=board_alt(words, live))]


async def mygames(desk: Desk) -> list[Outgoing]:
    """Where the author sits, where they are waited for, and what they have finished."""
    store = desk.room.store
    lines = []
    for channel in await store.users.seats(desk.who.id):
        try:
            live = await desk.room.load(channel)
        except Unreadable:
            continue
        if live is not None:
            line = _game_line(desk, live)
            lines += [line] if line else []
            continue
        document = await store.lobbies.load(channel)
        if document.data is not None and desk.who.id in agreement.decode(document.data).people():
            lines.append(desk.mine.text("mygames.lobby", channel=_place(desk, channel)))
    for finished in await store.archive.of_user(desk.who.id, limit=5):
        summary = json.loads(finished.summary)
        scores = " · ".join(
            f"{markup.escape(name)} {signed(score)}"
            for name, score in zip(summary["names"], summary["scores"], strict=True)
        )
        lines.append(desk.mine.text("mygames.finished", game=finished.game, scores=scores))
    counts = await store.statistics.of_user(desk.who.id)
    if counts:
        lines.append(desk.mine.text("mygames.counts", n=counts.get("games", 0), wins=counts.get("wins", 0)))
    return [desk.say("\n".join(lines) or desk.mine.text("mygames.none"))]


def _place(desk: Desk, channel: str) -> str:
    """A channel as people call it; one that its chat can link to keeps its id."""
    platform, _, name = channel.partition(":")
    key = f"place.{platform}"
    known = desk.mine.has(key)
    return desk.mine.text(key, name=markup.escape(name)) if known else markup.escape(channel)


def _game_line(desk: Desk, live: Live) -> str:
    seat = live.table.seat_of(desk.who.id)
    if seat is None:
        return ""
    words = desk.words(live)
    waiting = [wait.seat for wait in live.waits]
    key = "mygames.your_turn" if seat in waiting else "mygames.waiting"
    return words.text(
        key,
        channel=_place(desk, live.channel),
        player=", ".join(words.name(other) for other in waiting) or "–",
        scores=words.scores(live.state.scores),
    )

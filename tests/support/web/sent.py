"""What the server sends to pages: boards of every box and decision, and all that a room and a door say."""

from __future__ import annotations

import json
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp

from bot.chats.web.boards import BoardFeed, ways_with_art
from bot.chats.web.doors.discord import Activity
from bot.chats.web.doors.telegram import MiniApp
from bot.chats.web.files import PictureFiles
from bot.chats.web.identity import COOKIE, new_secret
from bot.chats.web.rooms import Tools
from bot.chats.web.server import WebChat
from bot.conversation.commands.live_boards import LiveBoards
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Amount, Attachment, Choice, Command, Outgoing, Person
from bot.conversation.protocol.pictures import Animation, Chart, PictureRequest
from bot.conversation.show.live_board.question import ways_on
from bot.conversation.show.words import Words
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.state import LiveTable, acted, opened
from bot.operations.health import Health
from bot.pictures.draw import Picture, ShownCell
from engine.actions import Action
from engine.game import pending
from engine.notation import read, write
from engine.setup import Setup, agree
from renderer.views.sprite_sheets import sheet_plan
from storage import Unavailable
from tests.support.known_bag import SEED
from tests.support.stage import Stage
from tests.support.web.contract import Samples
from tests.support.web.door_guests import init_data
from tests.support.web.recorded_page import RecordedPage, recorded_page
from tests.support.web.script import HILLS, WrittenGame, written_games

ROOM, CHANNEL = "tower", "web:tower"
TOKEN = "OTAw.of-no.use"  # noqa: S105  # as Discord makes them: the application's number first
ANNA = {"id": 11, "first_name": "Anna"}
SHEETS = ("tiles.base", "pieces.base.2")
CELLS = 3  # of a question that are looked at
TOO_MANY = 60  # requests at once
USERS = ("web:0", "web:1")
_BOOT = re.compile(r'id="boot">(.*?)</script>')
BOARDS = LiveBoards(None)  # type: ignore[arg-type]  # views need no store


class QuickPainter:
    """Its pictures have one cell, and it says how far it is."""

    async def paint(self, request: PictureRequest, *, progress: Callable[[float], None]) -> Picture:
        progress(0.5)
        cell = ShownCell((0, 0), "1", (0, 0, 1, 1))
        return Picture(request.key.encode(), "image/png", 8, 8, (cell,))


async def everything_sent(folder: Path) -> Samples:
    """Data by the name of the type that the page declares for it."""
    samples: Samples = defaultdict(list)
    for game in (*map(_written, written_games()), _drafted()):
        samples["TableFrame"] += _board_frames(game)
    samples["SheetIndex"] = [plan.index() for name in SHEETS if (plan := sheet_plan(name))]
    async with _server(folder) as (stage, chat):
        link = f"http://127.0.0.1:{chat.port}"
        headers = {"Origin": link, "Cookie": f"{COOKIE}={new_secret()}"}
        async with aiohttp.ClientSession(headers=headers) as anna:
            samples["RoomFrame"] = await _room(stage, chat, anna, link)
            samples["EmbeddedFrame"] = await _embedded(stage, anna, link)
            await _fetched(anna, link, samples)
    return samples


# -- boards -------------------------------------------------------------------------------------------


def _table_of(game: WrittenGame) -> LiveTable:
    boxes = [wish for wish in game.wishes.split() if wish != HILLS]
    rules = HILLS if HILLS in game.wishes else "carcassonne"
    return _opened(agree(2, boxes, game=rules, seed=SEED, salt=SEED))


def _opened(setup: Setup) -> LiveTable:
    seats = tuple(Seat(user, user, user) for user in USERS)
    return opened(CHANNEL, Table("g1", setup, USERS[0], "en", seats), 0)


def _written(game: WrittenGame) -> Iterator[LiveTable]:
    """A written game, one state after the other."""
    live = _table_of(game)
    yield live
    for line in game.lines:
        live = _after(live, read(live.state.rules, line.rpartition(": ")[2]))
        yield live


def _drafted() -> Iterator[LiveTable]:
    """A game in which tiles are picked, up to the first pick."""
    live = _opened(agree(2, ["bazaars"], {"bazaar_mode": "draft"}, seed=SEED, salt=SEED))
    while (prompt := pending(live.state)[0]).ask != "draft":
        live = _after(live, prompt.options[0])
    yield live


def _after(live: LiveTable, action: Action) -> LiveTable:
    return acted(live, Entry(0, USERS[action.player], write(action)), action)


def _board_frames(game: Iterable[LiveTable]) -> Iterator[dict[str, Any]]:
    feeds = [BoardFeed() for _ in USERS]
    for live in game:
        for seat, (user, feed) in enumerate(zip(USERS, feeds, strict=True)):
            whole = BoardFeed().running(BOARDS, live, user, "en")
            change = feed.running(BOARDS, live, user, "en")
            yield from (_read(frame) for frame in (whole, change) if frame)
            asked = _read(whole)["board"]["asked"] or {}
            for x, y, _ in asked.get("cells", ())[:CELLS]:
                ways = ways_with_art(ways_on(Words(catalogue("en"), live.table), live, seat, (x, y)))
                yield _read({"do": "ways", "cell": (x, y), "ways": ways})


def _read(data: Any) -> Any:
    """As a page reads it."""
    return json.loads(json.dumps(data))


# -- a room -------------------------------------------------------------------------------------------


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[Stage, WebChat]]:
    stage = Stage()
    tools: Any = Tools(stage.service, stage.store, QuickPainter(), PictureFiles(folder))  # type: ignore[arg-type]
    doors = (MiniApp(TOKEN), Activity(TOKEN, "secret"))
    chat = WebChat(tools, Health(stage.store, ()), doors=doors)
    await chat.start(0)
    try:
        yield stage, chat
    finally:
        await chat.close()


def _messages() -> list[Outgoing]:
    """Messages with everything that one can have."""
    choices = (
        Choice("1", "g1:0:a1", "primary", detail="a road", cell=(0, 0)),
        Choice("more", "g1:0:a2", menu="Menu"),
        Choice("bid", "g1:0:a=0", amount=Amount(1, 5, "How much?")),
        Choice("page", "g1:0:!games", address="/r/tower/games"),
    )
    chart = Chart(game="g1", series=((1, 2),))
    film = Animation(game="g1", setup=b"", log=())
    look = '<b>Anna</b> <i>plays</i> <code>7b</code> <u id="web:0">Anna</u>'
    return [
        Outgoing(CHANNEL, look, choices, chart, "a chart", notify=("web:0",), quiet=True),
        Outgoing(CHANNEL, "a film", picture=film, alt="a film"),
        Outgoing(CHANNEL, "a file", attachment=Attachment("game.txt", b"A place 1,0 2")),
    ]


async def _room(stage: Stage, chat: WebChat, anna: aiohttp.ClientSession, link: str) -> list[Any]:
    """All that a page of a room is told in an evening."""
    async with recorded_page(anna, link, f"/r/{ROOM}/socket") as page:
        await page.ping()
        await page.ask("name", name="")  # who are you?
        await page.ask("name", name="Anna")
        await page.ask("say", text="hello")
        await chat.post(_messages())
        await page.ask("suggest", text="/new ")
        await page.ask("say", text="/practice")
        await _look_around(page)
        await _look_closer(page)
        await page.ask("say", text="/settings language bg")
        with patch.object(stage.service, "suggest", side_effect=Unavailable("it is away")):
            await page.ask("suggest", text="/new ")
        await page.flood("aids", TOO_MANY)
    return page.frames


async def _look_around(page: RecordedPage) -> None:
    """Ask for all that a board can be asked."""
    board = page.last("board")["board"]
    await page.ask("board")
    await page.ask("aids")
    await page.ask("look", cell=board["tiles"][0][:2], segments=["nothing", "c1", "r1", "f1"])
    await page.ask("ways", cell=board["asked"]["cells"][0][:2])


async def _look_closer(page: RecordedPage) -> None:
    """A close-up in the chat, back to the question, and a move on the board."""
    asked = page.last("board")["board"]["asked"]
    question = f"{page.last('board')['board']['game']}:{asked['stamp']}:"
    tokens = [token for token in _tokens(page) if token.startswith(question)]
    await page.ask("press", token=next(token for token in tokens if "C" in token))
    await page.ask("press", token=_tokens(page)[-1])  # back
    ways = page.last("ways")["ways"]
    await page.ask("press", token=(ways[0].get("follow") or ways)[0]["token"])
    await page.ask("dismiss", id=page.last("message")["message"]["id"])


def _tokens(page: RecordedPage) -> list[str]:
    """What can be pressed on the newest message with choices."""
    told = [frame["message"] for frame in page.frames if frame["do"] == "message"]
    groups = next(message["groups"] for message in reversed(told) if "groups" in message)
    return [choice["token"] for group in groups for choice in group["choices"]]


# -- a page from a chat, and what is fetched ----------------------------------------------------------


async def _embedded(stage: Stage, anna: aiohttp.ClientSession, link: str) -> list[Any]:
    """All that a page is told that was opened from a chat."""
    data = json.dumps({"init_data": init_data(TOKEN, ANNA, time.time())})
    async with anna.post(f"{link}/app/telegram/enter", data=data) as answer:
        ticket = (await answer.json())["ticket"]
    hello = {"do": "enter", "ticket": ticket}
    async with recorded_page(anna, link, "/app/telegram/socket", hello) as page:  # there is no table
        who = Person(f"telegram:{ANNA['id']}", "Anna")
        await stage.service.handle(Command.line(who, who.id, time.time(), "/practice"))
        await page.until("board")
        await _look_around(page)
        await page.ask("press", token=f"{page.last('board')['board']['game']}:0:!hint")
    return page.frames


async def _fetched(anna: aiohttp.ClientSession, link: str, samples: Samples) -> None:
    """Stories, boards of the past, and what pages begin with."""
    async with anna.get(f"{link}/r/{ROOM}/story") as answer:
        story = await answer.json()
    async with anna.get(f"{link}/r/{ROOM}/story/{story['game']}/{story['steps'][0]['ply']}.json") as answer:
        samples["PastView"].append(await answer.json())
    samples["Story"].append(story)
    pages = (f"/r/{ROOM}", f"/r/{ROOM}/watch/{story['game']}", "/app/telegram", "/app/discord")
    for path in pages:
        async with anna.get(link + path) as answer:
            samples["Boot"].append(json.loads(_BOOT.findall(await answer.text())[0]))

"""Pages about finished games: names are text, pictures are drawn, what is unknown is not found."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.chats.web.files import PictureFiles
from bot.chats.web.identity import COOKIE, public_id
from bot.chats.web.rooms import Tools
from bot.chats.web.server import WebChat
from bot.conversation.table.polls import daily_store
from bot.conversation.table.polls.daily import DailyAnswer, DailySetting
from bot.operations.health import Health
from bot.pictures.painter import Painter
from tests.support.stage import CHANNEL, Stage, play_to_end

NAME = "<b>Anna</b>"
DAY = "2026-11-16"
SECRET = "s" * 43


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[tuple[ClientSession, str]]:
    """A browser in front of a room in which a rated game was played."""
    stage, painter = Stage(), Painter()
    stage.person(NAME, admin=True)
    await stage.say(NAME, "/settings ladder on")
    for name in (NAME, "Boris"):
        await stage.say(name, "/settings rated on")
    await play_to_end(stage, await stage.open(NAME, "Boris", wishes="rated"), random.Random(1))
    await daily_store.save_setting(stage.store, CHANNEL, DailySetting(True, asked="2026-11-17", before=DAY))
    for name, points in ((NAME, 3), ("Boris", 1)):
        answer = DailyAnswer(DAY, stage.person(name).id, name, ("A pass",), points)
        await daily_store.keep_answer(stage.store, CHANNEL, answer)
    await stage.store.users.set_setting(public_id(SECRET), "language", b"bg")
    tools = Tools(stage.service, stage.store, painter, PictureFiles(tmp_path))
    chat = WebChat(tools, Health(stage.store, ()))
    await chat.start(0)
    async with ClientSession(f"http://127.0.0.1:{chat.port}") as session:
        yield session, (await stage.archived())[0].game
    await chat.close()
    painter.close()


async def test_games_ladder_and_players_have_pages(room: tuple[ClientSession, str]) -> None:
    session, game = room
    for path in ("/r/tower/games", "/r/tower/top", "/r/tower/daily", "/r/tower/player/web:boris"):
        async with session.get(path) as answer:
            assert answer.status == 200
            page = await answer.text()
            assert "Boris" in page
            assert NAME not in page
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    async with session.get("/r/tower/games", headers={"Accept-Language": "ru"}) as answer:
        assert "Последние партии" in await answer.text()
    russian = {"Accept-Language": "ru", "Cookie": f"{COOKIE}={SECRET}"}  # their own setting comes first
    async with session.get("/r/tower/games", headers=russian) as answer:
        assert '<html lang="bg">' in await answer.text()
    async with session.get("/r/tower/daily?language=bg") as answer:
        page = await answer.text()
        assert "ноември 2026" in page
        assert page.index("Anna") < page.index("Boris")  # by points
    for path in (f"/r/tower/games/{game}.png?theme=night", "/r/tower/player/web:boris/card.png"):
        async with session.get(path) as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")


async def test_what_is_unknown_is_not_found(room: tuple[ClientSession, str]) -> None:
    session, game = room
    for path in (
        "/r/tower/games/nope.png",
        "/r/tower/games/..%2Fx.png",
        f"/r/other/games/{game}.png",
        "/r/tower/player/web:zoe",
        "/r/tower/player/web:zoe/card.png",
    ):
        async with session.get(path) as answer:
            assert answer.status == 404, path
    for path in ("/r/other/games", "/r/other/top", "/r/other/daily"):
        async with session.get(path) as answer:
            assert answer.status == 200

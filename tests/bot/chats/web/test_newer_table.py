"""A room of which a newer version of the program has the table: its page says so, and all else goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from storage.open import open_store
from storage.port import Store
from tests.support.newer_program import NewerStage
from tests.support.program import program
from tests.support.stage import CHANNEL
from tests.support.web.guests import PAUSE, ROOM, Guest

SENTENCE = {
    "en": "needs the newer version",
    "ru": "нужна новая версия",
    "bg": "има нужда от по-новата версия",
}


async def newer_table(store: Store) -> None:
    stage = NewerStage(store)
    stage.gambit = True
    await stage.open("Clara", "Dora")
    await store.users.set_channel_setting(CHANNEL, "daily", b'{"version": 3, "daily": {}}')


async def broken_table(store: Store) -> None:
    stage = NewerStage(store)
    await stage.open("Clara", "Dora")
    await store.tables.save(CHANNEL, game="g1", expected=0, log=[b"1 web:clara A place 99,99 0"])


@asynccontextmanager
async def people(*guests: Guest) -> AsyncIterator[None]:
    """They have their pages open."""
    tasks = [asyncio.create_task(guest.live()) for guest in guests]
    try:
        await until(lambda: all(guest.known for guest in guests))
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(seen: Callable[[], object]) -> None:
    while not seen():
        await asyncio.sleep(PAUSE)


def reads(guest: Guest, words: str) -> bool:
    return any(words in str(message["text"]) for message in guest.messages.values())


@pytest.mark.parametrize("language", SENTENCE)
async def test_page_of_a_newer_table_says_so_and_other_rooms_go_on(language: str, tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        await newer_table(store)
    with program(tmp_path) as running:
        anna = Guest("Anna", lambda: running.link, 1, language=language)
        emil = Guest("Emil", lambda: running.link, 2, room="hall")
        async with people(anna, emil):
            assert reads(anna, SENTENCE[language])
            assert await anna.request({"do": "say", "text": "good morning"})
            await until(lambda: reads(anna, "good morning"))
            assert await emil.request({"do": "say", "text": "/new"})
            await until(lambda: reads(emil, "Emil"))
            async with aiohttp.ClientSession(headers={"Accept-Language": language}) as session:
                page = await session.get(f"{running.link}/r/{ROOM}/daily")
                assert (page.status, SENTENCE[language] in await page.text()) == (503, True)
    log = (tmp_path / "program.log").read_text("utf-8")
    assert "needs_newer_version" in log
    assert "Traceback" not in log


async def test_page_of_a_broken_table_says_how_to_put_it_away(tmp_path: Path) -> None:
    async with await open_store(folder=tmp_path) as store:
        await broken_table(store)
    with program(tmp_path) as running:
        anna = Guest("Anna", lambda: running.link, 1)  # the first of a room is its admin
        async with people(anna):
            assert reads(anna, "/end")
            assert await anna.request({"do": "say", "text": "/end"})
            await until(lambda: reads(anna, "can archive it"))

"""A deleted channel: its game or lobby ends, its players are free, and the system is no player."""

from __future__ import annotations

from bot.conversation.protocol.messages import Outgoing
from tests.support.stage import CHANNEL, Stage


async def delete(stage: Stage) -> None:
    await stage.service.channel_deleted(CHANNEL, stage.now)


async def seats(stage: Stage, *names: str) -> list[str]:
    return [channel for name in names for channel in await stage.store.users.seats(f"web:{name}")]


async def test_the_game_of_a_deleted_channel_ends_without_a_winner() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await delete(stage)
    assert await stage.store.tables.count() == 0
    assert [finished.game for finished in await stage.archived()] == ["g1"]
    assert await seats(stage, "anna", "boris") == []
    assert await stage.store.users.seen("clock") == []


async def test_the_lobby_of_a_deleted_channel_closes() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    await stage.say("Boris", "/join")
    await delete(stage)
    assert await stage.service.retell(CHANNEL, stage.now) == []
    assert await seats(stage, "anna", "boris") == []


async def test_an_unreadable_table_of_a_deleted_channel_is_archived() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.append(b"not a line of any version")
    stage.service.repository.forget(CHANNEL)
    await delete(stage)
    assert await stage.store.tables.count() == 0


async def test_a_deleted_channel_without_a_table_changes_nothing() -> None:
    stage = Stage()
    await delete(stage)
    assert [line async for line in stage.store.backup.dump()] == []


async def test_retell_of_an_unreadable_table_says_so_and_keeps_it() -> None:
    stage = Stage()
    question: Outgoing = await stage.open("Anna", "Boris")
    await stage.append(b"not a line of any version")
    stage.service.repository.forget(CHANNEL)
    (said,) = await stage.service.retell(CHANNEL, stage.now, [question.slot])
    assert "can't read it" in said.text
    assert await stage.store.tables.load(CHANNEL) is not None

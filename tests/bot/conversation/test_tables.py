"""`/tables`: what a server or group plays, with a link to each table."""

from __future__ import annotations

from bot.conversation.protocol.messages import Command
from tests.support.stage import Stage

GROUP = "discord:guild:7"


async def _say(stage: Stage, name: str, channel: str, line: str, *, group: str = GROUP) -> str:
    word, *args = line.split()
    command = Command(stage.person(name), channel, stage.now, name=word, args=tuple(args), group=group)
    return (await stage.handle(command))[-1].text


async def test_tables_of_a_server_are_listed_with_links_until_they_are_gone() -> None:
    stage = Stage()
    assert "No tables here" in await _say(stage, "Clara", "discord:1", "tables")
    await _say(stage, "Anna", "discord:2", "new")
    await _say(stage, "Boris", "discord:3", "new river")
    await _say(stage, "Clara", "discord:3", "join")
    await _say(stage, "Boris", "discord:3", "start")
    await _say(stage, "Dora", "discord:9", "new", group="discord:guild:8")
    title, waiting, running = (await _say(stage, "Clara", "discord:1", "tables")).split("\n")
    assert title == "Tables here:"
    assert waiting.startswith("discord:2: <b>Anna</b> · 1 of ")
    assert running.startswith("discord:3: waiting for ")
    await _say(stage, "Anna", "discord:2", "leave")
    assert "discord:2" not in await _say(stage, "Clara", "discord:1", "tables")
    assert "table.discord:2" not in await stage.store.users.channel_settings(GROUP)

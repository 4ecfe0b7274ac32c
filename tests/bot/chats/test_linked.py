"""People on Discord, on Telegram and in the room at one table, served by two processes, one of which dies."""

from __future__ import annotations

from pathlib import Path

from tests.support.linked_game import linked_game


async def test_everybody_sees_every_turn_once_also_when_processes_die(tmp_path: Path) -> None:
    async with linked_game(tmp_path) as game:
        await game.open()
        for _ in range(4):
            await game.move()
        await game.telegram_bot.kill()
        await game.telegram_bot.start()
        for _ in range(3):
            await game.move()
        await game.discord_bot.kill()
        await game.discord_bot.start()
        for _ in range(3):
            await game.move()
        asked = game.asked()
        assert asked is not None
        for place in game.places:
            await place.until(
                lambda place=place: (turn := place.turn()) and turn.question() == asked.question()
            )
        assert await game.told() == []

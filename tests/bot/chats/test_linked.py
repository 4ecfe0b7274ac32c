"""People on Discord, on Telegram and in the room at one table, served by two processes, one of which dies."""

from __future__ import annotations

from pathlib import Path

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from tests.support.linked_game import linked_game

DISCORD, TELEGRAM, ROOM = (0, 1), (2, 3), (4,)  # seats


def words(language: str, key: str, **values: str) -> str:
    return markup.plain(catalogue(language).text(key, **values))


async def test_everybody_sees_every_turn_once_also_when_processes_die(tmp_path: Path) -> None:
    async with linked_game(tmp_path) as game:
        await game.open()
        await game.move()
        assert f"?start=link_{game.code}" in game.invitation  # of the other process
        watching = await game.watch_in_private()  # by a link of Telegram
        guest = await game.invited_room()  # and by one of the browser
        seen = len(watching.messages())
        await game.move()
        await watching.until(lambda: len(watching.messages()) > seen)
        assert words("bg", "link.joined", platform=words("bg", "platform.web")) in str(watching.messages())
        assert words("ru", "button.score") in str(guest.messages)
        await game.play_until(TELEGRAM[-1] + 1)
        await game.telegram_bot.kill()  # its chats hear later of what the others play
        await game.play_while(*ROOM, *DISCORD)
        await game.telegram_bot.start()
        await game.settled()
        await game.discord_bot.kill()  # the home is away, and the room
        await game.play_while(*TELEGRAM)
        await game.discord_bot.start()
        await game.settled()
        assert len({place.turn().question() for place in game.places if place.turn()}) == 1
        assert await game.told() == []
        russian = [line for lines in game.transcripts[1].messages.values() for line in lines]
        assert any("как повернуть" in line for line in russian)  # of a close-up that all see
        assert not any("which way round" in line for line in russian)

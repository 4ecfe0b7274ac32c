"""Hostile input on Telegram: every press is answered, and the game does not change."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.support.hostile import SENT, junk, kept, line, mutated
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, BORIS, Group, Players, TelegramUser, buttons, text_of
from tests.support.telegram.stand_in import Chat

AT_ONCE = 50
STRANGER = TelegramUser(66, "<b>\u202e&amp;" + "x" * 200)
MINE = (
    "/play 1a",
    "/why C4",
    ">1.99",
    "1-9~me:0:!help",
    "/options x",
    "me:0:!settings.language.ru",
    ">0.0@7",
)


def odd(rng: random.Random, group: Group) -> dict[str, Any]:
    """An update that no chat of ours would bring about by itself."""
    author: dict[str, Any] = {"id": 67, "is_bot": rng.random() < 0.5, "first_name": junk(rng, 8)}
    message = {"message_id": rng.randrange(1, 10**9), "date": 0, "chat": group.chat.data, "from": author}
    query = {"id": f"o{rng.random()}", "from": author, "chat_instance": "0"}
    return rng.choice(
        (
            {"message": message},  # a service message
            {"message": {**message, "text": junk(rng, 4000)}},
            {
                "message": {
                    **message,
                    "text": "/new",
                    "entities": [{"type": "url", "offset": 9, "length": 99}],
                }
            },
            {"message": {**message, "text": "7", "message_thread_id": rng.randrange(10**9)}},
            {"message": {**message, "reply_to_message": {**message, "date": 1}, "text": junk(rng, 9)}},
            {"edited_message": {**message, "text": "/end", "edit_date": 1}},
            {"callback_query": {**query, "game_short_name": junk(rng)}},
            {"callback_query": {**query, "inline_message_id": "1", "data": junk(rng)}},
            {"callback_query": {**query, "message": {**message, "date": 0}, "data": junk(rng, 64)}},
            {},
        )
    )


async def attack(rng: random.Random, group: Group) -> None:
    who = rng.choice((ANNA, BORIS, STRANGER))
    shown = next((one for one in reversed(group.messages()) if buttons(one)), group.last)
    kind = rng.randrange(5)
    if kind == 0:
        name, rest = line(rng, seated=who is not STRANGER)
        await group.say(who, f"/{name} {rest}".encode("utf-8", "ignore").decode())
    elif kind == 1:
        update = odd(rng, group)
        if "callback_query" in update:
            group.server.queries[update["callback_query"]["id"]] = group.chat.id
        await group.server.update(**update)
    elif kind == 2:
        await group.press(who, shown, junk(rng, 64))
    else:
        data = mutated(rng, rng.choice([*(data for _, data in buttons(shown)), *MINE]))
        await (group.say(who, data) if data.startswith("/") else group.press(who, shown, data[:64]))


async def test_hostile_input(tmp_path: Path) -> None:
    """Random and mutated presses, lines and updates, from players and strangers; then people play on."""
    rng = random.Random(8)
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, admins=(ANNA.id,)))
        players = Players(group, (ANNA, BORIS), 8)
        await players.open()
        for _ in range(SENT // AT_ONCE):
            for _ in range(AT_ONCE):
                await attack(rng, group)
            await group.until(lambda: not server.updates and len(server.answers) == len(server.delivered))
        said = [text_of(message) for chat in server.chats.values() for message in chat.messages.values()]
        assert not any("Traceback" in text for text in said)
        await group.say(ANNA, "/board")
        await players.play(players.presses + 6)
    assert await kept(tmp_path / "data", "telegram:-1001") >= 2

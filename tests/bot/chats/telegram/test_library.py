"""What the library is given to read, and how often."""

from __future__ import annotations

import json
from typing import Any

from telegram import Message, Update

from bot.chats.telegram.api.http import Wire
from bot.chats.telegram.api.library import KEYBOARD, LibraryBot, light_update
from tests.support.telegram.stand_in import TOKEN, StandIn

BUTTONS = {"inline_keyboard": [[{"text": "A", "callback_data": "g:1:aC1"}]]}
SIZES = [{"file_id": name, "file_unique_id": name, "width": 1, "height": 1} for name in ("small", "large")]
OURS: dict[str, Any] = {
    "message_id": 5,
    "date": 1_700_000_000,
    "chat": {"id": -100, "type": "supergroup", "title": "Club", "is_forum": True},
    "from": {"id": 1, "is_bot": True, "first_name": "Bastide"},
    "is_topic_message": True,
    "message_thread_id": 7,
    "ephemeral_message_id": 9,
    "caption": "Your turn",
    "caption_entities": [{"type": "bold", "offset": 0, "length": 4}],
    "photo": SIZES,
    "reply_markup": BUTTONS,
}


def check(message: object) -> None:
    """Everything that the adapter reads is there; the buttons as Telegram sends them."""
    assert isinstance(message, Message)
    assert (message.message_id, message.chat.id, message.chat.title) == (5, -100, "Club")
    assert (message.is_topic_message, message.message_thread_id) == (True, 7)
    assert [size.file_id for size in message.photo] == ["large"]
    assert message.api_kwargs == {"ephemeral_message_id": 9, KEYBOARD: BUTTONS}
    assert message.reply_markup is None, "no objects are made of the buttons"


def test_an_answer_keeps_what_the_adapter_reads() -> None:
    answer = Wire.parse_json_payload(json.dumps({"ok": True, "result": OURS}).encode())
    check(Message.de_json(answer["result"]))
    for other in (True, {"id": 1, "is_bot": True}, [{"status": "creator"}]):
        assert Wire.parse_json_payload(json.dumps({"result": other}).encode()) == {"result": other}


def test_a_press_keeps_what_the_adapter_reads() -> None:
    user = {"id": 42, "is_bot": False, "first_name": "Anna"}
    query = {"id": "q", "from": user, "chat_instance": "c", "data": "g:1:aC1", "message": OURS}
    update = Update.de_json(light_update({"update_id": 3, "callback_query": query}))
    assert update.callback_query is not None
    assert (update.callback_query.data, update.callback_query.from_user.id) == ("g:1:aC1", 42)
    check(update.callback_query.message)


def test_other_updates_stay_as_they_are() -> None:
    for update in ({"update_id": 1, "message": OURS}, {"update_id": 2, "callback_query": {"id": "q"}}):
        assert light_update(update) == update


async def test_an_update_that_comes_again_is_not_read_again() -> None:
    server = StandIn()
    await server.start()
    chat = {"id": 1, "type": "private"}
    numbers = [
        await server.update(message={"message_id": number, "date": 0, "chat": chat}) for number in range(3)
    ]
    try:
        async with LibraryBot(TOKEN, base_url=f"{server.url}/bot") as bot:
            first = await bot.updates_after(-1, None, 0, ["message"])
            again = await bot.updates_after(numbers[1], numbers[0], 0, ["message"])
    finally:
        await server.stop()
    assert [update.update_id for update in first] == numbers
    assert [update.update_id for update in again] == numbers[2:]
    assert [update["update_id"] for update in server.updates] == numbers, "none is confirmed"

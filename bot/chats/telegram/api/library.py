"""The library's bot, which is given only what the adapter uses: it would make an object of every button."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from telegram import Bot, Update
from telegram.ext import ExtBot

KEYBOARD = "keyboard"  # where the buttons of a message stay as Telegram sends them, in its `api_kwargs`
KEPT = frozenset(  # of a message that we have sent, or whose buttons are pressed
    [
        *("message_id", "date", "chat", "is_topic_message", "message_thread_id"),
        *("photo", "animation", "ephemeral_message_id"),
    ]
)

log = logging.getLogger(__name__)


def light_message(message: dict[str, Any]) -> dict[str, Any]:
    """One of our messages with what the adapter reads of it: of a photo the largest size."""
    light = {name: value for name, value in message.items() if name in KEPT}
    if "photo" in light:
        light["photo"] = light["photo"][-1:]
    if "reply_markup" in message:
        light[KEYBOARD] = message["reply_markup"]
    return light


def light_update(update: dict[str, Any]) -> dict[str, Any]:
    """An update whose press, if it is one, is under a light message."""
    query = update.get("callback_query")
    if not isinstance(query, dict) or not isinstance(query.get("message"), dict):
        return update
    return {**update, "callback_query": {**query, "message": light_message(query["message"])}}


def light_answer(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request; one that is a message is light."""
    result = answer.get("result")
    if isinstance(result, dict) and "message_id" in result:
        return {**answer, "result": light_message(result)}
    return answer


def read_update(update: dict[str, Any], bot: Bot) -> Update:
    """An update; of one that the library cannot read only the number is left, so that it can be confirmed."""
    try:
        return Update.de_json(light_update(update), bot)
    except Exception as error:  # it would come again for ever, and those behind it would wait
        number = update.get("update_id", 0)
        log.warning("update_unreadable update=%s error=%s", number, type(error).__name__)
        return Update(number)


class LibraryBot(ExtBot[Any]):
    """Reads an update once, however often Telegram returns it."""

    async def updates_after(
        self, last: int, offset: int | None, wait: int, wanted: Sequence[str]
    ) -> list[Update]:
        """`get_updates`, but only those with a higher number than `last`.

        While an update is being handled it is not confirmed, so Telegram returns it with every answer.
        """
        data = {"offset": offset, "timeout": wait, "allowed_updates": wanted}
        patience = (self._request[0].read_timeout or 0) + wait
        found: Any = await self._post("getUpdates", data, read_timeout=patience)
        return [read_update(one, self) for one in found if one["update_id"] > last]

"""Ephemeral messages of the stand-in: what one user sees in a group, by the rules of Bot API 10.3."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from tests.support.telegram.checks import Violation
from tests.support.telegram.keyboards import understood
from tests.support.telegram.refusals import Refusal

if TYPE_CHECKING:
    from tests.support.telegram.stand_in import StandIn

IN_TIME = 15.0  # seconds after a press
METHODS = (
    "editEphemeralMessageText",
    "editEphemeralMessageCaption",
    "editEphemeralMessageMedia",
    "editEphemeralMessageReplyMarkup",
    "deleteEphemeralMessage",
)
Message = dict[str, Any]


class Whispers:
    """Sends, edits and deletes ephemeral messages; `lossy` of them never reach their reader."""

    def __init__(self, server: StandIn) -> None:
        self._server = server
        self.lossy = 0.0
        self.sent: list[Message] = []
        self._dice = random.Random(3)  # reproducible
        self._next = 0

    def make(self, fields: dict[str, Any], content: Message) -> Message:
        """A message for one user, as the bot gets it; raises Refusal and Violation."""
        chat = self._server.chats[fields["chat_id"]]
        wanted = fields["ephemeral_message_parameters"]
        user, query = wanted["receiver_user_id"], wanted.get("callback_query_id")
        if chat.kind != "supergroup":
            raise Refusal(400, "Bad Request: ephemeral messages can't be sent to the chat")
        if query is None:
            self._check_right(fields, chat.admins)
        else:
            self._check_press(query, user, replaces=bool(wanted.get("replace_callback_query_message")))
        markup = understood(fields.get("reply_markup"), modern=True)
        self._next += 1
        message = {
            "message_id": 0,
            "ephemeral_message_id": self._next,
            "receiver_user": {"id": user, "is_bot": False, "first_name": "Reader"},
            "date": int(time.time()),
            "chat": chat.data,
            "from": self._server.me,
            **content,
        }
        if "message_thread_id" in fields:
            message |= {"message_thread_id": fields["message_thread_id"], "is_topic_message": True}
        if markup:
            message["reply_markup"] = markup
        if wanted.get("replace_callback_query_message"):
            message["_replaces"] = self._server.presses[str(query)]["message"]["message_id"]
        self.sent.append(message)
        if self._dice.random() >= self.lossy:
            chat.whispers[self._next] = message
        return message

    def _check_right(self, fields: dict[str, Any], admins: tuple[int, ...]) -> None:
        """Without a press the bot must be an administrator, or reply to an ephemeral command."""
        answered = fields.get("reply_parameters", {}).get("ephemeral_message_id")
        if self._server.me["id"] not in admins and answered not in self._server.whispered_commands:
            raise Refusal(400, "Bad Request: not enough rights to send ephemeral messages")

    def _check_press(self, query: str, user: int, *, replaces: bool) -> None:
        press = self._server.presses.get(query)
        if press is None or time.monotonic() - press["at"] > IN_TIME:
            raise Refusal(400, "Bad Request: query is too old and response timeout expired")
        if press["user"] != user:
            raise Violation("an ephemeral message to a user who has not pressed")
        if replaces and "ephemeral_message_id" in press["message"]:
            raise Violation("an ephemeral message cannot replace an ephemeral one")

    def edit(self, fields: dict[str, Any], content: Message) -> bool:
        """Change a message; a reader who never got it sees nothing."""
        message = self._find(fields)
        after = {key: value for key, value in message.items() if key != "reply_markup"} | content
        markup = understood(fields.get("reply_markup"), modern=True)
        if ("photo" in content) != ("photo" in message) and content:
            raise Violation("an edit that changes the kind of an ephemeral message")
        if markup:
            after["reply_markup"] = markup
        if after == message:
            raise Refusal(400, "Bad Request: message is not modified")
        index = self.sent.index(message)
        self.sent[index] = after
        shown = self._server.chats[fields["chat_id"]].whispers
        if fields["ephemeral_message_id"] in shown:
            shown[fields["ephemeral_message_id"]] = after
        return True

    def delete(self, fields: dict[str, Any]) -> bool:
        """Take a message away."""
        self._find(fields)
        self._server.chats[fields["chat_id"]].whispers.pop(fields["ephemeral_message_id"], None)
        return True

    def _find(self, fields: dict[str, Any]) -> Message:
        for message in self.sent:
            if (
                message["ephemeral_message_id"] == fields["ephemeral_message_id"]
                and message["chat"]["id"] == fields["chat_id"]
                and message["receiver_user"]["id"] == fields["receiver_user_id"]
            ):
                return message
        raise Refusal(400, "Bad Request: message to edit not found")

"""Inline mode of the stand-in: people write the bot's name in any chat, see its cards, and post one."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from tests.support.telegram import checks
from tests.support.telegram.checks import Violation
from tests.support.telegram.keyboards import understood
from tests.support.telegram.refusals import Refusal

if TYPE_CHECKING:
    from tests.support.telegram.people import Group, TelegramUser
    from tests.support.telegram.stand_in import StandIn

IN_TIME = 30.0  # seconds until a query is too old to be answered
MOST_RESULTS, LONGEST_ID = 50, 64
Card = dict[str, Any]


class InlineQueries:
    """Asks the bot, unless BotFather has inline mode off, and checks what it answers."""

    def __init__(self, server: StandIn) -> None:
        self._server = server
        self.on = False
        self._asked: dict[str, float] = {}
        self.answers: dict[str, dict[str, Any]] = {}

    async def ask(self, who: TelegramUser, words: str = "") -> str:
        """A user writes the bot's name and some words in a chat that the bot is not in; the query's id."""
        query = f"i{self._server.next_update + 1}"
        self._asked[query] = time.monotonic()
        if self.on:
            asked = {"id": query, "from": who.data, "query": words, "offset": "", "chat_type": "group"}
            await self._server.update(inline_query=asked)
        return query

    async def cards(self, who: TelegramUser, group: Group, words: str = "") -> dict[str, Card]:
        """What the user sees above the line, by id; `group` is the chat in which the test waits."""
        query = await self.ask(who, words)
        found = await group.until(lambda: self.answers.get(query))
        return {card["id"]: card for card in found["results"]}

    def answer(self, fields: dict[str, Any]) -> bool:
        """What the bot answers; raises Refusal and Violation."""
        query, results = fields["inline_query_id"], fields["results"]
        asked = self._asked.get(query)
        if asked is None or query in self.answers or time.monotonic() - asked > IN_TIME:
            raise Refusal(400, "Bad Request: query is too old and response timeout expired")
        names = [card["id"] for card in results]
        if len(results) > MOST_RESULTS or len(set(names)) != len(names):
            raise Violation(f"RESULT_ID_DUPLICATE or too many: {names}")
        if any(not 1 <= len(name.encode()) <= LONGEST_ID for name in names):
            raise Violation(f"RESULT_ID_INVALID: {names}")
        way = fields.get("button", {}).get("start_parameter", "x")
        if not re.fullmatch(r"[\w-]{1,64}", way, re.ASCII):
            raise Violation(f"START_PARAM_INVALID: {way}")
        if not fields.get("is_personal"):
            raise Violation("what is one user's own would be shown to others")
        for card in results:
            self._check(card)
        self.answers[query] = fields
        return True

    def _check(self, card: Card) -> None:
        understood(card.get("reply_markup"), modern=self._server.modern)
        if card["type"] == "photo":
            if card["photo_file_id"] not in self._server.files:
                raise Refusal(400, "Bad Request: wrong file identifier")
            text, _ = checks.parse(card["caption"], card.get("parse_mode"))
            checks.check_text(text, checks.CAPTION)
        else:
            content = card["input_message_content"]
            text, _ = checks.parse(content["message_text"], content.get("parse_mode"))
            checks.check_text(text, checks.TEXT)


def words_of(card: Card) -> str:
    """What a card posts."""
    return str(card.get("caption") or card["input_message_content"]["message_text"])

"""How an item of the queue becomes a request."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from telegram import InputFile

from bot.chats.telegram.ids import ChatTopic
from bot.chats.telegram.items import PrivatePost
from bot.chats.telegram.ledger import Ledgers
from bot.chats.telegram.numbers import ChatNumbers
from bot.chats.telegram.poster import TelegramPoster
from bot.chats.telegram.rate_limit import ALONE, ChatRate
from bot.conversation.protocol.messages import Attachment, Outgoing
from tests.support.empty_store import empty_store


async def test_large_file_is_sent_whole() -> None:
    """`/settings export` of a user with thousands of games: cut off, it would be no JSON any more."""
    sent: list[InputFile] = []

    async def send_document(*, document: InputFile, **_: object) -> Any:
        sent.append(document)
        return SimpleNamespace(message_id=5, photo=())

    store: Any = empty_store()
    bot: Any = SimpleNamespace(send_document=send_document)
    nothing: Any = None
    ledgers = Ledgers(store.users, store.owed)
    poster = TelegramPoster(bot, ChatNumbers(nothing), ledgers, nothing, nothing, nothing)
    content = b"[" + b"1," * 1_500_000 + b"1]"
    file = Attachment("bastide-my-data.json", content)
    message = Outgoing("telegram:7", "Here it is.", to="telegram:7", attachment=file)
    await poster.send(PrivatePost(ChatTopic(7), message, None), ChatRate(ALONE))
    assert [one.input_file_content for one in sent] == [content]

"""What Telegram sends back from buttons, and the names of its places."""

from __future__ import annotations

from bot.chats.telegram.html import number
from bot.chats.telegram.ids import place_of
from bot.chats.telegram.keyboards import Pressed, read_data
from tests.fuzz import tables

SEEDS = [
    *(
        b"g1:3:a0",
        b"1-20~g1:3:a=0",
        b"g1:3:a0@77",
        b">1.0",
        b">0.0@5",
        b"telegram:-1001",
        b"telegram:-1001:7",
    ),
    *(b"telegram:12", b"telegram:", b"telegram:-", b"1-~x", b">99.99@99"),
]


def fuzz(data: bytes) -> None:
    """Read it as what was pressed, as a place and as a person."""
    text = tables.text_of(data)
    read = read_data(text)
    assert not isinstance(read, Pressed) or read.token
    found = place_of(text)
    assert found is None or place_of(found.channel) == found
    who = number(text)
    assert who is None or who >= 0

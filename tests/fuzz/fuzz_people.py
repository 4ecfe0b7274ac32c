"""What a page says of itself: names, rooms, cookies, hosts."""

from __future__ import annotations

from bot.chats.web.identity import LONGEST_NAME, clean_name, is_secret, new_secret, public_id, room_name
from bot.chats.web.security import Guard, host_of
from storage.redis import keys
from tests.fuzz import tables

SEEDS = [
    b"Anna",
    "Ёлка 🐉".encode(),
    b"tower",
    b"localhost:8080",
    b"[::1]:80",
    b"a\xcc\x81" * 20,
    new_secret().encode(),
]


def fuzz(data: bytes) -> None:
    """Read it as each of them."""
    text = tables.text_of(data)
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert clean_name(name) == name
    room = room_name(text)
    assert room is None or (room_name(room) == room and keys.channel(f"web:{room}", "game"))
    assert host_of(text) == host_of(text).lower()
    Guard("127.0.0.1", "https://play.example.org")
    if is_secret(text):
        assert len(public_id(text)) == 24

"""What Discord sends back from buttons, menus and windows."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

from bot.chats.discord import components
from bot.chats.discord.markdown import snowflake
from tests.fuzz import tables

SEEDS = [
    *(b"b:g1:3:a0", b"a1-20:g1:3:a=0", b"m:g1:0:!board", b"s:1:0", b"discord:81", b"discord:guild:5", b"b:"),
    b'{"components":[{"type":18,"component":{"custom_id":"number","value":"7"}}]}',
    b'{"components":[{"components":[{"custom_id":"number","value":7}]}]}',
]


def fuzz(data: bytes) -> None:
    """Read it as an id, as a person, and as the content of a window."""
    text = tables.text_of(data)
    read = components.read_id(text)
    assert read is None or 0 < len(read[2]) <= 64
    number = snowflake(text)
    assert number is None or number >= 0
    try:
        content: Any = json.loads(data)
    except (ValueError, RecursionError):
        return
    interaction: Any = SimpleNamespace(data=content)
    assert isinstance(components.number_in(interaction), str)

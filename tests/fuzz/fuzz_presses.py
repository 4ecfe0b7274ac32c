"""What buttons carry, as anybody may forge it: a token that means nothing does nothing."""

from __future__ import annotations

from bot.conversation.commands.registry import BUTTONS
from bot.conversation.protocol import tokens
from bot.conversation.protocol.messages import Command
from tests.fuzz import tables
from tests.fuzz.fuzz_commands import FAILED, PEOPLE
from tests.support.stage import CHANNEL, NOON, check

SEEDS = [
    *(f"g1:0:!{name}".encode() for name in BUTTONS),
    *(
        b"g1:13:a0",
        b"g1:13:bC1",
        b"g1:13:cP0.1",
        b"g1:13:a=0\n5",
        b"g1:13:aSbid",
        b"g1:13:aB",
        b"g1:13:aW1.0",
        b"g1:13:bM1",
        b"g1:13:bA1",
        b"g1:13:aY0",
        b"me:0:!forget.yes",
    ),
    *(
        b"g1:0:!change.box.river",
        b"me:0:!settings.language.ru",
        b"g1:5:!agree",
        b"g1:0:!kick.B",
        b"g1:0:!record.g1",
    ),
]


def fuzz(data: bytes) -> None:
    """The first line is the token, the rest what was typed with it; two people press."""
    token, _, typed = tables.text_of(data).partition("\n")
    read = tokens.read(token)
    assert read is None or str(read) == token or int(token.split(":")[1]) == read.stamp
    commands = [Command(who, CHANNEL, NOON, token=token, text=typed) for who in PEOPLE if token]
    for answer in tables.handle(*commands):
        check(answer)
        assert answer.text not in FAILED, token

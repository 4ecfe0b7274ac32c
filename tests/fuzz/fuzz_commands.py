"""Lines that people write: every one gets a polite answer or none, and what is stored can still be read."""

from __future__ import annotations

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command, Person
from tests.fuzz import tables
from tests.support.stage import CHANNEL, NOON, check

SEEDS = [
    *(f"/{name}".encode() for name in COMMANDS),
    *(b"/play 7b city", b"/play M20 r1 nobody", b"/play@bot 1a", b"/play pass", b"12", b"hello", b"/kick B"),
    *(
        b"/new river clock=1d computers=2 farmers=off",
        b"/settings quiet 22-8+3",
        b"/settings standing bid pass>3",
    ),
    *(
        b"/ban <@!777>",
        b"/unban 1",
        b"/substitute A computer",
        b"/rules castle",
        b"/replay g1",
        b"/options seats=3",
    ),
]
FAILED = {catalogue(language).text(key) for language in LANGUAGES for key in ("broken", "unreadable")}
PEOPLE = (
    Person("web:anna", "Anna", admin=True),
    Person("web:clara", "Clara", "ru"),
    Person("web:eve", "<b>&"),
)


def fuzz(data: bytes) -> None:
    """Three people say it at a running table, and once where there is none."""
    text = tables.text_of(data)
    commands = [Command.line(who, CHANNEL, NOON, text) for who in PEOPLE]
    commands.append(Command.line(PEOPLE[2], "web:nowhere", NOON, text))
    for answer in tables.handle(*commands):
        check(answer)
        assert answer.text not in FAILED, text

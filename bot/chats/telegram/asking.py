"""A command on its way: where it came from, and how it can be answered."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chats.telegram.ids import Place
from bot.conversation.protocol.messages import Command


@dataclass(slots=True)
class Press:
    """A press that waits for its answer; it gets one, and only one."""

    query: str
    message: int | None = None
    photo: bool = False
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """A command, where it came from, and how: a press, or a message that can be replied to."""

    command: Command
    place: Place
    press: Press | None = None
    message: int | None = None

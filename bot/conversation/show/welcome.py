"""The first message that a channel gets: what this is, and three ways to begin."""

from __future__ import annotations

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show import emoji
from bot.conversation.show.offered import UNDER_WELCOME

WELCOME = "welcome"  # the slot of the message


def welcome_message(channel: str, texts: Catalogue, *, with_emoji: bool = True) -> Outgoing:
    """What this is, in five lines, with three buttons."""
    text = emoji.icon("city", shown=with_emoji) + texts.text("welcome")
    choices = tuple(begin_button(texts, name, style) for name, style in UNDER_WELCOME)
    return Outgoing(channel, text, choices, slot=WELCOME, fresh=True, quiet=True)


def begin_button(texts: Catalogue, name: str, style: Style = "secondary", *args: str) -> Choice:
    """A button that needs no table."""
    return Choice(texts.label(f"button.{name}"), command(NO_GAME, 0, name, *args), style)

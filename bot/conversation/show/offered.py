"""Which commands have a button under which message, in its order.

It stands below the registry, whose rows the layers of messages cannot read; there a test looks for each name.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice, Style
from bot.conversation.protocol.tokens import command

UNDER_WELCOME: tuple[tuple[str, Style], ...] = (
    ("practice", "success"),
    ("howto", "secondary"),
    ("invite", "secondary"),
)
UNDER_TURN = ("score", "fields", "tiles", "why", "hint", "undo")
AIDS = frozenset(("fields", "tiles", "hint"))  # not at a table that plays without aids
UNDER_VOTE: tuple[tuple[str, Style], ...] = (("agree", "success"), ("refuse", "danger"))
UNDER_SUBSTITUTE: tuple[tuple[str, Style], ...] = (("stand_in", "success"), ("stay_out", "secondary"))
UNDER_END = ("details", "replay", "review")
UNDER_CARD = ("replay", "review")  # of a table, in another channel
UNDER_RESULT = ("final", "replay", "review")  # in the list of a group's games
UNDER_DETAILS = ("final", "record")  # of a finished game


def about_game(texts: Catalogue, game: str, names: Iterable[str]) -> tuple[Choice, ...]:
    """The buttons of commands about a finished game."""
    return tuple(Choice(texts.label(f"button.{name}"), command(game, 0, name, game)) for name in names)

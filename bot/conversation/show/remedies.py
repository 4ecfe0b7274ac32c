"""The buttons of a refusal: what helps where the text says what is missing."""

from __future__ import annotations

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice
from bot.conversation.protocol.tokens import NO_GAME, command

REMEDIES = {  # the key of a refusal -> the commands that help
    "no_lobby": ("new",),
    "no_table": ("new",),
    "history.none": ("new",),
    "running": ("board",),
    "not_your_turn": ("board",),
    "play.usage": ("board",),
    "play.no_such_cell": ("board",),
    "play.no_fit": ("board",),
    "review.running": ("board",),
    "paused_now": ("resume",),
    "lobby_open": ("join",),
    "no_such_game": ("mygames",),
    "too_many_tables": ("mygames",),
    "unknown_command": ("help",),
}
RIVER = "river_with_carcassonne"  # the option that lets a river flow beside the city


def remedies(texts: Catalogue, key: str) -> tuple[Choice, ...]:
    """The buttons of a refusal by its key."""
    return tuple(
        Choice(texts.label(f"button.{name}"), command(NO_GAME, 0, name), "primary")
        for name in REMEDIES.get(key, ())
    )


def river_remedies(texts: Catalogue, game: str, rivers: tuple[str, ...]) -> tuple[Choice, ...]:
    """A river and the city of Carcassonne: allow both, or leave the river out."""
    allow = Choice(texts.label("button.river_allow"), command(game, 0, "change", RIVER, "allowed"), "primary")
    leave = [
        Choice(texts.label("button.river_leave"), command(game, 0, "change", "box", river))
        for river in rivers[:1]
    ]
    return allow, *leave

"""Who begins, in the lobby: a line, and the lines of a menu."""

from __future__ import annotations

from collections.abc import Iterator

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.messages import Choice
from bot.conversation.protocol.tokens import command
from bot.conversation.table.lobby import FIRST_RULES, Lobby
from engine.setup import SEAT_LETTERS


def first_player_line(texts: Catalogue, lobby: Lobby) -> str:
    """Who begins; empty if it is drawn."""
    if lobby.first_player == "random":
        return ""
    if lobby.first not in range(len(lobby.guests)):
        return texts.text(f"lobby.first.{lobby.first_player}")
    name = f"<b>{markup.escape(lobby.guests[lobby.first].name)}</b>"
    return texts.text(f"lobby.first.{lobby.first_player}.named", player=name)


def first_player_choices(texts: Catalogue, lobby: Lobby, row: int, menu: str) -> Iterator[Choice]:
    """The rule, which the next press changes, and the guests who could begin by it."""
    value = texts.text(f"option.first_player.{lobby.first_player}")
    label = f"{texts.text('option.first_player')}: {value}"
    yield Choice(
        markup.plain(label), command(lobby.game, 0, "change", "first_player", "next"), row=row, menu=menu
    )
    for place, guest in enumerate(lobby.guests if lobby.first_player in FIRST_RULES[1:] else ()):
        mark = "✓ " if place == lobby.first else ""
        name = markup.plain(texts.text("lobby.first.begins", player=markup.escape(guest.name)))
        value = f"{lobby.first_player}_{SEAT_LETTERS[place].lower()}"
        token = command(lobby.game, 0, "change", "first_player", value)
        yield Choice(f"{mark}{name}", token, row=row, menu=menu)

"""The settings of a lobby in one window: expansions, clock, pace."""

from __future__ import annotations

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import duration
from bot.conversation.protocol.forms import Form, FormField, FormOption
from bot.conversation.protocol.tokens import command
from bot.conversation.show.lobby import CLOCKS, PACES, known_word, pace_words
from bot.conversation.table.due import read_limit
from bot.conversation.table.lobby import Lobby
from bot.conversation.table.model import RULES

MOST_BOXES = 8  # in one question


def lobby_form(texts: Catalogue, lobby: Lobby) -> Form:
    """The window in the language of the user who opens it."""
    fields = (*_boxes(texts, lobby), _clock(texts, lobby), _rule(texts, lobby), _pace(texts, lobby))
    return Form(texts.label("form.title"), command(lobby.game, 0, "setup"), fields)


def _boxes(texts: Catalogue, lobby: Lobby) -> list[FormField]:
    boxes = lobby.known_boxes()
    half = -(-len(boxes) // 2) if len(boxes) > MOST_BOXES else MOST_BOXES
    parts = [boxes[start : start + half] for start in range(0, len(boxes), half)]
    names = ("menu.boxes", "form.more_boxes")
    return [
        FormField(
            texts.label(name),
            tuple(FormOption(known_word(texts, "box", box), box, box in lobby.boxes) for box in part),
            several=True,
        )
        for name, part in zip(names, parts, strict=False)
    ]


def _clock(texts: Catalogue, lobby: Lobby) -> FormField:
    options = []
    for limit in CLOCKS:
        seconds = read_limit(limit) or 0
        label = duration(texts, seconds) if seconds else texts.label("lobby.no_clock")
        options.append(FormOption(label, f"clock={limit}", seconds == lobby.clock.limit))
    return FormField(texts.label("form.clock"), tuple(options))


def _rule(texts: Catalogue, lobby: Lobby) -> FormField:
    options = [
        FormOption(
            texts.label(f"rule.{rule}", n=lobby.clock.misses), f"rule={rule}", rule == lobby.clock.rule
        )
        for rule in RULES
    ]
    return FormField(texts.label("form.rule"), tuple(options))


def _pace(texts: Catalogue, lobby: Lobby) -> FormField:
    options = [FormOption(pace_words(texts, pace), f"pace={pace}", pace == lobby.pace) for pace in PACES]
    return FormField(texts.label("form.pace"), tuple(options))

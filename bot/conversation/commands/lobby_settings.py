"""Wishes for a table, typed or pressed: boxes, presets, options, clock, language, aids, computers, pace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.conversation.context import Desk, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES
from bot.conversation.show.lobby import computer_name
from bot.conversation.table.computer import LEVELS
from bot.conversation.table.due import read_limit
from bot.conversation.table.lobby import Agreement, Guest, presets, with_preset
from bot.conversation.table.model import RULES
from engine.expansions.presets import PRESETS
from engine.game import GAMES

LONGEST_PACE = 60  # seconds
SWITCH = {"on": True, "off": False, "yes": True, "no": False}


def read_wishes(desk: Desk, lobby: Agreement, words: Sequence[str]) -> Agreement:
    """The lobby with everything that these words wish for; raises Refused at the first that is unknown."""
    for word in words:
        name, equals, value = word.lower().replace("-", "_").partition("=")
        lobby = changed(desk, lobby, (name, value)) if equals else _bare(desk, lobby, name)
    return lobby


def _bare(desk: Desk, lobby: Agreement, word: str) -> Agreement:
    if word in GAMES:
        return changed(desk, lobby, ("game", word))
    if word in PRESETS:
        return changed(desk, lobby, ("preset", word))
    if word in lobby.known_boxes():
        return lobby if word in lobby.boxes else lobby.toggled(word)
    if word.startswith("no_") and word[3:] in lobby.known_boxes():
        return lobby.toggled(word[3:]) if word[3:] in lobby.boxes else lobby
    known = ", ".join((*lobby.known_boxes(), *presets(lobby), *GAMES))
    raise Refused("unknown_wish", word=markup.escape(word), known=known)


def changed(desk: Desk, lobby: Agreement, wish: Sequence[str]) -> Agreement:
    """The lobby with one thing changed: ("box", "river"), ("clock", "1d"), ("farmers", "off")."""
    if len(wish) != 2:
        raise Refused("stale")
    name, value = wish
    if name == "game" and value in GAMES:
        return replace(lobby, kind=value, boxes=(), options=())
    if name == "preset" and value in presets(lobby):
        return with_preset(lobby, value)
    if name == "box" and value in lobby.known_boxes():
        return lobby.toggled(value)
    if name == "clock" and (limit := read_limit(value)) is not None:
        return replace(lobby, clock=replace(lobby.clock, limit=limit))
    if name == "rule" and value in RULES:
        return replace(lobby, clock=replace(lobby.clock, rule=value))
    if name == "misses" and len(value) == 1 and value.isdecimal() and int(value) >= 1:
        return replace(lobby, clock=replace(lobby.clock, misses=int(value)))
    if name == "seats" and len(value) == 1 and value.isdecimal() and 2 <= int(value) <= 6:
        return replace(lobby, seats=int(value))
    if name == "pace" and value.isdecimal() and int(value) <= LONGEST_PACE:
        return replace(lobby, pace=int(value))
    if name == "aids" and value in SWITCH:
        return replace(lobby, aids=SWITCH[value])
    if name in ("language", "lang") and value in LANGUAGES:
        return replace(lobby, language=value)
    if name in ("computers", "computer"):
        return _computers(lobby, value)
    allowed = lobby.known_options().get(name)
    if allowed and value == "next":
        return lobby.with_option(name, allowed[(allowed.index(lobby.chosen(name)) + 1) % len(allowed)])
    if allowed and value in allowed:
        return lobby.with_option(name, value)
    known = ", ".join(allowed) if allowed else desk.mine.text("wishes")
    raise Refused("unknown_wish", word=markup.escape(f"{name}={value}"), known=known)


def _computers(lobby: Agreement, value: str) -> Agreement:
    count, _, level = value.partition("_")
    if len(count) != 1 or not count.isdecimal() or int(count) > 5 or (level and level not in LEVELS):
        raise Refused("unknown_wish", word=markup.escape(value), known="1–5")
    if len(lobby.guests) + int(count) > lobby.most():
        raise Refused("full", n=lobby.most())
    for _ in range(int(count)):
        if len(lobby.guests) >= lobby.most():
            raise Refused("full", n=lobby.most())
        name = computer_name(lobby)
        lobby = replace(lobby, guests=(*lobby.guests, Guest("", name, level or "normal")))
    return lobby

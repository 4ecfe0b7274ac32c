"""The settings of a lobby, typed or pressed: boxes, presets, options, clock, language, computers, pace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.conversation.context import Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, Catalogue, catalogue
from bot.conversation.show.lobby import computer_name
from bot.conversation.table.bank import BANK_RULES
from bot.conversation.table.due import read_bank, read_limit, read_quiet
from bot.conversation.table.lobby import FIRST_RULES, LEVELS, Guest, Lobby, presets, with_preset
from bot.conversation.table.model import RULES
from bot.conversation.table.polls.crowd import CROWD, MOST_VOTES
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.setup import SEAT_LETTERS

LONGEST_PACE = 60  # seconds
SWITCH = {"on": True, "off": False, "yes": True, "no": False, "1": True, "0": False}


def with_words(texts: Catalogue, lobby: Lobby, words: Sequence[str]) -> Lobby:
    """The lobby with every typed setting, games and presets first; raises Refused at an unknown one."""
    for word in sorted(words, key=_weight):
        name, equals, value = word.lower().replace("-", "_").partition("=")
        lobby = with_setting(texts, lobby, name, value) if equals else _with_word(texts, lobby, name)
    return lobby


def _weight(word: str) -> int:
    """What must be settled first: the game, then a preset, to which boxes and options are added."""
    name = word.lower().replace("-", "_")
    if name.removeprefix("game=") in GAMES:
        return 0
    return 1 if name.removeprefix("preset=") in PRESETS else 2


def _with_word(texts: Catalogue, lobby: Lobby, word: str) -> Lobby:
    if word in GAMES:
        return with_setting(texts, lobby, "game", word)
    if word in PRESETS:
        return with_setting(texts, lobby, "preset", word)
    if word == "rated":
        return with_setting(texts, lobby, "rated", "on")
    box = word.removeprefix("no_")
    if box in lobby.known_boxes():
        wanted = box == word
        return lobby if wanted is (box in lobby.boxes) else lobby.toggled(box)
    raise _unknown(word, (*lobby.known_boxes(), *presets(lobby), *GAMES))


def with_setting(texts: Catalogue, lobby: Lobby, name: str, value: str) -> Lobby:
    """The lobby with one thing changed, e.g. `box` to `river`; raises Refused."""
    change = CHANGES.get(name)
    changed = change(lobby, value) if change else None
    allowed = lobby.known_options().get(name, ())
    if changed is None and value == "next" and allowed:
        value = allowed[(allowed.index(lobby.chosen(name)) + 1) % len(allowed)]
    if changed is None and value in allowed:
        changed = lobby.with_option(name, value)
    if changed is None:
        raise _unknown(f"{name}={value}", allowed or (texts.text("wishes"),))
    return changed


def _unknown(word: str, known: Sequence[str]) -> Refused:
    return Refused("unknown_wish", word=markup.escape(word), known=", ".join(known))


def _game(lobby: Lobby, value: str) -> Lobby | None:
    if value == lobby.kind:
        return lobby
    return replace(lobby, kind=value, boxes=(), options=()) if value in GAMES else None


def _preset(lobby: Lobby, value: str) -> Lobby | None:
    return with_preset(lobby, value) if value in presets(lobby) else None


def _box(lobby: Lobby, value: str) -> Lobby | None:
    return lobby.toggled(value) if value in lobby.known_boxes() else None


def _limit(lobby: Lobby, value: str) -> Lobby | None:
    limit = read_limit(value)
    return replace(lobby, clock=replace(lobby.clock, limit=limit)) if limit is not None else None


def _rule(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, clock=replace(lobby.clock, rule=value)) if value in RULES else None


def _misses(lobby: Lobby, value: str) -> Lobby | None:
    misses = _number(value, 1, 9)
    return replace(lobby, clock=replace(lobby.clock, misses=misses)) if misses is not None else None


def _bank(lobby: Lobby, value: str) -> Lobby | None:
    """A bank of `15m`, `3d+6h`, `off`; its rule and quiet hours stay."""
    bank = read_bank(value)
    return (
        replace(lobby, bank=replace(lobby.bank, seconds=bank.seconds, increment=bank.increment))
        if bank
        else None
    )


def _flag(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, bank=replace(lobby.bank, rule=value)) if value in BANK_RULES else None


def _quiet(lobby: Lobby, value: str) -> Lobby | None:
    """Hours in which no bank runs: `22-8`, `22-8+3`, `off`."""
    hours = read_quiet(value.replace("_", "-"))
    if hours is None and value != "off":
        return None
    return replace(lobby, bank=replace(lobby.bank, quiet=hours))


def _crowd(lobby: Lobby, value: str) -> Lobby | None:
    """One seat for the whole channel, or none."""
    if value not in SWITCH:
        return None
    there = next((guest for guest in lobby.guests if guest.by_vote), None)
    if SWITCH[value] is (there is not None):
        return lobby
    if there is not None:
        return lobby.without_guest(there)
    if len(lobby.guests) >= lobby.most():
        raise Refused("full", n=lobby.most())
    name = catalogue(lobby.language).label("crowd.name")
    return replace(lobby, guests=(*lobby.guests, Guest("", name, CROWD)))


def _vote_time(lobby: Lobby, value: str) -> Lobby | None:
    time = read_limit(value)
    return replace(lobby, crowd=replace(lobby.crowd, time=time)) if time else None


def _least_votes(lobby: Lobby, value: str) -> Lobby | None:
    least = _number(value, 1, MOST_VOTES)
    return replace(lobby, crowd=replace(lobby.crowd, least=least)) if least is not None else None


def _enough_votes(lobby: Lobby, value: str) -> Lobby | None:
    enough = 0 if value == "off" else _number(value, 0, MOST_VOTES)
    return replace(lobby, crowd=replace(lobby.crowd, enough=enough)) if enough is not None else None


def _seats(lobby: Lobby, value: str) -> Lobby | None:
    seats = _number(value, 2, 6)
    if seats is not None and seats > lobby.most() and lobby.can_seat_six():
        lobby = lobby.with_option("max_players", "6")
    return replace(lobby, seats=seats) if seats is not None else None


def _first_player(lobby: Lobby, value: str) -> Lobby | None:
    """Who begins: `random`, `chosen`, `youngest`, `next` of these, or with a guest: `youngest_B`."""
    rule, _, letter = value.partition("_")
    if rule == "next":
        rule = FIRST_RULES[(FIRST_RULES.index(lobby.first_player) + 1) % len(FIRST_RULES)]
    if rule not in FIRST_RULES:
        return _first(lobby, value)
    first = SEAT_LETTERS.lower().find(letter) if letter else -1
    if letter and first not in range(len(lobby.guests)):
        return None
    return replace(lobby, first_player=rule, first=first)


def _first(lobby: Lobby, value: str, rule: str = "chosen") -> Lobby | None:
    """A guest by name or letter."""
    names = [guest.name.casefold().replace("-", "_") for guest in lobby.guests]
    letters = SEAT_LETTERS[: len(names)].lower()
    if value not in names and value not in tuple(letters):
        return None
    first = names.index(value) if value in names else letters.index(value)
    return replace(lobby, first_player=rule, first=first)


def _youngest(lobby: Lobby, value: str) -> Lobby | None:
    return _first(lobby, value, "youngest")


def _pace(lobby: Lobby, value: str) -> Lobby | None:
    pace = _number(value, 0, LONGEST_PACE)
    return replace(lobby, pace=pace) if pace is not None else None


def _aids(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, aids=SWITCH[value]) if value in SWITCH else None


def _public(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, public=SWITCH[value]) if value in SWITCH else None


def _rated(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, rated=SWITCH[value]) if value in SWITCH else None


def _emoji(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, emoji=SWITCH[value]) if value in SWITCH else None


def _language(lobby: Lobby, value: str) -> Lobby | None:
    return replace(lobby, language=value) if value in LANGUAGES else None


def _computers(lobby: Lobby, value: str) -> Lobby:
    """The lobby with some more computers: `2`, or `2_hard`."""
    number, _, level = value.partition("_")
    count = _number(number, 0, 5)
    if count is None or (level and level not in LEVELS):
        raise _unknown(value, ("1–5",))
    if len(lobby.guests) + count == 6 and not lobby.seats and lobby.can_seat_six():
        lobby = lobby.with_option("max_players", "6")  # asked for
    if len(lobby.guests) + count > lobby.most():
        raise Refused("full", n=lobby.most())
    for _ in range(count):
        guest = Guest("", computer_name(lobby), level or "normal")
        lobby = replace(lobby, guests=(*lobby.guests, guest))
    return lobby


def _number(text: str, least: int, most: int) -> int | None:
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
    return number if least <= number <= most else None


CHANGES: dict[str, Callable[[Lobby, str], Lobby | None]] = {
    "game": _game,
    "preset": _preset,
    "box": _box,
    "clock": _limit,
    "rule": _rule,
    "misses": _misses,
    "bank": _bank,
    "flag": _flag,
    "quiet": _quiet,
    "crowd": _crowd,
    "vote": _vote_time,
    "votes": _least_votes,
    "enough": _enough_votes,
    "seats": _seats,
    "first_player": _first_player,
    "first": _first,
    "youngest": _youngest,
    "pace": _pace,
    "aids": _aids,
    "emoji": _emoji,
    "public": _public,
    "rated": _rated,
    "language": _language,
    "lang": _language,
    "computers": _computers,
    "computer": _computers,
}

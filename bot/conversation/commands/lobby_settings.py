"""The settings of a lobby, typed or pressed: boxes, presets, options, clock, language, computers, pace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from bot.conversation.commands.levels import level_list, read_level
from bot.conversation.context import Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.show.lobby import computer_name, known_word
from bot.conversation.show.rules import option_words
from bot.conversation.table.bank import BANK_RULES
from bot.conversation.table.due import read_bank, read_limit, read_quiet
from bot.conversation.table.lobby import FIRST_RULES, Guest, Lobby, presets, with_preset
from bot.conversation.table.model import RULES
from bot.conversation.table.polls.crowd import CROWD, MOST_VOTES
from bot.locales.languages import LANGUAGES, best_language
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.setup import SEAT_LETTERS

LONGEST_PACE = 60  # seconds
SHORTEST = 3  # letters of a name that is not typed to its end
LONGEST_TITLE = 5  # words of the name of a box
SWITCH = {"on": True, "off": False, "yes": True, "no": False, "1": True, "0": False}


def with_words(texts: Catalogue, lobby: Lobby, words: Sequence[str]) -> Lobby:
    """The lobby with every typed setting, games and presets first; raises Refused at an unknown one."""
    for word in sorted(_coded(words), key=_weight):
        name, equals, value = word.lower().replace("-", "_").partition("=")
        lobby = with_setting(texts, lobby, name, value) if equals else _with_word(texts, lobby, name)
    return lobby


def _coded(words: Sequence[str]) -> list[str]:
    """The words with codes in place of the names of games and boxes, which may have several words."""
    found, rest = [], list(words)
    while rest:
        lengths = range(min(LONGEST_TITLE, len(rest)), 0, -1)
        length = next((n for n in lengths if _plainly(rest[:n]) in _titles()), 0)
        found.append(_titles()[_plainly(rest[:length])] if length else _begun(rest[0]))
        rest = rest[length or 1 :]
    return found


def _plainly(words: Sequence[str]) -> str:
    return " ".join(words).casefold().strip(" ,")


def _begun(word: str) -> str:
    """The code of the only game or box whose name begins with a word; else the word, which may be a code."""
    begins = _plainly([word])
    codes = {code for title, code in _titles().items() if title.startswith(begins)}
    return codes.pop() if len(codes) == 1 and len(begins) >= SHORTEST else word


@cache
def _titles() -> dict[str, str]:
    """The names of games and boxes in all languages, with their codes."""
    keys = [f"game.{game}" for game in GAMES]
    keys += [f"box.{box.key}" for game in GAMES.values() for box in game.boxes]
    return {
        markup.plain(catalogue(language).text(key)).casefold(): key.partition(".")[2]
        for language in LANGUAGES
        for key in keys
    }


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
    known = [known_word(texts, "box", box) for box in lobby.known_boxes()]
    known += [texts.text(f"game.{game}") for game in GAMES]
    raise Refused("unknown_word", word=markup.escape(word), known=listed(texts, known))


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
        raise _unknown(texts, name, value, allowed)
    return changed


def _unknown(texts: Catalogue, name: str, value: str, allowed: Sequence[str]) -> Refused:
    """A setting that is not known, or a value that its option does not have."""
    word = markup.escape(f"{name}={value}")
    if not allowed:
        return Refused("unknown_setting", word=word)
    known = [f"{option_words(texts, name, one)} (<code>{name}={one}</code>)" for one in allowed]
    return Refused("unknown_word", word=word, known=listed(texts, known))


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
    found = best_language(value)
    return replace(lobby, language=found.tag) if found else None


def _computers(lobby: Lobby, value: str) -> Lobby | None:
    """The lobby with some more computers: `2`, `2_hard`, or `2_strong`, as the lobby calls that level."""
    number, _, typed = value.partition("_")
    count, level = _number(number, 0, 5), ""
    if count is None:
        return None
    if typed:
        level, rest = read_level(typed.split("_"))
        if not level or rest:
            raise Refused("unknown_level", word=level_list(catalogue(lobby.language)))
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

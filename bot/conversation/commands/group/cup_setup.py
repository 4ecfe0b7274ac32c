"""The words after `/cup new`: the format, the length of matches and rounds, and the set-up of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.conversation.commands.lobby_settings import with_words
from bot.conversation.context import Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.durations import DAY, HOUR
from bot.conversation.table.bank import Bank
from bot.conversation.table.cups.model import BEST_OF, FORMATS, Cup
from bot.conversation.table.due import read_limit

SLOW = Bank(3 * DAY, 12 * HOUR)
OTHER_NAMES = {"round_robin": "robin", "ko": "knockout", "knock_out": "knockout"}
MOST_ROUNDS = 20
WORDS = (*FORMATS, *(f"bo{n}" for n in BEST_OF), "wcc", "slow", "duplicate", "by_date")


def with_cup_words(texts: Catalogue, cup: Cup, words: Sequence[str]) -> Cup:
    """The cup as the words say; raises Refused at one that is unknown."""
    rest = []
    for word in words:
        changed = _changed(cup, word.lower().replace("-", "_"))
        cup = changed or cup
        rest += [] if changed else [word]
    setup = with_words(texts, cup.setup, rest)
    if not setup.bank.seconds and not setup.clock.limit:
        setup = replace(setup, bank=SLOW)
    if "tie_break" in setup.known_options() and "tie_break" not in dict(setup.options):
        setup = setup.with_option("tie_break", "starter")
    if cup.duplicate and (cup.best_of > 1 or cup.knockout):
        raise Refused("cup.duplicate_only")
    return replace(cup, setup=replace(setup, seats=2, guests=(), public=False, first_player="random"))


def _changed(cup: Cup, word: str) -> Cup | None:
    """The cup with what a word says about it; None if it is about its tables."""
    word = OTHER_NAMES.get(word, word)
    if word in FORMATS:
        return replace(cup, format=word)
    if word.startswith("bo") and word[2:].isdecimal():
        return replace(cup, best_of=_number(word[2:], BEST_OF))
    if word == "slow":
        return replace(cup, setup=replace(cup.setup, bank=SLOW))
    if word == "duplicate":
        return replace(cup, duplicate=True)
    if word == "by_date":
        return replace(cup, by_date=True)
    name, _, value = word.partition("=")
    if name == "rounds":
        return replace(cup, length=_number(value, range(1, MOST_ROUNDS + 1)))
    if name == "round":
        return replace(cup, limit=_time(value))
    if name == "until":
        return replace(cup, until=cup.opened + _time(value))
    return None


def _number(value: str, allowed: Sequence[int]) -> int:
    if value.isdecimal() and len(value) < 4 and int(value) in allowed:
        return int(value)
    raise Refused("unknown_word", word=markup.escape(value), known=", ".join(map(str, allowed)))


def _time(value: str) -> int:
    seconds = read_limit(value)
    if not seconds:
        raise Refused("unknown_word", word=markup.escape(value), known="10m, 2h, 3d")
    return seconds

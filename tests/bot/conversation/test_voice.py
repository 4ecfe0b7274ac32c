"""How every message reads: over hundreds of random turns of all boxes, in three languages."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.show.buttons import decline_label
from bot.conversation.show.turn import prompt_text, turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Clock, Seat, Table
from bot.conversation.table.state import LiveTable, acted, opened
from engine import notation
from engine.actions import Claim, Pass
from engine.expansions.abbot import Retrieve
from engine.expansions.presets import PRESETS
from engine.expansions.princess_dragon.part import MoveFairy
from engine.game import pending
from engine.prompts import Prompt
from engine.setup import agree
from tests.support.stage import Stage, play_once
from tests.support.voice import COMPLETE, EMOJI, KNOWN, NOT_LATIN, ROTATION, check_voice, foreign

NAMES = ("Аня", "Борис", "Клара")
TABLES = {
    "royal_gift": (tuple(PRESETS["royal_gift"].boxes), {}, "carcassonne"),
    "pd_classic": (("princess_dragon", "king_robber"), dict(PRESETS["pd_classic"].options), "carcassonne"),
    "trade": (("river", "river2", "inns_cathedrals", "traders_builders", "abbot"), {}, "carcassonne"),
    "draft": (("bazaars", "bridges", "castles"), {"bazaar_mode": "draft"}, "carcassonne"),
    "hill": ((), {}, "over_hill_and_dale"),
}
LOOKS = ("score", "fields", "tiles", "why", "hint", "options", "rules", "board", "settings", "help", "howto")


@cache
def turns(name: str) -> tuple[LiveTable, ...]:
    """A table after each action of a random game in which a computer plays, too."""
    boxes, options, game = TABLES[name]
    setup = agree(3, boxes, options, game=game, seed=name)
    seats = (*(Seat(f"web:{who}", who, f"web:{who}") for who in NAMES[:2]), Seat("", NAMES[2], ""))
    live = opened("web:tower", Table("g1", setup, "web:Аня", "en", seats, Clock(86400)), 0)
    rng, found = random.Random(name), [live]
    while not live.state.over:
        prompt = pending(live.state)[0]
        options_left = prompt.options
        action = options_left[rng.randrange(min(len(options_left), 40))]
        by = live.table.seats[prompt.player].player or "computer"
        live = acted(live, Entry(0, by, notation.write(action)), action)
        found.append(live)
    return tuple(found[:-1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_turn_messages_of_random_games(name: str, language: str) -> None:
    texts = catalogue(language)
    rng = random.Random(language)
    sample = [live for live in turns(name) if rng.random() < 0.4]
    assert len(sample) > 30
    for live in sample:
        message = turn_message(Words(texts, live.table), live)
        check_voice(message)
        shown = [message.text, message.alt, *(choice.label for choice in message.choices)]
        for text in shown:
            assert not ROTATION.search(text), text
            assert not re.search(r"[{}_]", text), text
            assert language not in NOT_LATIN or not foreign(text, NAMES), (foreign(text, NAMES), text)


def test_the_sample_has_five_hundred_turns() -> None:
    assert sum(len({live.state.turn for live in turns(name)}) for name in TABLES) * len(LANGUAGES) >= 500


@pytest.mark.parametrize("language", LANGUAGES)
async def test_private_answers_hold_no_raw_value(language: str) -> None:
    stage = Stage(language=language)
    names = ("Аня", "Борис", *catalogue(language).text("computer.names").split(", "))
    message = await stage.open("Аня", "Борис", wishes="royal_gift computers=1")
    for _ in range(25):
        message = await play_once(stage, message, random.Random(language))
    for line in LOOKS:
        await stage.say("Аня", f"/{line}")
    await stage.press("Аня", "g1:0:!details.g1")
    for said in stage.said:
        texts = [said.text, said.alt, *(choice.label for choice in said.choices)]
        found = [word for text in texts for word in foreign(text, names)] if language in NOT_LATIN else []
        assert not found, (found, said.text)
        assert not any(re.search(r"[{}]", text) for text in texts), said.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_emoji_of_the_catalogues_are_in_the_table(language: str) -> None:
    for key, forms in catalogue(language).texts.items():
        for form in forms:
            assert all(found in KNOWN for found in EMOJI.findall(form)), key


async def test_emoji_can_be_switched_off_for_oneself_and_for_the_table() -> None:
    stage = Stage()
    stage.person("Anna", admin=True)
    message = await stage.open("Anna", "Boris")
    assert EMOJI.search(message.text)
    assert "Emoji: off" in (await stage.say("Boris", "/settings emoji off"))[0].text
    assert not EMOJI.search((await stage.say("Boris", "/score"))[0].text)
    assert EMOJI.search((await stage.say("Anna", "/score"))[0].text)
    assert EMOJI.search((await stage.say("Boris", "/board"))[0].text)
    assert "admin" in (await stage.say("Boris", "/settings channel emoji off"))[0].text
    await stage.say("Anna", "/settings channel emoji off")
    assert not EMOJI.search((await stage.say("Boris", "/board"))[0].text)
    await stage.say("Anna", "/end")
    assert not EMOJI.search((await stage.open("Anna", "Boris")).text)


async def test_a_lone_player_switches_the_table_too_and_a_lobby_by_its_menu() -> None:
    stage = Stage()
    message = await stage.open("Anna", wishes="computers=1")
    assert EMOJI.search(message.text)
    await stage.say("Anna", "/settings emoji off")
    assert not EMOJI.search((await stage.say("Anna", "/board"))[0].text)
    other = Stage()
    assert not EMOJI.search((await other.open("Anna", "Boris", wishes="emoji=off")).text)


def test_question_names_the_only_thing_that_can_be_done() -> None:
    live = turns("pd_classic")[-1]
    words = Words(catalogue("en"), live.table)
    fairy, abbot, claim = MoveFairy(0, (0, 0), None), Retrieve(0, (0, 0)), Claim(0, (0, 0), "c1")
    for options, asked, declined in (
        ((fairy, Pass(0)), "Аня, move the fairy?", "The fairy stays"),
        ((abbot, Pass(0)), "Аня, take your abbot back?", "The abbot stays"),
        ((claim, fairy, Pass(0)), "Аня, place a meeple?", "Nobody"),
    ):
        prompt = Prompt(0, "act", 0, options)
        assert asked in markup.plain(prompt_text(words, live, prompt))
        assert decline_label(words, prompt) == declined


@pytest.mark.parametrize("language", COMPLETE)
def test_question_about_many_tiles_says_to_choose_a_number(language: str) -> None:
    live = turns("pd_classic")[-1]
    words = Words(catalogue(language), live.table)
    number = markup.plain(words.text("ask.place", player="")).split("! ")[1]
    claims = tuple(Claim(0, (column, 0), "c1") for column in range(30))
    for ask in ("act", "market"):
        for options, by_number in ((claims, True), (claims[:3], False)):
            text = markup.plain(prompt_text(words, live, Prompt(0, ask, 0, options)))
            assert (number in text) == by_number, text


def test_players_of_the_same_name_are_told_apart() -> None:
    live = turns("hill")[-1]
    first, second, third = live.table.seats
    twins = replace(live.table, seats=(first, replace(second, name=first.name), third))
    words = Words(catalogue("en"), twins)
    assert [words.name(seat) for seat in range(3)] == ["🟥 Аня", "🟦 Аня", "Клара"]
    assert words.standings((1, 2, 3)) == "🟥 Аня 1 · 🟦 Аня 2 · 🟨 Клара 3"
    assert words.plain().scores((1, 2, 3)) == "Аня (1) 1 · Аня (2) 2 · Клара 3"

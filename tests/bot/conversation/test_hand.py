"""What is yours to see in Over Hill and Dale: own tokens in private, the supply, crop fields and stables."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.table.log import Entry
from engine import record
from engine.coordinates import cell_name
from engine.over_hill_and_dale.harvest import most_sets
from engine.over_hill_and_dale.part import PART
from engine.over_hill_and_dale.stables import animals_around, stables
from engine.queries import claimed_features
from tests.bot.conversation.test_play import table
from tests.support.stage import CHANNEL, Stage

GAME = Path(__file__).parent / "computer_games" / "hills-3.txt"
PLAYED = 120  # lines: two players hold tokens, stables stand, fields are claimed


async def grown(language: str = "en") -> Stage:
    """A table at which a game of computers is played on."""
    game = record.read(GAME.read_text("utf-8"))
    stage = Stage(language=language)
    await stage.open("Anna", "Boris", "Clara", wishes="over_hill_and_dale")
    setup = replace((await table(stage)).table, setup=game.setup).encode()
    await stage.store.tables.amend(CHANNEL, game="g1", expected=0, setup=setup, log=[])
    log = [Entry(int(stage.now), "web:anna", line).encode() for line in game.lines[:PLAYED]]
    await stage.store.tables.save(CHANNEL, game="g1", expected=0, log=log)
    other = Stage(stage.store, language)
    other.people = stage.people
    return other


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_player_sees_the_own_tokens_in_private(language: str) -> None:
    stage, texts = await grown(language), catalogue(language)
    hills = PART.of((await table(stage)).state)
    (answer,) = await stage.say("Clara", "/hand")
    assert answer.to == "web:clara"
    assert not answer.harmless
    mine = markup.plain(answer.text).splitlines()[0]
    for kind in set(hills.held[2]):
        assert f"{texts.text(f'word.{kind}')} {hills.held[2].count(kind)}" in mine
    for kind in set(hills.held[0]) - set(hills.held[2]):
        assert texts.text(f"word.{kind}") not in mine
    last = markup.plain(answer.text).splitlines()[-1]
    assert all(f"{texts.text(f'word.{kind}')} {count}" in last for kind, count in hills.supply if count)


async def test_the_button_shows_everybody_the_own_tokens() -> None:
    stage = await grown()
    board = (await stage.say("Anna", "/board"))[0]
    token = next(choice.token for choice in board.choices if choice.label == "My harvest")
    for name in ("Anna", "Boris", "Clara"):
        (shown,) = await stage.press(name, token)
        assert shown.to == f"web:{name.lower()}"
        assert shown.text == (await stage.say(name, "/hand"))[0].text
    assert "No harvest tokens yet" in (await stage.say("Boris", "/hand"))[0].text
    assert "harvest" not in (await stage.press("Dora", token))[0].text


async def test_the_score_counts_the_own_sets_for_oneself_only() -> None:
    stage = await grown()
    held = PART.of((await table(stage)).state).held
    for seat, name in ((0, "Anna"), (2, "Clara")):
        text = markup.plain((await stage.say(name, "/score"))[0].text)
        assert f"Full sets: {most_sets(held[seat])} · all tokens are worth" in text
        assert "Left in the supply: " in text
    watched = markup.plain((await stage.say("Dora", "/score"))[0].text)
    assert "Full sets" not in watched
    assert "Left in the supply: " in watched


async def test_fields_speak_of_crops_and_of_stables_with_their_animals() -> None:
    stage = await grown()
    state = (await table(stage)).state
    text = markup.plain((await stage.say("Anna", "/fields"))[0].text)
    assert text.count("🌾 crop field (") == sum(info.kind == "crop" for info in claimed_features(state))
    assert "harvest: " in text
    for stable in stables(state):
        assert f"🐑 stable ({cell_name(stable.cell)})" in text
        assert f"{animals_around(state, stable.cell)} animal" in text


async def test_the_bag_counts_trails_and_crop_fields() -> None:
    stage = await grown()
    counted = markup.plain((await stage.say("Anna", "/tiles"))[0].text).splitlines()[1]
    assert re.fullmatch(r"🥾 trail \d+ · 🌾 crop field \d+", counted)


async def test_a_game_without_secrets_says_so() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris")
    assert "My harvest" not in [choice.label for choice in message.choices]
    assert "Nothing is hidden" in (await stage.say("Anna", "/hand"))[0].text
    assert "seat" in (await stage.say("Clara", "/hand"))[0].text

"""Texts in every language at once, and what is kept of them."""

from __future__ import annotations

import random

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.polyglot import public_texts, spoken, spoken_in
from tests.support.stage import CHANNEL, Stage, check, play_once

MARKS = ("\ue000", "\ue001", "\ue002", "\ue003")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_values_is_read_as_in_a_channel_of_that_language(language: str) -> None:
    texts, own = public_texts(CHANNEL, "ru"), catalogue(language)
    told = texts.text("settings.done", name=texts.text("points", n=3), value="Anna")
    line = f"{told}! {texts.label('box.river')}"
    expected = own.text("settings.done", name=own.text("points", n=3), value="Anna")
    assert spoken(line, language) == f"{expected}! {own.label('box.river')}"
    message = Outgoing(CHANNEL, line, (Choice(texts.label("box.river"), "t"),), alt=markup.plain(line))
    read = spoken_in(message, language)
    assert (read.text, read.choices[0].label) == (spoken(line, language), own.label("box.river"))


def test_the_channels_own_language_is_read_by_others_and_broken_marks_are_left_alone() -> None:
    text = public_texts(CHANNEL, "ru").text("points", n=2)
    assert spoken(text) == spoken(text, "xx") == catalogue("ru").text("points", n=2)
    assert spoken("a\ue000b\ue001") == "a\ue000b\ue001"
    assert spoken("a\ue000b\ue002c") == "ac"
    assert public_texts("discord:1", "ru").text("points", n=2) == catalogue("ru").text("points", n=2)


def test_lines_of_a_text_can_be_taken_apart() -> None:
    texts = public_texts(CHANNEL, "en")
    key = next(key for key, forms in texts.texts.items() if "\n" in forms[0] and "{" not in forms[0])
    for language in LANGUAGES:
        lines = [spoken(line, language) for line in texts.text(key).splitlines()]
        assert not any(mark in line for line in lines for mark in MARKS)
        assert "\n".join(lines) == catalogue(language).text(key)


async def test_a_game_of_all_boxes_is_worded_in_every_language_and_saved_in_none() -> None:
    stage = Stage()
    stage.service.repository.each_own = True
    rng = random.Random(5)
    message = await stage.open("Anna", "Boris", wishes="bazaars castles bridges princess_dragon clock=1h")
    for _ in range(40):
        if not message.slot.endswith(".end"):
            message = await play_once(stage, message, rng)
    await stage.say("Boris", "/substitute computer")
    public = [one for one in stage.said if one.to is None]
    assert any(mark in one.text for one in public for mark in MARKS)
    for one in public:
        for language in LANGUAGES:
            check(spoken_in(one, language))
            assert not any(mark in repr(spoken_in(one, language)) for mark in MARKS)
    record = await stage.store.tables.load(CHANNEL)
    assert record is not None
    saved = b"".join((record.setup, *record.log)).decode()
    assert not any(mark in saved or f"\\u{ord(mark):x}" in saved for mark in MARKS)

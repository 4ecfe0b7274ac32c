"""What each language must do wherever people meet it, the moment that it has its entry and its catalogues."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest
from discord import app_commands

from bot.chats.discord import commands as discord_commands
from bot.chats.web.page_texts import page_words
from bot.chats.web.static_files import page_html
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol import formats, markup
from bot.conversation.protocol.catalogue import catalogue, language_of
from bot.conversation.protocol.pictures import SheetPicture
from bot.conversation.protocol.polyglot import public_texts, spoken, spoken_in
from bot.locales.languages import LANGUAGES
from bot.pictures.draw import draw, fonts_of
from bot.settings import read
from renderer.style.text import FONTS, MISSING, lettering, runs
from tests.support.stage import CHANNEL, Stage, check, play_once

WHEN = datetime(2026, 11, 19, 18, 5, tzinfo=UTC)
TABLES = ("royal_gift", "over_hill_and_dale")
MOVES = 25
DISCORD_NAME = re.compile(r"[-_'\w]{1,32}")

pytestmark = pytest.mark.parametrize("tag", LANGUAGES)


async def test_people_choose_it_and_are_told_how_complete_it_is(tag: str) -> None:
    stage, name, known = Stage(), LANGUAGES[tag].name, catalogue(tag).percent()
    (offered,) = await stage.say("Anna", "/settings language")
    label = next(choice.label for choice in offered.choices if choice.token.endswith(f"language.{tag}"))
    assert label.startswith(name)
    assert (label == name) == (known == 100) == (f"{known}%" not in label)
    await stage.press("Anna", next(one.token for one in offered.choices if one.label == label))
    (answer,) = await stage.say("Anna", "/settings theme night")
    texts = catalogue(tag)
    shown = texts.text("value.theme.night")
    assert answer.text == texts.text("settings.done", name=texts.text("setting.theme"), value=shown)
    for written in (tag.upper(), tag.replace("-", "_")):
        (answer,) = await stage.say("Boris", f"/settings language {written}")
        assert name in answer.text


async def test_channels_and_tables_and_the_installation_choose_it(tag: str) -> None:
    stage = Stage()
    stage.person("Chef", admin=True)
    (answer,) = await stage.say("Chef", f"/settings channel {tag}")
    assert LANGUAGES[tag].name in answer.text
    stage = Stage()
    await stage.say("Anna", f"/new language={tag}")
    assert catalogue(tag).label("button.join") in {choice.label for choice in stage.said[-1].choices}
    assert read({"BASTIDE_LANGUAGE": tag}).language == tag


def test_platforms_name_it_as_they_like(tag: str) -> None:
    short = tag.partition("-")[0]
    assert language_of(tag.lower()) == language_of(tag.replace("-", "_")) == language_of("", tag) == tag
    assert catalogue(f"{short}-ZZ").language.partition("-")[0] == short


def test_the_page_offers_it_and_has_its_words(tag: str) -> None:
    page = page_html("room.html", {"language": tag, "words": page_words(tag)}, "room")
    assert f'<option value="{tag}" lang="{tag}">{LANGUAGES[tag].name}</option>' in page
    assert f'<html lang="{tag}">' in page
    assert set(page_words(tag)) == set(page_words("en"))
    assert page_words(tag)["web.send"] == catalogue(tag).text("web.send")


async def test_discord_gets_names_that_it_takes(tag: str) -> None:
    """Small letters, no spaces, and no two alike in one place; more than a text may hold is refused."""
    locale = next((one for one in discord.Locale if language_of(one.value) == tag), None)
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(discord_commands.group())
    translator = discord_commands.CatalogueTranslator()
    group = await discord_commands.group().get_translated_payload(tree, translator)
    levels = [group, *(option for option in group["options"] if option["type"] == 2)]
    for level in [*levels, *(command for one in levels for command in one["options"])]:
        found = [
            (one["name_localizations"] or {}).get(locale and locale.value, one["name"])
            for one in level.get("options", ())
        ]
        assert len(set(found)) == len(found), found
        assert [name for name in found if not DISCORD_NAME.fullmatch(name) or name != name.lower()] == []
    names = {f"discord.name.{name}" for name in COMMANDS}
    assert tag == "en" or locale is None or levels[0]["options"][0]["name_localizations"].get(locale.value)
    assert all(catalogue(tag).has(name) for name in names)


def test_its_pictures_have_its_fonts_and_every_letter(tag: str) -> None:
    sheet = SheetPicture(
        game="g", language=tag, title="Bastide", note="", heads=("a", "b"), rows=(("1", "2"),)
    )
    first = (*fonts_of(sheet), FONTS["bold"][0])[0]
    letters = {letter for forms in catalogue(tag).texts.values() for form in forms for letter in form}
    with lettering(fonts_of(sheet)):
        fonts = {font for font, _ in runs("".join(filter(str.isalpha, letters)))}
        assert MISSING not in "".join(part for _, part in runs("".join(filter(str.isalpha, letters))))
        assert runs("a")[0][0] == first
    assert first in fonts
    other = draw(replace(sheet, language="en")).content != draw(sheet).content
    assert other == bool(LANGUAGES[tag].fonts)


def test_dates_numbers_and_lists_are_written_as_it_does(tag: str) -> None:
    texts = catalogue(tag)
    for one in (texts, public_texts(CHANNEL, "bg")):
        told = [
            formats.day(one, WHEN),
            formats.day_and_month(one, WHEN),
            formats.month(one, WHEN),
            formats.day_and_time(one, WHEN),
        ]
        assert all("19" in spoken(text, tag) for text in (told[0], told[1], told[3])), told
        assert all("2026" in spoken(text, tag) for text in (told[0], told[2])), told
        assert "18:05" in spoken(told[3], tag)
        names = ["Anna", one.text("points", n=5), "Clara"]
        for text in (formats.listed(one, names), formats.together(one, names)):
            assert [spoken(text, tag).find(spoken(name, tag)) > -1 for name in names] == [True] * 3
    assert formats.listed(texts, ["Anna"]) == formats.together(texts, ["Anna"]) == "Anna"
    assert formats.tenths(texts, -1.25)[0] == "−"


@pytest.mark.parametrize("wishes", TABLES)
async def test_a_game_is_played_in_it_with_every_command(tag: str, wishes: str) -> None:
    stage, rng = Stage(language=tag), random.Random(wishes)
    stage.service.repository.each_own = True
    stage.person("Anna", admin=True)
    message = await stage.open("Anna", "Boris", wishes=f"{wishes} clock=1h")
    for _ in range(MOVES):
        message = await play_once(stage, message, rng)
    for name in COMMANDS:
        if name != "forget":
            await stage.say("Anna", f"/{name}")
    for message in stage.said:
        for reader in (tag, "en"):
            read = spoken_in(message, reader)
            check(read)
            assert "{" not in markup.plain(read.text)

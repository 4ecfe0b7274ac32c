"""The registry of commands: one row decides how a command is found, typed, shown and allowed."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.conversation.commands.person import settings
from bot.conversation.commands.registry import COMMANDS, ROWS, is_slow, row_of
from bot.conversation.commands.row import Argument
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command, Person
from tests.support.stage import CHANNEL, NOON, Stage

ANNA = Person("web:anna", "Anna")
DISCORD_GROUP = 25  # entries that Discord allows in a group


def pressed(token: str) -> Command:
    return Command(ANNA, CHANNEL, NOON, token=token)


def typed(line: str) -> Command:
    return Command.line(ANNA, CHANNEL, NOON, line)


def test_every_command_has_one_row() -> None:
    assert Counter(row.name for row in ROWS).most_common(1)[0][1] == 1


def test_a_pressed_only_row_is_found_by_its_button_and_cannot_be_typed() -> None:
    for row in ROWS:
        assert row_of(pressed(f"g1:0:!{row.name}.word")) is row
        assert row_of(typed(f"/{row.name} word")) is (None if row.pressed_only else row)


@pytest.mark.parametrize("token", ["g1:0:a12", "g1:0:!nothing", "undo", "?"])
def test_other_tokens_have_no_row(token: str) -> None:
    assert row_of(pressed(token)) is None


def test_only_commands_for_which_a_computer_thinks_are_slow() -> None:
    assert {name for name in COMMANDS if is_slow(typed(f"/{name}"))} == {"hint", "review"}
    assert is_slow(pressed("g1:0:!review.g1"))
    assert not is_slow(pressed("g1:0:a12"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_and_argument_has_its_texts(language: str) -> None:
    texts = catalogue(language)
    arguments = [argument for row in COMMANDS.values() for argument in row.arguments]
    groups = {row.discord_group for row in COMMANDS.values()} - {""}
    keys = [f"command.{name}" for name in COMMANDS]
    keys += [f"discord.name.{name}" for name in (*COMMANDS, *groups)]
    keys += [f"discord.about.{name}" for name in groups]
    keys += [f"discord.menu.{name}" for name, row in COMMANDS.items() if row.about_user]
    keys += [f"discord.{part}.{argument.name}" for argument in arguments for part in ("option", "about")]
    keys += [allowed.label for argument in arguments for allowed in argument.allowed if not allowed.name]
    assert [key for key in keys if not texts.has(key)] == []


def test_no_discord_group_is_too_large() -> None:
    sizes = Counter(row.discord_group for row in COMMANDS.values())
    assert sizes.pop("") + len(sizes) <= DISCORD_GROUP
    assert max(sizes.values()) <= DISCORD_GROUP


def test_chosen_arguments_become_the_words_of_one_line() -> None:
    chosen = {"clock": "1d", "computers": 2, "wishes": "seats=3 abbot", "boxes": "river", "game": ""}
    assert COMMANDS["new"].lines(chosen) == [("river", "clock=1d", "seats=3", "abbot", "computers=2")]
    assert COMMANDS["computer"].lines({"name": "Ada L"}) == [("normal", "Ada", "L")]
    assert COMMANDS["join"].lines({}) == [()]


def test_chosen_settings_become_a_command_each() -> None:
    chosen = {"language": "ru", "quiet": "22-8 +3", "channel": ""}
    assert COMMANDS["settings"].lines(chosen) == [("language", "ru"), ("quiet", "22-8", "+3")]
    assert COMMANDS["settings"].lines({}) == [()]


def test_an_argument_is_completed_only_in_a_row_with_completions() -> None:
    for row in COMMANDS.values():
        assert row.complete or not any(argument.completed for argument in row.arguments), row.name


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name in COMMANDS for argument in COMMANDS[name].arguments]
)
async def test_every_allowed_value_is_accepted(name: str, argument: Argument) -> None:
    numbers = argument.limits if argument.kind is int and argument.limits else ()
    for value in (*(allowed.word for allowed in argument.allowed), *numbers):
        stage = Stage()
        stage.person("Anna", admin=True)
        if name == "computer":
            await stage.say("Anna", "/new computers=1")
        if argument.name == "season":
            await stage.say("Anna", "/settings ladder on")
        (line,) = COMMANDS[name].lines({argument.name: value})
        (answer,) = await stage.say("Anna", f"/{name} {' '.join(line)}")
        if name == "cup" and answer.harmless:  # most of them need a cup, and say so
            assert answer.text == catalogue("en").text("cup.none")
            continue
        assert not answer.harmless, (line, answer.text)  # a refusal is


async def test_every_setting_that_is_shown_can_be_changed() -> None:
    stage = Stage()
    shown = (await stage.say("Anna", "/settings"))[-1]
    known = {*settings.CHOICES, "quiet"}
    assert len(shown.text.splitlines()) == len(known) + 2  # a title above, a hint below
    assert known <= {argument.name for argument in COMMANDS["settings"].arguments}
    assert {choice.token.split(".")[1] for choice in shown.choices} == known
    for choice in shown.choices:
        name, value = choice.token.split(".")[1:]
        await stage.press("Anna", choice.token)
        kept = (await stage.store.users.settings("web:anna")).get(name, b"off").decode()
        assert kept == value, choice.token

"""Every completion that is offered is accepted: whole games of all boxes are played by completions alone."""

from __future__ import annotations

import random
from string import ascii_lowercase

import pytest

from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command
from engine.game import GAMES
from tests.support.stage import CHANNEL, Stage

EVERYTHING = [box.key for box in GAMES["carcassonne"].boxes]
TABLES = {
    "base": "",
    "every box": " ".join([*EVERYTHING, "river_with_carcassonne=allowed"]),
} | {game: f"game={game}" for game in GAMES if game != "carcassonne"}


async def _next(stage: Stage, rng: random.Random) -> bool:
    """A player who is asked sends one of the completions; False if the game is over."""
    live = await stage.service.repository.load(CHANNEL)
    if live is None:
        return False
    seat = live.waits[0].seat
    name = stage.name_of(live.table.seats[seat].player)
    offered = await stage.service.suggest(Command(stage.person(name), CHANNEL, stage.now, name="play"))
    assert offered, live.waits
    line = rng.choice(offered)
    (answer, *_) = await stage.say(name, f"/play {line}")
    if answer.to is not None and answer.choices:  # a bid that leads into debt: yes, really
        (answer, *_) = await stage.press(name, answer.choices[0].token)
    assert answer.to is None, (line, answer.text)
    return True


@pytest.mark.parametrize("name", TABLES)
async def test_game_is_played_by_completions_alone(name: str) -> None:
    wishes, language = TABLES[name], tuple(LANGUAGES)[len(name) % len(LANGUAGES)]
    stage, rng = Stage(language=language), random.Random(name)
    await stage.open("Anna", "Boris", wishes=wishes)
    for _ in range(3000):
        if not await _next(stage, rng):
            return
    raise AssertionError("the game does not end")


async def _completions(stage: Stage, name: str, *typed: str) -> list[str]:
    return await stage.service.suggest(
        Command(stage.person("Anna"), CHANNEL, stage.now, name=name, args=typed)
    )


async def test_every_word_for_a_new_table_is_accepted() -> None:
    words = {word for letter in ascii_lowercase for word in await _completions(Stage(), "new", letter)}
    assert {"river", "count", "clock=1d"} <= words
    for word in words:
        stage = Stage()
        (answer, *_) = await stage.say("Anna", f"/new {word}")
        assert answer.to is None, (word, answer.text)


async def test_every_setting_with_a_value_is_accepted() -> None:
    stage = Stage()
    stage.person("Anna", admin=True)
    await stage.open("Anna", "Boris", wishes="castles bazaars")
    lines = {line for letter in ascii_lowercase for line in await _completions(stage, "settings", letter)}
    assert {"quiet 22-8", "quiet off", "standing castle pass", "language ru"} <= lines
    for line in sorted(lines, reverse=True):  # the language last
        (answer, *_) = await stage.say("Anna", f"/settings {line}")
        usage = catalogue("en").text("settings.usage", lines="")
        assert answer.text.split("\n")[0] != usage.split("\n")[0], line


async def test_banned_users_are_completed_for_admins_only() -> None:
    stage = Stage()
    stage.person("Anna", admin=True)
    await stage.open("Anna", "Boris")
    await stage.say("Anna", "/ban Boris")
    assert await _completions(stage, "unban", "b") == ["Boris"]
    boris = Command(stage.person("Boris"), CHANNEL, stage.now, name="unban")
    assert await stage.service.suggest(boris) == []
    (answer, *_) = await stage.say("Anna", "/unban Boris")
    assert "Boris" in answer.text

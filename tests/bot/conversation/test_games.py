"""Whole games through commands and messages, in all languages, with every box that there is."""

from __future__ import annotations

import random

import pytest

from bot.conversation.protocol.catalogue import LANGUAGES
from engine.game import GAMES
from tests.support.stage import Stage, play_to_end

TABLES = [
    ("carcassonne", ""),
    *[("carcassonne", box.key) for box in GAMES["carcassonne"].boxes],
    *[(game, "") for game in GAMES if game != "carcassonne"],
]


@pytest.mark.parametrize(("game", "box"), TABLES)
async def test_a_whole_game_by_buttons(game: str, box: str) -> None:
    """The languages take turns; all boxes at once are played in each of them."""
    language = tuple(LANGUAGES)[TABLES.index((game, box)) % len(LANGUAGES)]
    stage = Stage(language=language)
    message = await stage.open("Anna", "Boris", wishes=f"{game} {box} computers=1")
    end = await play_to_end(stage, message, random.Random(f"{language}{game}{box}"))
    assert end.slot == "g1.end"
    assert await stage.store.tables.count() == 0
    finished = (await stage.archived())[0]
    assert finished.game == "g1"
    assert (await stage.store.statistics.of_user("web:anna"))["games"] == 1
    assert await stage.store.users.seats("web:anna") == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_box_at_once(language: str) -> None:
    stage = Stage(language=language)
    message = await stage.open("Anna", "Boris", "Clara", wishes="royal_gift computers=1")
    end = await play_to_end(stage, message, random.Random(language))
    assert end.slot == "g1.end"
    assert len(await stage.archived()) == 1

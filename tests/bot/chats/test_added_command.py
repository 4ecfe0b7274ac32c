"""A command that is one row and one function is right on every platform, and no adapter has heard of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.chats.discord import commands
from bot.conversation.commands import registry
from bot.conversation.protocol.catalogue import catalogue
from tests.bot.chats.contract.discord import on_discord
from tests.bot.chats.contract.place import PEOPLE, Platform
from tests.bot.chats.contract.room import in_rooms
from tests.bot.chats.contract.telegram import on_telegram
from tests.support.added_command import LABEL, NAME, ROW, WANTED


@pytest.mark.parametrize("at_work", [on_discord, on_telegram, in_rooms])
async def test_it_is_listed_typed_and_pressed_and_answered_to_its_author(
    at_work: Callable[[Path], AbstractAsyncContextManager[Platform]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(WANTED, "yes")
    async with at_work(tmp_path) as platform:
        place = await platform.place()
        assert all(NAME in platform.offered(language) for language in PEOPLE.values())
        before = len(place.public())
        told = await place.asks("Boris", f"/{NAME}")
        assert told.text.startswith("The weather today: sun.")
        button = place.find(LABEL, [told])
        assert button is not None
        again = await place.hears("Boris", place.press, button)
        assert again.text.startswith("The weather tomorrow: sun.")
        helped = await place.asks("Vera", "/help look")
        assert f"/{NAME}" in helped.text
        assert len(place.public()) == before


def test_it_is_in_the_menu_of_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.COMMANDS, NAME, ROW)
    texts = catalogue("en").translations[0].forms
    monkeypatch.setitem(texts, f"discord.menu.{NAME}", ("Bastide: weather there",))
    assert [menu.name for menu in commands.menus()][-1] == "Bastide: weather there"

"""Refusals carry the buttons that help."""

from __future__ import annotations

from bot.chats.web.page_format import body_of, tokens_of
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.show.remedies import REMEDIES, remedies
from tests.support.stage import Stage


async def test_river_beside_carcassonne_is_allowed_or_left_out_by_a_button() -> None:
    for number, boxes in ((0, ("count", "river")), (1, ("count",))):
        stage = Stage()
        await stage.say("Anna", "/new count river")
        await stage.say("Boris", "/join")
        (refused,) = await stage.say("Anna", "/start")
        assert "Carcassonne" in refused.text
        assert len(tokens_of(body_of(refused, None, None))) == 2  # the room shows both
        await stage.press("Anna", refused.helps[number].token)
        await stage.say("Anna", "/start")
        live = await stage.service.boards.table("web:tower")
        assert live is not None
        assert live.table.setup.boxes == boxes


async def test_refusal_without_a_table_opens_one() -> None:
    stage = Stage()
    (refused,) = await stage.say("Anna", "/score")
    (choice,) = refused.helps
    opened = await stage.press("Anna", choice.token)
    assert opened[0].key == "lobby.g1"


def test_every_remedy_is_a_command_with_a_label_and_a_refusal_with_a_text() -> None:
    for key, names in REMEDIES.items():
        assert set(names) <= set(COMMANDS)
        for language in LANGUAGES:
            assert catalogue(language).has(key)
            assert all(choice.label for choice in remedies(catalogue(language), key))

"""The contract where Telegram gives more or less: the scripts in which that matters, all with one bot.

Inline mode and topics in private chats are on here, and off in `test_contract.py`. A basic group has no
ephemeral messages; where the bot may pin, the board of a running game is pinned.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.chats import test_contract as contract
from tests.bot.chats.contract.telegram import TelegramPlatform, on_telegram

pytestmark = pytest.mark.asyncio(loop_scope="module")

BASIC = (
    contract.test_first_move_needs_two_presses,
    contract.test_a_refusal_is_for_its_author_and_changes_nothing,
    contract.test_old_buttons_and_those_of_others,
    contract.test_looks_are_private,
    contract.test_number_is_asked_for_and_played,
)
PINNED = (contract.test_first_move_needs_two_presses, contract.test_looks_are_private)
ROWS = [
    *(pytest.param("group", False, script, id=f"basic-{script.__name__}") for script in BASIC),
    *(pytest.param("supergroup", True, script, id=f"pins-{script.__name__}") for script in PINNED),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def platform(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[TelegramPlatform]:
    async with on_telegram(tmp_path_factory.mktemp("basic"), switched_on=True) as found:
        yield found


@pytest.mark.parametrize(("kind", "pins", "script"), ROWS)
async def test_contract_with_more_or_less(
    platform: TelegramPlatform, kind: str, pins: bool, script: contract.Script
) -> None:
    place = await platform.group(kind, pins=pins)
    await script(place)
    chat = place.chat
    assert bool(chat.pins) is pins
    await place.until(lambda: not chat.notices)  # no line about a pin is left
    titled = {name for home in platform.homes for name in home.topic_names.values()}
    assert titled <= {chat.title}
    if script is contract.test_looks_are_private and kind == "group":
        assert titled  # what is for one user alone stands in the topic of the group

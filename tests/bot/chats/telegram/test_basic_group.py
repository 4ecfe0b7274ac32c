"""The contract in a basic group, which has no ephemeral messages: the scripts in which that matters."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.chats import test_contract as contract
from tests.bot.chats.contract.place import Place, Platform
from tests.bot.chats.contract.telegram import on_telegram

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCRIPTS = (
    contract.test_first_move_needs_two_presses,
    contract.test_a_refusal_is_for_its_author_and_changes_nothing,
    contract.test_old_buttons_and_those_of_others,
    contract.test_looks_are_private,
    contract.test_number_is_asked_for_and_played,
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def platform(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Platform]:
    async with on_telegram(tmp_path_factory.mktemp("basic"), "group") as found:
        yield found


@pytest_asyncio.fixture(loop_scope="module")
async def place(platform: Platform) -> Place:
    return await platform.place()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
async def test_without_ephemeral_messages(place: Place, script: contract.Script) -> None:
    await script(place)

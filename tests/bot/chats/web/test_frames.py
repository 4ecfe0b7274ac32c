"""What the server sends is what the page declares, and what a page asks for is what the server hears."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.chats.web.doors.table import DoorPage
from bot.chats.web.socket import Session
from tests.support.web.contract import DECLARED, Samples, complaints, unseen
from tests.support.web.sent import everything_sent


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    return asyncio.run(everything_sent(tmp_path_factory.mktemp("sent")))


def test_all_that_is_sent_is_declared(sent: Samples) -> None:
    assert complaints(sent) == ""


def test_all_that_is_declared_is_sent(sent: Samples) -> None:
    assert unseen(sent) == set()


def test_a_page_asks_for_what_the_server_hears() -> None:
    requests = DECLARED.read_text("utf-8").partition("// -- requests")[2].partition("// -- ")[0]
    heard = {page: set(page.handlers(page.__new__(page))) for page in (Session, DoorPage)}
    assert set(re.findall(r'do: "(\w+)"', requests)) == heard[Session] | heard[DoorPage]

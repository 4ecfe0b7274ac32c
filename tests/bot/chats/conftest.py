"""A browser for the tests of a module, closed after them: playwright keeps an event loop running."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.paths import ROOT
from tests.support.web.chromium import chromium

SHOTS = ROOT / "build" / "screenshots"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures of the pages are left for people to look at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    return SHOTS

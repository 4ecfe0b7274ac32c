"""What axe finds on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.web.page import STILL

CONTRAST = {"runOnly": ["color-contrast"]}


def violations(page: Page) -> list[str]:
    """What axe finds in both schemes of colours; by night only the colours are others."""
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    page.evaluate(STILL)
    found += Axe().run(page, options=CONTRAST).response["violations"]
    page.emulate_media(color_scheme="light")
    return [f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]

"""What a first visit loads: little, in one wave, and never twice."""

from __future__ import annotations

import gzip
import re
import urllib.request
from collections.abc import Iterator
from email.message import Message
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route

from bot.chats.web.static_files import modules, static_address, static_files
from tests.support.program import Program, program

MOST = 60_000  # bytes over the wire: HTML, styles, code
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One program for all tests."""
    with program(tmp_path_factory.mktemp("weight")) as found:
        yield found


def _read(address: str, encoding: str = "gzip") -> tuple[bytes, Message]:
    request = urllib.request.Request(address, headers={"Accept-Encoding": encoding})  # noqa: S310
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return answer.read(), answer.headers


@pytest.mark.parametrize("language", ["en", "ru", "bg"])
def test_a_first_visit_is_light(running: Program, language: str) -> None:
    asked = urllib.request.Request(  # noqa: S310
        f"{running.link}/r/light", headers={"Accept-Encoding": "gzip", "Accept-Language": language}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310
        page = answer.read()
    files = set(LINKED.findall(gzip.decompress(page).decode()))
    assert len(files) > len(modules("room"))  # styles, too
    parts = [len(page), *(len(_read(running.link + file)[0]) for file in files)]
    assert sum(parts) <= MOST


def test_files_are_kept_for_good_under_their_version(running: Program) -> None:
    body, headers = _read(running.link + static_address("net.js"))
    assert gzip.decompress(body) == static_files()["net.js"].body
    assert (headers["Content-Encoding"], headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert "immutable" in headers["Cache-Control"]


def test_a_page_of_another_version_finds_the_files_of_this_one(running: Program) -> None:
    body, headers = _read(f"{running.link}/static/0123456789ab/net.js", "identity")
    assert body == static_files()["net.js"].body
    assert (headers["Content-Encoding"], headers["Cache-Control"]) == (None, "no-cache")


def test_modules_load_in_one_wave(browser: Browser, running: Program) -> None:
    page, asked = browser.new_page(), set[str]()

    def lose(route: Route) -> None:
        asked.add(urlsplit(route.request.url).path)
        route.abort()

    page.route("**/*.js", lose)  # no module can name another one
    page.goto(f"{running.link}/r/wave")
    assert asked == {static_address(name) for name in modules("room")}
    page.context.close()

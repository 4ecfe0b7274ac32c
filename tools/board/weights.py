"""What a browser loads to enter a room with a running game, and to show its board."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Browser

from tests.support.web.board import BoardPlayer
from tests.support.web.page import Visitor
from tools.board.games import TALL, TOUCH, sit_down

TURNS = 15
LOADED = """performance.getEntries().filter((one) => "encodedBodySize" in one)
    .map((one) => [one.name, one.encodedBodySize])"""
KINDS = {"/art/": "sprites", "/p/": "pictures"}
MOST = {"page": 60_000, "sprites": 400_000, "in all": 1_000_000, "largest patch": 4_000}  # bytes


def weights(browser: Browser, link: str) -> int:
    """Print the bytes by kind; 1 if something weighs too much."""
    visitor, patches = Visitor(browser, f"{link}/r/hall", "Anna", TALL, **TOUCH), [0]
    visitor.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: patches.append(_patch(text)))
    )
    visitor.enter(f"{link}/r/weights")
    sit_down(visitor, "")
    player = BoardPlayer(visitor, 3, touch=True)
    for _ in range(TURNS):
        player.turn()
    visitor.context.close()
    found = {**_entered(browser, link), "largest patch": max(patches)}
    print(", ".join(f"{kind} {count / 1000:.1f} KB" for kind, count in found.items()))
    return 1 if any(found[kind] > most for kind, most in MOST.items()) else 0


def _patch(text: str | bytes) -> int:
    return len(text) if '"do": "patch"' in str(text) else 0


def _entered(browser: Browser, link: str) -> dict[str, int]:
    """What a newcomer to the room loads who has nothing of it yet."""
    fresh = browser.new_context(viewport={"width": TALL[0], "height": TALL[1]}, **TOUCH)  # type: ignore[arg-type]
    page, loaded = fresh.new_page(), Counter[str]()
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: loaded.update(socket=len(text)))
    )
    page.goto(f"{link}/r/weights")
    page.wait_for_selector("#table:not([hidden])")
    page.wait_for_timeout(4000)
    for url, size in page.evaluate(LOADED):
        kind = next((name for part, name in KINDS.items() if part in url), "page")
        loaded[kind] += size
    fresh.close()
    return {**loaded, "in all": loaded.total()}

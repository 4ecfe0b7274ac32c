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
MOST = 1_000_000  # bytes


def weights(browser: Browser, link: str) -> int:
    """Print the bytes by kind; 1 if entering costs too much."""
    visitor = Visitor(browser, f"{link}/r/weights", "Anna", TALL, **TOUCH)
    sit_down(visitor, "")
    player = BoardPlayer(visitor, 3, touch=True)
    for _ in range(TURNS):
        player.turn()
    fresh = browser.new_context(viewport={"width": TALL[0], "height": TALL[1]}, **TOUCH)  # type: ignore[arg-type]
    page, loaded = fresh.new_page(), Counter[str]()
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: loaded.update(socket=len(text)))
    )
    page.goto(f"{link}/r/weights")
    page.wait_for_selector("#table:not([hidden])")
    page.wait_for_timeout(4000)
    for url, size in page.evaluate(LOADED):
        kind = next((name for name in ("/static/", "/art/", "/p/") if name in url), "page")
        loaded[kind] += size
    print(", ".join(f"{kind} {count / 1000:.0f} KB" for kind, count in loaded.items()), end="; ")
    print(f"in all {loaded.total() / 1000:.0f} KB")
    return 1 if loaded.total() > MOST else 0

"""Every special decision of every box, taken by tapping the board: a picture and axe's opinion of each."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser

from tests.support.web.axe import violations
from tests.support.web.page import DESKTOP, Visitor
from tests.support.web.script import WrittenGame, WrittenTable, written_games
from tools.board.games import TALL, TOUCH


def decisions(browser: Browser, link: str, sizes: Iterable[str], shots: Path | None) -> int:
    """Take them all; 1 if axe or a page complains, or something cannot be tapped."""
    failed = 0
    for size in sizes:
        touch = size == "phone"
        view, kind = (TALL, TOUCH) if touch else (DESKTOP, {})
        people = [Visitor(browser, f"{link}/r/{size}", name, view, **kind) for name in ("Anna", "Boris")]
        for game in written_games():
            failed += not _decide(people, game, f"{link}/r/{size}-{game.name}", touch, shots and shots / size)
        for one in people:
            one.context.close()
    return 1 if failed else 0


def _decide(people: list[Visitor], game: WrittenGame, link: str, touch: bool, shots: Path | None) -> bool:
    found: list[str] = []

    def look(name: str, visitor: Visitor) -> None:
        visitor.wait("bastide.table.board.art.ready()")
        if shots:
            shots.mkdir(parents=True, exist_ok=True)
            visitor.shot(shots / f"{name}.png")
        found.extend(f"{name}: {one}" for one in violations(visitor.page))

    began = time.monotonic()
    for one in people:
        one.enter(link)
    table = WrittenTable(people[0], people[1], touch=(touch, touch))
    table.open(game)
    tapped = table.play(game, look)
    found += [error for one in people for error in one.errors]
    name, took = link.rpartition("/")[2], time.monotonic() - began
    print(f"{name}: {took:.0f} s; tapped {', '.join(tapped)}", flush=True)
    for one in found:
        print(f"  {one}")
    return not found

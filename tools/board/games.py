"""Whole games of every box, played by tapping what is on the board, on a desktop and on a phone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from engine.expansions import ALL
from tests.support.web.board import BoardPlayer
from tests.support.web.key_player import KeyPlayer
from tests.support.web.page import DESKTOP, Visitor

TALL = (400, 850)
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
GREEDY = 6  # places that are looked at before a move
TABLES = ["", *(box.key for box in ALL), "over_hill_and_dale", "big_box"]


@dataclass(frozen=True)
class Manner:
    """How games are played: `seed` of what is tapped, by keyboard alone, a folder for pictures."""

    seed: int = 7
    keys: bool = False
    shots: Path | None = None


def games(browser: Browser, link: str, sizes: Iterable[str], only: str | None, how: Manner) -> int:
    """Play them all; 1 if a page had an error or a game did not end."""
    failed = 0
    for size in sizes:
        for number, wishes in enumerate(TABLES if only is None else [only]):
            failed += not _game(browser, f"{link}/r/{size}-{number}", wishes, size == "phone", how)
    return 1 if failed else 0


def sit_down(visitor: Visitor, wishes: str) -> None:
    """Start a game against a computer."""
    visitor.write(f"/new {wishes}".rstrip())
    visitor.sees("Start")
    visitor.press("+ Computer")
    visitor.sees("(2)")
    visitor.press("Start")
    visitor.page.wait_for_selector("#panel:not([hidden])")
    visitor.wait("bastide.table.board.art.ready()")


def _game(browser: Browser, link: str, wishes: str, touch: bool, how: Manner) -> bool:
    visitor = Visitor(browser, link, "Anna", TALL if touch else DESKTOP, **(TOUCH if touch else {}))
    began = time.monotonic()
    name = f"{wishes or 'base'} {'phone' if touch else 'desktop'}"
    shots = how.shots and how.shots / name.replace(" ", "-")
    kind = KeyPlayer if how.keys else BoardPlayer
    player = kind(visitor, how.seed, touch=touch, greedy=GREEDY, shots=shots)
    ended = False
    try:
        sit_down(visitor, wishes)
        while player.turn():
            pass
        ended = True
    except AssertionError as error:
        print(f"FAILED {wishes}: {error}", flush=True)
    asked = ", ".join(f"{ask} {count}" for ask, count in sorted(player.asked.items()))
    print(f"{name}: {time.monotonic() - began:.0f} s; {asked}; {sorted(player.verbs)}", flush=True)
    for error in visitor.errors:
        print(f"  error of the page: {error}")
    visitor.context.close()
    return ended and not visitor.errors

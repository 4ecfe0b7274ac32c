"""The live board in a real Chromium: played by tapping, by keyboard alone, over bad connections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.support.program import Program, program
from tests.support.web.board import BoardPlayer
from tests.support.web.page import DESKTOP, Visitor
from tests.support.web.silent_proxy import silent_proxy

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TALL = (400, 850)
QUICK = {"COMMANDS_PER_MINUTE": "6000"}
TURNS = 5
NOTES = """() => {
    const status = document.getElementById("status");
    window.notes = [];
    new MutationObserver(() => window.notes.push(status.textContent)).observe(status, { childList: true });
}"""
TABLES = [  # every box once; whole games are played by `python -m tools.board games`
    ("river2 inns_cathedrals traders_builders", True),
    ("princess_dragon abbot", False),
    ("bridges castles bazaars king_robber", True),
    ("count cult", False),
    ("river over_hill_and_dale", True),
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One program for all tests, each in a room of its own."""
    with program(tmp_path_factory.mktemp("boards"), **QUICK) as found:
        yield found


def sit_down(visitor: Visitor, wishes: str = "", computers: int = 1) -> None:
    """Start a game against computers."""
    visitor.write(f"/new {wishes}".rstrip())
    visitor.sees("Start")
    for number in range(computers):
        visitor.press("+ Computer")
        visitor.sees(f"({number + 2})")
    visitor.press("Start")
    visitor.page.wait_for_selector("#panel:not([hidden])")


@pytest.mark.parametrize(("wishes", "touch"), TABLES, ids=[row[0].split()[0] for row in TABLES])
def test_turns_of_every_box_are_played_by_tapping_the_board(
    browser: Browser, running: Program, wishes: str, touch: bool
) -> None:
    room = wishes.split()[0].replace("_", "-")
    wishes = wishes.replace("river over_hill_and_dale", "over_hill_and_dale")
    size, context = (TALL, TOUCH) if touch else (DESKTOP, {})
    anna = Visitor(browser, f"{running.link}/r/{room}", "Anna", size, **context)
    sit_down(anna, wishes)
    player = BoardPlayer(anna, 2, touch=touch)
    for _ in range(TURNS):
        assert player.turn()
    assert sum(player.asked.values()) == TURNS
    assert anna.errors == []
    anna.context.close()


def test_a_whole_move_by_keyboard_and_undo(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/keys", "Anna")
    boris = Visitor(browser, f"{running.link}/r/keys", "Boris")
    anna.open_table()
    boris.press("Join")
    anna.sees("Boris", ".message:has(.groups)")
    anna.press("Start")
    anna.page.wait_for_selector("#table:not([hidden])")
    boris.page.wait_for_selector("#table:not([hidden])")
    for _ in range(3):
        turn = (
            anna
            if anna.wait("bastide.table.data.asked ? 'me' : bastide.table.data.waits[0] && 'other'") == "me"
            else boris
        )
        before = turn.wait("bastide.table.data.version + 1")
        turn.page.evaluate("document.activeElement.blur()")
        for key in ("ArrowUp", "ArrowRight", "ArrowDown"):
            turn.page.keyboard.press(key)
        turn.wait("Boolean(bastide.table.play.ways)")
        turn.page.keyboard.press("r")
        turn.page.keyboard.press("1")
        turn.page.keyboard.press("Enter")
        turn.wait("(before) => bastide.table.data.version >= before", before)
        latest = turn.wait("bastide.table.data.version")
        for one in (anna, boris):  # both pages know it before the next turn
            one.wait("(latest) => bastide.table.data.version >= latest", latest)
    tiles = anna.wait("bastide.table.data.tiles.length")
    assert tiles == boris.wait("bastide.table.data.tiles.length") == 4
    seat = "bastide.table.data.seat === 0 && bastide.table.data.seat"
    assert anna.page.evaluate(seat) == 0
    turn.page.evaluate("document.activeElement.blur()")
    turn.page.keyboard.press("u")
    turn.wait("document.querySelectorAll('.message').length")
    assert anna.errors == boris.errors == []
    anna.context.close()
    boris.context.close()


def test_two_pages_of_one_person_agree(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/twice", "Anna")
    sit_down(anna)
    other = anna.context.new_page()
    other.goto(f"{running.link}/r/twice")
    other.wait_for_selector("#panel:not([hidden])")
    stale = other.evaluate("bastide.table.data.asked.stamp")
    other.evaluate("bastide.table.step -= 1")  # as if a frame had been lost: it asks for the whole board
    player = BoardPlayer(anna, 4, touch=False)
    player.turn()
    version = anna.wait("bastide.table.data.asked && bastide.table.data.version")
    other.wait_for_selector(f"body[data-version='{version}']")
    same = "JSON.stringify([bastide.table.data.tiles, bastide.table.data.pieces, bastide.table.data.asked])"
    assert other.evaluate(same) == anna.page.evaluate(same)
    game = other.evaluate("bastide.table.data.game")
    other.evaluate(
        "(token) => bastide.press(token)", f"{game}:{stale}:a0"
    )  # an old page: refused, nothing moves
    anna.sees("Only you can see this")
    assert anna.page.evaluate("bastide.table.data.version") == version
    anna.context.close()


def test_what_arrives_while_a_button_is_held_down_loses_no_tap(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/held", "Anna")
    sit_down(anna)
    frames: list[str] = []
    anna.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text)))
    )
    anna.page.reload()
    other = anna.context.new_page()
    other.goto(f"{running.link}/r/held")
    other.wait_for_selector("#panel:not([hidden])")
    anna.page.locator(".cell-target").first.click()
    anna.page.wait_for_selector(".confirm:enabled")
    version = anna.page.evaluate("bastide.table.data.version")
    for held, language in ((".claim", "ru"), (".confirm", "bg")):
        anna.page.locator(held).first.hover()
        anna.page.mouse.down()
        other.fill("#line", f"/settings language {language}")  # the page writes everything anew
        other.press("#line", "Enter")
        while not any(f'"do": "words", "language": "{language}"' in frame for frame in frames):
            anna.page.wait_for_timeout(50)
        assert anna.page.locator("html").get_attribute("lang") != language
        anna.page.mouse.up()
        anna.page.wait_for_selector(f"html[lang={language}]")
    anna.wait("(version) => bastide.table.data.version > version && bastide.table.data.asked", version)
    assert anna.page.evaluate("bastide.table.data.pieces.length")  # both taps counted
    assert anna.errors == []
    anna.context.close()


def test_a_dead_network_is_noticed_and_no_tap_is_lost_or_doubled(browser: Browser, running: Program) -> None:
    with silent_proxy(running.port) as proxy:
        anna = Visitor(browser, f"{proxy.link}/r/silent", "Anna", turned=True)
        sit_down(anna)
        anna.page.locator(".cell-target").first.click()
        anna.page.wait_for_selector(".confirm:enabled")
        tiles = anna.page.evaluate("bastide.table.data.tiles.length")
        proxy.silent.set()
        anna.page.click(".confirm")  # it never arrives
        anna.later(6)
        assert anna.page.locator("body.offline").count()
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles
        proxy.silent.clear()
        anna.later(8)  # the page opens another connection
        anna.wait("(tiles) => bastide.table.data.tiles.length > tiles && bastide.table.data.asked", tiles)
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles + 2  # hers, and the computer's
        assert anna.errors == []
        anna.context.close()


def test_a_lost_press_without_a_board_is_named(browser: Browser, running: Program) -> None:
    with silent_proxy(running.port) as proxy:
        anna = Visitor(browser, f"{proxy.link}/r/lobby", "Anna", turned=True)
        anna.open_table()
        anna.page.evaluate(NOTES)
        proxy.silent.set()
        anna.press("+ Computer")  # sent again, it could count twice
        anna.later(6)
        proxy.silent.clear()
        anna.later(8)
        anna.wait("notes.some((note) => note.includes('before that arrived'))")
        assert "(2)" not in anna.sees("Start").inner_text()
        anna.context.close()


def test_spectators_see_the_board_the_past_and_nothing_else(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/gallery", "Anna")
    sit_down(anna, "over_hill_and_dale")
    frames: list[str] = []
    zoe = Visitor(browser, f"{running.link}/r/gallery", "Zoe")
    zoe.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    zoe.page.reload()
    zoe.page.wait_for_selector("#table:not([hidden])")
    player = BoardPlayer(anna, 4, touch=False)
    for _ in range(3):
        player.turn()
    version = anna.page.evaluate("bastide.table.data.version")
    zoe.wait("(version) => bastide.table.data.version >= version", version)
    assert not zoe.page.locator("#panel").is_visible()
    boards = [json.loads(frame) for frame in frames if '"do": "board"' in frame or '"do": "patch"' in frame]
    assert boards
    for frame in boards:
        asked: Any = frame.get("board", frame.get("set", {}))
        assert not asked.get("asked")
        assert not asked.get("undo")
    zoe.page.click("#tab-moves")
    zoe.page.locator("#turns button").first.click()
    zoe.page.wait_for_selector("body.past")
    zoe.wait("bastide.table.board.data.tiles.length === 1")
    zoe.page.click("#now")
    zoe.page.wait_for_selector("body:not(.past)")
    assert anna.errors == zoe.errors == []
    anna.context.close()
    zoe.context.close()


def violations(visitor: Visitor) -> list[str]:
    found = Axe().run(visitor.page).response["violations"]
    return [f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(browser: Browser, running: Program, shots: Path, scheme: str) -> None:
    anna = Visitor(browser, f"{running.link}/r/axe-{scheme}", "Anna", color_scheme=scheme)
    seen = {"empty": violations(anna)}
    anna.open_table(computers=1)
    seen["lobby"] = violations(anna)
    anna.press("Start")
    anna.page.wait_for_selector(".cell-target")
    seen["turn"] = violations(anna)
    anna.page.locator(".cell-target").first.click()
    anna.page.wait_for_selector(".claim")
    anna.page.locator(".claim").first.click()
    seen["ghost"] = violations(anna)
    anna.page.click("#looks > summary")
    for name in ("fields", "dead", "bag", "projected"):
        anna.page.check(f"#look-{name}")
    anna.page.wait_for_selector("#bag li")
    seen["looks"] = violations(anna)
    anna.shot(shots / f"9-looks-{scheme}.png")
    anna.page.click("#looks > summary")
    anna.page.click("#tab-moves")
    anna.page.wait_for_selector("#turns button")
    seen["moves"] = violations(anna)
    anna.page.set_viewport_size({"width": TALL[0], "height": TALL[1]})
    seen["phone"] = violations(anna)
    anna.page.click("#open-chat")
    seen["sheet"] = violations(anna)
    anna.page.goto(f"{running.link}/r/axe-{scheme}/watch")
    anna.page.wait_for_selector("body[data-ready=yes]")
    seen["watch"] = violations(anna)
    assert {state: found for state, found in seen.items() if found} == {}
    anna.context.close()

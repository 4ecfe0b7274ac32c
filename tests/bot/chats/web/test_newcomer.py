"""What a newcomer meets in a real Chromium: an invitation, a vote, menus and cards on a small screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.program import Program, program
from tests.support.web.board import BoardPlayer
from tests.support.web.page import PATIENCE, PHONE, Visitor

TOUCH = {"has_touch": True, "is_mobile": True}
ROYAL = "abbot count princess_dragon bridges castles"
HEIGHTS = """() => {
    const { table } = bastide;
    const since = Date.now() / 1000;
    const [own, other] = table.data.supplies;
    const supplies = [own, [...other, ...other.slice(0, 2)]]; // one has won more kinds of things
    return table.data.players.map((_, seat) => {
        table.players.show({ ...table.data, supplies, waits: [[seat, since]] });
        return document.getElementById("players").offsetHeight;
    });
}"""  # of the cards, with each player on turn
ON_TOP = """(selector) => {
    const element = document.querySelector(selector);
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""
BRACKET = """() => {
    const { board, overlays } = bastide.table;
    let found = null;
    board.bracket = (_, at) => { found = at; };
    overlays.draw(board.context);
    delete board.bracket;
    return found;
}"""  # the cell that is marked as the last
IN_VIEW = """(text) => {
    const view = document.getElementById("scroll").getBoundingClientRect();
    const last = [...document.querySelectorAll(".message")].at(-1);
    return last.textContent.includes(text) && last.getBoundingClientRect().top < view.bottom - 40;
}"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One program for all tests, each in a room of its own."""
    with program(tmp_path_factory.mktemp("newcomers")) as found:
        yield found


def test_an_invited_newcomer_comes_in_to_the_others(browser: Browser, running: Program) -> None:
    link = f"{running.link}/r/invited"
    anna = Visitor(browser, link, "Anna")
    anna.open_table()
    guest = browser.new_page()
    guest.goto(link)
    guest.locator(".groups button", has_text="Join").click()
    anna.sees("(2)")
    assert "Guest" in anna.sees("Start").inner_text()  # who has said no name
    guest.context.close()
    anna.context.close()


def test_how_to_play_is_read_without_a_word(browser: Browser, running: Program, shots: Path) -> None:
    guest = browser.new_page(viewport={"width": 390, "height": 844})
    guest.goto(f"{running.link}/r/curious")
    guest.wait_for_selector("body[data-name^='Guest ']")
    guest.screenshot(path=shots / "welcome-phone.png")
    guest.set_viewport_size({"width": 1280, "height": 800})
    guest.screenshot(path=shots / "welcome-desktop.png")
    guest.click("#empty [data-say='/howto']")
    guest.locator(".message.private").last.wait_for()
    proposed = guest.locator("body").get_attribute("data-name")
    guest.reload()
    guest.wait_for_selector(f"body[data-name='{proposed}']")
    guest.context.close()


def test_a_vote_is_seen_on_a_phone_whose_chat_is_closed(browser: Browser, running: Program) -> None:
    link = f"{running.link}/r/vote"
    anna = Visitor(browser, link, "Anna")
    boris = Visitor(browser, link, "Boris", PHONE, **TOUCH)
    anna.open_table()
    boris.press("Join")
    anna.sees("(2)")
    anna.press("Start")
    for one in (anna, boris):
        one.page.wait_for_selector("#table:not([hidden])")
    anna.wait("bastide.table.data.waits.length")
    if not anna.page.evaluate("bastide.table.data.asked"):
        BoardPlayer(boris, 1, touch=True).turn()
    BoardPlayer(anna, 2, touch=False).turn()
    asked = anna.page.evaluate("bastide.table.data.tiles.length")
    anna.page.click("#undo")
    agree = boris.page.locator("#toasts button.success", has_text="Agree")
    agree.wait_for()
    assert "Anna wants to take back" in boris.page.inner_text("#toasts")
    agree.tap()
    anna.wait("(tiles) => bastide.table.data.tiles.length < tiles", asked)
    boris.wait("!document.querySelector('#toasts button')")
    assert anna.errors == boris.errors == []
    boris.context.close()
    anna.context.close()


def test_the_board_stays_where_it_is_from_turn_to_turn(browser: Browser, running: Program) -> None:
    boris = Visitor(browser, f"{running.link}/r/steady", "Boris", PHONE, **TOUCH)
    boris.write(f"/new computers=1_beginner {ROYAL}")
    boris.sees("(2)")
    boris.press("Start")
    boris.page.wait_for_selector("#panel:not([hidden])")
    assert len(set(boris.page.evaluate(HEIGHTS))) == 1
    boris.context.close()


def test_menus_close_when_something_else_is_tapped(browser: Browser, running: Program) -> None:
    boris = Visitor(browser, f"{running.link}/r/menus", "Boris", PHONE, **TOUCH)
    boris.write("/practice")
    boris.page.wait_for_selector("#panel:not([hidden])")
    boris.page.tap("#looks > summary")
    boris.page.tap("#left", force=True)
    assert not boris.page.evaluate("document.getElementById('looks').open")
    boris.page.tap("#looks > summary")
    boris.page.keyboard.press("Escape")
    assert not boris.page.evaluate("document.getElementById('looks').open")
    boris.page.tap("#open-side")
    boris.page.wait_for_selector("#side", state="visible")
    boris.page.touchscreen.tap(20, PHONE[1] / 2)
    boris.page.wait_for_selector("#side", state="hidden")
    assert boris.page.get_attribute("#open-side", "aria-expanded") == "false"
    boris.context.close()


def test_the_tile_in_hand_is_seen_beside_the_list_of_turns(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/turns", "Anna")
    anna.write("/practice")
    anna.page.wait_for_selector("#panel:not([hidden])")
    player = BoardPlayer(anna, 3, touch=False)
    player.turn()
    player.turn()
    anna.wait("bastide.table.data.asked")
    anna.page.click("#tab-moves")
    anna.page.wait_for_selector("#turns li:nth-child(3)")
    assert anna.page.evaluate(ON_TOP, "#panel .hand")
    newest = anna.page.evaluate(BRACKET)
    assert newest == anna.page.evaluate("bastide.table.data.last")
    anna.page.locator("#turns button").nth(1).click()
    anna.page.wait_for_selector("body.past #now")
    anna.wait("bastide.table.past.tiles.length === 2")
    assert anna.page.evaluate(BRACKET) == anna.page.evaluate("bastide.table.past.last") != newest
    anna.page.click("#now")
    anna.page.wait_for_selector("#panel:not([hidden]) .hand")
    assert anna.page.evaluate(ON_TOP, "#panel .hand")
    assert anna.errors == []
    anna.context.close()


def test_every_command_is_offered_and_the_answer_is_seen(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/answer", "Anna")
    anna.page.fill("#line", "/")
    anna.page.wait_for_selector("#completion li:has-text('/help')")
    assert anna.page.locator("#completion li").count() > 25
    anna.write("/practice")
    anna.page.wait_for_selector("#panel:not([hidden])")
    anna.write("/profile")
    anna.sees("You haven't finished a game here yet")
    assert anna.page.locator("#toasts *").count() == 0  # the answer stands in the chat, which is in view
    anna.write("/end")
    anna.sees("Play again")
    for number in range(14):
        anna.write(f"line {number}")
    anna.sees("line 13")
    anna.page.evaluate("document.getElementById('scroll').scrollTop = 0")
    anna.press("Play again")
    anna.sees("Press Start")
    assert anna.page.evaluate(IN_VIEW, "Press Start")
    assert anna.errors == []
    anna.context.close()


def test_spectators_wait_quietly_for_the_first_game(browser: Browser, running: Program) -> None:
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{running.link}/r/soon/watch")
    page.wait_for_selector("#none:not([hidden])")
    anna = Visitor(browser, f"{running.link}/r/soon", "Anna")
    anna.write("/practice")
    page.wait_for_selector("#table:not([hidden])", timeout=PATIENCE)
    assert said == []  # nothing was missing
    page.context.close()
    anna.context.close()


def test_a_line_that_cannot_be_sent_stays_and_is_not_promised(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/away", "Anna")
    anna.context.set_offline(True)
    anna.page.wait_for_selector("body.offline")
    anna.write("Hello")
    told = anna.page.inner_text("#status")
    assert told == "No connection. Trying again…"  # only taps are sent by themselves
    assert anna.page.input_value("#line") == "Hello"
    anna.context.set_offline(False)
    anna.ready()
    anna.page.press("#line", "Enter")
    anna.sees("Hello", ".talk")
    anna.context.close()

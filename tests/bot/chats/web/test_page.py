"""The room in a real Chromium, on the real program."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bot.chats.web.identity import clean_name
from tests.support.program import Program, program
from tests.support.redis_servers import free_ports
from tests.support.web.board import BoardPlayer
from tests.support.web.page import DECODED, DESKTOP, PHONE, Visitor

LAST_IN_VIEW = """() => {
    const last = document.getElementById("log").lastElementChild.getBoundingClientRect();
    const view = document.getElementById("scroll").getBoundingClientRect();
    return last.bottom <= view.bottom || Math.abs(last.top - view.top) < 20;
}"""
UNCUT = """() => [...document.querySelectorAll(".player")].every((card) => {
    const name = card.querySelector(".name");
    return name.scrollWidth <= name.clientWidth && card.getBoundingClientRect().right <= innerWidth;
})"""
STRETCHED = """() => {
    const short = [...document.querySelectorAll(".private.pictured")].at(-1).cloneNode(true);
    short.querySelector(".text").textContent = "So.";
    short.querySelector(".groups")?.remove();
    document.getElementById("log").append(short);
    const right = (element) => element.getBoundingClientRect().right;
    const beside = right(short) - right(short.querySelector(".dismiss"));
    short.remove();
    return beside < 30;
}"""  # what closes a message is at its side, not in the middle, however short the text is
TURN_IN_VIEW = """() => {
    const turn = document.querySelector("#turns [aria-current]").getBoundingClientRect();
    const list = document.getElementById("moves").getBoundingClientRect();
    return turn.top < list.bottom && turn.bottom > list.top;
}"""
HOSTILE = "<img src=x onerror=a()>"  # as long as a name may be; it would be an error of the page


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program, for tests that need no more than a room of their own."""
    with program(tmp_path_factory.mktemp("rooms")) as found:
        yield found
        assert found.stop() == 0


def test_a_newcomer_plays_after_one_press(browser: Browser, running: Program) -> None:
    anna = Visitor(browser, f"{running.link}/r/first", "Anna", PHONE)
    anna.page.click("#empty [data-say='/practice']")
    anna.page.wait_for_selector("#panel:not([hidden]) .hand")
    assert BoardPlayer(anna, 5, touch=False).turn()
    anna.wait("document.getElementById('log').textContent.includes('Anna →')")
    assert anna.errors == []
    anna.context.close()


def test_a_full_game_against_four_computers(browser: Browser, running: Program, shots: Path) -> None:
    anna = Visitor(browser, running.link, "Anna", reduced_motion="no-preference")
    anna.shot(shots / "1-empty.png")
    anna.open_table(computers=4)
    anna.shot(shots / "2-lobby.png")
    anna.shot(shots / "2-lobby-phone.png", PHONE)
    anna.shot(shots / "2-lobby.png", DESKTOP)
    anna.press("Start")
    player = BoardPlayer(anna, 5, touch=False)
    anna.page.wait_for_selector("#panel:not([hidden]) .hand")
    anna.shot(shots / "3-first-turn.png")
    moves = 0
    while player.turn():
        moves += 1
        if moves == 4:
            anna.press("Hint")
            anna.sees("In one line")
            assert anna.page.evaluate(STRETCHED)
            anna.shot(shots / "4-hint.png")
        if moves == 6:
            for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
                anna.shot(shots / f"4-turn-{name}.png", size)
                assert anna.page.evaluate(UNCUT)
    end = anna.sees("🏆")
    assert moves >= 12  # some 71 tiles, five players
    assert "Anna" in end.inner_text()
    anna.shot(shots / "5-end.png")
    anna.shot(shots / "5-end-phone.png", PHONE)
    anna.press("Review")
    while not anna.page.locator(".private", has_text="the moves that cost the most").count():
        anna.page.wait_for_timeout(1000)  # it says how far it is: much else to do
        anna.press("Review")
    assert "Anna:" in anna.sees("the moves that cost the most").inner_text()
    anna.shot(shots / "5-review-phone.png")

    anna.page.goto(f"{running.link}/r/bastide/watch")
    anna.page.wait_for_selector("body[data-ready=yes]")
    turns = anna.page.locator("#turns li").count() - 1  # the start, and every tile
    assert 60 < turns <= 71  # a tile that fits nowhere is put aside
    assert anna.page.inner_text("#where") == f"Turn {turns} of {turns}"
    assert anna.page.evaluate(TURN_IN_VIEW)
    anna.shot(shots / "6-watch-phone.png")
    anna.shot(shots / "6-watch.png", DESKTOP)
    anna.page.keyboard.press("ArrowLeft")
    assert anna.page.inner_text("#where") == f"Turn {turns - 1} of {turns}"
    anna.page.click("#first")
    assert anna.page.inner_text("#where") == f"Turn 0 of {turns}"
    anna.wait("[...document.querySelectorAll('.player .score')].every((score) => score.textContent === '0')")
    assert anna.errors == []
    anna.context.close()


def test_two_users_see_no_private_data_of_each_other(browser: Browser, running: Program) -> None:
    link = f"{running.link}/r/tower"
    anna = Visitor(browser, link, "Anna")
    mallory = Visitor(browser, link, HOSTILE)
    anna.sees(HOSTILE, "#people li")

    mallory.write("<script>alert(2)</script> <b>bold</b>")
    talk = anna.sees("<script>alert(2)</script>")
    assert talk.locator("script, b, img").count() == 0
    assert HOSTILE in talk.inner_text()

    anna.open_table()
    mallory.press("Join")
    anna.sees(HOSTILE, ".message:has(.groups)")
    anna.press("Start")
    anna.page.wait_for_selector(".pictured .groups")
    mallory.page.wait_for_selector(".pictured .groups")

    on_turn, other = (anna, mallory) if anna.page.locator(".mine").count() else (mallory, anna)
    first, asked = ".pictured .groups button.number", ".mine .groups button.primary"
    while not on_turn.page.locator(first).count():  # a tile that fits in one way only lays itself
        on_turn.page.locator(asked).first.click()
        other.page.wait_for_selector(asked)
        on_turn, other = other, on_turn
    on_turn.page.locator(first).first.click()
    on_turn.sees("Only you can see this")
    on_turn.page.wait_for_selector(".private .frame img")
    assert other.page.locator(".private").count() == 0

    other.page.locator(first).first.click()  # a seat of another user
    refusal = other.sees("Only you can see this")
    assert refusal.locator("figure").count() == 0
    assert on_turn.page.locator(".private").count() == 1
    refusal.locator(".dismiss").click()
    other.page.wait_for_selector(".private", state="detached")

    token = on_turn.page.locator(".private button.primary").first.get_attribute("data-token")
    before = on_turn.page.locator(".pictured").count()
    other.page.evaluate("(token) => bastide.press(token)", token)  # nor by a token that leaked
    other.sees("Only you can see this")
    assert on_turn.page.locator(".pictured").count() == before

    said = [text for text in on_turn.texts() if "Only you" not in text]
    on_turn.page.reload()
    on_turn.ready()
    assert [text for text in on_turn.texts() if "Only you" not in text] == said
    assert on_turn.page.locator(".private button.primary").count() > 0

    on_turn.page.locator(".pictured .groups button.number").first.focus()
    on_turn.page.keyboard.press("Enter")  # the whole move by keyboard: the focus goes along
    on_turn.wait("document.activeElement.closest('.private')")
    on_turn.page.keyboard.press("Enter")
    other.page.wait_for_selector(".mine")
    on_turn.page.wait_for_selector(".private", state="detached")
    assert anna.errors == mallory.errors == []
    anna.context.close()
    mallory.context.close()


def test_buttons_and_a_pending_tile_outlive_the_program(browser: Browser, tmp_path: Path) -> None:
    running = Program(tmp_path, free_ports(1)[0])  # one that nobody is given while it is down
    anna = Visitor(browser, running.link, "Anna")
    anna.open_table(computers=1)
    anna.press("Start")
    until = time.monotonic() + 240
    anna.play_on(until)
    anna.play_on(until)
    anna.wait("document.querySelectorAll('.pictured:not(.private)').length === 2")
    turns = 2
    anna.page.locator(".cell-target").first.click()
    anna.page.wait_for_selector(".confirm:enabled")  # a tile that lies there, but is not played yet
    tiles = anna.page.evaluate("bastide.table.data.tiles.length")
    running.kill()
    anna.page.wait_for_selector("body.offline")
    again = Program(tmp_path, running.port)
    try:
        assert again.port == running.port
        anna.ready()
        assert anna.page.locator(".pictured:not(.private)").count() == turns
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles
        anna.page.click(".confirm:enabled")  # it still lies there
        anna.wait("(tiles) => bastide.table.data.tiles.length > tiles && bastide.table.data.asked", tiles)
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles + 2  # hers, and the computer's
        anna.wait("(turns) => document.querySelectorAll('.pictured:not(.private)').length > turns", turns)
        turns += 1
        while anna.play_on(until) != "played":  # the old buttons, on a page that was never loaded again
            pass
        anna.wait("(turns) => document.querySelectorAll('.pictured:not(.private)').length > turns", turns)
        anna.page.reload()
        anna.ready()
        anna.page.wait_for_selector(".mine .groups")
        anna.wait("!document.getElementById('table').hidden")
        assert anna.errors == []
    finally:
        anna.context.close()
        again.stop()


def test_page_texts_keyboard_and_completion(browser: Browser, running: Program, shots: Path) -> None:
    boris = Visitor(browser, f"{running.link}/r/garden", "Борис", PHONE, locale="ru-RU", color_scheme="dark")
    assert boris.page.locator("html").get_attribute("lang") == "ru"
    boris.page.keyboard.press("Escape")
    boris.page.evaluate("document.activeElement.blur()")
    boris.page.keyboard.press("/")
    boris.page.keyboard.type("ne")
    boris.wait("document.querySelectorAll('#completion li').length === 1")
    boris.page.keyboard.press("Tab")
    assert boris.page.input_value("#line") == "/new "
    boris.page.keyboard.type("riv")
    boris.page.wait_for_selector("#completion li:has-text('river')")
    boris.page.keyboard.press("ArrowDown")
    boris.page.keyboard.press("Enter")
    assert boris.page.input_value("#line").startswith("/new river")
    boris.page.keyboard.press("Escape")
    boris.page.keyboard.press("Enter")
    lobby = boris.page.locator(".message").last
    lobby.wait_for()
    lobby.locator("summary", has_text="омпьютер").focus()
    boris.page.keyboard.press("Enter")
    lobby.locator("details button", has_text="омпьютер").first.focus()
    boris.page.keyboard.press("Enter")
    boris.sees("Эмери")
    boris.wait("document.activeElement.dataset.token?.includes('computer')")
    boris.write("/start")
    boris.page.wait_for_selector("#panel:not([hidden])")  # the board fills the screen, the chat is a sheet
    boris.shot(shots / "7-russian-dark-phone.png")
    assert not boris.page.locator(".mine").last.is_visible()
    boris.page.click("#open-chat")
    alt = boris.page.locator(".mine img").last.get_attribute("alt")
    assert alt
    until = time.monotonic() + 240
    for _ in range(6):  # the last message stays in view, with pictures too
        boris.play_on(until)
        boris.wait("!document.querySelector('button.busy')")
        boris.page.wait_for_selector(".mine .groups button.primary")
        boris.page.evaluate(DECODED)
        boris.wait(LAST_IN_VIEW)
    boris.write("/score")
    boris.page.locator(".private .enlarge").last.focus()
    boris.page.keyboard.press("Enter")
    boris.page.wait_for_selector("#large[open] img")
    boris.page.keyboard.press("Escape")
    boris.page.click("#open-side")
    boris.page.select_option("#language", "bg")
    boris.page.wait_for_selector("html[lang=bg]")
    boris.page.click("#open-side")
    boris.shot(shots / "8-bulgarian-side-phone.png")
    assert boris.errors == []
    boris.context.close()


def _status(link: str, method: str = "GET", **headers: str) -> int:
    request = urllib.request.Request(link, method=method, headers=headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_foreign_requests_are_refused(running: Program, tmp_path: Path) -> None:
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    socket = f"{running.link}/r/tower/socket"
    assert _status(f"{running.link}/healthz") == 200
    assert _status(f"{running.link}/me", "POST") == 403
    assert _status(f"{running.link}/me", "POST", Origin="http://evil.example") == 403
    assert _status(f"{running.link}/me", "POST", Origin="null") == 403
    assert _status(f"{running.link}/me", "POST", Origin=running.link) == 204
    assert _status(socket, **upgrade) == 403
    assert _status(socket, Origin="http://evil.example", **upgrade) == 403
    assert _status(socket, Origin=running.link, **upgrade) == 401  # our page, but nobody we know
    assert _status(running.link, Host="evil.example") == 421
    for path in (
        "/r/a%20b",
        "/r/x%2F..%2Fy",
        "/static/0/../../server.py",
        "/static/0/server.py",
        "/static/0/frames.d.ts",
        "/p/..%2Fx",
        "/p/x.png",
    ):
        assert _status(running.link + path) == 404, path
    lost = urllib.request.Request(  # noqa: S310
        f"{running.link}/nothing", headers={"Accept": "text/html", "Accept-Language": "bg"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(lost, timeout=60)  # noqa: S310
    with refused.value as page:
        told = page.read().decode()
        assert (page.code, page.headers["X-Content-Type-Options"]) == (404, "nosniff")
        assert 'lang="bg"' in told
        assert 'href="/r/bastide">Към стаята</a>' in told
    with urllib.request.urlopen(f"{running.link}/r/tower", timeout=60) as page:  # noqa: S310
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert "Set-Cookie" not in page.headers
        assert json.loads(page.read().split(b'id="boot">')[1].split(b"</script>")[0])["room"] == "tower"
    with program(tmp_path / "second", running.port) as second:
        assert second.port != running.port
        assert f"Port {running.port} is taken" in second.said
        assert second.stop() == 0


@pytest.mark.parametrize("name", ["", " \t\u200b", "\u202e"])
def test_invisible_names_are_refused(name: str) -> None:
    assert clean_name(name) == ""

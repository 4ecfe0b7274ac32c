"""The live board in a real Chromium: played by tapping, by keyboard alone, over bad connections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket

from tests.support.program import Program, program
from tests.support.web.axe import violations
from tests.support.web.board import BoardPlayer
from tests.support.web.page import Visitor
from tests.support.web.script import WrittenGame, WrittenTable, written_games
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
PLACES = """(selector) => [...document.querySelectorAll(selector)].map(
    (one) => [one.textContent, one.getAttribute("aria-label").match(/[A-Z]+[0-9]+/)[0]]
)"""  # the numbers of places and their names
RULER = """async () => {
    const { board } = bastide.table;
    board.camera.x += 0.25;  // panned
    board.camera.change();
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const middle = board.camera.toScreen(0.5, 0.5).map(Math.round);
    const at = (names, name) => Math.round(names.find(([one]) => one === name)?.[1]);
    return [middle, [at(board.ruler.columns, "M"), at(board.ruler.rows, "20")]];
}"""  # where the start tile is, and where the ruler says that M20 is
ABOVE = """([upper, lower]) => {
    const [one, two] = [upper, lower].map((name) => document.querySelector(name).getBoundingClientRect());
    return one.bottom <= two.top && two.height > 0;
}"""
BOXES = """() => ["fit", "undo", "open-chat"].map(
    (id) => JSON.stringify(document.getElementById(id).getBoundingClientRect())
)"""
PLACES_IN_VIEW = """() => {
    const { board: { camera }, data } = bastide.table;
    return data.asked.cells.every((cell) => {
        const [x, y] = camera.toScreen(cell[0] + 0.5, cell[1] + 0.5);
        return x > 0 && y > 0 && x < camera.width && y < camera.height;
    });
}"""
AWAY = """() => {
    const { table } = bastide;
    table.board.camera.change();  // moved by hand
    table.data = { ...table.data, asked: { ...table.data.asked, stamp: table.data.asked.stamp - 1 } };
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
}"""  # meanwhile something else was asked
TILES = "**/art/tiles*.webp"
LOOKED_AT = ("portal", "bid", "token")  # by axe; all others by `python -m tools.board decisions`
TABLES = [  # usual turns; whole games are played by `python -m tools.board games`
    ("river2 inns_cathedrals traders_builders king_robber cult", True),
    ("over_hill_and_dale", False),
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One program for all tests, each in a room of its own."""
    with program(tmp_path_factory.mktemp("boards"), **QUICK) as found:
        yield found


@pytest.fixture(scope="module")
def visitors(browser: Browser, running: Program) -> Iterator[dict[bool, Visitor]]:
    """Anna at her desk and Boris, by touch, at his phone: for tests that need only a room of their own."""
    desk = Visitor(browser, f"{running.link}/r/desk", "Anna")
    phone = Visitor(browser, f"{running.link}/r/phone", "Boris", TALL, **TOUCH)
    yield {False: desk, True: phone}
    desk.context.close()
    phone.context.close()


@pytest.fixture
def anna(visitors: dict[bool, Visitor]) -> Visitor:
    """Anna at her desk."""
    return visitors[False]


def sit_down(visitor: Visitor, wishes: str = "") -> None:
    """Start a game against a computer."""
    visitor.write(f"/new computers=1_beginner {wishes}".rstrip())
    visitor.sees("(2)")
    visitor.press("Start")
    visitor.page.wait_for_selector("#panel:not([hidden])")


@pytest.mark.parametrize(("wishes", "touch"), TABLES, ids=[row[0].split()[0] for row in TABLES])
def test_turns_of_every_box_are_played_by_tapping_the_board(
    visitors: dict[bool, Visitor], running: Program, wishes: str, touch: bool
) -> None:
    anna = visitors[touch]
    anna.enter(f"{running.link}/r/{wishes.split()[0].replace('_', '-')}")
    sit_down(anna, wishes)
    player = BoardPlayer(anna, 2, touch=touch)
    for _ in range(TURNS):
        assert player.turn()
    assert sum(player.asked.values()) == TURNS
    assert anna.errors == []


@pytest.mark.parametrize("game", written_games(), ids=[game.name for game in written_games()])
def test_special_decisions_are_taken_by_tapping_the_board(
    visitors: dict[bool, Visitor], running: Program, game: WrittenGame
) -> None:
    found: dict[str, list[str]] = {}

    def look(name: str, visitor: Visitor) -> None:
        if name in LOOKED_AT:
            found[name] = violations(visitor.page)

    people = visitors[False], visitors[True]
    for one in people:
        one.enter(f"{running.link}/r/tapped-{game.name}")
    table = WrittenTable(*people, touch=(False, True))
    table.open(game)
    assert table.play(game, look) == [line.split(": ")[0] for line in game.lines if ": " in line]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert [one.errors for one in people] == [[], []]


def test_a_whole_move_by_keyboard_and_undo(anna: Visitor, browser: Browser, running: Program) -> None:
    anna.enter(f"{running.link}/r/keys")
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
        turn.wait("Boolean(bastide.table.play.decision.ways)")
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
    boris.context.close()


def test_keys_play_from_the_start_and_are_listed(anna: Visitor, running: Program, shots: Path) -> None:
    anna.enter(f"{running.link}/r/focus")
    sit_down(anna)
    anna.page.keyboard.press("ArrowUp")
    anna.wait("Boolean(bastide.table.play.decision.cell)")
    anna.page.keyboard.press("?")
    listed = anna.page.locator("#keys[open]")
    assert "Turn the tile" in listed.inner_text()
    assert violations(anna.page) == []
    for name, size in (("phone", (390, 844)), ("desktop", (1280, 800))):
        anna.shot(shots / f"keys-{name}.png", size)
    anna.page.keyboard.press("Escape")
    assert not listed.is_visible()
    anna.page.fill("#line", "What now?")
    anna.page.keyboard.press("?")
    assert anna.page.input_value("#line") == "What now??"
    anna.page.fill("#line", "")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("r")
    assert anna.page.input_value("#line") == ""
    assert anna.errors == []


def test_two_pages_of_one_person_agree(anna: Visitor, running: Program) -> None:
    anna.enter(f"{running.link}/r/twice")
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
    other.close()


def test_what_arrives_while_a_button_is_held_down_loses_no_tap(anna: Visitor, running: Program) -> None:
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(str(text)))

    anna.page.on("websocket", listen)
    anna.enter(f"{running.link}/r/held")
    sit_down(anna)
    other = anna.context.new_page()
    other.goto(f"{running.link}/r/held")
    other.wait_for_selector("#panel:not([hidden])")
    anna.page.locator(".cell-target").first.click()
    anna.page.wait_for_selector(".confirm:enabled")
    version = anna.page.evaluate("bastide.table.data.version")
    for held, language in ((".claim", "ru"), (".confirm", "en")):
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
    data = anna.page.evaluate("bastide.table.data")
    assert data["pieces"] or any(one["score"] for one in data["players"]), data  # both taps counted
    assert anna.errors == []
    anna.page.remove_listener("websocket", listen)
    other.close()


def test_a_dead_network_is_noticed_and_no_tap_is_lost_or_doubled(browser: Browser, running: Program) -> None:
    with silent_proxy(running.port) as proxy:
        anna = Visitor(browser, f"{proxy.link}/r/silent", "Anna", turned=True)
        sit_down(anna)
        anna.page.locator(".cell-target").first.click()
        anna.page.wait_for_selector(".confirm:enabled")
        tiles = anna.page.evaluate("bastide.table.data.tiles.length")
        proxy.silent.set()
        anna.page.click(".confirm")  # it never arrives
        assert proxy.swallowed()
        anna.later(6)
        assert anna.page.locator("body.offline").count()
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles
        proxy.silent.clear()
        anna.later(8)  # the page opens another connection
        anna.wait("(tiles) => bastide.table.data.tiles.length > tiles && bastide.table.data.asked", tiles)
        assert anna.page.evaluate("bastide.table.data.tiles.length") == tiles + 2  # hers, and the computer's
        assert anna.errors == []
        anna.context.close()


def test_a_question_that_came_while_the_page_was_away_is_in_view(anna: Visitor, running: Program) -> None:
    anna.enter(f"{running.link}/r/away")
    sit_down(anna)
    assert not anna.page.evaluate(f"({PLACES_IN_VIEW})(bastide.table.board.camera.x += 50)")
    anna.page.evaluate(AWAY)
    anna.ready()
    anna.wait(PLACES_IN_VIEW)
    assert anna.errors == []


def test_a_lost_press_without_a_board_is_named(browser: Browser, running: Program) -> None:
    with silent_proxy(running.port) as proxy:
        anna = Visitor(browser, f"{proxy.link}/r/lobby", "Anna", turned=True)
        anna.open_table()
        anna.page.evaluate(NOTES)
        proxy.silent.set()
        anna.press("+ Computer")  # sent again, it could count twice
        assert proxy.swallowed()
        anna.later(6)
        proxy.silent.clear()
        anna.later(8)
        anna.wait("notes.some((note) => note.includes('before that arrived'))")
        assert "(2)" not in anna.sees("Start").inner_text()
        anna.context.close()


def test_spectators_see_the_board_the_past_and_nothing_else(
    anna: Visitor, browser: Browser, running: Program, shots: Path
) -> None:
    anna.enter(f"{running.link}/r/gallery")
    sit_down(anna, "over_hill_and_dale")
    frames: list[str] = []
    zoe = Visitor(browser, f"{running.link}/r/lodge", "Zoe")
    zoe.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    zoe.enter(f"{running.link}/r/gallery")
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
    assert "You're watching" in zoe.page.inner_text("#watching")
    assert not anna.page.locator("#watching").is_visible()
    for name, size in (("phone", (390, 844)), ("desktop", (1280, 800))):
        zoe.shot(shots / f"watching-{name}.png", size)
    zoe.page.click("#tab-moves")
    assert not zoe.page.locator("#watching").is_visible()  # there the turns are stepped through
    zoe.page.locator("#turns button").first.click()
    zoe.page.wait_for_selector("body.past")
    zoe.wait("bastide.table.board.data.tiles.length === 1")
    zoe.page.click("#now")
    zoe.page.wait_for_selector("body:not(.past)")
    assert anna.errors == zoe.errors == []
    zoe.context.close()


def test_axe_finds_nothing_in_any_state(browser: Browser, running: Program, shots: Path) -> None:
    anna = Visitor(browser, f"{running.link}/r/axe", "Anna")
    seen = {"empty": violations(anna.page)}
    anna.open_table(computers=1)
    seen["lobby"] = violations(anna.page)
    anna.page.route(TILES, lambda route: route.abort())  # none is drawn yet: the page asks again
    anna.press("Start")
    anna.page.wait_for_selector(".cell-target")
    anna.page.wait_for_selector(".drawing:not([hidden])")
    seen["drawing"] = violations(anna.page)
    anna.page.evaluate("bastide.table.toasts.show({ text: [{ t: 'A tip' }] }, [])")
    assert anna.page.evaluate(ABOVE, [".drawing", ".toast"])
    anna.page.unroute(TILES)
    anna.wait("bastide.table.board.art.ready() && document.querySelector('.drawing').hidden")
    seen["turn"] = violations(anna.page)
    places = anna.page.evaluate(PLACES, ".cell-target")
    assert places == anna.page.evaluate(PLACES, ".mine button.number")  # as in the chat
    start, named = anna.page.evaluate(RULER)
    assert start == named
    anna.page.locator(".cell-target").first.click()
    anna.page.wait_for_selector(".claim")
    assert "a figure to claim, then Play" in anna.page.inner_text("#panel .asks")
    anna.page.locator(".claim").first.click()
    assert "figure" not in anna.page.inner_text("#panel .asks")  # it is chosen
    seen["ghost"] = violations(anna.page)
    anna.page.click("#looks > summary")
    for name in ("fields", "dead", "bag", "projected"):
        anna.page.check(f"#look-{name}")
    anna.page.wait_for_selector("#bag li")
    seen["looks"] = violations(anna.page)
    anna.shot(shots / "9-looks.png")
    anna.page.click("#looks > summary")
    anna.page.click("#tab-moves")
    anna.page.wait_for_selector("#turns button")
    seen["moves"] = violations(anna.page)
    anna.page.set_viewport_size({"width": TALL[0], "height": TALL[1]})
    seen["phone"] = violations(anna.page)
    assert anna.page.evaluate(ABOVE, ["#fit", "#bag"])
    tools = anna.page.evaluate(BOXES)
    anna.page.click("#looks > summary")
    assert anna.page.evaluate(BOXES) == tools  # an open menu moves nothing
    anna.page.click("#looks > summary")
    anna.page.click("#bag-away")
    assert not anna.page.locator("#bag").is_visible()
    assert not anna.page.is_checked("#look-bag")
    anna.page.click("#open-chat")
    seen["sheet"] = violations(anna.page)
    anna.page.goto(f"{running.link}/r/axe/watch")
    anna.page.wait_for_selector("body[data-ready=yes]")
    seen["watch"] = violations(anna.page)
    assert {state: found for state, found in seen.items() if found} == {}
    anna.context.close()

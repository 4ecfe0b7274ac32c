"""A person who plays on the live board: taps cells, rotations, figures and buttons that can be seen there."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tests.support.web.page import PATIENCE, Visitor

ENOUGH = 3  # points
LOOK = """async () => {
    const { table } = window.bastide;
    const play = table.play.decision;
    const view = () => [table.board.camera.x, table.board.camera.y, table.board.camera.zoom].join();
    let before = "";
    while (before !== view()) {  // what has moved or has come is in its place when it is drawn
        before = view();
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const top = document.elementFromPoint(x, y);
        return top && (element === top || element.contains(top)) ? [x, y] : null;
    };
    const all = (selector) => [...document.querySelectorAll(selector)].map(seen).filter(Boolean);
    const one = (selector) => all(selector)[0] ?? null;
    const corner = (selector) => {
        const element = document.querySelector(selector);
        const box = element?.getBoundingClientRect();
        const shares = [[0.5, 0.5], [0.15, 0.15], [0.85, 0.15], [0.15, 0.85], [0.85, 0.85]];
        if (!box) return null;
        const points = shares.map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
        return points.find(([x, y]) => document.elementFromPoint(x, y) === element) ?? null;
    };
    const chosen = play.choice;
    return {
        over: Boolean(table.data?.over),
        version: table.data?.version ?? -2,
        asked: table.data?.asked?.ask ?? "",
        busy: Boolean(document.querySelector("#panel .busy")),
        places: Boolean(table.data?.asked?.cells),
        cells: all(".cell-target"),
        hidden: document.querySelectorAll(".cell-target, .claim").length,
        laid: Boolean(play.ways),
        ghost: corner(".ghost-target") ?? one("#panel .hand:not(:disabled)"),
        turns: play.rotations.length,
        worth: play.rotations.map((turn) => {
            const ways = play.ways.filter((way) => way.rotation === turn);
            const after = (way) => [0, ...(way.follow ?? []).map((option) => option.points ?? 0)];
            return Math.max(...ways.map((way) => (way.points ?? 0) + Math.max(...after(way))));
        }),
        modes: all(".picker button"),
        spots: all(".claim:not(.bridge)"),
        bridges: all(".claim.bridge"),
        chosen: Boolean(chosen),
        verb: chosen?.verb ?? "",
        options: all("#panel button.option"),
        more: one("#panel .step[aria-label]:nth-of-type(2)"),
        bids: all("#panel form.amount button.primary"),
        confirm: one("#panel .confirm:not(:disabled)"),
        sure: one("#toasts button"),
        fit: one("#fit"),
    };
}"""


class BoardPlayer:
    """Plays at a visitor's page, by touch or with the mouse; `asked` counts the questions by name."""

    def __init__(
        self, visitor: Visitor, seed: int, *, touch: bool, greedy: int = 1, shots: Path | None = None
    ) -> None:
        """`greedy` places are tried until one scores well.

        `shots` is a folder for a picture of each question and of each kind of move.
        """
        self.page = visitor.page
        self._shots = shots
        self.asked: dict[str, int] = {}
        self.verbs: set[str] = set()
        self._answered = False  # what plays was tapped: it must not be tapped again
        self._touch = touch
        self._greedy = greedy
        self._dice = random.Random(seed)

    def _tap(self, at: list[float]) -> None:
        if self._touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def look(self) -> dict[str, Any]:
        """What can be seen and tapped, once nothing moves."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def _until(self, ready: Any) -> dict[str, Any]:
        limit = time.monotonic() + PATIENCE / 1000
        while True:
            seen = self.look()
            if ready(seen):
                return seen
            assert time.monotonic() < limit, f"nothing happens: {seen}"
            time.sleep(0.03)

    def turn(self) -> bool:
        """Answer one question; False if the game is over."""
        seen = self._until(lambda seen: seen["over"] or (seen["asked"] and not seen["busy"]))
        if seen["over"]:
            self._shot("over")
            return False
        self.asked[seen["asked"]] = self.asked.get(seen["asked"], 0) + 1
        self._shot(f"ask-{seen['asked']}")
        before = seen["version"]
        limit = time.monotonic() + PATIENCE / 1000
        while seen["version"] == before:
            self._answered = False
            if seen["places"] and seen["cells"]:
                self._lay(seen)
            else:
                self._decide(seen)
            seen = self._until(lambda seen: seen["version"] != before or seen["sure"] or not self._answered)
            assert time.monotonic() < limit, f"nothing happens: {seen}"
        return True

    def _shot(self, name: str) -> None:
        if self._shots and not (self._shots / f"{name}.png").exists():
            self._shots.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=self._shots / f"{name}.png")

    def _answer(self, at: list[float]) -> None:
        """Tap what plays."""
        self._answered = True
        self._tap(at)

    def _lay(self, seen: dict[str, Any]) -> None:
        seen = self._place(seen)
        for _ in range(self._turn(seen["worth"])):
            self._tap(seen["ghost"])  # once more: the next rotation
            seen = self.look()
        if seen["bridges"] and self._dice.random() < 0.7:
            self._tap(self._dice.choice(seen["bridges"]))
            self.verbs.add("bridge")
        self._choose(0.85)
        self._confirm()

    def _place(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Tap a place for the tile; a greedy player looks for one that scores."""
        for _ in range(self._greedy):
            if seen["cells"]:
                self._tap(self._dice.choice(seen["cells"]))
                seen = self._until(lambda seen: seen["laid"] and seen["worth"])
            if max(seen["worth"]) >= ENOUGH:
                break
        return seen

    def _turn(self, worth: list[int]) -> int:
        """How often the tile is turned."""
        best = max(worth)
        return worth.index(best) if self._greedy > 1 and best else self._dice.randrange(len(worth))

    def _choose(self, eager: float) -> None:
        """A figure, then a spot, if the player wants to."""
        seen = self.look()
        if self._dice.random() > eager:
            return
        if seen["modes"]:
            self._tap(self._dice.choice(seen["modes"]))
            seen = self.look()
        if seen["spots"]:
            self._tap(self._dice.choice(seen["spots"]))
            self.verbs.add(self.look()["verb"])

    def _decide(self, seen: dict[str, Any]) -> None:
        if seen["sure"]:  # a bid that leads into debt
            self._answer(seen["sure"])
            return
        if seen["bids"] and (not seen["options"] or self._dice.random() < 0.6):
            if seen["more"]:
                self._tap(seen["more"])
            self._answer(self._dice.choice(seen["bids"]))
            return
        if seen["spots"] and (not seen["options"] or self._dice.random() < 0.8):
            self._choose(1.0)
            if self.look()["chosen"]:
                self._confirm()
                return
        if seen["options"] and (not seen["spots"] or self._dice.random() < 0.9):
            self._answer(self._dice.choice(seen["options"]))
        else:
            self._tap(seen["fit"])  # what can be tapped lies outside of the view

    def _confirm(self) -> None:
        seen = self.look()
        if seen["confirm"]:
            self._shot(f"do-{seen['verb'] or 'none'}")
            self._answer(seen["confirm"])

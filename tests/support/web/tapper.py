"""Taps one wanted thing after the other on the live board; what cannot be seen is looked for first."""

from __future__ import annotations

import time
from typing import Any

from tests.support.web.board import BoardPlayer
from tests.support.web.page import PATIENCE

POINT = """(selector) => {
    for (const element of document.querySelectorAll(selector)) {
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const top = document.elementFromPoint(x, y);
        if (top && (element === top || element.contains(top))) return [x, y];
    }
    return null;
}"""


class Tapper(BoardPlayer):
    """Plays what it is told."""

    def tap_on(self, selector: str) -> None:
        """Tap the first of these that can be seen; if there is none, show the whole board."""
        limit = time.monotonic() + PATIENCE / 1000
        while True:
            seen = self.look()
            if at := self.page.evaluate(POINT, selector):
                return self._tap(at)
            assert time.monotonic() < limit, f"{selector} cannot be tapped: {seen}"
            if self.page.locator(selector).count() and seen["fit"]:
                self._tap(seen["fit"])
            time.sleep(0.03)

    def lay(self, action: Any, token: str) -> None:
        """Tap the cell, turn the tile, tap the bridge and the figure."""
        x, y = action.cell
        self.tap_on(f".cell-target[data-cell='{x},{y}']")
        self._until(lambda seen: seen["laid"])
        for _ in range(4):
            if self.page.evaluate("bastide.table.play.decision.rotation") == action.rotation:
                break
            self._tap(self.look()["ghost"])
        site = getattr(action, "site", None)
        if site and not self.page.evaluate("Boolean(bastide.table.play.decision.way.site)"):
            self.tap_on(f".claim.bridge[data-site='{site[0]},{site[1]},{action.axis}']")
        self.choose(token)

    def choose(self, token: str) -> None:
        """Tap an option on the board, its figure first; one in the panel is played without being chosen."""
        spot, figures = f".claim[data-token='{token}']", self.page.locator(".picker button")
        for number in range(figures.count()):
            if not self.page.locator(spot).count():
                self.tap_on(f".picker button:nth-of-type({number + 1})")
        panel = f"#panel .option[aria-pressed][data-token='{token}']"
        for chosen in (spot, panel):
            if self.page.locator(chosen).count():
                self.tap_on(chosen)

    def confirm(self, token: str) -> None:
        """Play what is chosen, or the option of the panel."""
        panel = f"#panel .option:not([aria-pressed])[data-token='{token}']"
        self.tap_on(panel if self.page.locator(panel).count() else "#panel .confirm:not(:disabled)")

    def bid(self, token: str, amount: int) -> None:
        """Raise the amount with the button beside it, and bid; also into debt."""
        form = f"#panel form.amount:has([data-token='{token}'])"
        for _ in range(amount - int(self.page.input_value(f"{form} input"))):
            self.tap_on(f"{form} .step:nth-of-type(2)")
        version = self.look()["version"]
        self.tap_on(f"{form} button.primary")
        seen = self._until(lambda seen: seen["version"] != version or seen["sure"])
        if seen["version"] == version:
            self._tap(seen["sure"])

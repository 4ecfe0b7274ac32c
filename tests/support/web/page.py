"""A person at a page of the room: clicks, writes and reads as people do."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page

DECODED = """Promise.allSettled(
    [...document.images].filter((image) => image.complete).map((image) => image.decode())
)"""  # of the pictures that are there: others come when they are scrolled into view
STILL = """() => Promise.all([
    ...document.getAnimations()
        .filter((one) => one.effect.getComputedTiming().endTime < 5000)
        .map((one) => one.finished),
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
].map((one) => one.catch(() => null)))"""  # what moves has come to rest, and is drawn; what glows goes on
DESKTOP, PHONE = (1280, 800), (400, 800)
PATIENCE = 90_000  # milliseconds; generous, for machines with much else to do


class Visitor:
    """A user with a browser of their own; errors of their page are collected in `errors`."""

    def __init__(
        self,
        browser: Browser,
        link: str,
        name: str,
        size: tuple[int, int] = DESKTOP,
        turned: bool = False,
        **context: object,
    ) -> None:
        """`turned`: see `later`."""
        width, height = size
        calm = {"reduced_motion": "reduce"}  # what glows is drawn sixty times a second, on every open page
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            **calm | context,  # type: ignore[arg-type]
        )
        self.context.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        if turned:
            self.context.clock.install()
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", self._dialog)
        self.page.on(
            "console", lambda said: self.errors.append(said.text) if "Content Security" in said.text else None
        )
        self.page.goto(link)
        self.ready()
        guest = self.wait("document.body.dataset.name")
        self.page.evaluate("document.getElementById('rename').click()")
        self.page.fill("#name", name)
        self.page.keyboard.press("Enter")
        self.wait("(guest) => document.body.dataset.name !== guest", guest)

    def _dialog(self, dialog) -> None:  # type: ignore[no-untyped-def]
        self.errors.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def wait(self, script: str, arg: object = None) -> object:
        """Wait until a script says something; what it says. (The page forbids the eval of playwright.)"""
        until = time.monotonic() + PATIENCE / 1000
        while True:
            found = self.page.evaluate(script, arg)
            if found:
                return found
            assert time.monotonic() < until, f"waited in vain for {script}"
            time.sleep(0.03)

    def later(self, seconds: float) -> None:
        """Turn the clock of the page: everything it does in this time, it does at once."""
        self.page.clock.run_for(round(1000 * seconds))

    def enter(self, link: str) -> None:
        """Go to another room, known by name."""
        self.page.goto(link)
        self.ready()
        self.wait("document.body.dataset.name")

    def ready(self) -> None:
        """Wait until the page is connected."""
        self.page.wait_for_selector("body[data-ready=yes]:not(.offline)")

    def write(self, text: str) -> None:
        """Write a line and send it."""
        self.page.fill("#line", text)
        self.page.keyboard.press("Escape")
        self.page.press("#line", "Enter")

    def press(self, label: str) -> None:
        """Press the last visible choice of this label."""
        self.page.locator(".groups button:visible", has_text=label).last.click()

    def sees(self, text: str, selector: str = ".message") -> Locator:
        """Wait for a message with these words; the last one."""
        found = self.page.locator(selector, has_text=text).last
        found.wait_for()
        return found

    def texts(self) -> list[str]:
        """Every message."""
        return self.page.locator(".message").all_inner_texts()

    def shot(self, path: Path, size: tuple[int, int] | None = None) -> None:
        """A picture of the page once its pictures are there, if wanted in another size."""
        if size:
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(STILL)
        self.page.evaluate(DECODED)
        self.page.screenshot(path=path)

    def open_table(self, *, computers: int = 0) -> None:
        """Open a lobby with computer players by clicking."""
        button = self.page.locator("[data-say='/new']:visible")
        if not button.count():
            self.page.click("#open-side")
        button.first.click()
        self.sees("Start")
        for number in range(computers):
            self.press("+ Computer")
            self.sees(f"({number + 2})")

    def play_on(self, until: float) -> str:
        """Click the first thing that the newest question offers: `looked`, `played`, or empty at the end.

        The question before may still stand there for a moment.
        """
        state = self.wait(
            """() => {
                const end = [...document.querySelectorAll(".groups .success")].at(-1);
                if (end && end.dataset.token.includes("!again")) return "end";
                if (document.querySelector("button.busy")) return "";
                const last = (kind) => [...document.querySelectorAll(`${kind}:has(.groups)`)].at(-1)
                    ?.querySelector(".groups button.primary:not(:disabled)");
                const closer = last(".private");
                if (closer) { closer.click(); return "played"; }
                const cell = last(".mine");
                if (cell) { cell.click(); return cell.classList.contains("number") ? "looked" : "played"; }
                return "";
            }"""
        )
        assert time.monotonic() < until, "the game takes too long"
        return "" if state == "end" else str(state)

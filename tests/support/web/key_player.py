"""A person who plays on the live board by keyboard alone: arrows, R, digits, Enter, and Tab to the panel."""

from __future__ import annotations

from typing import Any

from tests.support.web.board import BoardPlayer

ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
MOST_TABS = 120
FOCUSED = "(wanted) => Boolean(document.activeElement?.matches(wanted))"
FREE = "document.activeElement.blur()"  # as after a click on the board


class KeyPlayer(BoardPlayer):
    """Plays at a visitor's page without a pointer."""

    def _key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _tab_to(self, wanted: str) -> bool:
        """Walk with Tab until something is focused; whether it was found."""
        for _ in range(MOST_TABS):
            self._key("Tab")
            if self.page.evaluate(FOCUSED, wanted):
                return True
        return False

    def _lay(self, seen: dict[str, Any]) -> None:  # the signature of the player
        self.page.evaluate(FREE)
        self._key(*(self._dice.choice(ARROWS) for _ in range(self._dice.randrange(1, 5))))
        seen = self._until(lambda seen: seen["laid"] or not seen["cells"])
        self._key(*["r"] * self._dice.randrange(max(1, seen["turns"])))
        if self._dice.random() < 0.85:
            self._key(*["f"] * self._dice.randrange(3), "1")
        self.verbs.add(self.look()["verb"])
        self._play()

    def _decide(self, seen: dict[str, Any]) -> None:
        self.page.evaluate(FREE)
        if seen["sure"]:
            self._answered = self._tab_to("#toasts button")
            self._key("Enter")
        elif seen["spots"]:
            self._key(*["f"] * self._dice.randrange(3), "1")
            self._play()
        else:
            self._answered = self._tab_to("#panel button.option, #panel form.amount button.primary")
            self._key("Enter")

    def _play(self) -> None:
        seen = self.look()
        if seen["confirm"]:
            self._shot(f"keys-{seen['verb'] or 'none'}")
            self._answered = True
            self._key("Enter")

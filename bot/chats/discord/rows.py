"""How choices look on Discord: at most five rows, each of five buttons or one menu of 25 lines.

Nothing is left out: if there is no room, a button shows all choices to the user who presses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.conversation.protocol.messages import Choice, buttons_of

ROWS = 5
BUTTONS = 5  # in a row
LINES = 25  # in a menu
MENU_NAME = 150
JOINT = " · "  # between the names of menus that share a row


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """One row: buttons, or with a name a menu."""

    choices: tuple[Choice, ...]
    menu: str = ""

    def with_icons(self, icon: Callable[[str], str]) -> ButtonRow:
        """The same with other emoji."""
        return replace(self, choices=tuple(replace(one, icon=icon(one.icon)) for one in self.choices))


@dataclass(frozen=True, slots=True)
class ButtonGroup:
    """Choices that belong together, before they have rows."""

    choices: tuple[Choice, ...]
    menu: str = ""

    @property
    def height(self) -> int:
        """The rows that it takes."""
        return -(-len(self.choices) // (LINES if self.menu else BUTTONS))

    def rows(self) -> list[ButtonRow]:
        """Its rows; the parts of a long menu say which lines they hold."""
        size = LINES if self.menu else BUTTONS
        parts = [self.choices[start : start + size] for start in range(0, len(self.choices), size)]
        if not self.menu or len(parts) == 1:
            return [ButtonRow(part, self.menu) for part in parts]
        found = []
        for number, part in enumerate(parts):
            first = number * LINES + 1
            found.append(ButtonRow(part, f"{self.menu} ({first}–{first + len(part) - 1})"))
        return found


def lay_out(choices: Sequence[Choice], name: str = "…") -> list[ButtonRow]:
    """All choices in as many rows as they need; five at most if they can be had in five."""
    groups = _grouped(choices)
    for step in (_as_they_are, _packed, _joined, _as_menus):
        groups = step(groups, name)
        if sum(group.height for group in groups) <= ROWS:
            break
    return [row for group in groups for row in group.rows()]


def pages(rows: Sequence[ButtonRow]) -> list[list[ButtonRow]]:
    """Rows in bundles of one message each."""
    return [list(rows[start : start + ROWS]) for start in range(0, len(rows), ROWS)]


def fitting(choices: Sequence[Choice], more: Choice | None, name: str = "…") -> list[ButtonRow]:
    """The rows of one message; if not all choices have room, the last row has a button for the rest."""
    rows = lay_out(choices, name)
    if len(rows) <= ROWS or more is None:
        return rows[:ROWS]
    last = next((row for row in reversed(rows) if not row.menu and len(row.choices) < BUTTONS), None)
    kept = [row for row in rows if row is not last][: ROWS - 1]
    return [*kept, ButtonRow((*(last.choices if last else ()), more))]


def _grouped(choices: Iterable[Choice]) -> list[ButtonGroup]:
    found: dict[tuple[int, str], list[Choice]] = {}
    for choice in buttons_of(choices):
        found.setdefault((choice.row, choice.menu), []).append(choice)
    return [ButtonGroup(tuple(found[key]), key[1]) for key in sorted(found, key=lambda key: key[0])]


def _as_they_are(groups: list[ButtonGroup], _: str) -> list[ButtonGroup]:
    return groups


def _packed(groups: list[ButtonGroup], _: str) -> list[ButtonGroup]:
    """Neighbouring groups of buttons share their rows."""
    found: list[ButtonGroup] = []
    for group in groups:
        if found and not group.menu and not found[-1].menu:
            joined = ButtonGroup((*found[-1].choices, *group.choices))
            if joined.height < found[-1].height + group.height:
                found[-1] = joined
                continue
        found.append(group)
    return found


def _joined(groups: list[ButtonGroup], _: str) -> list[ButtonGroup]:
    """The two shortest menus become one, and again while it helps."""
    while sum(group.height for group in groups) > ROWS:
        menus = sorted((group for group in groups if group.menu), key=lambda group: len(group.choices))
        if len(menus) < 2 or len(menus[0].choices) + len(menus[1].choices) > LINES:
            break
        first, second = sorted(menus[:2], key=groups.index)
        merged = ButtonGroup((*first.choices, *second.choices), f"{first.menu}{JOINT}{second.menu}")
        groups = [merged if group is first else group for group in groups if group is not second]
    return groups


def _as_menus(groups: list[ButtonGroup], name: str) -> list[ButtonGroup]:
    """The largest groups of buttons become menus while that saves rows; at last all but the last one do."""
    while sum(group.height for group in groups) > ROWS:
        tall = [group for group in groups if not group.menu and group.height > 1]
        if not tall:
            return _one_menu(groups, name)
        largest = max(tall, key=lambda group: len(group.choices))
        groups = [ButtonGroup(group.choices, name) if group is largest else group for group in groups]
    return groups


def _one_menu(groups: list[ButtonGroup], name: str) -> list[ButtonGroup]:
    buttons = [group for group in groups if not group.menu][:-1]
    if len(buttons) < 2:
        return groups
    merged = ButtonGroup(tuple(choice for group in buttons for choice in group.choices), name)
    return [merged, *(group for group in groups if group not in buttons)]

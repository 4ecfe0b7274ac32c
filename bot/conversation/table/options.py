"""What a prompt offers: cells to look at, ways to lay a tile there with what follows, options, amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Action
from engine.game import apply, pending
from engine.geometry import Cell
from engine.prompts import AmountRange, Prompt
from engine.queries import census, projected_scores
from engine.state import GameState

MOST_FAR = 6  # options on other tiles that get buttons of their own; more of them share a menu
MOST_LISTED = 20  # options shown one by one; beyond it, cells are chosen first
FAR = frozenset({"claim", "floor"})  # verbs of options that may be on any tile: through a portal, on towers
QUICK = (0, 1, 2, 5)  # added to the least amount for the quick buttons


@dataclass(frozen=True, slots=True)
class Way:
    """One way to lay the tile on a cell: the option's index, its letter, and the options that follow."""

    index: int
    letter: str
    action: Action
    after: GameState
    follow: tuple[Action, ...]  # the next prompt's options, if the same player may choose at once


@dataclass(frozen=True, slots=True)
class Offer:
    """What a prompt offers, read once for all parts of a message."""

    prompt: Prompt
    options: list[tuple[int, Action]]  # without amounts, with their indices
    cells: dict[Cell, list[int]]  # the cells to choose first, in reading order; the n-th has the number n + 1
    places_tile: bool  # whether the options on `cells` lay a tile
    likely: tuple[int, ...] | None = None  # numbers that are shown at first; None: all

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers that are shown at first."""
        return tuple(range(1, len(self.cells) + 1)) if self.likely is None else self.likely


def offer_of(prompt: Prompt) -> Offer:
    """Read a prompt. Cells are chosen first if a tile is laid, or if there are too many options."""
    options = prompt.listed
    laid = _by_cell((index, option) for index, option in options if is_placement(option))
    if laid:
        return Offer(prompt, options, laid, True)
    cells = _by_cell((index, option) for index, option in options if hasattr(option, "cell"))
    several = len(cells) > 1 and sum(map(len, cells.values())) > MOST_LISTED
    return Offer(prompt, options, cells if several else {}, False)


def _by_cell(options: Iterable[tuple[int, Any]]) -> dict[Cell, list[int]]:
    found: dict[Cell, list[int]] = {}
    for index, action in options:
        found.setdefault(action.cell, []).append(index)
    return dict(sorted(found.items(), key=lambda item: (item[0][1], item[0][0])))


def prompts_of(state: GameState, seat: int) -> list[Prompt]:
    """The prompts that a seat must answer."""
    return [prompt for prompt in pending(state) if prompt.player == seat]


def is_placement(action: Action) -> bool:
    """Whether an option lays a tile: it has a cell and a rotation."""
    return hasattr(action, "cell") and hasattr(action, "rotation")


def placements(prompt: Prompt) -> dict[Cell, list[int]]:
    """Cell -> indices of the placements on it, in reading order; the n-th cell has the number n + 1."""
    offer = offer_of(prompt)
    return offer.cells if offer.places_tile else {}


def is_far(action: Action, here: Cell | None) -> bool:
    """Whether an option is one of those that a table may offer on many tiles, and not on this one."""
    return action.verb in FAR and getattr(action, "cell", None) != here


def ways(state: GameState, prompt: Prompt, indices: Sequence[int]) -> list[Way]:
    """All ways to lay the tile on one cell: a, b, c, d by rotation; b2, b3 if something goes with it."""
    options = [(index, prompt.options[index]) for index in indices]
    options.sort(key=lambda pair: (_rotation(pair[1]), pair[0]))
    letters = dict(zip(dict.fromkeys(_rotation(action) for _, action in options), "abcd", strict=False))
    counts: Counter[str] = Counter()
    found = []
    for index, action in options:
        letter = letters[_rotation(action)]
        counts[letter] += 1
        name = letter if counts[letter] == 1 else f"{letter}{counts[letter]}"
        after, _ = apply(state, action)
        found.append(Way(index, name, action, after, tuple(following(state, after, prompt.player))))
    return found


def _rotation(action: Action) -> int:
    rotation: int = getattr(action, "rotation", 0)
    return rotation


def following(before: GameState, after: GameState, seat: int) -> Sequence[Action]:
    """The next options of the same player, if nothing hidden was revealed in between."""
    if census(before) != census(after) or before.chance != after.chance:
        return ()
    for prompt in prompts_of(after, seat):
        if prompt.asked_at == after.ply:
            return prompt.options
    return ()


def gain(before: GameState, after: GameState, seat: int) -> int:
    """The points of a seat between two states; if the game ends, more than by ending before."""
    scores = projected_scores(before) if after.over else before.scores
    return after.scores[seat] - scores[seat]


def quick_amounts(amounts: AmountRange) -> list[int]:
    """The amounts that get a button."""
    return [amounts.least + more for more in QUICK if amounts.least + more <= amounts.most]

"""What a prompt offers: cells to look at, ways to lay a tile there with what follows, options, amounts."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.actions import Action
from engine.game import apply, pending
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.queries import census
from engine.state import GameState

AMOUNTS = ("amount", "bid", "price")  # fields that hold a number which people may type
MOST_COMBINED = 24  # ways to lay a tile and use it, shown at once; beyond it, one question after the other
MOST_LISTED = 20  # options shown one by one; beyond it, cells are chosen first
QUICK = (0, 1, 2, 5)  # added to the least amount for the quick buttons


@dataclass(frozen=True, slots=True)
class Way:
    """One way to lay the tile on a cell: the option's index, its letter, and what may follow."""

    index: int
    letter: str
    action: Action
    after: GameState
    follow: tuple[Action, ...]  # the next prompt's options, if the same player may choose at once


@dataclass(frozen=True, slots=True)
class Lot:
    """Options that differ in an amount only: the sample's other fields, and the least and the most."""

    sample: Action
    field: str
    least: int
    most: int

    def named(self, amount: int) -> Action:
        """The action with this amount."""
        values = {field.name: getattr(self.sample, field.name) for field in dataclasses.fields(self.sample)}
        return type(self.sample)(**{**values, self.field: amount})


def prompts_of(state: GameState, seat: int) -> list[Prompt]:
    """The prompts that a seat must answer."""
    return [prompt for prompt in pending(state) if prompt.player == seat]


def is_placement(action: Action) -> bool:
    """Whether an option lays a tile: it has a cell and a rotation."""
    return hasattr(action, "cell") and hasattr(action, "rotation")


def placements(prompt: Prompt) -> dict[Cell, list[int]]:
    """Cell -> indices of the placements on it, in reading order; the n-th cell has the number n + 1."""
    found: dict[Cell, list[int]] = {}
    for index, action in enumerate(prompt.options):
        if is_placement(action):
            found.setdefault(_cell(action), []).append(index)
    return dict(sorted(found.items(), key=lambda item: (item[0][1], item[0][0])))


def _cell(action: Action) -> Cell:
    cell: Cell = action.cell  # type: ignore[attr-defined]  # is_placement asked for it
    return cell


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
    if sum(len(way.follow) or 1 for way in found) > MOST_COMBINED:
        return [dataclasses.replace(way, follow=()) for way in found]
    return found


def _rotation(action: Action) -> int:
    rotation: int = getattr(action, "rotation", 0)
    return rotation


def following(before: GameState, after: GameState, seat: int) -> Sequence[Action]:
    """What the same player may choose at once: nothing hidden was shown in between."""
    if census(before) != census(after) or before.chance != after.chance:
        return ()
    for prompt in prompts_of(after, seat):
        if prompt.asked_at == after.ply:
            return prompt.options
    return ()


def gain(before: GameState, after: GameState, seat: int) -> int:
    """What a seat scored between two states."""
    return after.scores[seat] - before.scores[seat]


def lots(prompt: Prompt) -> list[Lot]:
    """The amounts that may be named, one lot for each thing they are named for."""
    found: dict[tuple[object, ...], tuple[Action, str, list[int]]] = {}
    for action in prompt.options:
        kind: Any = type(action)
        name, others = _amount_field(kind)
        if name:
            key = (kind, *[getattr(action, other) for other in others])
            amount: int = getattr(action, name)
            if key in found:
                found[key][2].append(amount)
            else:
                found[key] = (action, name, [amount])
    return [Lot(action, name, min(amounts), max(amounts)) for action, name, amounts in found.values()]


@cache
def _amount_field(kind: Any) -> tuple[str, tuple[str, ...]]:
    """The name of the field that holds an amount, if there is one, and the names of the others."""
    names = tuple(field.name for field in dataclasses.fields(kind))
    amount = next((name for name in names if name in AMOUNTS), "")
    return amount, tuple(name for name in names if name != amount)


def has_amount(action: Action) -> bool:
    """Whether an option is one of many that differ in an amount."""
    kind: Any = type(action)
    return bool(_amount_field(kind)[0])


def by_cell(prompt: Prompt) -> dict[Cell, list[int]]:
    """Cell -> indices of its options, in reading order, if there are too many to show them all at once."""
    found: dict[Cell, list[int]] = {}
    for index, action in enumerate(prompt.options):
        if hasattr(action, "cell") and not is_placement(action):
            found.setdefault(_cell(action), []).append(index)
    if len(found) < 2 or sum(map(len, found.values())) <= MOST_LISTED:
        return {}
    return dict(sorted(found.items(), key=lambda item: (item[0][1], item[0][0])))


def whole(prompt: Prompt) -> Prompt:
    """The prompt with its options at hand: for those who look at them more than once."""
    return Prompt(prompt.player, prompt.ask, prompt.asked_at, tuple(prompt.options))


def quick_amounts(lot: Lot) -> list[int]:
    """The amounts that get a button."""
    return [lot.least + more for more in QUICK if lot.least + more <= lot.most]

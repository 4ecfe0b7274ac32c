"""Who must decide, between what. A prompt is part of the state: nothing ever waits in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

from engine.actions import Action
from engine.frozen import frozen

Options = Sequence[Action]  # `in`, iteration, len, and a stable order
Code = TypeVar("Code")


@frozen
class Question:
    """What the state remembers of a prompt."""

    player: int
    ask: str
    asked_at: int  # the ply at which it was first asked


@frozen
class AmountRange:
    """One action with any amount from `least` to `most`; `build` makes the action of an amount."""

    build: Callable[[int], Action]
    least: int
    most: int

    def __len__(self) -> int:
        return self.most - self.least + 1

    def __contains__(self, action: object) -> bool:
        amount = getattr(action, "amount", None)
        return isinstance(amount, int) and self.least <= amount <= self.most and self.build(amount) == action


class AmountOptions(Sequence[Action]):
    """Ranges of amounts, each in rising order, then other options. No range is spelled out."""

    __slots__ = ("others", "ranges")

    def __init__(self, ranges: tuple[AmountRange, ...], others: tuple[Action, ...] = ()) -> None:
        self.ranges = ranges
        self.others = others

    def __len__(self) -> int:
        return sum(map(len, self.ranges)) + len(self.others)

    def __contains__(self, action: object) -> bool:
        return action in self.others or any(action in amounts for amounts in self.ranges)

    def __iter__(self) -> Iterator[Action]:
        for amounts in self.ranges:
            yield from map(amounts.build, range(amounts.least, amounts.most + 1))
        yield from self.others

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        rest = range(len(self))[index]
        for amounts in self.ranges:
            if rest < len(amounts):
                return amounts.build(amounts.least + rest)
            rest -= len(amounts)
        return self.others[rest]


@frozen
class Prompt:
    """A player must decide between these options."""

    player: int
    ask: str
    asked_at: int
    options: Options

    @property
    def amounts(self) -> tuple[AmountRange, ...]:
        """The ranges of amounts, which come before the other options."""
        return self.options.ranges if isinstance(self.options, AmountOptions) else ()

    @property
    def listed(self) -> list[tuple[int, Action]]:
        """The options that are no amounts, with their indices."""
        first = sum(map(len, self.amounts))
        others = self.options.others if isinstance(self.options, AmountOptions) else self.options
        return list(enumerate(others, start=first))


class CodedOptions(Sequence[Action], Generic[Code]):
    """Options kept as small codes, of which an action is made only when it is looked at."""

    __slots__ = ("_known",)

    _known: tuple[Sequence[Code], Sequence[Action]] | None  # what `find` found, once it was asked

    def find(self) -> tuple[Sequence[Code], Sequence[Action]]:
        """The usual options as codes, and the options that come after them."""
        raise NotImplementedError

    def build(self, code: Code) -> Action:
        """The action that a code stands for."""
        raise NotImplementedError

    def _found(self) -> tuple[Sequence[Code], Sequence[Action]]:
        self._known = known = self.find()
        return known

    def __len__(self) -> int:
        codes, more = self._known or self._found()
        return len(codes) + len(more)

    def __iter__(self) -> Iterator[Action]:
        codes, more = self._known or self._found()
        for code in codes:
            yield self.build(code)
        yield from more

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        codes, more = self._known or self._found()
        size = len(codes)
        if 0 <= index < size:
            return self.build(codes[index])
        if index < 0:
            index += size + len(more)
            if index < 0:
                raise IndexError(index)
        return self.build(codes[index]) if index < size else more[index - size]

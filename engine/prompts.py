"""Who must decide, between what. A prompt is part of the state: nothing ever waits in memory."""

from __future__ import annotations

from collections.abc import Sequence
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
class Prompt:
    """A player must decide between these options."""

    player: int
    ask: str
    asked_at: int
    options: Options


class CodedOptions(Sequence[Action], Generic[Code]):
    """Options kept as small codes, of which an action is made only when it is looked at."""

    __slots__ = ()

    def codes(self) -> Sequence[Code]:
        """The usual options, as codes."""
        raise NotImplementedError

    def more(self) -> Sequence[Action]:
        """The options that come after them."""
        raise NotImplementedError

    def build(self, code: Code) -> Action:
        """The action that a code stands for."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.codes()) + len(self.more())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        codes = self.codes()
        size = len(codes)
        if index < 0:
            index += size + len(self.more())
        if 0 <= index < size:
            return self.build(codes[index])
        if index < 0:
            raise IndexError(index)
        return self.more()[index - size]

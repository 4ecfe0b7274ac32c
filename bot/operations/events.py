"""A port for whoever wants to know how the work goes: told at the seams, and free to ignore it."""

from __future__ import annotations

from typing import Protocol


class Watch(Protocol):
    """Is told what has happened; it must be quick and must not fail."""

    def stored(self, operation: str, seconds: float, outcome: str) -> None:
        """The store has answered: ok, conflict or failed."""

    def drawn(self, kind: str, seconds: float) -> None:
        """A picture was drawn; told from the thread that drew it."""

    def answered(self, platform: str, status: int) -> None:
        """A platform has answered a request, by the number that HTTP has for it."""

    def shown(self, channel: str, key: str) -> None:
        """A message of this key stands in its channel."""


class Nobody:
    """Nobody watches."""

    def stored(self, operation: str, seconds: float, outcome: str) -> None:
        """Nothing."""

    def drawn(self, kind: str, seconds: float) -> None:
        """Nothing."""

    def answered(self, platform: str, status: int) -> None:
        """Nothing."""

    def shown(self, channel: str, key: str) -> None:
        """Nothing."""


NOBODY = Nobody()

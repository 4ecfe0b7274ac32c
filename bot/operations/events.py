"""The port for metrics: called where something happens that is worth measuring."""

from __future__ import annotations


class Watch:
    """Receives events and ignores them; a subclass must be quick and must not fail."""

    def stored(self, operation: str, seconds: float, outcome: str) -> None:
        """The store has answered: ok, conflict or failed."""

    def drawn(self, kind: str, seconds: float) -> None:
        """A picture was drawn; called from the thread that drew it."""

    def answered(self, platform: str, status: int) -> None:
        """A platform has answered a request with this HTTP status."""

    def shown(self, channel: str, slot: str) -> None:
        """A message of this slot is shown in its channel."""


NO_WATCH = Watch()

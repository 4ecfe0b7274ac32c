"""What the stand-in for Discord answers instead of a result."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """An answer with an error code of Discord."""

    def __init__(self, status: int, code: int, text: str, **more: Any) -> None:
        super().__init__(text)
        self.status = status
        self.body = {"code": code, "message": text} | more


class NotHere(Exception):
    """A part of Discord that this server does not have, as an old proxy; nobody is to blame for asking."""

"""What the stand-in for Telegram answers instead of a result."""

from __future__ import annotations


class Refusal(Exception):
    """What the API answers instead of a result."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


class Drop(Exception):
    """The connection breaks, before or after the request is carried out."""

    def __init__(self, *, after: bool = False) -> None:
        super().__init__()
        self.after = after

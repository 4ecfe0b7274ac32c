"""What a table agrees on before the first tile: the game, its boxes and options, the seats, and the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from engine.frozen import frozen

SEAT_LETTERS = "ABCDEF"
EDITION = 2  # of the defaults; a game keeps those that it began with
EARLIER_DEFAULTS: Mapping[int, Mapping[str, str]] = {  # edition -> what it had as a default
    1: {"carcassonne_border": "open"},
    2: {},
}


class BadSetup(ValueError):
    """A set-up that cannot be played: a code for the catalogue, the rule, and the facts."""

    def __init__(self, code: str, rule: str = "", **facts: object) -> None:
        super().__init__(f"{code} {facts}" if facts else code)
        self.code = code
        self.rule = rule
        self.facts = facts


@frozen
class Setup:
    """OPT-05: everything that is fixed when the game is created. All public but the seed."""

    game: str = "carcassonne"
    players: int = 2
    boxes: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()  # only what differs from the default
    first_seat: int | None = None  # with first_player = chosen or youngest
    seed: str = ""
    salt: str = ""
    stack: tuple[str, ...] = ()  # tiles to be drawn first, in this order; the rest is shuffled below them
    edition: int = 1  # of the defaults; set-ups that were saved without one have the first

    @property
    def commitment(self) -> str:
        """SHA-256 of seed and salt: published at the start, so that anybody can check the bag at the end."""
        return hashlib.sha256(f"{self.seed}:{self.salt}".encode()).hexdigest()


def agree(
    players: int = 2,
    boxes: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    *,
    game: str = "carcassonne",
    first_seat: int | None = None,
    seed: str = "",
    salt: str = "",
    stack: Iterable[str] = (),
    edition: int = EDITION,
) -> Setup:
    """A set-up in its canonical form. Whether it can be played, compile_rules decides."""
    chosen = dict(options or {})
    if first_seat is not None:
        chosen.setdefault("first_player", "chosen")
    return Setup(
        game=game,
        players=players,
        boxes=tuple(sorted(set(boxes))),
        options=tuple(sorted(chosen.items())),
        first_seat=first_seat,
        seed=seed,
        salt=salt,
        stack=tuple(stack),
        edition=edition,
    )

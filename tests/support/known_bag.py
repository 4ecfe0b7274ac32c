"""The bag of every game in the tests: no test depends on which tiles are drawn.

A tile that fits in one way only is laid by itself; in a random bag that happens to a player's first tile in
one game of fourteen. In this one it happens to none of the first twelve, wherever the others lie.

python -m tests.support.known_bag play ...: the program with this bag.
"""

from __future__ import annotations

import secrets
import sys

SEED = "bag1"


class KnownSecrets:
    """In the place of `secrets`: the ids of games differ, their seeds and salts do not."""

    @staticmethod
    def token_hex(count: int) -> str:
        """A random id, or the seed."""
        return SEED if count == 16 else secrets.token_hex(count)


def use_known_bag() -> None:
    """From now on, every game of this process has this bag."""
    from bot.conversation.table import repository

    repository.secrets = KnownSecrets  # type: ignore[assignment]


if __name__ == "__main__":
    from bot.__main__ import main

    use_known_bag()
    sys.exit(main())

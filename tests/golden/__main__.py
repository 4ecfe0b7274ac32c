"""`python -m tests.golden --update-golden` draws all golden pictures anew."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.golden.situations import SITUATIONS

PICTURES = Path(__file__).with_name("pictures")


def main(arguments: list[str]) -> int:
    """Write the pictures, or print the usage."""
    if "--update-golden" not in arguments:
        print(__doc__)
        return 2
    PICTURES.mkdir(exist_ok=True)
    for name, draw in SITUATIONS.items():
        draw().save(PICTURES / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

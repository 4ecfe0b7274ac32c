"""`python -m tools.pictures` draws the pictures of the documents anew; with names, only those."""

from __future__ import annotations

import sys

from tools.pictures.docs import FILM, IMAGES, draw, film, png, situations


def main(wanted: list[str]) -> int:
    """Write the pictures into docs/images."""
    for name, game in situations().items():
        if not wanted or name in wanted:
            (IMAGES / f"{name}.png").write_bytes(png(draw(game)))
    if not wanted or FILM in wanted:
        (IMAGES / FILM).write_bytes(film())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

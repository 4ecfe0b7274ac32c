"""What a picture costs: composing a turn, encoding it, and the first picture after a restart."""

from __future__ import annotations

from tools.bench.renderer import figures, first_pictures
from tools.bench.table import Row

TITLE = "Pictures"
MOST = {
    "compose a turn": 10.0,
    "compose / copy": 6.0,
    "encode": 25.0,
    "encode / zlib": 2.5,
    "first picture, ready": 200.0,
    "kilobytes": 300.0,
}
UNITS = {"kilobytes": "KB"}


def rows() -> list[Row]:
    """All figures of the renderer."""
    return [
        Row(name, value, UNITS.get(name, "times" if "/" in name else "ms"), most=MOST.get(name))
        for name, value in (figures() | first_pictures()).items()
    ]

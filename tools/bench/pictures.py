"""What a picture costs: composing a turn, encoding it, and the first picture after a restart."""

from __future__ import annotations

from tools.bench.renderer import figures, first_pictures, replay
from tools.bench.table import Row

TITLE = "Pictures"
MOST = {
    "compose a turn": 10.0,
    "encode": 25.0,
    "compose / encode": 1.0,
    "encode / zlib": 2.5,
    "first picture, ready": 200.0,
    "kilobytes": 300.0,
    "replay, video": 3000.0,
    "replay, video, kilobytes": 3000.0,
    "replay, GIF": 3000.0,
    "replay, GIF, kilobytes": 3000.0,
    "replay, WebP": 3000.0,
    "replay, WebP, kilobytes": 3000.0,
}


def rows() -> list[Row]:
    """All figures of the renderer."""
    return [
        Row(name, value, _unit(name), most=MOST.get(name))
        for name, value in (figures() | first_pictures() | replay()).items()
    ]


def _unit(name: str) -> str:
    if name.endswith("kilobytes"):
        return "KB"
    return "times" if "/" in name else "ms"

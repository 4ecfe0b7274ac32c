"""How long Discord waits for an acknowledgement while fifty tables play at once on one process."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.support.discord.fifty_tables import fifty_tables
from tools.bench.table import Row

TITLE = "Discord, fifty tables at once"


def rows() -> list[Row]:
    """The acknowledgements of about ten seconds."""
    with tempfile.TemporaryDirectory() as folder:
        times, found = asyncio.run(fifty_tables(Path(folder), seconds=10.0))
    return [
        Row("presses", len(times), "presses"),
        Row("acknowledged, p50", 1000 * times[len(times) // 2], "ms"),
        Row("acknowledged, p99", 1000 * times[len(times) * 99 // 100], "ms", most=1000),
        Row("requests against specification or limits", len(found), "requests", most=0),
    ]

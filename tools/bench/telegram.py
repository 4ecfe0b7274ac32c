"""How long a press on Telegram waits for its answer while fifty tables play at once on one process."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.support.telegram.fifty_tables import many_tables
from tools.bench.table import Row

TITLE = "Telegram, fifty tables at once"


def rows() -> list[Row]:
    """The answers of about a quarter of a minute, ten presses a second."""
    with tempfile.TemporaryDirectory() as folder:
        times, busiest = asyncio.run(many_tables(Path(folder), pause=2.0, limit=20))
    return [
        Row("presses", len(times), "presses"),
        Row("answered, p50", 1000 * times[len(times) // 2], "ms"),
        Row("answered, p99", 1000 * times[len(times) * 99 // 100], "ms", most=1000),
        Row("messages and edits to a group, at most in a minute", busiest, "requests", most=20),
    ]

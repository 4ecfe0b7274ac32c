"""Fifty tables at once on one process with two shards. How quick it is, `make bench` measures."""

from __future__ import annotations

from pathlib import Path

from tests.support.discord.fifty_tables import TABLES, fifty_tables


async def test_fifty_tables_at_once(tmp_path: Path) -> None:
    """Every table goes on while all of them play, and nothing breaks the specification or a limit."""
    times, found = await fifty_tables(tmp_path, seconds=2.0)
    assert len(times) >= TABLES
    assert found == []

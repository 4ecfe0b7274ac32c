"""Names of cells: tests/bot/chats/web/page/cells_test.js demands the same pairs of the page."""

from __future__ import annotations

import json
from pathlib import Path

from engine.coordinates import cell_name

PAIRS = json.loads(Path(__file__).with_name("cell_names.json").read_text("utf-8"))


def test_cells_have_these_names() -> None:
    assert len(PAIRS) > 20
    assert [cell_name((x, y)) for x, y, _ in PAIRS] == [name for _, _, name in PAIRS]

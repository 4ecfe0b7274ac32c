"""The figures of the conversation: games one after the other, then one game at many tables, on one store."""

from __future__ import annotations

import pytest

from tools.bench import conversation


def test_every_figure_is_measured_on_one_store(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MOVES": 20, "MIDDLE": 4, "LATE": 8, "TABLES": 20, "WEIGHED": 4}.items():
        monkeypatch.setattr(conversation, name, value)
    rows = conversation.rows()
    assert len(rows) == 12
    assert all(row.value > 0 for row in rows)

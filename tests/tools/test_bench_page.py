"""The page of figures: a part that is measured anew replaces its section and no other."""

from __future__ import annotations

from tools.bench.__main__ import renewed
from tools.bench.table import Row, markdown


def test_a_section_that_is_measured_anew_takes_the_place_of_the_old_one() -> None:
    engine, storage = markdown("Engine", [Row("a", 1, "s")]), markdown("Storage", [Row("b", 2, "s")])
    page = renewed("", [engine, storage])
    newer = renewed(page, [markdown("Engine", [Row("a", 3, "s")])])
    assert newer == page.replace("| a | 1.00 |", "| a | 3.00 |")
    assert newer.index("## Engine") < newer.index("## Storage")

"""`make bench`: every figure in a table, and docs/performance.md with them.

python -m tools.bench [part ...]     parts: engine, ...; without any, all of them
"""

from __future__ import annotations

import importlib
import platform
import sys
from pathlib import Path

from tools.bench.table import markdown

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "performance.md"
PARTS = ("engine", "players", "pictures", "storage", "conversation", "discord", "telegram")


def main(wanted: list[str]) -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    sections = []
    broken = 0
    for part in wanted or PARTS:
        module = importlib.import_module(f"tools.bench.{part}")
        rows = module.rows()
        broken += sum(not row.kept for row in rows)
        sections.append(markdown(module.TITLE, rows))
        print(sections[-1], flush=True)
    if not wanted:
        head = (
            "# Performance\n\nMeasured by `make bench`, which writes this page. Ratios come from one "
            f"run.\nOne core, Python {platform.python_version()}, {platform.machine()}.\n"
        )
        PAGE.write_text("\n".join([head, *sections]), "utf-8")
    print("all promises kept" if not broken else f"{broken} promises broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

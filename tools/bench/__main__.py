"""`make bench`: every figure in a table, and docs/performance.md with them.

python -m tools.bench [--write] [part ...]     parts: engine, ...; without any, all of them

All parts make the page anew; with `--write` some do, and the others stay as they were.
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
SECTION = "\n## "


def main(arguments: list[str]) -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    wanted = [part for part in arguments if part != "--write"]
    sections = []
    broken = 0
    for part in wanted or PARTS:
        module = importlib.import_module(f"tools.bench.{part}")
        rows = module.rows()
        broken += sum(not row.kept for row in rows)
        sections.append(markdown(module.TITLE, rows))
        print(sections[-1], flush=True)
    if not wanted or "--write" in arguments:
        PAGE.write_text(renewed(PAGE.read_text("utf-8"), sections), "utf-8")
    print("all promises kept" if not broken else f"{broken} promises broken")
    return 1 if broken else 0


def renewed(page: str, sections: list[str]) -> str:
    """The page with some of its sections measured anew, by their titles."""
    head = (
        "# Performance\n\nMeasured by `make bench`, which writes this page. Ratios come from one "
        f"run.\nOne core, Python {platform.python_version()}, {platform.machine()}.\n"
    )
    known = {one.partition("\n")[0]: "## " + one for one in page.split(SECTION)[1:]}
    for section in sections:
        known[section.partition("\n")[0].removeprefix("## ")] = section
    return "\n".join([head, *(one.rstrip("\n") + "\n" for one in known.values())])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

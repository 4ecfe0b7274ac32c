"""Tables that tools write into docs/computer-players.md, each between two comments."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "computer-players.md"
KEPT = DOCS / "matches.jsonl"  # every game that was played to show how strong the players are


def written(page: str, name: str, text: str) -> str:
    """The page with a table in its place."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def write(name: str, text: str) -> None:
    """Put a table into the page."""
    PAGE.write_text(written(PAGE.read_text("utf-8"), name, text), "utf-8")

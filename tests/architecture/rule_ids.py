"""Every rule id of the rule book, by file; ids in EXCEPTED need no test, with the reason."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
ID = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b")


def rule_book() -> dict[str, list[str]]:
    """File -> its rule ids."""
    book: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("rule_ids.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, ids = line.partition(":")
            book[name] = ids.split()
    return book


def excepted() -> dict[str, str]:
    """Id -> why no test names it."""
    text = Path(__file__).with_name("rule_ids_excepted.txt").read_text("utf-8")
    pairs = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return {rule: reason for rule, _, reason in pairs}


@cache
def named_by_tests() -> frozenset[str]:
    """Every id that a replay title or a test's text names."""
    found: set[str] = set()
    for path in [*TESTS.rglob("*.py"), *TESTS.rglob("*.toml")]:
        if path.parent != Path(__file__).parent:
            found.update(ID.findall(_spread(path.read_text("utf-8"))))
    return frozenset(found)


def _spread(text: str) -> str:
    """Spell out ranges and lists: `OHD-14...16` and `BASE-31, 34` name every one of them."""
    text = re.sub(
        r"\b([A-Z]+)-(\d+)(?:…|\.\.\.?)(\d+)\b",
        lambda m: " ".join(f"{m[1]}-{n:02d}" for n in range(int(m[2]), int(m[3]) + 1)),
        text,
    )
    return re.sub(
        r"\b([A-Z]+)-(\d+)((?:, \d+)+)\b",
        lambda m: " ".join(f"{m[1]}-{n}" for n in [m[2], *re.findall(r"\d+", m[3])]),
        text,
    )

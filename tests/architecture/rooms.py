"""The folders of the project as docs/architecture.md lists them.

`python -m tests.architecture.rooms` writes the list into that page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
TOP = ("bot", "engine", "renderer", "storage", "tests", "tools")
COLUMN = 24  # where the descriptions begin
DATA = {  # folders that are no packages
    "bot/chats/web/static": "The page: HTML, CSS and JavaScript.",
    "storage/redis/lua": "The scripts that run inside Redis.",
    "tests/bot/chats/web/page": "The modules of the page without a browser, tested in their own language.",
    "tests/bot/cli/backups": "Backups that earlier versions have written.",
    "tests/bot/conversation/computer_games": "Records of games that computers played.",
    "tests/engine/golden": "Records of whole games.",
    "tests/fuzz/corpus": "Inputs that once broke something.",
    "tests/golden/pictures": "The pictures to compare with.",
    "tests/replays/corpora": "Games of another program.",
    "tests/support/discord/specs": "Discord's description of its API.",
    "tests/support/telegram/specs": "Telegram's description of its API.",
}
CLOSED = ("bot/locales",)  # one folder a language, all alike


def description(folder: Path) -> str:
    """The first line of a package's docstring; raises ValueError if it has none."""
    name = folder.relative_to(ROOT).as_posix()
    if name in DATA:
        return DATA[name]
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
    if not docstring:
        raise ValueError(f"{name} has no docstring")
    return docstring.splitlines()[0]


def _lines(folder: Path, depth: int) -> Iterator[str]:
    name = folder.relative_to(ROOT).as_posix()
    yield f"{'  ' * depth + folder.name + '/':{COLUMN}}{description(folder)}"
    if name not in CLOSED and name not in DATA:
        for inner in sorted(folder.iterdir()):
            if inner.is_dir() and any(path.suffix != ".pyc" for path in inner.rglob("*.*")):
                yield from _lines(inner, depth + 1)


def listing() -> str:
    """All folders, one a line."""
    return "\n".join(line for name in TOP for line in _lines(ROOT / name, 0))


def page_with_listing(page: str) -> str:
    """The page with the list as it should be."""
    return re.sub(r"(?<=^```tree\n).*?(?=\n```$)", lambda _: listing(), page, flags=re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(page_with_listing(PAGE.read_text("utf-8")), "utf-8")

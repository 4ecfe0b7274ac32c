"""The documents as data: their links, code and commands."""

from __future__ import annotations

import re
from functools import cache

from bot.conversation.protocol.catalogue import DEFAULT
from bot.locales.languages import LANGUAGES
from tests.support.paths import ROOT

PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
)
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
HOW_TO_PLAY = {  # the same page by language, in those that have it
    language: name
    for language in LANGUAGES
    if (ROOT / (name := f"docs/how-to-play{'' if language == DEFAULT else f'.{language}'}.md")).exists()
}
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_SPOKEN = re.compile(r"(?<= 7b) \w+| [A-ZА-Я]\w+")  # in a command: the rest of a move, a name, a code


@cache
def text_of(name: str) -> str:
    """A page."""
    return (ROOT / name).read_text("utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The blocks of code in a language."""
    return [code for found, code in _BLOCK.findall(text_of(name)) if found == language]


def spans(name: str) -> list[str]:
    """Everything in backticks, and every line of a block that is no program."""
    lines = [
        line
        for language, code in _BLOCK.findall(text_of(name))
        if language != "python"
        for line in code.splitlines()
    ]
    return [*_SPAN.findall(_BLOCK.sub("", text_of(name))), *lines]


def links(name: str) -> list[str]:
    """The targets of links and pictures."""
    return _LINK.findall(_BLOCK.sub("", text_of(name)))


def anchors(name: str) -> set[str]:
    """What a link to a heading is called, as GitHub names it."""
    titles = re.findall(r"^#+ (.+)$", _BLOCK.sub("", text_of(name)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def structure(name: str) -> list[tuple[object, ...]]:
    """A page without its words, block by block: kind, items, bold, links, commands, targets."""
    return [_shape(block) for block in text_of(name).split("\n\n")]


def _shape(block: str) -> tuple[object, ...]:
    kind = re.match(r"#+ |- |\| |!\[|---", block)
    items = re.findall(r"^[-|] ?", block, re.MULTILINE)
    targets = _LINK.findall(block)
    return (
        kind and kind[0],
        len(items),
        block.count("**"),
        len(targets),
        [_command(span) for span in _SPAN.findall(block)],
        [target for target in targets if not target.startswith("#")],
    )


def _command(span: str) -> str:
    """A command without what is said in the player's language: moves, names and codes."""
    return span.split()[0] if span.startswith("/play") else _SPOKEN.sub("", span)

"""One file of tokens: what the pictures are drawn with is what the page is made of."""

from __future__ import annotations

import re

import pytest

from renderer.style.palette import THEMES
from renderer.style.tokens import PLAYERS, RADIUS, SIZE, css
from tests.support.paths import ROOT

STATIC = ROOT / "bot/chats/web/static"


def _themes() -> dict[str, dict[str, str]]:
    """The properties of each theme."""
    rules = re.findall(r":root \{(.*?)\}", css(), re.DOTALL)
    found = [dict(re.findall(r"--([a-z0-9-]+): (.*?);", rule)) for rule in rules]
    return dict(zip(("day", "night", "contrast"), found, strict=True))


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_page_has_the_colours_of_the_pictures(theme: str) -> None:
    shown = _themes()[theme]
    for name in ("page", "table", "table-line", "place", "place-text", "text", "text-soft", "marked"):
        assert shown[name] == "#{:02x}{:02x}{:02x}".format(*THEMES[theme][name.replace("-", "_")]), name


def test_seats_and_sizes_are_on_the_page() -> None:
    shown = _themes()["day"]
    assert [shown[f"seat-{seat}"] for seat in range(6)] == ["#{:02x}{:02x}{:02x}".format(*c) for c in PLAYERS]
    assert shown["size-head"] == f"{SIZE['head']}px"
    assert shown["radius-medium"] == f"{RADIUS['medium']}px"


def test_the_page_uses_no_property_that_nobody_sets() -> None:
    texts = [file.read_text("utf-8") for file in STATIC.iterdir() if file.suffix in (".css", ".js")]
    used = {name for text in texts for name in re.findall(r"(?:var|getPropertyValue)\(\"?--([a-z-]+)", text)}
    own = {name for text in texts for name in re.findall(r"(?:[{;] *|setProperty\(\")--([a-z-]+)", text)}
    assert len(used) > 15
    assert used <= own | _themes()["day"].keys()

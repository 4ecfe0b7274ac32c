"""Player colours differ for every kind of sight; letters and numerals can be read."""

from __future__ import annotations

from itertools import combinations

import pytest

from renderer.pieces.liveries import MARKS, SIGHT, contrast, distance, livery
from renderer.style.palette import THEMES, palette, palette_image
from renderer.style.tokens import PLAYERS


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_player_colours_differ_for_every_sight(sight: str) -> None:
    for a, b in combinations(PLAYERS, 2):
        assert distance(a, b, sight) > 25, (sight, a, b)


def test_letters_can_be_read_on_every_player_colour() -> None:
    looks = [livery(seat) for seat in range(6)]
    assert [look.mark for look in looks] == list(MARKS)
    for look in looks:
        assert contrast(look.ink, look.colour) >= 4.5, look


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_text_can_be_read_in_every_theme(theme: str) -> None:
    look = THEMES[theme]
    pairs = ("text", "page"), ("table_text", "table"), ("text_soft", "page"), ("text", "page_edge")
    for ink, ground in pairs:
        assert contrast(look[ink], look[ground]) >= 4.5, (theme, ink, ground)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_roads_and_rivers_stand_out_from_the_land(theme: str) -> None:
    look = THEMES[theme]
    for sight in SIGHT:
        for a, b in (
            ("road", "grass"),
            ("water", "grass"),
            ("roof_a", "grass"),
            ("water", "road"),
            ("soil", "grass"),
        ):
            assert distance(look[a], look[b], sight) > 13, (theme, sight, a, b)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_theme_keeps_to_one_palette(theme: str) -> None:
    assert len(palette(theme)) <= 256
    assert set(THEMES[theme].colours.values()) <= set(palette(theme))
    assert set(PLAYERS) <= set(palette(theme))
    assert palette_image(theme).mode == "P"

"""Cards and tables: their size, in every theme, with six players and names that are too long."""

from __future__ import annotations

import pytest

from engine.game import new_game, view_for
from engine.setup import agree
from renderer.style.palette import THEMES
from renderer.views.bracket import bracket
from renderer.views.card import CardRow, CardTexts, result_card
from renderer.views.podium import podium
from renderer.views.profile import ProfileTexts, profile_card
from renderer.views.report import ReportRow, ReportTexts, TurningPoint, report_card
from renderer.views.text_sheet import text_sheet

LONG = "Константин Великолепный-Задунайский"
VIEW = view_for(new_game(agree(6, options={"max_players": "6"}, seed="cards")).state, None)


@pytest.mark.parametrize("theme", THEMES)
def test_a_result_card_has_the_size_of_a_shared_link(theme: str) -> None:
    rows = [CardRow(seat + 1, seat, LONG, 100 - 40 * seat) for seat in range(6)]
    course = [(0,) * 6, (3, -1, 2, 0, 5, 7)]
    texts = CardTexts(LONG, LONG * 3, LONG, LONG)
    assert result_card(VIEW, texts, rows, course, theme).size == (1200, 630)


@pytest.mark.parametrize("theme", THEMES)
def test_a_profile_is_drawn_with_and_without_a_rating(theme: str) -> None:
    texts = ProfileTexts(LONG, "1234", LONG, [(LONG, LONG)] * 9, LONG, [LONG] * 5)
    bars = [(LONG, 40.0, 0.0)] * 9
    assert profile_card(texts, [1000, 1100, 1050], bars, theme).size == (1200, 630)
    assert profile_card(ProfileTexts("A", "–", "", [], "", []), [], [], theme).size == (1200, 630)


@pytest.mark.parametrize("theme", THEMES)
def test_a_bracket_grows_with_its_first_round_and_shows_rounds_to_come(theme: str) -> None:
    match = ((LONG, "2", True), (LONG * 2, "1", False))
    small = bracket(LONG, ("Final",), [[match]], theme)
    large = bracket(LONG, ("1", "2", "3", "Final"), [[match] * 8, [match] * 4], theme)
    assert small.width == 1200 < large.width
    assert small.height < large.height


@pytest.mark.parametrize("theme", THEMES)
def test_the_card_of_a_cup_has_the_size_of_a_shared_link(theme: str) -> None:
    assert podium(LONG * 2, LONG, [(LONG, LONG)] * 3, LONG, theme).size == (1200, 630)
    assert podium(LONG, "", [("A", "1")], "", theme).size == (1200, 630)


def test_a_table_grows_with_its_rows() -> None:
    few = text_sheet(LONG, "", ("#", "Name", "N"), [("1", LONG, "5")], medals=1)
    many = text_sheet(LONG, LONG, ("#", "Name", "N"), [("1", LONG * 3, "5")] * 11, marked=(10,), medals=3)
    assert few.width == many.width == 1200
    assert few.height < many.height


def test_a_report_shows_its_turning_points_as_boards() -> None:
    texts = ReportTexts(LONG, "a", "b", "c", "d", "e")
    rows = [ReportRow(seat, LONG, "97%", "+3") for seat in range(6)]
    point = TurningPoint(1, LONG, LONG * 4, (0, 0), VIEW, VIEW, (0, 1))
    course = [(0.0,) * 6, (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)]
    plain = report_card(texts, rows, course, [])
    full = report_card(texts, rows, course, [point, point], "night")
    assert full.height > plain.height + 600

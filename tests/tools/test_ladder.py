"""The ladder: ratings that explain the games, and a page that keeps the rest of its text."""

from __future__ import annotations

import pytest

from tools.bench.ladder import BEGIN, END, Met, intervals, ratings, table, written
from tools.bench.matches import SHOWS

# Easy wins a tenth against normal; hard three quarters: 10 ** (-382 / 400) to 1, and 10 ** (191 / 400) to 1.
GAMES = [Met("easy", "normal", 2, 0.2)] * 500 + [Met("hard", "normal", 2, 1.5)] * 500


def test_ratings_explain_the_share_of_games_won() -> None:
    found = ratings(GAMES)
    assert found["normal"] == 1500
    assert found["easy"] == pytest.approx(1500 - 382, abs=3)
    assert found["hard"] == pytest.approx(1500 + 191, abs=3)


def test_who_lost_every_game_has_a_rating_all_the_same() -> None:
    assert 0 < ratings([Met("random", "normal", 2, 0.0)] * 20)["random"] < 1000


def test_the_interval_holds_the_rating() -> None:
    met = [Met("hard", "normal", 2, won) for won in (2, 1, 2, 1, 0, 2, 2, 1)]
    low, high = intervals(met, draws=80)["hard"]
    assert low < ratings(met)["hard"] < high


def test_the_strongest_comes_first() -> None:
    rows = table(GAMES).splitlines()[2:]
    assert [line.split()[1] for line in rows] == ["hard", "normal", "easy"]


def test_the_page_keeps_everything_around_the_ladder() -> None:
    page = written(f"before\n{BEGIN}\nold\n{END}\nafter\n", "new")
    assert page == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert written(page, "new") == page


def test_every_show_can_be_played() -> None:
    for shows in SHOWS.values():
        for due in shows:
            assert len(due.match.setups(0)) == len(due.match.levels)

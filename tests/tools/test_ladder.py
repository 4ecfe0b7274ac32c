"""The ladder: ratings that explain the games, and a page that keeps the rest of its text."""

from __future__ import annotations

import pytest

from bot.cli.arena import Result
from bot.cli.match import Match
from tools.bench.ladder import Met, comparable, intervals, ratings, table
from tools.bench.matches import SHOWS, Due, row
from tools.bench.page import PAGE, written

# Easy wins a tenth against normal; hard three quarters: 10 ** (-382 / 400) to 1, and 10 ** (191 / 400) to 1.
GAMES = [Met("easy", "normal", 2, 0.2)] * 500 + [Met("hard", "normal", 2, 1.5)] * 500


def test_ratings_explain_the_share_of_games_won() -> None:
    found = ratings(GAMES)
    assert found["normal"] == 1500
    assert found["easy"] == pytest.approx(1500 - 382, abs=3)
    assert found["hard"] == pytest.approx(1500 + 191, abs=3)


def test_rating_exists_for_a_player_who_lost_every_game() -> None:
    assert 0 < ratings([Met("random", "normal", 2, 0.0)] * 20)["random"] < 1000


def test_the_interval_holds_the_rating() -> None:
    met = [Met("hard", "normal", 2, won) for won in (2, 1, 2, 1, 0, 2, 2, 1)]
    low, high = intervals(met, draws=80)["hard"]
    assert low < ratings(met)["hard"] < high


def test_the_strongest_comes_first() -> None:
    rows = table(GAMES).splitlines()[2:]
    assert [line.split()[1] for line in rows] == ["hard", "normal", "easy"]


def test_only_players_who_can_be_compared_are_rated() -> None:
    apart = Met("beginner", "random", 2, 2.0)
    assert comparable([apart, *GAMES]) == GAMES
    over_easy = Met("easy", "beginner", 2, 2.0)
    assert comparable([apart, over_easy, *GAMES]) == [apart, over_easy, *GAMES]


def test_the_page_keeps_everything_around_the_ladder() -> None:
    begin, end = "<!-- the ladder -->", "<!-- end of the ladder -->"
    page = written(f"before\n{begin}\nold\n{end}\nafter\n", "the ladder", "new")
    assert page == f"before\n{begin}\n\nnew\n\n{end}\nafter\n"
    assert written(page, "the ladder", "new") == page


def test_the_levels_have_the_ratings_of_the_ladder() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.read_text("utf-8").splitlines()]
    rated = {row[0]: row[1] for row in rows if len(row) == 5 and row[1].lstrip("-").isdecimal()}
    shown = {row[0].partition(" ")[0]: row[2] for row in rows if len(row) == 4 and row[3].endswith(" ms")}
    assert list(shown) == ["beginner", "easy", "normal", "hard", "master"]
    assert all(rated[level] == rating for level, rating in shown.items())


def test_a_match_is_judged_when_all_its_games_are_played() -> None:
    due = Due("base game", Match(("hard", "normal")), 100, 0.7)
    part = Result(("hard", "normal"), 20, 20, 0.8, 1.0, [90.0, 80.0], 0.0, 0.0, 0.0)
    assert row(due, part).endswith("| 70 % | 80 games to go |")
    assert row(due, part._replace(games=100, wins=70)).endswith("| 70 % | kept |")
    assert row(due, part._replace(games=100, wins=69.5)).endswith("| 70 % | missed |")


def test_every_show_can_be_played() -> None:
    for shows in SHOWS.values():
        for due in shows:
            assert len(due.match.setups(0)) == len(due.match.levels)

"""`bastide arena`: the same match with any number of processes, reported bag by bag."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import match
from bot.cli.arena import summary
from bot.cli.match import Bag, Match, PlayedBags, shares
from engine.setup import Setup

MATCH = ["arena", "--a", "random", "--b", "random", "--games", "5", "--json"]


def result(capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, object], list[str]]:
    """The printed result without times, and the lines of progress."""
    told = capsys.readouterr()
    found = json.loads(told.out)
    return {name: value for name, value in found.items() if not name.startswith("ms")}, told.err.splitlines()


def test_the_result_is_the_same_in_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(MATCH) == 0
    alone, progress = result(capsys)
    assert alone["games"] == 5
    assert len(progress) == 3
    assert progress[-1].startswith("3 of 3 bags: ")
    assert progress[-1].endswith(f"; {alone['wins']:g} of 5 games won")
    assert main([*MATCH, "--jobs", "2"]) == 0
    together, progress = result(capsys)
    assert together == alone
    assert len(progress) == 3


def test_each_bag_is_played_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Setup] = []

    def played(setup: Setup, levels: tuple[str, str]) -> tuple[list[int], list[float]]:
        assert levels == ("normal", "random")
        tables.append(setup)
        return [2, 1], [0.0]

    monkeypatch.setattr(match, "play", played)
    assert main(["arena", "--games", "4"]) == 0
    assert [setup.first_seat for setup in tables] == [0, 1, 0, 1]
    assert tables[0].seed == tables[1].seed != tables[2].seed == tables[3].seed


def test_interrupted_match_reports_the_games_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = iter([([3, 1], [0.1]), ([2, 2], [0.1])])

    def played(*_: object) -> tuple[list[int], list[float]]:
        try:
            return next(games)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(match, "play", played)
    assert main(MATCH) == 130
    found, _ = result(capsys)
    assert (found["games"], found["wins"], found["means"]) == (2, 1.5, [2.5, 1.5])


def test_at_a_larger_table_every_seat_is_first_once_with_each_bag(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables: list[Setup] = []

    def played(setup: Setup, levels: tuple[str, ...]) -> tuple[list[int], list[float]]:
        assert levels == ("normal", "easy", "easy")
        tables.append(setup)
        return [5, 5, 1], [0.0]

    monkeypatch.setattr(match, "play", played)
    assert main(["arena", "--table", "normal,easy,easy", "--games", "6", "--json"]) == 0
    assert [setup.first_seat for setup in tables] == [0, 1, 2, 0, 1, 2]
    assert len({setup.seed for setup in tables}) == 2
    found, _ = result(capsys)
    assert (found["wins"], found["means"]) == (3, [5, 5, 1])


def test_a_kept_match_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.jsonl"
    assert main([*MATCH[:-2], "2", "--json", "--file", str(file)]) == 0
    capsys.readouterr()
    first = file.read_text().splitlines()
    assert main([*MATCH, "--file", str(file)]) == 0
    resumed, _ = result(capsys)
    assert file.read_text().splitlines()[: len(first)] == first
    assert main(MATCH) == 0
    assert result(capsys)[0] == resumed


def test_a_bag_that_was_played_in_part_is_played_again(tmp_path: Path) -> None:
    kept = PlayedBags(tmp_path / "match.jsonl")
    kept.add(Match(("random", "random")), Bag(0, [[1, 2]], []))
    again = PlayedBags(tmp_path / "match.jsonl")
    assert again.bags(Match(("random", "random")), 1)
    assert not again.bags(Match(("random", "random")), 2)
    assert not again.bags(Match(("random", "easy")), 1), "another match"


def test_a_match_that_is_kept_without_its_times_is_known_again(tmp_path: Path) -> None:
    pair = Match(("random", "random"))
    PlayedBags(tmp_path / "match.jsonl", times=False).add(pair, Bag(0, [[1, 2], [3, 4]], [0.5]))
    assert PlayedBags(tmp_path / "match.jsonl").bags(pair, 2) == {0: Bag(0, [[1, 2], [3, 4]], [])}
    assert summary(pair, [Bag(0, [[1, 2], [3, 4]], [])]).games == 2


def test_a_shared_victory_counts_in_part() -> None:
    assert shares([3, 7, 7, 1]) == [0, 0.5, 0.5, 0]


def test_a_table_that_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--boxes", "nonsense"]) == 2
    assert "cannot be played" in capsys.readouterr().err
    assert main(["arena", "--table", "hard,nobody"]) == 2
    with pytest.raises(SystemExit):
        main(["arena", "--games", "0"])

"""`bastide arena`: the same match whatever the number of processes, told bag by bag."""

from __future__ import annotations

import json

import pytest

from bot.__main__ import main
from bot.cli import arena
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

    monkeypatch.setattr(arena, "play", played)
    assert main(["arena", "--games", "4"]) == 0
    assert [setup.first_seat for setup in tables] == [0, 1, 0, 1]
    assert tables[0].seed == tables[1].seed != tables[2].seed == tables[3].seed


def test_what_was_played_before_an_interruption_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = iter([([3, 1], [0.1]), ([2, 2], [0.1])])

    def played(*_: object) -> tuple[list[int], list[float]]:
        try:
            return next(games)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(arena, "play", played)
    assert main(MATCH) == 130
    found, _ = result(capsys)
    assert (found["games"], found["wins"], found["mean_a"]) == (2, 1.5, 2.5)


def test_a_table_that_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--boxes", "nonsense"]) == 2
    assert "cannot be played" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["arena", "--games", "0"])

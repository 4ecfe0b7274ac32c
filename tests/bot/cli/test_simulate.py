"""`bastide simulate`: plays, checks, and notices breaches."""

from __future__ import annotations

import json

import pytest

from bot.__main__ import main
from engine import scoring


def test_simulate_plays_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "3", "--players", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 3
    assert report["breaches"] == []
    assert [len(scores) for scores in report["scores"]] == [3, 3, 3]


def test_the_same_seed_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for seed in ("1", "1", "2"):
        main(["simulate", "--games", "2", "--seed", seed, "--json"])
        reports.append(json.loads(capsys.readouterr().out)["scores"])
    assert reports[0] == reports[1] != reports[2]


def test_a_breach_is_reported_and_the_exit_code_is_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If scores and their working part ways, a check must notice."""
    monkeypatch.setattr(scoring, "total", lambda items: sum(item.points for item in items) + 1)
    assert main(["simulate", "--games", "2"]) == 1
    out = capsys.readouterr().out
    assert "BREACH" in out


def test_a_table_that_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--boxes", "moon"]) == 2
    assert "cannot be played" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["simulate --players x", "simulate --games 0", "arena --games none", "arena --jobs -1"]
)
def test_invalid_number_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    assert ended.value.code == 2
    assert f"argument {line.split()[1]}:" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_an_option_without_a_value_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--games", "1", "--options", "farmers"]) == 2
    assert "cannot be played" in capsys.readouterr().err

"""The slopes of the judgement's terms: what comes true is found, and the player to move does not blur it."""

from __future__ import annotations

import pytest

from engine.setup import agree
from tools.bench.slopes import Note, fitted, played


def test_the_slope_and_the_worth_of_the_move_are_found() -> None:
    notes = [
        Note(game, promised, tempo, 0.5 * promised + 2 * tempo)
        for game in range(6)
        for promised, tempo in ((game + 1.0, 1.0), (-2.0, 1.0), (3.0, -1.0))
    ]
    found = fitted(notes)
    assert found is not None
    assert found.slope == pytest.approx(0.5)
    assert found.tempo == pytest.approx(2)
    assert found.error == pytest.approx(0, abs=1e-9)


def test_a_term_that_never_promised_anything_has_no_slope() -> None:
    assert fitted([Note(0, 0.0, 1.0, 5.0)] * 3) is None


def test_a_game_gives_notes_about_every_term_in_play() -> None:
    notes = played(agree(2, ("king_robber",), seed="slopes", first_seat=0), 7)
    assert {"city", "king_robber"} <= notes.keys()
    assert all(note.game == 7 and note.tempo in (1, -1) for note in notes["king_robber"])

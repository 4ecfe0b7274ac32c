"""What the parts of a position are worth: found again where it is known, and noted for every part in play."""

from __future__ import annotations

import random

import pytest

from engine.game import apply, new_game, pending, view_for
from engine.players import choose
from engine.players.evaluation import evaluate, lead
from engine.players.terms import look
from engine.players.weights import DEFAULT, FAR, MANY, Weights
from engine.setup import agree
from tools.bench.worths import TO_MOVE, Note, fitted, noted, played, report, weight_of

WORTHS = {"growth": 3.0, "free, 1": -2.0}


def game_of(number: int) -> list[Note]:
    """Notes of a game in which every part turns into points by and by, as much as it is worth."""
    rng = random.Random(number)
    parts = {name: rng.gauss(0, 2) for name in WORTHS}
    certain = 0.0
    notes = [Note(certain, dict(parts))]
    for _ in range(6):
        name = rng.choice(list(WORTHS))
        certain += WORTHS[name] * parts[name]
        parts[name] = 0.0
        notes.append(Note(certain, dict(parts)))
    return [*notes, Note(certain + sum(WORTHS[name] * units for name, units in parts.items()), {})]


def test_worths_are_found_again() -> None:
    found = fitted([game_of(number) for number in range(8)])
    assert {name: worth.value for name, worth in found.items()} == pytest.approx(WORTHS, rel=1e-4)
    assert all(worth.error < 0.01 for worth in found.values())


def test_error_tells_how_far_luck_goes() -> None:
    rng = random.Random(1)
    lucky = [[Note(0.0, {"growth": 1.0}), Note(WORTHS["growth"] + rng.gauss(0, 2), {})] for _ in range(400)]
    worth = fitted(lucky)["growth"]
    assert worth.value == pytest.approx(WORTHS["growth"], abs=0.4)
    assert worth.error == pytest.approx(2 / 400**0.5, rel=0.5)


@pytest.mark.parametrize(
    ("weights", "boxes"),
    [(FAR, ()), (DEFAULT, ("abbot", "castles")), (MANY, ("traders_builders", "king_robber", "cult"))],
)
def test_parts_as_the_weights_count_them_make_up_the_judgement(
    weights: Weights, boxes: tuple[str, ...]
) -> None:
    state = new_game(agree(2, boxes, seed="parts")).state
    compared = 0
    while not state.over:
        player = pending(state)[0].player
        view = view_for(state, player)
        if pending(state)[0].ask == "place" and state.turn % 9 == 8:
            certain, parts = noted(view, weights)
            made_up = certain + sum(weight_of(weights, name) * units for name, units in parts.items())
            assert made_up == pytest.approx(lead(evaluate(view, look(view, weights)), 0))
            compared += 1
        state = apply(state, choose("beginner", view, player)).state
    assert compared > 5


def test_a_game_gives_notes_about_every_part_in_play() -> None:
    notes = played(FAR, agree(2, ("king_robber",), seed="worths", first_seat=0))
    parts = {name for note in notes for name in note.parts}
    assert {"growth", "site_fill", "field_open", "free, 7", "join_land", "king_robber", TO_MOVE} <= parts
    assert notes[-1].parts == {}


def test_report_names_the_weight_as_it_is() -> None:
    shown = report(fitted([game_of(number) for number in range(3)]), DEFAULT).splitlines()
    assert "now 12" in shown[0]
    assert "+3.00" in shown[1]

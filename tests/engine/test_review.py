"""Reviews: good moves keep their worth, bad ones are found, and luck is fair."""

from __future__ import annotations

import pytest

from engine import notation, players
from engine.game import apply, new_game, pending, view_for
from engine.players.review import NOISE, accuracy, decisions_of, luck_of, review
from engine.record import Record
from engine.setup import agree

LINES = 30


def beginning(*levels: str, boxes: tuple[str, ...] = ()) -> Record:
    setup = agree(len(levels), boxes, seed="review", salt="fixed")
    state, lines = new_game(setup).state, list[str]()
    while len(lines) < LINES and not state.over:
        seat = pending(state)[0].player
        action = players.choose(levels[seat], view_for(state, seat), seat, "1")
        lines.append(notation.write(action))
        state = apply(state, action).state
    return Record(setup, tuple(lines))


def test_a_sensible_player_is_more_accurate_than_a_random_one() -> None:
    shares: list[float] = []
    found = review(beginning("normal", "random"), progress=shares.append)
    sensible, wild = found.players
    assert sensible.accuracy == 100.0
    assert wild.accuracy < 85
    assert sensible.worst == ()
    assert all(move.lost >= NOISE for move in wild.worst)
    assert [move.played.player for move in found.turning] == [1, 1, 1]
    assert list(found.turning) == sorted(found.turning, key=lambda move: move.line)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_same_seed_gives_the_same_review() -> None:
    whole = beginning("easy", "beginner", "random", boxes=("abbot",))
    record = Record(whole.setup, whole.lines[:12])
    assert review(record, "one") == review(record, "one")
    assert len(review(record).players) == 3


def test_moves_that_were_undone_do_not_count() -> None:
    record = beginning("random", "random")
    undone = Record(record.setup, (*record.lines, "undo 10"))
    assert [one.line for one in decisions_of(undone)] == list(range(10))


def test_luck_of_all_tiles_that_could_come_is_zero_on_average() -> None:
    record = beginning("normal", "normal")
    total = [luck_of(one, str(seed)) for one in decisions_of(record) for seed in range(3)]
    assert any(total)
    assert abs(sum(total) / len(total)) < 3


@pytest.mark.parametrize(("losses", "expected"), [([], 100.0), ([0.0, 0.0], 100.0), ([1000.0, 0.0], 50.0)])
def test_accuracy_is_the_mean_share_that_was_kept(losses: list[float], expected: float) -> None:
    assert accuracy(losses) == pytest.approx(expected)


def test_the_course_of_a_game_that_was_stopped_ends_with_what_it_promised() -> None:
    record = beginning("normal", "normal")
    record = Record(record.setup, record.lines[:10])
    last = decisions_of(record)[-1]
    end = apply(last.before, last.action).state
    assert not end.over
    assert review(record).course[-1] != tuple(map(float, end.scores))

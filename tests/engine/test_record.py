"""Records: text and back, undo, broken ones, and golden ones that always replay to the same states."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bot.__main__ import main
from engine import record
from engine.game import IllegalAction
from engine.notation import BadNotation, read
from engine.record import BadRecord, Record
from engine.setup import BadSetup, agree
from tests.engine.golden import FINGERPRINTS, FOLDER, fingerprint
from tests.support.random_play import transitions


def some_record(seed: str = "r", plies: int = 30) -> Record:
    setup = agree(3, seed=seed, salt="s")
    actions = [action for _, action, _ in transitions(setup, random.Random(seed)) if action is not None]
    return record.record_of(setup, actions[:plies])


def test_a_record_is_the_whole_game() -> None:
    game = some_record(plies=1000)
    text = game.write()
    assert record.read(text) == game
    assert record.read(text.replace("\n", "\r\n")) == game
    assert record.last_state(game).over


def test_undo_goes_back_and_plies_go_on() -> None:
    game = some_record(plies=12)
    states = [transition.state for transition in record.replay(game)]
    undone = Record(game.setup, (*game.lines, "undo 5"))
    state = record.last_state(undone)
    assert state.ply == 13
    state.ply = 5
    assert state == states[5]
    again = Record(game.setup, (*game.lines, "undo 5", *game.lines[5:], "undo 11", game.lines[11]))
    state = record.last_state(again)
    assert state.ply == len(again.lines)
    assert state.scores == states[12].scores
    assert state.board == states[12].board


@pytest.mark.parametrize("line", ["undo", "undo x", "undo 3", "undo 99", "undo -1"])
def test_an_undo_that_leads_nowhere_is_refused(line: str) -> None:
    game = some_record(plies=3)
    with pytest.raises(BadRecord):
        record.last_state(Record(game.setup, (*game.lines, line)))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda _: "", BadRecord),
        (lambda _: "hello\n\nworld", BadRecord),
        (lambda text: text.replace("bastide-record 2", "bastide-record 9"), BadRecord),
        (lambda text: text.replace("players 3", "players three"), BadRecord),
        (lambda text: text.replace("salt s\n", ""), BadRecord),
        (lambda text: text.replace("options", "options farmers"), BadRecord),
        (lambda text: text.replace("players 3", "players 17"), BadSetup),
        (lambda text: text.replace("boxes", "boxes moon"), BadSetup),
        (lambda text: text + "Z place 0,0 0\n", BadNotation),
        (lambda text: text + "A juggle\n", BadNotation),
        (lambda text: text + "A place 0 0\n", BadNotation),
        (lambda text: text + "A place 0,x 0\n", BadNotation),
        (lambda text: text + "A place 0,0 ²\n", BadNotation),
        (lambda text: text + "A place\n", BadNotation),
        (lambda text: text + "A\n", BadNotation),
        (lambda text: text + "A place 0,0 0\nB place 0,0 0\nC place 0,0 0\n", IllegalAction),
    ],
)
def test_a_broken_record_is_refused_with_a_typed_error(change: object, error: type[Exception]) -> None:
    text = change(some_record().write())  # type: ignore[operator]
    with pytest.raises(error):
        record.last_state(record.read(text))


def test_the_notation_names_the_word_at_fault() -> None:
    rules = record.last_state(some_record(plies=0)).rules
    with pytest.raises(BadNotation) as caught:
        read(rules, "B fly 0,1")
    assert (caught.value.code, caught.value.word) == ("unknown_verb", "fly")


GOLDEN_GAMES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN_GAMES, ids=[path.stem for path in GOLDEN_GAMES])
def test_golden_records_replay_to_the_same_states(path: Path) -> None:
    """A record made once must never change its meaning. These files are only ever added to."""
    expected = json.loads(FINGERPRINTS.read_text("utf-8"))[path.stem]
    game = record.read(path.read_text("utf-8"))
    state = record.last_state(game)
    assert state.scores == expected["scores"]
    assert state.over == expected["over"]
    assert fingerprint(game) == expected["sha256"]


def test_there_are_golden_records() -> None:
    assert len(GOLDEN_GAMES) >= 3


def test_verify_checks_the_hash_of_the_bag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = some_record(plies=1000)
    path = tmp_path / "game.txt"
    path.write_text(game.write(), "utf-8")
    assert main(["verify", str(path), "--commitment", game.setup.commitment]) == 0
    assert game.setup.commitment in capsys.readouterr().out
    assert main(["verify", str(path), "--commitment", "0" * 64]) == 1
    assert "NOT" in capsys.readouterr().out
    path.write_text("rubbish", "utf-8")
    assert main(["verify", str(path)]) == 1
    assert main(["verify", str(tmp_path / "nowhere")]) == 1


OLD = """bastide-record 1
game carcassonne
players 2
boxes count princess_dragon
options
first -
seed old
salt s
stack

"""


def test_an_old_record_keeps_the_defaults_that_it_began_with() -> None:
    """O11: in edition 1 the border of Carcassonne was open; a new game says that it is closed."""
    old = record.read(OLD)
    assert old.setup.edition == 1
    assert record.last_state(old).rules.options["carcassonne_border"] == "open"
    assert old.write() == OLD
    fresh = Record(agree(2, ["count", "princess_dragon"], seed="old", salt="s"))
    assert fresh.write() == OLD.replace("record 1", "record 2")
    assert record.last_state(record.read(fresh.write())).rules.options["carcassonne_border"] == "closed"
    snapshot = record.encode(record.last_state(old))
    assert record.decode(snapshot).rules.options["carcassonne_border"] == "open"
    asked = Record(agree(2, ["count"], {"carcassonne_border": "open"}))
    assert record.last_state(record.read(asked.write())).rules.options["carcassonne_border"] == "open"


def test_a_set_up_of_a_later_edition_is_refused() -> None:
    with pytest.raises(BadSetup):
        record.last_state(Record(agree(2, edition=99)))

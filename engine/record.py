"""A whole game as text (set-up and one line an action), and a state as a versioned snapshot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine import notation, plain
from engine.actions import Action
from engine.board import Board
from engine.events import Event
from engine.game import Transition, apply, new_game, rules_of
from engine.prompts import Question
from engine.ruleset import Rules
from engine.setup import EDITION, BadSetup, Setup
from engine.state import Figure, GameState

FORMAT = "bastide-record"
SNAPSHOT = 1  # version; that of a record is the edition of its set-up
UNDO = "undo"


class BadRecord(ValueError):
    """A record or snapshot that cannot be read: a code for the catalogue and what is at fault."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Record:
    """Set-up and lines. A line is an action, or `undo N`: back to where N of the lines still stood."""

    setup: Setup
    lines: tuple[str, ...] = ()

    def write(self) -> str:
        """The record as text."""
        setup = self.setup
        head = [
            f"{FORMAT} {setup.edition}",
            f"game {setup.game}",
            f"players {setup.players}",
            f"boxes {' '.join(setup.boxes)}".strip(),
            f"options {' '.join(f'{name}={value}' for name, value in setup.options)}".strip(),
            f"first {'-' if setup.first_seat is None else setup.first_seat}",
            f"seed {setup.seed}",
            f"salt {setup.salt}",
            f"stack {' '.join(setup.stack)}".strip(),
        ]
        return "\n".join([*head, "", *self.lines, ""])


def read(text: str) -> Record:
    """The record of a text; raises BadRecord."""
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    first, *rest = head.split("\n")
    name, _, version = first.partition(" ")
    if name != FORMAT or not version.isdecimal():
        raise BadRecord("not_a_record", first[:40])
    if int(version) > EDITION:
        raise BadRecord("newer_version", version)
    values = dict(line.partition(" ")[::2] for line in rest)
    missing = {"game", "players", "boxes", "options", "first", "seed", "salt", "stack"} - set(values)
    if missing:
        raise BadRecord("missing", min(missing))
    try:
        setup = Setup(
            game=values["game"],
            players=int(values["players"]),
            boxes=tuple(values["boxes"].split()),
            options=tuple(_pair(word) for word in values["options"].split()),
            first_seat=None if values["first"] == "-" else int(values["first"]),
            seed=values["seed"],
            salt=values["salt"],
            stack=tuple(values["stack"].split()),
            edition=int(version),
        )
    except ValueError as error:
        raise BadRecord("bad_value", str(error)) from None
    return Record(setup, tuple(line for line in body.split("\n") if line))


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise ValueError(word)
    return name, value


def replay(record: Record) -> Iterator[Transition]:
    """Every state of a game with its events, from the set table on.

    Raises BadSetup, BadNotation, IllegalAction or BadRecord at the line that cannot be played.
    """
    transition = new_game(record.setup)
    rules = transition.state.rules
    stands = [transition.state]  # the state after so many lines that were not undone
    yield transition
    for line in record.lines:
        if line.startswith(UNDO):
            back = undo_target(line, len(stands) - 1)
            del stands[back + 1 :]
            transition = Transition(undone(stands[-1], transition.state.ply + 1), ())
            stands[-1] = transition.state
        else:
            transition = apply(transition.state, notation.read(rules, line))
            stands.append(transition.state)
        yield transition


def undo_target(line: str, standing: int) -> int:
    """How many lines still stand after an undo; raises BadRecord."""
    word = line.removeprefix(UNDO).strip()
    if not word.isdecimal() or int(word) >= standing:
        raise BadRecord("bad_undo", line)
    return int(word)


def undone(state: GameState, ply: int) -> GameState:
    """An earlier state as the newest one: plies go on counting."""
    new = state.fork()
    new.ply = ply
    return new


def last_state(record: Record) -> GameState:
    """The state at the end of a record."""
    for transition in replay(record):
        state = transition.state
    return state


def record_of(setup: Setup, actions: list[Action]) -> Record:
    """The record of a game played so far."""
    return Record(setup, tuple(notation.write(action) for action in actions))


def events_of(record: Record) -> list[Event]:
    """Everything that happened in a game."""
    return [event for transition in replay(record) for event in transition.events]


# -- snapshots --------------------------------------------------------------------------------------

_SCALARS = ("chance", "ply", "turn", "step", "player", "placer", "tile", "acted", "over")


def encode(state: GameState) -> bytes:
    """A state as bytes, also in the middle of a turn. It holds the seed: for the store, not for players."""
    board = state.board
    data = {
        "format": FORMAT,
        "version": SNAPSHOT,
        "setup": plain.dump(state.rules.setup),
        "secret": state.secret,
        "scalars": [getattr(state, name) for name in _SCALARS],
        "step": state.rules.names[state.step],
        "last": state.last,
        "completed": state.completed,
        "bag": " ".join(state.bag),
        "discarded": " ".join(state.discarded),
        "tiles": [
            [placed.turned.tile.id, *cell, placed.turned.rotation] for cell, placed in board.cells.items()
        ],
        "spans": [[*cell, span.axis, span.after] for cell, span in board.spans.items()],
        "figures": [plain.dump(figure) for figure in state.all_figures()],
        "supply": plain.dump(state.supply),
        "scores": state.scores,
        "parts": {key: plain.dump(part) for key, part in state.parts.items()},
        "questions": plain.dump(state.questions),
    }
    return json.dumps(data, separators=(",", ":")).encode()


def decode(data: bytes) -> GameState:
    """The state of a snapshot; raises BadRecord, or BadSetup if this version cannot play it."""
    try:
        raw = json.loads(data)
        if raw["format"] != FORMAT:
            raise BadRecord("not_a_record", str(raw["format"]))
        if raw["version"] > SNAPSHOT:
            raise BadRecord("newer_version", str(raw["version"]))
        return _decode(raw)
    except (BadRecord, BadSetup):
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise BadRecord("broken_snapshot", str(error)) from None


def _decode(raw: dict[str, Any]) -> GameState:
    setup: Setup = plain.restore(Setup, raw["setup"])
    rules = rules_of(setup)
    state = GameState.__new__(GameState)
    state.rules = rules
    state.secret = plain.restore(tuple[str, str] | None, raw["secret"])
    for name, value in zip(_SCALARS, raw["scalars"], strict=True):
        setattr(state, name, value)
    state.step = rules.index(raw["step"])
    state.last = plain.restore(tuple[int, int] | None, raw["last"])
    state.completed = tuple(raw["completed"])
    state.bag = tuple(raw["bag"].split())
    state.discarded = tuple(raw["discarded"].split())
    state.board = _board(rules, raw["tiles"], raw["spans"])
    state.supply = plain.restore(dict[tuple[int, str], int], raw["supply"])
    state.scores = list(raw["scores"])
    state.parts = {key: plain.restore(rules.part_types[key], part) for key, part in raw["parts"].items()}
    state.questions = plain.restore(tuple[Question, ...], raw["questions"])
    state.figures = {}
    for figure in raw["figures"]:
        state.stand(plain.restore(Figure, figure))
    state.offers = {}
    return state


def _board(rules: Rules, tiles: list[Any], spans: list[Any]) -> Board:
    board = Board.empty()
    built = {after: ((x, y), axis) for x, y, axis, after in spans}
    for count, (tile, x, y, rotation) in enumerate(tiles, start=1):
        board.place(rules.shapes[tile].turns[rotation], (x, y))
        if count in built:
            board.build_span(*built[count])
    return board


def without_seed(setup: Setup) -> Setup:
    """A set-up that may be shown while the game runs."""
    return replace(setup, seed="", salt="")

"""Whether what the judgement promises comes true, term by term.

python -m tools.bench.slopes [--boxes castles,cult] [--game carcassonne] [--games 40] [--seed 1]

Normal players play whole games. Every few tiles the lead that each term promises is noted; after the game the
final lead, less all else that was promised, is fitted to it, beside a constant for the player to move. A
slope of 1 is right; a term with a smaller one promises too much, one with a greater one too little.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.game import apply, new_game, pending, view_for
from engine.players import choose
from engine.players.evaluation import evaluate, groups, prospect
from engine.players.outlook import Outlook
from engine.players.terms import TERMS, look
from engine.scoring import owners
from engine.setup import Setup, agree
from engine.state import GameState

EVERY = 5  # tiles from one note to the next


class Note(NamedTuple):
    """What a term promised in a game, and what came of it; all seen from the first seat."""

    game: int
    promised: float  # the term's lead
    tempo: float  # 1: the first seat is to move, -1: the second
    came: float  # the final lead, less all else that was promised


class Slope(NamedTuple):
    """How much comes true of a term, with its standard error, and what it is worth to be to move."""

    slope: float
    error: float
    tempo: float


def leads(view: GameState, outlook: Outlook) -> dict[str, float]:
    """Term -> the first seat's lead in it."""
    found: dict[str, float] = {}
    survey = outlook.survey(view.board)
    for feature, figures in groups(view).items():
        gain, _ = prospect(view, outlook, survey, feature, figures[0].cell)
        kind = view.board.features.by_id[feature].kind
        found[kind] = found.get(kind, 0.0) + sum(gain if owner == 0 else -gain for owner in owners(figures))
    for member in view.rules.members:
        if member.key in TERMS:
            promise = [0.0] * len(view.scores)
            TERMS[member.key](view, outlook, promise)
            found[member.key] = promise[0] - promise[1]
    return found


def played(setup: Setup, game: int) -> dict[str, list[Note]]:
    """One game of two normal players: term -> the notes about it."""
    state = new_game(setup).state
    taken: list[tuple[dict[str, float], float, float]] = []
    while not state.over:
        prompt = pending(state)[0]
        view = view_for(state, prompt.player)
        if prompt.ask == "place" and len(state.board.cells) % EVERY == 0:
            outlook = look(view)
            promise = evaluate(view, outlook)
            taken.append((leads(view, outlook), 1.0 - 2 * prompt.player, promise[0] - promise[1]))
        state = apply(state, choose("normal", view, prompt.player, setup.seed)).state
    final = state.scores[0] - state.scores[1]
    notes: dict[str, list[Note]] = {}
    for terms, tempo, lead in taken:
        for name, promised in terms.items():
            notes.setdefault(name, []).append(Note(game, promised, tempo, final - (lead - promised)))
    return notes


def fitted(notes: Sequence[Note]) -> Slope | None:
    """The least squares; notes of one game depend on each other, and the error knows it. None: no telling."""
    xx = sum(note.promised**2 for note in notes)
    xt = sum(note.promised * note.tempo for note in notes)
    tt = sum(note.tempo**2 for note in notes)
    xy = sum(note.promised * note.came for note in notes)
    ty = sum(note.tempo * note.came for note in notes)
    size = xx * tt - xt * xt
    if size <= 0:
        return None
    slope, tempo = (xy * tt - ty * xt) / size, (ty * xx - xy * xt) / size
    games: dict[int, float] = {}
    for note in notes:
        missed = note.came - slope * note.promised - tempo * note.tempo
        pull = (tt * note.promised - xt * note.tempo) / size * missed
        games[note.game] = games.get(note.game, 0.0) + pull
    return Slope(slope, math.sqrt(sum(pull**2 for pull in games.values())), tempo)


def main() -> None:
    """Play and print a line for each term."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--boxes", default="", help="names with commas")
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    boxes = [name for name in args.boxes.split(",") if name]
    notes: dict[str, list[Note]] = {}
    for number in range(args.games):
        setup = agree(2, boxes, game=args.game, first_seat=number % 2, seed=f"{args.seed}/{number}")
        for name, taken in played(setup, number).items():
            notes.setdefault(name, []).extend(taken)
    for name, taken in notes.items():
        found = fitted(taken)
        if found is not None:
            often = sum(bool(note.promised) for note in taken)
            print(
                f"{name:18} slope {found.slope:5.2f} ± {found.error:.2f}   to move {found.tempo:+.1f}"
                f"   {often} of {len(taken)} notes"
            )


if __name__ == "__main__":
    main()

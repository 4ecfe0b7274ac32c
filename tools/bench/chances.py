"""How often claimed roads and cities are completed, against what the judgements say.

python -m tools.bench.chances [--games 100] [--boxes all] [--seed 1]

Normal players play. Every few tiles each claimed road or city is noted: how many open cells it
faces, how many unseen tiles fit the scarcest of them, and how likely the weights of each level take it to be
completed. The last line is the mean surprise (minus the logarithm of the chance of what came): the less, the
better; who always says what is usual for roads and for cities has the one in the first column.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from bot.cli.match import Match
from engine.game import apply, new_game, pending, view_for
from engine.geometry import Cell
from engine.players import choose
from engine.players.evaluation import groups
from engine.players.terms import look
from engine.players.weights import AHEAD, FAR
from engine.setup import Setup
from engine.state import GameState

EVERY = 4  # tiles from one note to the next
LEVELS = {"hard": AHEAD, "master": FAR}
FITTING = (0, 2, 5, 10, 20, 99)  # the upper ends of the groups
SURE = 1e-4  # no chance is taken for surer than that


class Note(NamedTuple):
    """A claimed feature that is open, how likely the levels call its completion, and whether that came."""

    kind: str
    cells: int
    fitting: int
    said: tuple[float, ...]
    came: bool


def notes(setup: Setup) -> Iterator[Note]:
    """One game of two normal players."""
    state = new_game(setup).state
    taken: list[tuple[str, int, int, tuple[float, ...], Cell, str]] = []
    while not state.over:
        prompt = pending(state)[0]
        view = view_for(state, prompt.player)
        if prompt.ask == "place" and len(state.board.cells) % EVERY == 0:
            taken += _open_features(view)
        state = apply(state, choose("normal", view, prompt.player, setup.seed)).state
    for kind, cells, fitting, said, cell, segment in taken:
        yield Note(kind, cells, fitting, said, not state.board.feature(cell, segment).open)


def _open_features(view: GameState) -> Iterator[tuple[str, int, int, tuple[float, ...], Cell, str]]:
    outlooks = [look(view, weights) for weights in LEVELS.values()]
    surveys = [outlook.survey(view.board) for outlook in outlooks]
    for found, figures in groups(view).items():
        feature = view.board.features.by_id[found]
        if feature.kind in ("road", "city") and feature.open:
            cells = surveys[0].open_cells(feature)
            fitting = min(_fitting(view, outlooks[0].unseen, view.board.frontier[cell]) for cell in cells)
            said = tuple(survey.closing(found) for survey in surveys)
            yield feature.kind, len(cells), fitting, said, figures[0].cell, figures[0].segment


def _fitting(view: GameState, unseen: Counter[str], key: int) -> int:
    return sum(count for tile, count in unseen.items() if key in view.rules.shapes[tile].fits)


def surprise(noted: Sequence[Note], chance: Callable[[Note], float]) -> float:
    """The mean of minus the logarithm of the chance that was given to what came."""
    likely = [max(SURE, min(1 - SURE, chance(note))) for note in noted]
    return fmean(-math.log(one if note.came else 1 - one) for one, note in zip(likely, noted, strict=True))


def table(noted: Sequence[Note]) -> str:
    """A line for each group of notes with the same open cells and about as many fitting tiles."""
    lines = [f"{'':28}  notes   came" + "".join(f"{name:>8}" for name in LEVELS)]
    for kind in ("road", "city"):
        for cells in (1, 2, 3):
            for low, high in zip((-1, *FITTING), FITTING, strict=False):
                some = [
                    note
                    for note in noted
                    if (note.kind, note.cells) == (kind, cells) and low < note.fitting <= high
                ]
                if some:
                    name = f"{kind}, {cells} open, {low + 1}-{high} fit"
                    figures = [
                        fmean(note.came for note in some),
                        *map(fmean, zip(*[n.said for n in some], strict=True)),
                    ]
                    lines.append(
                        f"{name:28} {len(some):6} " + "".join(f"{100 * one:6.0f} %" for one in figures)
                    )
    usual = {
        kind: fmean(note.came for note in noted if note.kind == kind) for kind in {n.kind for n in noted}
    }
    shown = [surprise(noted, lambda note: usual[note.kind])]
    shown += [surprise(noted, lambda note, place=place: note.said[place]) for place in range(len(LEVELS))]  # type: ignore[misc]
    lines.append(f"{'surprise':28} {len(noted):6} " + "".join(f"{one:8.3f}" for one in shown))
    return "\n".join(lines)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--boxes", default="", help="names with commas, or 'all'")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    match = Match(("normal", "normal"), args.boxes, seed=args.seed)
    setups = [match.setups(number)[number % 2] for number in range(args.games)]
    print(table([note for setup in setups for note in notes(setup)]))


if __name__ == "__main__":
    main()

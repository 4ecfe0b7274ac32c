"""What the parts of a position are worth, by what came of them in whole games.

python -m tools.bench.worths [--weights master] [--boxes cult,castles] [--games 400] [--jobs 2] [--seed 1]

Players with one look and these weights play, with a slip now and then, so that positions vary. Every few
tiles the parts of each player's position are noted. What a unit of each is worth is found by least squares:
the worth of a position should be the points until the next note and the worth of the position then
(temporal differences, those of the next notes counted in part). It needs a tenth of the games that the final
lead would need. Points of features as they are, and of roads and cities as likely as they are completed, are
taken for certain. Of a box's term it says how much comes true: 1 is right.

Weights that are changed as it says make another player, of whom the same may be asked again. Whether that
player is stronger a match must show: what figures are worth is not the same for each way to play.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from engine.game import apply, new_game, pending, view_for
from engine.players.evaluation import groups
from engine.players.joins import joins
from engine.players.levels import Slips, ranking, wavering
from engine.players.outlook import Outlook
from engine.players.survey import Survey, points
from engine.players.terms import TERMS, look
from engine.players.weights import AHEAD, DEFAULT, FAR, MANY, Weights
from engine.scoring import FIELD_CITY, owners
from engine.setup import Setup, agree
from engine.state import Figure, GameState
from engine.tiles import AREAS, LANDS, SITES
from tools.bench.players import TOGETHER

WEIGHTS = {"normal": DEFAULT, "hard": AHEAD, "many": MANY, "master": FAR}
EVERY = 3  # tiles from one note to the next
LATER = 0.8  # how much each further note counts
SLIPS = 0.1  # of the decisions, so many are slips
SLIP = Slips(among=5, tolerance=math.inf, decay=1.0)
BLOCKS = 20  # of games: left out in turn, they tell how sure the worths are
TO_MOVE = "to move"
BEYOND = "freed, beyond"  # what figures that will come back are worth besides what `freed` gives them
Parts = dict[str, float]  # weight or term -> how many units the first seat has more


class Note(NamedTuple):
    """A position, seen from the first seat: the certain lead, and the parts whose worth is asked."""

    certain: float
    parts: Parts


class Sums(NamedTuple):
    """The equations of least squares, added up over games."""

    matrix: list[list[float]]
    right: list[float]


class Worth(NamedTuple):
    """What a unit is worth, and the standard error."""

    value: float
    error: float


def noted(view: GameState, weights: Weights) -> Note:
    """What a position consists of."""
    outlook = look(view, weights)
    survey = outlook.survey(view.board)
    parts: Parts = {TO_MOVE: 1.0 - 2 * view.placer}
    certain = float(view.scores[0] - view.scores[1])
    back = [0.0, 0.0]
    for found, figures in groups(view).items():
        sign = sum(1 - 2 * owner for owner in owners(figures))
        sure, chance, hopes = _feature(view, outlook, survey, found, figures)
        certain += sign * sure
        for name, units in hopes.items():
            _add(parts, name, sign * units)
        for figure in figures:
            if figure.kind in outlook.special:
                _add(parts, f"{figure.kind} back", (1 - 2 * figure.player) * outlook.share * chance)
            else:
                back[figure.player] += chance
    _add_supply(parts, view, outlook, back)
    for name, promise in _promises(view, outlook):
        _add(parts, name, promise[0] - promise[1])
    return Note(certain, parts)


def _add(parts: Parts, name: str, units: float) -> None:
    parts[name] = parts.get(name, 0.0) + units


def _feature(
    view: GameState, outlook: Outlook, survey: Survey, found: int, figures: Sequence[Figure]
) -> tuple[float, float, Parts]:
    """What a feature gives for certain, how likely its figures come back, and what it may give more."""
    feature = view.board.features.by_id[found]
    if feature.kind in LANDS:
        cities = {view.board.features.label[number] for number in feature.borders}
        by_id = view.board.features.by_id
        likely = sum(survey.closing(city) for city in cities if by_id[city].open)
        complete = FIELD_CITY * sum(not by_id[city].open for city in cities)
        hopes = {"field_open": FIELD_CITY * outlook.share * likely, "field_growth": outlook.share}
        return complete, 0.0, hopes
    if feature.kind in SITES:
        promise, chance = survey.site(found, figures[0].cell)
        now = 9.0 - feature.open
        return now, chance, {"site_fill": (promise - now) / outlook.weights.site_fill}
    chance = survey.closing(found)
    done, now = points(feature, complete=True), points(feature, complete=False)
    growth = "growth" if feature.kind in AREAS else "growth_line"
    return now + chance * (done - now), chance, {growth: chance} if feature.open else {}


def _add_supply(parts: Parts, view: GameState, outlook: Outlook, back: Sequence[float]) -> None:
    """Free figures, meeple by meeple, those that will come back among them."""
    for (player, kind), count in view.supply.items():
        sign = (1 - 2 * player) * outlook.share
        if kind in outlook.special:
            _add(parts, f"{kind}_free", sign * count)
            continue
        held = count + outlook.weights.freed * back[player]
        for place in range(len(outlook.weights.free)):
            _add(parts, f"free, {place + 1}", sign * max(0.0, min(1.0, held - place)))
        _add(parts, BEYOND, sign * back[player])


def _promises(view: GameState, outlook: Outlook) -> Iterator[tuple[str, list[float]]]:
    """What the terms of the boxes in play promise to each seat, and what may be joined."""
    for member in view.rules.members:
        if member.key in TERMS:
            promise = [0.0, 0.0]
            TERMS[member.key](view, outlook, promise)
            yield member.key, promise
    if outlook.weights.join:
        for name, alone in (("join", (1.0, 0.0)), ("join_land", (0.0, 1.0))):
            promise = [0.0, 0.0]
            join, join_land = alone
            joins(view, look(view, replace(outlook.weights, join=join, join_land=join_land)), promise)
            yield name, promise


def played(weights: Weights, setup: Setup) -> list[Note]:
    """The notes of a game; the last one is its end."""
    rng = random.Random(setup.seed)
    state = new_game(setup).state
    notes: list[Note] = []
    last = -1
    while not state.over:
        prompt = pending(state)[0]
        view = view_for(state, prompt.player)
        if prompt.ask == "place" and len(state.board.cells) // EVERY > last:
            last = len(state.board.cells) // EVERY
            notes.append(noted(view, weights))
        action = prompt.options[0]
        if len(prompt.options) > 1:
            ranked = ranking(view, prompt, rng, look(view, weights))
            action = wavering(ranked, rng, SLIP) if rng.random() < SLIPS else ranked[0].action
        state = apply(state, action).state
    return [*notes, Note(float(state.scores[0] - state.scores[1]), {})]


def sums(notes: Sequence[Note], names: Sequence[str]) -> Sums:
    """The equations of one game."""
    size = len(names)
    found = Sums([[0.0] * size for _ in names], [0.0] * size)
    traces = [0.0] * size
    rows = [[note.parts.get(name, 0.0) for name in names] for note in notes]
    for place in range(len(notes) - 1):
        traces = [LATER * trace + units for trace, units in zip(traces, rows[place], strict=True)]
        gone = [now - then for now, then in zip(rows[place], rows[place + 1], strict=True)]
        gained = notes[place + 1].certain - notes[place].certain
        for row, trace in enumerate(traces):
            if trace:
                found.right[row] += trace * gained
                line = found.matrix[row]
                for column, units in enumerate(gone):
                    line[column] += trace * units
    return found


def total(parts: Sequence[Sums]) -> Sums:
    """Equations added up."""
    return Sums(
        [
            [sum(cells) for cells in zip(*lines, strict=True)]
            for lines in zip(*[part.matrix for part in parts], strict=True)
        ],
        [sum(cells) for cells in zip(*[part.right for part in parts], strict=True)],
    )


def solved(equations: Sums) -> list[float]:
    """The worths that fulfil the equations, by elimination; a part that never varied is worth nothing."""
    lines = [[*line, right] for line, right in zip(equations.matrix, equations.right, strict=True)]
    size = len(lines)
    for place in range(size):
        lines[place][place] += 1e-6
        pivot = max(range(place, size), key=lambda row: abs(lines[row][place]))
        lines[place], lines[pivot] = lines[pivot], lines[place]
        for row in range(size):
            factor = lines[row][place] / lines[place][place]
            if row != place and factor:
                lines[row] = [one - factor * two for one, two in zip(lines[row], lines[place], strict=True)]
    return [line[-1] / line[place] for place, line in enumerate(lines)]


def fitted(games: Sequence[Sequence[Note]]) -> dict[str, Worth]:
    """Part -> its worth; the errors come from leaving out a block of games at a time."""
    names = sorted({name for notes in games for note in notes for name in note.parts})
    blocks = min(BLOCKS, len(games))
    each = [total([sums(notes, names) for notes in games[block::blocks]]) for block in range(blocks)]
    best = solved(total(each))
    without = [solved(total([*each[:block], *each[block + 1 :]])) for block in range(blocks)]
    found: dict[str, Worth] = {}
    for place, name in enumerate(names):
        spread = sum((worths[place] - best[place]) ** 2 for worths in without)
        found[name] = Worth(best[place], math.sqrt((blocks - 1) / blocks * spread))
    return found


def weight_of(weights: Weights, name: str) -> float:
    """How much the judgement counts a unit of a part."""
    weight, _, place = name.partition(", ")
    if place.isdecimal():
        return weights.free[int(place) - 1]
    if weight.endswith(" back"):
        return weights.freed * weight_of(weights, weight.replace(" back", "_free"))
    if name in (TO_MOVE, BEYOND):
        return 0.0
    return 1.0 if name in TERMS else float(getattr(weights, name))


def report(worths: Mapping[str, Worth], weights: Weights) -> str:
    """A line for each part: its worth, and how much it counts now."""
    return "\n".join(
        f"{name:18} {value:+7.2f} ± {error:4.2f}   now {weight_of(weights, name):g}"
        for name, (value, error) in worths.items()
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", default="master", choices=WEIGHTS)
    parser.add_argument("--boxes", default="", help="names with commas")
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    weights = WEIGHTS[args.weights]
    boxes = [name for name in args.boxes.split(",") if name]
    options = TOGETHER if {"river", "count"} <= {*boxes} else {}
    setups = [
        agree(2, boxes, options, game=args.game, first_seat=number % 2, seed=f"{args.seed}/{number}")
        for number in range(args.games)
    ]
    with Pool(args.jobs) as pool:
        games = list(pool.imap_unordered(partial(played, weights), setups))
    print(report(fitted(games), weights))


if __name__ == "__main__":
    main()

"""Tables for pictures, laid from a seed without the engine, so that no change of the rules moves a tile."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.board import Board
from engine.game import new_game
from engine.setup import agree
from engine.state import Figure, GameState
from engine.tiles import AREAS, INNER, LANDS, LINES, POSTS, SETS, SITES, load
from engine.turned import Shape, Turned
from tests.support.boards import Laid

NAMES = ("Дарья", "Zoë-Marguerite", "小明", "محمد", "Ελένη", "Bo")
KINDS = (AREAS | LINES | LANDS | SITES | INNER | POSTS) - {"river"}
CLAIMS = KINDS - INNER - POSTS
EVERY = {tile.id: tile for name in SETS for tile in load(name).tiles}


def table(laid: Laid, players: int = 3, figures: int = 8, seed: int = 1, held: str = "base-L") -> GameState:
    """A game that stands as if these tiles had been laid."""
    rng = Random(seed)
    state = new_game(agree(min(players, 5), seed="picture")).state.fork()
    board = Board.empty()
    for cell, (tile, rotation) in laid.items():
        board.place(Turned(tile, rotation, KINDS), cell)
    state.board = board
    state.last = list(laid)[-1]
    state.tile = held
    state.player = state.placer = 1
    state.scores = [rng.randrange(90) for _ in range(players)]
    state.supply = {(seat, "meeple"): 7 for seat in range(players)}
    state.figures = {}
    _people(state, figures, players, rng)
    return state


def _people(state: GameState, count: int, players: int, rng: Random) -> None:
    """Stand figures on unclaimed features."""
    spots = [
        (cell, segment)
        for cell in state.board.cells
        for segment, kind, _ in state.board.segments_at(cell)
        if kind in CLAIMS
    ]
    rng.shuffle(spots)
    for cell, segment in spots:
        if count == 0:
            return
        if state.board.feature_id(cell, segment) in state.occupied():
            continue
        seat = rng.randrange(players)
        if state.supply[seat, "meeple"]:
            kind = state.board.feature(cell, segment).kind
            look = "abbot" if kind in SITES and count % 3 == 0 else "meeple"
            state.stand(Figure(seat, look, cell, segment))
            state.supply[seat, "meeple"] -= look == "meeple"
            count -= 1


def shapes(state: GameState, names: Iterable[str]) -> None:
    """Let a table know tiles beyond its own sets."""
    for name in names:
        state.rules.shapes.setdefault(name, Shape(EVERY[name], KINDS))

"""What Traders & Builders adds to a position's promise: second parts, builder, pig and goods."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.expansions.traders_builders.helpers import HERD, extended
from engine.expansions.traders_builders.part import BUILDER, GOODS, PART, PIG
from engine.players.evaluation import field_promise
from engine.players.outlook import Outlook
from engine.scoring import FIELD_CITY, owners
from engine.state import Figure, GameState
from engine.tiles import load

PRINTED = {
    kind: sum(
        tile.count for tile in load("traders_builders").tiles for part in tile.segments if kind in part.marks
    )
    for kind in GOODS
}


def trade(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """Add all of it to each player's promise."""
    if _second_part_to_come(state):
        promise[state.placer] += outlook.weights.extra_turn
    label, by_id = state.board.features.label, state.board.features.by_id
    herds: dict[int, None] = {}
    for number, there in state.figures.items():
        if HERD in by_id[label[number]].marks:
            herds[label[number]] = None
        for figure in there:
            if figure.kind == BUILDER:
                _builder(state, outlook, figure, promise)
            elif figure.kind == PIG:
                _pig(state, outlook, figure, promise)
    for found in herds:
        _herd(state, outlook, found, promise)
    _goods(state, outlook, promise)


def _second_part_to_come(state: GameState) -> bool:
    """TB-20: it is earned with the tile just laid, or it has begun and its tile is in hand."""
    part = PART.of(state)
    if part.second:
        return state.last is None
    return part.owed or (state.last is not None and extended(state))


def _builder(state: GameState, outlook: Outlook, builder: Figure, promise: list[float]) -> None:
    """TB-20: a builder is worth something as long as its road or city can grow."""
    found = state.board.feature_id(builder.cell, builder.segment)
    if state.board.features.by_id[found].open:
        likely = outlook.survey(state.board).likeliest(found)
        promise[builder.player] += outlook.weights.builder_out * outlook.share * likely


def _pig(state: GameState, outlook: Outlook, pig: Figure, promise: list[float]) -> None:
    """TB-51: one more point for each city of the field, if its owner has the majority there."""
    found = state.board.feature_id(pig.cell, pig.segment)
    if pig.player in owners(state.figures_on(found)):
        promise[pig.player] += field_promise(state, outlook, outlook.survey(state.board), found) / FIELD_CITY


def _herd(state: GameState, outlook: Outlook, found: int, promise: list[float]) -> None:
    """TB-54: the herd gives every owner of its field as much as a pig."""
    extra = field_promise(state, outlook, outlook.survey(state.board), found) / FIELD_CITY
    for player in owners(state.figures_on(found)):
        promise[player] += extra


def _goods(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """TB-13: the chance of each player to have most of a kind in the end."""
    weights = outlook.weights
    held = PART.of(state).goods
    for place, kind in enumerate(GOODS):
        complete = outlook.marked(state.board, kind)
        if not complete:
            continue
        tokens = [each[place] for each in held]
        tokens[state.placer] += complete - sum(tokens)  # TB-07: those of the tile just laid
        doubt = weights.goods_doubt * math.sqrt(max(0, PRINTED[kind] - complete))
        for player, chance in enumerate(_chances(tuple(tokens), doubt)):
            promise[player] += weights.goods_lead * chance


@lru_cache(maxsize=4096)
def _chances(tokens: tuple[int, ...], doubt: float) -> tuple[float, ...]:
    """The chance of each player to have most, by the tokens they hold; asked again and again."""
    return tuple(
        _likely(mine, max(other for seat, other in enumerate(tokens) if seat != player), doubt)
        for player, mine in enumerate(tokens)
    )


def _likely(mine: float, best: float, doubt: float) -> float:
    """The chance to end with at least as many as the best other."""
    if not doubt:
        return float(mine >= best)
    return 1 / (1 + math.exp((best - mine) / doubt))

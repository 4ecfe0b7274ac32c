"""Goods: the player who completes a city takes them; the most of a kind is worth ten points at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.events import Item
from engine.expansions.traders_builders.part import GOODS, PART, GoodsTaken
from engine.ruleset import Events
from engine.scoring import award
from engine.state import GameState

MAJORITY = 10  # TB-13


def goods(state: GameState, events: Events) -> None:
    """TB-07 to 10: the placer takes the goods of every completed city, occupied or not."""
    by_id = state.board.features.by_id
    for feature_id in state.completed:
        feature = by_id[feature_id]
        if feature.kind == "city" and feature.marks:
            _take(state, events, feature_id, feature.marks)


def _take(state: GameState, events: Events, feature_id: int, marks: tuple[str, ...]) -> None:
    part, player = PART.of(state), state.placer
    held = list(part.goods[player])
    for place, kind in enumerate(GOODS):
        count = marks.count(kind)  # TB-06
        if count:
            held[place] += count
            events.append(GoodsTaken(player, kind, count, feature_id))
    all_goods = (*part.goods[:player], tuple(held), *part.goods[player + 1 :])
    PART.set(state, replace(part, goods=all_goods))


def final_goods(state: GameState, events: Events) -> None:
    """TB-13: for each kind, all players who have most of it; none if no player has any."""
    held = PART.of(state).goods
    for place, kind in enumerate(GOODS):
        most = max(tokens[place] for tokens in held)
        for player, tokens in enumerate(held):
            if most and tokens[place] == most:
                award(state, events, player, "goods", (Item(kind, most, MAJORITY),), final=True)


def breach(state: GameState) -> str | None:
    """TB-02, 12: the tokens that are held are those of the completed cities, each once."""
    if state.tile is None:
        return None  # between laying a tile and taking its goods
    printed = Counter(
        [
            mark
            for feature in state.board.features.by_id.values()
            if feature.kind == "city" and not feature.open
            for mark in feature.marks
            if mark in GOODS
        ]
    )
    held = PART.of(state).goods
    for place, kind in enumerate(GOODS):
        if sum(tokens[place] for tokens in held) != printed[kind]:
            return f"{printed[kind]} {kind} in completed cities, but {held} are held"
    return None

"""CASTLE-11 to 22: castles score what is completed near them; then their lords go home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from engine.actions import Action
from engine.events import FigureReturned, Item
from engine.expansions.castles.part import PART, Castle, ScoreCastle, Share, clockwise
from engine.frozen import frozen
from engine.geometry import Cell
from engine.ruleset import Asked, Events
from engine.scoring import award, total, worth
from engine.state import GameState


@frozen
class Source:
    """What a castle can be scored with, named by one of its segments."""

    cell: Cell
    segment: str
    items: tuple[Item, ...]


def castles(state: GameState, events: Events) -> Asked | None:
    """CASTLE-11, 17: castles score what was completed near them, then each other, wave by wave."""
    if not state.completed or not any(castle.lord for castle in PART.of(state).castles):
        return None
    while (due := _due(state)) is not None:
        castle, wave, sources = due
        if len(sources) > 1:  # CASTLE-15
            return ((castle.owner, "castle_feature"),)
        _score(state, events, castle, wave, sources[0])
    return None


def _due(state: GameState) -> tuple[Castle, int, list[Source]] | None:
    """CASTLE-18: the next castle to score, its wave, and what it may be scored with."""
    part = PART.of(state)
    shares = {share.city: share for share in part.shares}
    order = clockwise(state)
    open_castles = sorted(
        [
            castle
            for castle in part.castles
            if castle.lord is not None and castle.city not in part.built and castle.city not in shares
        ],
        key=lambda castle: order.index(castle.owner),
    )
    for wave in count():
        if wave:
            finished = [castle for castle in part.castles if _wave(shares.get(castle.city)) == wave - 1]
            if not finished:
                return None
            reached = [(set(castle.cells), castle.city, shares[castle.city].items) for castle in finished]
        else:
            reached = [
                (set(state.board.tiles_of(feature)), feature, _worth(state, feature))
                for feature in state.completed
            ]
        for castle in open_castles:
            near = castle.vicinity()
            sources = [
                _source(state, sorted(cells & near), feature, items)
                for cells, feature, items in reached
                if cells & near
            ]
            if sources:
                return castle, wave, sources
    return None


def _wave(share: Share | None) -> int | None:
    return None if share is None else share.wave


def _worth(state: GameState, feature: int) -> tuple[Item, ...]:
    """CASTLE-13: what it is worth by its own rules, for any owner."""
    return worth(state, state.board.features.by_id[feature], complete=True)


def _source(state: GameState, cells: Sequence[Cell], feature: int, items: tuple[Item, ...]) -> Source:
    segment = next(segment for segment, _, found in state.board.segments_at(cells[0]) if found == feature)
    return Source(cells[0], segment, items)


def _score(state: GameState, events: Events, castle: Castle, wave: int, source: Source) -> None:
    part = PART.of(state)
    PART.set(state, replace(part, shares=(*part.shares, Share(castle.city, wave, source.items))))
    award(state, events, castle.owner, "castle", source.items, castle.city)
    if castle.lord is not None:
        for add in state.rules.hooks.features_scored:  # COMBO-20: the fairy beside a lord
            add(state, castle.city, (castle.lord,), True, events)


def feature_options(state: GameState, player: int) -> Sequence[Action]:
    """CASTLE-26: every feature that was completed near the castle."""
    due = _due(state)
    if due is None:
        return ()
    castle, _, sources = due
    return tuple(ScoreCastle(player, castle.cells[0], source.cell, source.segment) for source in sources)


def on_score(state: GameState, action: ScoreCastle, events: Events) -> None:
    """The lord's owner has chosen."""
    due = _due(state)
    if due is None:
        raise ValueError("no castle to score")
    castle, wave, sources = due
    chosen = next(
        source for source in sources if (source.cell, source.segment) == (action.cell, action.segment)
    )
    _score(state, events, castle, wave, chosen)


def highest(state: GameState, player: int) -> Action:
    """TURN-31: the feature of the highest value."""
    due = _due(state)
    options = feature_options(state, player)
    values = [total(source.items) for source in due[2]] if due else [0]
    return options[values.index(max(values))]


def lords_go_home(state: GameState, events: Events) -> None:
    """CASTLE-19: lords of scored castles return together with the other figures."""
    part = PART.of(state)
    if part.shares:
        _send_lords(state, events, {share.city for share in part.shares}, "scored")
        PART.set(state, replace(PART.of(state), shares=()))


def lords_home(state: GameState, events: Events) -> None:
    """CASTLE-22: before the final scoring all lords return; their castles give nothing."""
    _send_lords(state, events, {castle.city for castle in PART.of(state).castles}, "unfinished")


def _send_lords(state: GameState, events: Events, cities: set[int], why: str) -> None:
    part = PART.of(state)
    going = [castle.lord for castle in part.castles if castle.city in cities and castle.lord is not None]
    PART.set(
        state,
        replace(
            part,
            castles=tuple(
                replace(castle, lord=None) if castle.city in cities else castle for castle in part.castles
            ),
        ),
    )
    for lord in going:
        state.supply[lord.player, lord.kind] += 1
        for told in state.rules.hooks.figure_left:
            told(state, lord)
        events.append(FigureReturned(lord.player, lord.kind, lord.cell, lord.segment, why))

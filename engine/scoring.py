"""What a feature is worth, item by item, who owns it, and how points are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import Event, FigureReturned, Item, Scored
from engine.features import Feature
from engine.ruleset import Events, Items
from engine.state import Figure, GameState
from engine.tiles import LANDS, POSTS, SITES

PER_TILE = {"road": (1, 1), "city": (2, 1), "trail": (1, 1), "crop": (2, 1)}  # complete, incomplete
PER_SHIELD = (2, 1)
FIELD_CITY = 3  # BASE-47


def owners(figures: Iterable[Figure]) -> tuple[int, ...]:
    """BASE-04: every player whose figures weigh most together; none without figures."""
    counts: dict[int, int] = {}
    for figure in figures:
        if figure.weight:
            counts[figure.player] = counts.get(figure.player, 0) + figure.weight
    if len(counts) < 2:
        return tuple(counts)
    most = max(counts.values())
    return tuple(sorted([player for player, count in counts.items() if count == most]))


def worth(state: GameState, feature: Feature, complete: bool) -> Items:
    """What a feature gives to each owner, as if complete (BASE-31, 34, 37) or as at the end (BASE-41)."""
    items = _usual_worth(state, feature, complete)
    for change in state.rules.hooks.feature_worth:
        items = change(state, feature, complete, items)
    return items


def _usual_worth(state: GameState, feature: Feature, complete: bool) -> Items:
    """What it is worth without the boxes' marks."""
    kind = feature.kind
    if kind in SITES:
        filled = 8 - (0 if complete else feature.open)
        return (Item("site", 1, 1), Item("neighbours", filled, filled)) if filled else (Item("site", 1, 1),)
    if kind in LANDS:
        return field_worth(state, feature)
    if kind in POSTS:
        return ()
    late = 0 if complete else 1
    size = feature.size
    tiles = Item("tiles", size, size * PER_TILE[kind][late])
    if feature.shields:
        return tiles, Item("shields", feature.shields, feature.shields * PER_SHIELD[late])
    return (tiles,)


def field_worth(state: GameState, feature: Feature) -> Items:
    """BASE-47, 48: points for every completed city that the field touches, each city once."""
    features = state.board.features
    counts: dict[str, list[int]] = {}
    for city_id in dict.fromkeys([features.label[number] for number in feature.borders]):
        item = city_item(state, city_id)
        if item is not None:
            entry = counts.setdefault(item.name, [0, 0])
            entry[0] += item.count
            entry[1] += item.points
    return tuple(Item(name, count, points) for name, (count, points) in counts.items())


def city_item(state: GameState, city_id: int) -> Item | None:
    """What one city gives to a field beside it, or None while it is incomplete."""
    for answer in state.rules.hooks.city_worth:
        item = answer(state, city_id)
        if item is not None:
            return item
    city = state.board.features.by_id[city_id]
    if city.kind == "city" and city.open == 0:
        return Item("cities", 1, FIELD_CITY)
    return None


def total(items: Iterable[Item]) -> int:
    """The sum of a working."""
    return sum([item.points for item in items])


def award(
    state: GameState,
    events: Events,
    player: int,
    source: str,
    items: Items,
    feature: int | None = None,
    final: bool = False,
) -> None:
    """Give points with their working."""
    points = total(items)
    state.scores[player] += points
    scored = Scored(player, points, source, items, feature, final)
    events.append(scored)
    for told in state.rules.hooks.scored:
        told(state, scored)


def score_feature(
    state: GameState, events: Events, feature_id: int, figures: Sequence[Figure], complete: bool
) -> None:
    """BASE-28: every owner receives the full value; then the boxes add theirs."""
    feature = state.board.features.by_id[feature_id]
    items = worth(state, feature, complete)
    if items:
        for player in owners(figures):
            mine = items_of(state, player, figures, items)
            award(state, events, player, feature.kind, mine, feature_id, final=not complete)
    for add in state.rules.hooks.features_scored:
        add(state, feature_id, figures, complete, events)


def items_of(state: GameState, player: int, figures: Sequence[Figure], items: Items) -> Items:
    """What one owner of a feature gets: the common working and what the boxes add to it."""
    mine = items
    for add in state.rules.hooks.owner_worth:
        mine = (*mine, *add(state, player, figures, items))
    return mine


def send_home(state: GameState, events: Events, figure: Figure, why: str) -> None:
    """A figure goes back to its owner's supply."""
    state.take(figure)
    told = FigureReturned(figure.player, figure.kind, figure.cell, figure.segment, why)
    has_left(state, events, figure, why, told)


def has_left(state: GameState, events: Events, figure: Figure, why: str, told: Event) -> None:
    """A figure was taken off the board: tell the boxes, before and after it is reported."""
    for left in state.rules.hooks.figure_left:
        left(state, figure)
    events.append(told)
    for follow in state.rules.hooks.figure_sent_home:
        follow(state, figure, why, events)

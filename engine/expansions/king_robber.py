"""King and Robber Knight: two tiles for the players who complete the largest city and the longest road."""

from __future__ import annotations

from dataclasses import replace

from engine.events import Event, Item
from engine.frozen import frozen
from engine.ruleset import Events, Expansion, Hooks, Part
from engine.scoring import award
from engine.state import GameState


@frozen
class Title:
    """One of the two tiles: who holds it, and the feature on which its marker stands."""

    holder: int | None = None  # KING-01: None at first
    feature: int | None = None
    size: int = 0


@frozen
class Titles:
    """This box's part of the state."""

    king: Title = Title()
    robber: Title = Title()


@frozen
class TitleTaken(Event):
    """A player took, or kept, a title with a feature of this many tiles."""

    player: int
    title: str  # king, robber
    feature: int
    size: int


PART = Part("king_robber", Titles)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """KING-01: both tiles lie beside the board."""
    PART.set(state, Titles())


def awards(state: GameState, events: Events) -> None:
    """KING-11: once for every placement, after the scoring."""
    if not state.completed:
        return
    titles = PART.of(state)
    king = _contest(state, events, "king", titles.king, "city")
    robber = _contest(state, events, "robber", titles.robber, "road")
    if king is not titles.king or robber is not titles.robber:
        PART.set(state, replace(titles, king=king, robber=robber))


def _contest(state: GameState, events: Events, name: str, title: Title, kind: str) -> Title:
    """KING-02, 03, 09: the placer takes the tile with the first or a strictly larger feature."""
    by_id = state.board.features.by_id
    best, largest = None, title.size
    for feature_id in state.completed:
        feature = by_id[feature_id]
        # KING-04, 08: tiles count, shields do not. KING-05: of several, only the largest matters.
        if feature.kind == kind and feature.size > largest and not _retired(state, feature_id):
            best, largest = feature_id, feature.size
    if best is None:
        return title
    events.append(TitleTaken(state.placer, name, best, largest))
    return Title(state.placer, best, largest)  # KING-10


def _retired(state: GameState, feature_id: int) -> bool:
    """KING-07: a castle is no city."""
    return any(gone(state, feature_id) for gone in state.rules.hooks.retired)


def completed(state: GameState, kind: str) -> int:
    """KING-12, 13: how many features of a kind are complete on the board, of all owners."""
    return sum(
        feature.kind == kind and feature.open == 0 and not _retired(state, feature_id)
        for feature_id, feature in state.board.features.by_id.items()
    )


def final_awards(state: GameState, events: Events) -> None:
    """KING-12, 13: a point for every completed city, and for every completed road."""
    titles = PART.of(state)
    if titles.king.holder is not None:  # KING-14
        cities = completed(state, "city") + sum(more(state) for more in state.rules.hooks.more_cities)
        award(state, events, titles.king.holder, "king", (Item("cities", cities, cities),), final=True)
    if titles.robber.holder is not None:
        roads = completed(state, "road")
        award(state, events, titles.robber.holder, "robber", (Item("roads", roads, roads),), final=True)


EXPANSION = Expansion(
    key="king_robber",
    tile_sets=("ordinary",),  # COUNT-07
    part=PART,
    steps={"awards": awards, "final_awards": final_awards},
    hooks=Hooks(begin=(begin,)),
)

"""The Cult: shrines, which follow the rules of monasteries, and duels between the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell, ring
from engine.refusals import Refusal, refuse
from engine.ruleset import Events, Expansion, Hooks, Part
from engine.scoring import send_home
from engine.state import Figure, GameState
from engine.tiles import Tile
from engine.turned import Shape

RIVALS = {"shrine": "monastery", "monastery": "shrine"}  # ABBOT-14: gardens take no part


@frozen
class Duels:
    """This box's part of the state: features that lost a duel in the scoring that is going on."""

    losers: tuple[int, ...] = ()


@frozen
class DuelDecided(Event):
    """CULT-08: a shrine or monastery was completed first; the other one goes away with nothing."""

    winner: int
    loser: int


PART = Part("cult", Duels)


def grounds(options: Mapping[str, str]) -> dict[str, frozenset[str]]:  # noqa: ARG001  # a fixed answer
    """CULT-05: a meeple on a shrine is a heretic. CULT-12, COMBO-14: so may an abbot be."""
    return {"meeple": frozenset({"shrine"}), "abbot": frozenset({"shrine"})}


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """No duel yet."""
    PART.set(state, Duels())


def has_rival(tile: Tile) -> bool:
    """CULT-03: the rule of neighbours is about tiles with a shrine or a monastery."""
    return any(segment.kind in RIVALS for segment in tile.segments)


@cache
def _site_kind(shape: Shape) -> str:
    """Shrine or monastery, whichever the tile has."""
    return next(segment.kind for segment in shape.tile.segments if segment.kind in RIVALS)


def _around(state: GameState, cell: Cell, kind: str) -> list[tuple[Cell, int]]:
    """(cell, feature) of every site of a kind on the eight cells around."""
    sites, by_id = state.board.sites, state.board.features.by_id
    return [
        (near, number)
        for near in ring(cell)
        if near in sites
        for number in sites[near]
        if by_id[number].kind == kind
    ]


def neighbourhood(state: GameState, shape: Shape, cell: Cell, rotation: int) -> Refusal | None:  # noqa: ARG001
    """CULT-03: a shrine has at most one monastery around it, and a monastery at most one shrine."""
    sites = state.board.sites
    if not [near for near in ring(cell) if near in sites]:
        return None
    kind = _site_kind(shape)
    rivals = _around(state, cell, RIVALS[kind])
    if len(rivals) > 1:
        return refuse("two_rivals", "CULT-03", cell=cell, rivals=tuple(near for near, _ in rivals))
    for rival, _ in rivals:
        others = [near for near, _ in _around(state, rival, kind)]
        if others:
            return refuse("rival_is_taken", "CULT-03", cell=cell, rival=rival, by=tuple(others))
    return None


def decide(
    state: GameState, feature_id: int, figures: Sequence[Figure], complete: bool, events: Events
) -> None:
    """CULT-07, 08: an occupied site was completed; an occupied rival that is still open loses.

    CULT-10: a rival completed by the same tile is not open. CULT-11: without a figure there is no duel.
    """
    features = state.board.features
    if not complete or features.by_id[feature_id].kind not in RIVALS:
        return
    occupied = state.occupied()
    rivals = _around(state, figures[0].cell, RIVALS[features.by_id[feature_id].kind])
    for _, rival in rivals:
        if features.by_id[rival].open and rival in occupied:
            PART.set(state, Duels((*PART.of(state).losers, rival)))
            events.append(DuelDecided(feature_id, rival))


def losers_go_home(state: GameState, events: Events) -> None:
    """CULT-09: the loser's figures return with nothing; the feature stays open and free."""
    losers = PART.of(state).losers
    if losers:
        for loser in losers:
            for figure in state.figures_on(loser):
                send_home(state, events, figure, "duel")
        PART.set(state, Duels())


EXPANSION = Expansion(
    key="cult",
    tile_sets=("ordinary", "cult"),  # CULT-01, COUNT-07
    kinds=frozenset({"shrine"}),
    grounds=grounds,
    part=PART,
    hooks=Hooks(
        begin=(begin,),
        placement_rule=(neighbourhood,),
        features_scored=(decide,),
        figures_go_home=(losers_go_home,),
    ),
    concerns=has_rival,
)

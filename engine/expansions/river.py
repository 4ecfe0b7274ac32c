"""The River and River II: a pile of their own that is laid first, from the spring to the lake.

Both boxes share this module, its part of the state and its hooks: together they make one river (RIVER-26).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.chance import arranged
from engine.events import Event
from engine.frozen import frozen
from engine.geometry import Cell, adjacent, opposite
from engine.refusals import Refusal, refuse
from engine.ruleset import Events, Expansion, Hooks, Part, Rules
from engine.state import GameState
from engine.tiles import Tile, load
from engine.turned import Shape

RIVER_LAKE = "river-lake"
VOLCANO_LAKE = "river2-volcano-lake"
LAKES = (RIVER_LAKE, VOLCANO_LAKE)
FORK = "river2-fork"
BOXES = ("river", "river2")
BESIDE_A_BLOCK: Cell = (2, -1)  # the spring's cell when a start block lies already


@frozen
class TurnAgain(Event):
    """RIVER-21: the same player takes another turn at once."""

    player: int


@frozen
class End:
    """An open end of the river: it runs into this empty cell through this side of it."""

    cell: Cell
    side: int
    bend: int  # RIVER-17: the branch's own memory: 1 its last bend went right, 3 left, 0 there was none


@frozen
class RiverPart:
    """What is left of the river's pile, and where the river is open."""

    pile: tuple[str, ...]  # the next tile is the last element
    ends: tuple[End, ...]
    volcano: bool  # RIVER-22: the lake bars figures and gives another turn
    again: bool = False  # it was laid in this turn


PART = Part("river", RiverPart)


# -- set-up -----------------------------------------------------------------------------------------


def spring_of(rules: Rules) -> str:
    """RIVER-11, 15, 26: one spring."""
    spring = load("river" if rules.has("river") else "river2").start
    if spring is None:
        raise ValueError("a river without a spring")
    return spring


def lake_of(rules: Rules) -> str:
    """RIVER-26: one lake; if both rivers are in play, the one that the table has chosen."""
    if not rules.has("river2"):
        return RIVER_LAKE
    if not rules.has("river"):
        return VOLCANO_LAKE
    lake = rules.options["river_combined_lake"]
    volcano = rules.has("princess_dragon") if lake == "auto" else lake == "volcano"
    return VOLCANO_LAKE if volcano else RIVER_LAKE


def river_tiles(rules: Rules) -> list[str]:
    """Every tile of the rivers in play, copies included."""
    return [
        tile.id
        for tile_set in rules.tile_sets()
        if tile_set.name in BOXES
        for tile in tile_set.tiles
        for _ in range(tile.count)
    ]


def set_out(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """RIVER-11, 15: the spring is laid; fork, the shuffled others and the lake are drawn in this order."""
    rules = state.rules
    tiles = river_tiles(rules)
    spring, lake = spring_of(rules), lake_of(rules)
    out = {spring, *LAKES, FORK, *left_in_the_box(state)}
    others = state.shuffled([tile for tile in tiles if tile not in out])
    fork = (FORK,) if FORK in tiles else ()
    cell = BESIDE_A_BLOCK if state.board.cells else (0, 0)
    turned = rules.shapes[spring].turns[0]
    state.board.place(turned, cell)
    (side,) = exits(turned.edges)
    volcano = lake == VOLCANO_LAKE and (
        rules.options["river2_lake_effect"] == "always" or rules.has("princess_dragon")
    )
    end = End(adjacent(cell)[side], opposite(side), 0)
    PART.set(state, RiverPart((lake, *others, *fork), (end,), volcano))


def stack_pile(state: GameState, stack: tuple[str, ...]) -> None:
    """A set-up may say which river tiles come first."""
    part = PART.of(state)
    PART.set(state, replace(part, pile=arranged(part.pile, stack)))


def left_in_the_box(state: GameState) -> Iterable[str]:
    """RIVER-26: of two springs and two lakes one each is not played."""
    rules = state.rules
    used = (spring_of(rules), lake_of(rules))
    unplayed = {*LAKES, *(load(name).start for name in BOXES)}.difference(used)
    return [tile for tile in river_tiles(rules) if tile in unplayed]


# -- the pile ---------------------------------------------------------------------------------------


def draw_river(state: GameState) -> str | None:
    """RIVER-01: the river's pile is played completely before the bag."""
    part = PART.of(state)
    if not part.pile:
        return None
    PART.set(state, replace(part, pile=part.pile[:-1]))
    return part.pile[-1]


def pile_left(state: GameState) -> int:
    """How many river tiles can still be drawn."""
    return len(PART.of(state).pile)


def unseen(state: GameState) -> Iterable[str]:
    """The census of the pile is public, its order is not."""
    return PART.of(state).pile


def conceal(view: GameState, viewer: int | None) -> None:  # noqa: ARG001  # hidden from all viewers
    """All viewers know that the lake lies at the bottom; none knows the order above it."""
    _reorder(view, sorted)


def imagine(state: GameState) -> None:
    """Some order of the pile, with the lake at the bottom."""
    _reorder(state, lambda tiles: state.shuffled(sorted(tiles)))


def _reorder(state: GameState, order: Callable[[tuple[str, ...]], Sequence[str]]) -> None:
    part = PART.of(state)
    known = 1 if part.pile and part.pile[0] in LAKES else 0
    pile = (*part.pile[:known], *order(part.pile[known:]))
    PART.set(state, replace(part, pile=pile))


# -- laying -----------------------------------------------------------------------------------------


def is_river(tile: Tile) -> bool:
    """Whether the river runs over a tile."""
    return "river" in tile.edges


def exits(edges: Sequence[str], entry: int | None = None) -> list[int]:
    """The sides through which the river leaves a tile that it enters through another one."""
    return [side for side, edge in enumerate(edges) if edge == "river" and side != entry]


def bend_of(entry: int, way_out: int) -> int:
    """RIVER-04: seen from the spring: 0 straight on, 1 to the right, 3 to the left."""
    return (way_out - opposite(entry)) % 4


def end_cells(state: GameState) -> Iterable[Cell]:
    """RIVER-02: a river tile lies where the river is open, and nowhere else."""
    return [end.cell for end in PART.of(state).ends]


def continues(state: GameState, shape: Shape, cell: Cell, rotation: int) -> Refusal | None:
    """RIVER-02, 03, 05, 18: why a river tile may not lie there. Its edges match already."""
    ends = PART.of(state).ends
    for end in ends:
        if end.cell == cell:
            break
    else:
        return refuse("river_not_continued", "RIVER-02", ends=tuple(end.cell for end in ends))
    for side in exits(shape.turns[rotation].edges, end.side):
        bend = bend_of(end.side, side)
        if bend and bend == end.bend:
            return refuse("river_turns_back", "RIVER-03", cell=cell, rotation=rotation)
        ahead = adjacent(cell)[side]
        if ahead in state.board.cells or any(other.cell == ahead for other in ends):
            return refuse("river_ends_meet", "RIVER-05", cell=ahead)
    return None


def flow(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """The river runs on through the tile just laid; each branch remembers its own last bend (RIVER-17)."""
    cell = state.last
    if cell is None:
        return
    turned = state.board.cells[cell].turned
    if not is_river(turned.tile):
        return
    part = PART.of(state)
    end = next(end for end in part.ends if end.cell == cell)
    straight_keeps = state.rules.options["river_uturn"] == "consecutive_bends"  # RIVER-03
    branches = [
        End(
            adjacent(cell)[side],
            opposite(side),
            bend_of(end.side, side) or (end.bend if straight_keeps else 0),
        )
        for side in exits(turned.edges, end.side)
    ]
    others = [other for other in part.ends if other is not end]
    again = part.volcano and turned.tile.id == VOLCANO_LAKE
    PART.set(state, replace(part, ends=(*others, *branches), again=again))


# -- the volcano lake -------------------------------------------------------------------------------


def no_figure_on_the_lake(state: GameState) -> bool:
    """RIVER-20: no figure may be placed on the volcano lake."""
    return PART.of(state).again


def another_turn(state: GameState, events: Events) -> str | None:
    """RIVER-21, 24: after the volcano lake the same player draws again, without a new start of the turn."""
    part = PART.of(state)
    if not part.again:
        return None
    PART.set(state, replace(part, again=False))
    events.append(TurnAgain(state.player))
    return "draw"


HOOKS = Hooks(
    begin=(set_out,),
    arrange=(stack_pile,),
    next_pile=(draw_river,),
    piles_left=(pile_left,),
    unseen=(unseen,),
    tiles_boxed=(left_in_the_box,),
    placement_rule=(continues,),
    tile_placed=(flow,),
    bars_claims=(no_figure_on_the_lake,),
    end_of_turn=(another_turn,),
    conceal=(conceal,),
    imagine=(imagine,),
)
U_TURN = {"river_uturn": ("consecutive_bends", "adjacent_tiles")}  # O3

RIVER = Expansion(
    key="river",
    apart=("river",),
    options=U_TURN,
    part=PART,
    hooks=HOOKS,
    start_boxed=True,  # RIVER-01: `set_out` lays the spring, beside a block if any
    concerns=is_river,
    only_cells=end_cells,
)
RIVER2 = Expansion(
    key="river2",
    apart=("river2",),
    options={
        **U_TURN,
        "river2_lake_effect": ("always", "only_with_pd"),  # O4
        "river_combined_lake": ("auto", "river", "volcano"),  # O5
    },
    part=PART,
    hooks=HOOKS,
    start_boxed=True,  # RIVER-01: `set_out` lays the spring, beside a block if any
    concerns=is_river,
    only_cells=end_cells,
)

"""How boxes compose: what a box declares, and how the rules of one table are compiled from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from engine.actions import Action, Claim, Pass
from engine.events import Event, Item, Scored
from engine.features import Feature
from engine.geometry import Cell
from engine.prompts import Options
from engine.refusals import Refusal
from engine.setup import EARLIER_DEFAULTS, BadSetup, Setup
from engine.state import Figure, GameState
from engine.tiles import Tile, TileSet, load
from engine.turned import Shape

Events = list[Event]
Items = tuple[Item, ...]  # the working of a score
Asked = Sequence[tuple[int, str]]  # (player, ask): who must decide what now
# A step is called on arrival and again after each answer: it says what is still to be decided here, or the
# name of the step to go to, or None to go on.
Step = Callable[[GameState, Events], Asked | str | None]
Ask = Callable[[GameState, int], Options]
Handler = Callable[[GameState, Any, Events], None]
Explain = Callable[[GameState, Any], Refusal | None]
PlacementRule = Callable[[GameState, Shape, Cell, int], Refusal | None]
PartType = TypeVar("PartType")


class Part(Generic[PartType]):
    """A typed handle on a box's part of the state. Parts are immutable values; `set` replaces one."""

    __slots__ = ("key", "type")

    def __init__(self, key: str, kind: type[PartType]) -> None:
        self.key = key
        self.type = kind

    def of(self, state: GameState) -> PartType:
        """This box's part of the state."""
        part: PartType = state.parts[self.key]
        return part

    def set(self, state: GameState, value: PartType) -> None:
        """Replace this box's part of the state."""
        state.parts = {**state.parts, self.key: value}


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure: how many each player has, which segments it may claim, and what it weighs there."""

    count: int
    stands_on: frozenset[str]
    weight: int = 1  # in every majority; 0: it owns nothing and never stands alone
    like: str | None = None  # it may stand wherever this other figure may


@dataclass(frozen=True, slots=True)
class Hooks:
    """The questions that the core asks the boxes, each a tuple of answers in the order of ALL.

    begin             the table is set, the bag shuffled, the start tiles laid: prepare your part
    arrange           put these tiles on top of your own piles, in this order (the stack of a set-up)
    turn_started      a player's turn begins
    next_pile         a tile from a pile of your own that goes before the bag, or None
    piles_left        how many tiles your own piles still hold
    unseen            your own tiles that no player has seen (for the census), in any order
    tiles_elsewhere   tiles that lie open beside the board
    tiles_boxed       tiles that stay in the box and are not played
    set_aside         may keep a drawn tile out of the game for now: True if it did
    bars_redraw       True if no new tile is drawn for one that cannot be laid
    placement_rule    why this placement is not allowed, or None (cell is empty and the edges match); asked
                      only about tiles that the box `concerns`
    more_placements   placements beyond those whose edges match as they are
    tile_placed       a tile has just been laid on state.last
    bars_claims       True if no figure may be placed on the tile just laid
    bars_cell         True if no figure may be put or moved onto this tile
    notable_cells     tiles on which a figure counts for more than the feature it stands on
    forced_actions    if any: the only options of the action step
    more_actions      further options of the action step
    free_actions      what may be done before the action of the step, also before a forced one
    explains_figure   why this kind of figure may not be put there, or None; asked only to explain a refusal
    explains_claim    the same, after the usual reasons
    feature_worth     what a feature is worth to each owner, given the usual working
    owner_worth       what one owner gets beside that: the player, the figures there, the common working
    features_scored   points for one completed or final feature were given to its owners: add yours
    scored            points were given
    figures_go_home   further figures that return after the scoring, beside those of completed features
    figure_left       a figure has just left the board
    figure_sent_home  the same, reported already, and why: further figures may follow it
    figure_sent       a player has put a figure into a quarter
    bars_sending      True if the placer may put none into a quarter
    figures_housed    figures that belong to a tile but stand on no segment, such as lords in castles
    figures_elsewhere (player, figure) for every figure that is neither in a supply nor on a segment
    retired           True if this feature has become something else and is no city any more
    more_cities       how many completed cities there are that are no city features
    city_worth        what this city is worth to a field: an item with its points, or None for the usual 3
    end_of_turn       the turn ends: the name of a step to go to instead of passing the turn on, or None
    conceal           hide from a viewer what no player, or only others, may know
    imagine           fill what was hidden from a view with something possible, drawn by state.shuffled
    breach            what is wrong with your part, or None: asked by the invariants only
    """

    begin: tuple[Callable[[GameState, Events], None], ...] = ()
    arrange: tuple[Callable[[GameState, tuple[str, ...]], None], ...] = ()
    turn_started: tuple[Callable[[GameState, Events], None], ...] = ()
    next_pile: tuple[Callable[[GameState], str | None], ...] = ()
    piles_left: tuple[Callable[[GameState], int], ...] = ()
    unseen: tuple[Callable[[GameState], Iterable[str]], ...] = ()
    tiles_elsewhere: tuple[Callable[[GameState], Iterable[str]], ...] = ()
    tiles_boxed: tuple[Callable[[GameState], Iterable[str]], ...] = ()
    set_aside: tuple[Callable[[GameState, str, Events], bool], ...] = ()
    bars_redraw: tuple[Callable[[GameState], bool], ...] = ()
    placement_rule: tuple[PlacementRule, ...] = ()
    more_placements: tuple[Callable[[GameState, int, Shape], Sequence[Action]], ...] = ()
    tile_placed: tuple[Callable[[GameState, Events], None], ...] = ()
    bars_claims: tuple[Callable[[GameState], bool], ...] = ()
    bars_cell: tuple[Callable[[GameState, Cell], bool], ...] = ()
    notable_cells: tuple[Callable[[GameState], Iterable[Cell]], ...] = ()
    forced_actions: tuple[Callable[[GameState, int], Sequence[Action]], ...] = ()
    more_actions: tuple[Callable[[GameState, int], Iterable[Action]], ...] = ()
    free_actions: tuple[Callable[[GameState, int], Iterable[Action]], ...] = ()
    explains_figure: tuple[Callable[[GameState, Claim], Refusal | None], ...] = ()
    explains_claim: tuple[Callable[[GameState, Claim], Refusal | None], ...] = ()
    feature_worth: tuple[Callable[[GameState, Feature, bool, Items], Items], ...] = ()
    owner_worth: tuple[Callable[[GameState, int, Sequence[Figure], Items], Items], ...] = ()
    features_scored: tuple[Callable[[GameState, int, Sequence[Figure], bool, Events], None], ...] = ()
    scored: tuple[Callable[[GameState, Scored], None], ...] = ()
    figures_go_home: tuple[Callable[[GameState, Events], None], ...] = ()
    figure_left: tuple[Callable[[GameState, Figure], None], ...] = ()
    figure_sent_home: tuple[Callable[[GameState, Figure, str, Events], None], ...] = ()
    figure_sent: tuple[Callable[[GameState, int], None], ...] = ()
    bars_sending: tuple[Callable[[GameState], bool], ...] = ()
    figures_housed: tuple[Callable[[GameState], Iterable[Figure]], ...] = ()
    figures_elsewhere: tuple[Callable[[GameState], Iterable[tuple[int, str]]], ...] = ()
    retired: tuple[Callable[[GameState, int], bool], ...] = ()
    more_cities: tuple[Callable[[GameState], int], ...] = ()
    city_worth: tuple[Callable[[GameState, int], Item | None], ...] = ()
    end_of_turn: tuple[Callable[[GameState, Events], str | None], ...] = ()
    conceal: tuple[Callable[[GameState, int | None], None], ...] = ()
    imagine: tuple[Callable[[GameState], None], ...] = ()
    breach: tuple[Callable[[GameState], str | None], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Expansion:
    """A box: its tiles, options, figures, steps, decisions and hooks. The core knows it only by these."""

    key: str
    tile_sets: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()  # tile sets that do not go into the bag
    switched: Mapping[str, str] = field(
        default_factory=dict
    )  # tile set -> the option that says on, off or auto
    kinds: frozenset[str] = frozenset()  # segment kinds that it brings to life
    marks: frozenset[str] = frozenset()  # printed marks that it brings to life, on the tiles of every box
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # values, the default first
    defaults: Mapping[str, str] = field(default_factory=dict)  # for options of others, while it is in play
    figures: Mapping[str, FigureKind] = field(default_factory=dict)
    grounds: Callable[[Mapping[str, str]], Mapping[str, frozenset[str]]] | None = (
        None  # more of it, by options
    )
    part: Part[Any] | None = None
    steps: Mapping[str, Step] = field(default_factory=dict)
    asks: Mapping[str, Ask] = field(default_factory=dict)
    handlers: Mapping[type[Action], Handler] = field(default_factory=dict)
    passes: Mapping[str, Handler] = field(default_factory=dict)  # ask -> what declining it means
    explains: Mapping[type[Action], Explain] = field(default_factory=dict)
    safe_answers: Mapping[str, Callable[[GameState, int], Action]] = field(default_factory=dict)
    hooks: Hooks = Hooks()
    start: Callable[[GameState], None] | None = None  # lays the first tiles instead of the game's start tile
    start_boxed: bool = False  # the game's start tile stays in the box: `begin` lays another one
    check: Callable[[Setup, Mapping[str, str]], None] | None = None  # raises BadSetup
    concerns: Callable[[Tile], bool] | None = None  # tiles that its placement rule is about; None: all
    only_cells: Callable[[GameState], Iterable[Cell]] | None = None  # the only ones where these tiles may lie


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A whole game: its own parts as an expansion, its turn, and the boxes that may be added."""

    base: Expansion
    turn: tuple[str, ...]
    finale: tuple[str, ...]
    boxes: tuple[Expansion, ...]
    max_players: int


class Rules:
    """The compiled rules of one table: plain tuples and dictionaries. An absent box costs nothing."""

    __slots__ = (
        "asks",
        "bag",
        "bars",
        "claimants",
        "explains",
        "figures",
        "finale",
        "game",
        "handlers",
        "hooks",
        "members",
        "names",
        "only_cells",
        "options",
        "order",
        "part_types",
        "passes",
        "places",
        "safe_answers",
        "setup",
        "shapes",
        "verbs",
        "weights",
    )

    def __init__(
        self, setup: Setup, game: Game, members: tuple[Expansion, ...], options: dict[str, str]
    ) -> None:
        self.setup = setup  # without seed and salt
        self.game = game
        self.members = members
        self.options = options
        steps = _merged(member.steps for member in members)
        self.names = tuple(name for name in game.turn + game.finale if name in steps)
        self.places = {name: place for place, name in enumerate(self.names)}
        self.order: tuple[Step, ...] = tuple(steps[name] for name in self.names)
        self.finale = next(name for name in game.finale if name in steps)
        self.asks: dict[str, Ask] = _merged(member.asks for member in members)
        self.handlers: dict[type[Action], Handler] = _merged(member.handlers for member in members)
        self.passes: dict[str, Handler] = _merged(member.passes for member in members)
        self.explains: dict[type[Action], Explain] = _merged(member.explains for member in members)
        self.safe_answers: dict[str, Callable[[GameState, int], Action]] = _merged(
            member.safe_answers for member in members
        )
        actions: tuple[type[Action], ...] = (*self.handlers, Pass)
        self.verbs = {action.verb: action for action in actions}
        self.part_types = {member.part.key: member.part.type for member in members if member.part}
        self.figures = _figures(members, options)
        self.claimants = tuple(
            (name, kind.stands_on) for name, kind in self.figures.items() if kind.stands_on
        )
        self.weights = {name: kind.weight for name, kind in self.figures.items()}
        self.hooks = Hooks(**{hook.name: _answers(members, hook.name) for hook in fields(Hooks)})
        kinds = frozenset[str]().union(*(member.kinds for member in members))
        marks = frozenset[str]().union(*(member.marks for member in members))
        self.shapes: dict[str, Shape] = {}
        for tile_set in self.tile_sets():
            self.shapes |= _shapes(tile_set.name, kinds, marks)
        # Every tile that is shuffled into the bag, copies included, in the order of the data.
        self.bag = tuple(
            tile.id for name in self._shuffled() for tile in load(name).tiles for _ in range(tile.count)
        )
        self.bars = {name: _bars(members, shape.tile) for name, shape in self.shapes.items()}
        self.only_cells = {
            name: member.only_cells
            for member in members
            if member.only_cells
            for name, shape in self.shapes.items()
            if member.concerns is None or member.concerns(shape.tile)
        }

    def tile_sets(self) -> list[TileSet]:
        """The sets in play, each once."""
        apart = [name for member in self.members for name in member.apart]
        return [load(name) for name in dict.fromkeys([*self._shuffled(), *apart])]

    def _shuffled(self) -> dict[str, None]:
        """The sets that go into the bag: those of the boxes, and those that an option switches on or off."""
        names = dict.fromkeys(name for member in self.members for name in member.tile_sets)
        switches = [pair for member in self.members for pair in member.switched.items()]
        for name, option in switches:
            if self.options[option] == "on":
                names[name] = None
            elif self.options[option] == "off":
                names.pop(name, None)
        return names

    def index(self, step: str) -> int:
        """Where a step stands in this table's order."""
        return self.places[step]

    def has(self, box: str) -> bool:
        """Whether a box is in play. For texts and tests: the core asks hooks instead."""
        return any(member.key == box for member in self.members)

    def tile(self, tile_id: str) -> Tile:
        """The printed facts of a tile."""
        return self.shapes[tile_id].tile


def _answers(members: Sequence[Expansion], hook: str) -> tuple[Any, ...]:
    """All answers to a hook; one that two boxes share is asked once."""
    return tuple(dict.fromkeys([answer for member in members for answer in getattr(member.hooks, hook)]))


@lru_cache(maxsize=256)
def _shapes(tile_set: str, kinds: frozenset[str], marks: frozenset[str]) -> dict[str, Shape]:
    """The tiles of a set with these kinds of segments and these marks alive; tables share them."""
    return {tile.id: Shape(tile, kinds, marks) for tile in load(tile_set).tiles}


def _bars(members: Sequence[Expansion], tile: Tile) -> tuple[PlacementRule, ...]:
    """The placement rules that concern a tile."""
    concerned = [member for member in members if member.concerns is None or member.concerns(tile)]
    return _answers(concerned, "placement_rule")


def _merged(mappings: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    """All entries of all mappings; two boxes may not provide the same thing."""
    result: dict[Any, Any] = {}
    for mapping in mappings:
        for key, value in mapping.items():
            if result.get(key, value) is not value:
                raise ValueError(f"two boxes provide {key}")
            result[key] = value
    return result


def _figures(members: Sequence[Expansion], options: Mapping[str, str]) -> dict[str, FigureKind]:
    figures: dict[str, FigureKind] = _merged(member.figures for member in members)
    for member in members:
        for name, ground in (member.grounds(options) if member.grounds else {}).items():
            if name in figures:
                figures[name] = replace(figures[name], stands_on=figures[name].stands_on | ground)
    for name, kind in figures.items():
        if kind.like is not None:
            figures[name] = replace(kind, stands_on=kind.stands_on | figures[kind.like].stands_on)
    return figures


def compile_rules(setup: Setup, games: Mapping[str, Game]) -> Rules:
    """The rules of this table; raises BadSetup if it cannot be played."""
    if setup.game not in games:
        raise BadSetup("unknown_game", "OPT-04", game=setup.game)
    game = games[setup.game]
    known = {box.key: box for box in game.boxes}
    for key in setup.boxes:
        if key not in known:
            raise BadSetup("unknown_box", "OPT-04", box=key, game=setup.game)
    members = (game.base, *(box for box in game.boxes if box.key in setup.boxes))
    options = _options(setup, members)
    _check_players(setup, game, options)
    for member in members:
        if member.check:
            member.check(setup, options)
    bare = replace(setup, seed="", salt="", stack=())
    return _compiled(bare, game)


@lru_cache(maxsize=64)
def _compiled(setup: Setup, game: Game) -> Rules:
    members = (game.base, *(box for box in game.boxes if box.key in setup.boxes))
    return Rules(setup, game, members, _options(setup, members))


def _options(setup: Setup, members: Sequence[Expansion]) -> dict[str, str]:
    allowed: dict[str, tuple[str, ...]] = _merged(member.options for member in members)
    chosen = {name: values[0] for name, values in allowed.items()}
    if setup.edition not in EARLIER_DEFAULTS:
        raise BadSetup("unknown_edition", "OPT-05", edition=setup.edition)
    earlier = EARLIER_DEFAULTS[setup.edition]
    chosen.update({name: value for name, value in earlier.items() if name in allowed})
    for member in members:
        chosen.update(member.defaults)
    for name, value in setup.options:
        if name not in allowed:
            raise BadSetup("unknown_option", "OPT-05", option=name)
        if value not in allowed[name]:
            raise BadSetup("unknown_value", "OPT-05", option=name, value=value, allowed=allowed[name])
        chosen[name] = value
    return chosen


def _check_players(setup: Setup, game: Game, options: Mapping[str, str]) -> None:
    most = int(options.get("max_players", game.max_players))
    if not 2 <= setup.players <= most:  # BASE-08, OPT-02
        raise BadSetup("players", "OPT-02", players=setup.players, least=2, most=most)
    chosen = options.get("first_player") != "random"
    if chosen != (setup.first_seat is not None):
        raise BadSetup("first_seat", "BASE-13", first_seat=setup.first_seat)
    if setup.first_seat is not None and not 0 <= setup.first_seat < setup.players:
        raise BadSetup("first_seat", "BASE-13", first_seat=setup.first_seat)

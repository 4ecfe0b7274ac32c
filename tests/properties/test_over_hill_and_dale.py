"""Over Hill and Dale in random play that seeks journeys and shared fields, checked at every ply.

What the engine says is compared with a second reading of the rules made from the printed tiles alone.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from engine import notation, record
from engine.actions import Action, Claim, Pass, PlaceTile
from engine.events import Event, FeatureCompleted, FigurePlaced, GameEnded, Scored, TurnStarted
from engine.game import IllegalAction, apply, imagine, new_game, pending, view_for
from engine.geometry import Cell
from engine.invariants import check, check_board
from engine.over_hill_and_dale.events import TokensShared, TokensTaken
from engine.over_hill_and_dale.journey import Journey
from engine.over_hill_and_dale.part import FACE_DOWN, PART
from engine.prompts import Prompt
from engine.queries import projected_scores
from engine.setup import Setup, agree
from engine.state import Figure, GameState
from engine.tiles import Segment

NAME = "over_hill_and_dale"
BLOCKS = ("any_trail", "same_trail")
AROUND = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
Place = tuple[Cell, str]  # a segment on the board


# -- a second reading of the rules --------------------------------------------------------------------


class Map:
    """The printed segments of a board and which of them meet, without the engine's features."""

    def __init__(self, state: GameState) -> None:
        self.segments: dict[Place, Segment] = {}
        self.ports: dict[tuple[Cell, int], Place] = {}
        for cell, placed in state.board.cells.items():
            for segment in placed.turned.tile.segments:
                self.segments[cell, segment.id] = segment
                for side in segment.sides:
                    self.ports[cell, (side + placed.turned.rotation) % 4] = (cell, segment.id)

    def exits(self, place: Place) -> list[int]:
        return [side for (cell, side), there in self.ports.items() if there == place and cell == place[0]]

    def beyond(self, cell: Cell, side: int) -> Place | None:
        x, y = AROUND[side]
        return self.ports.get(((cell[0] + x, cell[1] + y), (side + 2) % 4))

    def feature(self, place: Place) -> set[Place]:
        found: set[Place] = set()
        todo = [place]
        while todo:
            here = todo.pop()
            if here not in found:
                found.add(here)
                nexts = [self.beyond(here[0], side) for side in self.exits(here)]
                todo += [there for there in nexts if there is not None]
        return found

    def complete(self, feature: set[Place]) -> bool:
        return all(self.beyond(place[0], side) for place in feature for side in self.exits(place))

    def walk(self, place: Place, side: int) -> list[Place]:
        there = self.beyond(place[0], side)
        if there is None:
            return []
        onward = [out for out in self.exits(there) if out != (side + 2) % 4]
        return [there, *(self.walk(there, onward[0]) if onward else [])]


def journeys(state: GameState, last: Cell, player: int) -> dict[tuple[Cell, str, str], tuple[int, Place]]:
    """OHD-11, 14 to 18: traveller and direction -> points and where it ends."""
    board = Map(state)
    trails = [f for f in state.all_figures() if board.segments[f.cell, f.segment].kind == "trail"]
    found = {}
    for figure in trails:
        place = (figure.cell, figure.segment)
        if figure.player != player or last not in {cell for cell, _ in board.feature(place)}:
            continue
        others = [other.cell for other in trails if other is not figure]
        for side in board.exits(place):
            way = board.walk(place, side)
            ends = [points for points, (cell, _) in enumerate(way, start=1) if cell not in others]
            if ends:
                found[figure.cell, figure.segment, "NESW"[side]] = (ends[-1], way[ends[-1] - 1])
    return found


def completed(board: Map, last: Cell, figures: list[Figure]) -> tuple[Counter[tuple[int, int]], Counter[str]]:
    """OHD-09, 21, 22, 25: (player, points) for all that the tile just laid completed, and the harvest."""
    points: Counter[tuple[int, int]] = Counter()
    harvest: Counter[str] = Counter()
    features = {
        frozenset(board.feature(place))
        for place, segment in board.segments.items()
        if place[0] == last and segment.kind != "meadow"
    }
    for feature in features:
        counts = Counter(figure.player for figure in figures if (figure.cell, figure.segment) in feature)
        if not counts or not board.complete(set(feature)):
            continue
        crop = board.segments[min(feature)].kind == "crop"
        worth = len({cell for cell, _ in feature}) * (2 if crop else 1)
        points.update((player, worth) for player in counts if counts[player] == max(counts.values()))
        symbols = [board.segments[place].symbol for place in feature]
        harvest.update(symbol for symbol in symbols if symbol is not None)
    return points, harvest


def final_scores(state: GameState) -> list[int]:
    """OHD-32: what everybody would have if the game ended now."""
    board = Map(state)
    scores = list(state.scores)
    features: dict[frozenset[Place], list[Figure]] = {}
    for figure in state.all_figures():
        if figure.kind == "meeple":
            features.setdefault(frozenset(board.feature((figure.cell, figure.segment))), []).append(figure)
        else:  # OHD-31
            x, y = figure.cell
            for cell, placed in state.board.cells.items():
                if abs(cell[0] - x) <= 1 and abs(cell[1] - y) <= 1:
                    scores[figure.player] += sum(dict(placed.turned.tile.animals).values())
    for feature, figures in features.items():  # OHD-10, OHD-27
        counts = Counter(figure.player for figure in figures)
        for player, count in counts.items():
            if count == max(counts.values()):
                scores[player] += len({cell for cell, _ in feature})
    for player, hand in enumerate(PART.of(state).held):  # OHD-33, simply: make sets while any can be made
        scores[player] += len(hand)
        left = Counter(hand)
        crops = ("apple", "strawberry", "pumpkin", "sunflower", "wheat")
        while left["scarecrow"] >= (missing := sum(not left[crop] for crop in crops)):
            left["scarecrow"] -= missing
            left -= Counter(dict.fromkeys(crops, 1))
            scores[player] += 5
    return scores


# -- a game that is watched ---------------------------------------------------------------------------


@dataclass
class Watched:
    """A game in which everything that the rules say of a ply is checked."""

    setup: Setup
    rng: random.Random
    crowded: bool = False  # farmers of others come to claimed fields, as if by joining
    state: GameState = field(init=False)
    lines: list[str] = field(default_factory=list)
    asks: Counter[str] = field(default_factory=Counter)
    placed: bool = False  # in this turn
    paid: bool = False  # the player of this turn scored a completed trail
    asked: bool = False  # a journey was offered in this turn
    points: list[int] = field(default_factory=list)
    tokens: list[Counter[str]] = field(default_factory=list)
    waiting: dict[int, list[int]] = field(default_factory=dict)  # a shared field's owners, the next one first

    def play(self) -> None:
        self.points = [0] * self.setup.players
        self.tokens = [Counter() for _ in self.points]
        self.state, events = new_game(self.setup)
        self.watch(events, self.state, before=None)
        while not self.state.over:
            prompt = self.rng.choice(pending(self.state))
            if self.crowded and prompt.ask == "place":
                self.state = crowd(self.state, self.rng)
            action = choose(self.state, prompt, self.rng)
            self.asks[prompt.ask] += 1
            self.asked |= prompt.ask == "journey"
            self.look_closer(prompt)
            self.lines.append(notation.write(action))
            before = self.state
            if isinstance(action, Journey):
                self.check_journey(before, action)
            self.state, events = apply(before, action)
            self.watch(events, self.state, before)
        check_board(self.state.board)

    def watch(self, events: tuple[Event, ...], state: GameState, before: GameState | None) -> None:
        for event in events:
            if isinstance(event, TurnStarted | GameEnded) and before is not None:
                self.check_no_journey(before, state)
                self.placed = self.paid = self.asked = False
            elif isinstance(event, FigurePlaced):
                self.placed = True
            elif isinstance(event, Scored):
                self.points[event.player] += event.points
                trail = event.source == "trail" and not event.final
                self.paid |= trail and before is not None and event.player == before.player
            elif isinstance(event, TokensTaken):
                self.tokens[event.player].update(event.tokens)
                if event.feature in self.waiting:  # OHD-23: one at a time, in turn
                    assert event.player == self.waiting[event.feature].pop(0)
                    assert len(event.tokens) == 1
                    self.waiting[event.feature].append(event.player)
            elif isinstance(event, TokensShared):
                assert before is not None
                seats = range(before.player, before.player + self.setup.players)
                in_order = [seat % self.setup.players for seat in seats]
                assert list(event.pickers) == [seat for seat in in_order if seat in event.pickers]
                assert len(event.pickers) > 1
                self.waiting[event.feature] = list(event.pickers)
        if before is not None and any(isinstance(event, FeatureCompleted) for event in events):
            self.check_completed(before, state, events)
        check(state)
        assert state.scores == self.points
        assert [Counter(hand) for hand in PART.of(state).held] == self.tokens
        if not state.over:
            self.check_features(state)

    def check_completed(self, before: GameState, after: GameState, events: tuple[Event, ...]) -> None:
        figures = list(before.all_figures())
        figures += [
            Figure(event.player, event.figure, event.cell, event.segment)
            for event in events
            if isinstance(event, FigurePlaced)
        ]
        points, harvest = completed(Map(after), list(after.board.cells)[-1], figures)
        scored = [event for event in events if isinstance(event, Scored) and not event.final]
        assert Counter((event.player, event.points) for event in scored) == points
        shared = {event.feature: event.tokens for event in events if isinstance(event, TokensShared)}
        alone = [e.tokens for e in events if isinstance(e, TokensTaken) and e.feature not in shared]
        assert sum(map(Counter, [*shared.values(), *alone]), Counter[str]()) == harvest

    def check_features(self, state: GameState) -> None:
        """OHD-09, OHD-21: between two turns no figure stands on anything complete; claims are free."""
        (prompt,) = pending(state)
        board = Map(state)
        if prompt.ask in ("place", "journey", "token"):
            for figure in state.all_figures():
                place = (figure.cell, figure.segment)
                assert figure.kind == "stable" or not board.complete(board.feature(place)), figure
        elif state.last is not None:  # OHD-36, with OHD-08, 20, 28, 29
            taken = {(figure.cell, figure.segment) for figure in state.all_figures()}
            free = [
                (name, "meeple")
                for (cell, name), segment in board.segments.items()
                if cell == state.last and segment.kind in ("trail", "crop")
                if state.supply[prompt.player, "meeple"] and not board.feature((cell, name)) & taken
            ]
            x, y = state.last
            near = any(
                figure.kind == "stable" and max(abs(figure.cell[0] - x), abs(figure.cell[1] - y)) <= 1
                for figure in state.all_figures()
            )
            meadow = any(s.kind == "meadow" for (cell, _), s in board.segments.items() if cell == state.last)
            claims = [option for option in prompt.options if isinstance(option, Claim)]
            offered = [(claim.segment, claim.figure) for claim in claims if claim.figure == "meeple"]
            assert sorted(offered) == sorted(free)
            stable = bool(state.supply[prompt.player, "stable"] and meadow and not near)
            assert sum(claim.figure == "stable" for claim in claims) == stable
            assert len(prompt.options) == len(free) + stable + 1
            assert prompt.options[-1] == Pass(prompt.player)

    def barred(self, state: GameState) -> bool:
        """OHD-06, OHD-11, OHD-12."""
        return self.placed or (self.paid and state.rules.options["ohd_journey_block"] == "any_trail")

    def check_no_journey(self, before: GameState, after: GameState) -> None:
        """A turn went by without a journey prompt: there was none to make."""
        if not self.asked and not self.barred(before):
            assert after.over or after.last is None
            last = list(after.board.cells)[-1]
            assert not journeys(after, last, before.player)

    def check_journey(self, state: GameState, action: Journey) -> None:
        assert state.last is not None
        points, (cell, segment) = journeys(state, state.last, action.player)[
            action.cell, action.segment, action.direction
        ]
        after, events = apply(state, action)
        scored = [event for event in events if isinstance(event, Scored) and event.source == "journey"]
        assert [(event.player, event.points) for event in scored] == [(action.player, points)]
        gone = Counter(state.all_figures()) - Counter(after.all_figures())
        came = Counter(after.all_figures()) - Counter(state.all_figures())
        assert gone == Counter([Figure(action.player, "meeple", action.cell, action.segment)])
        assert came == Counter([Figure(action.player, "meeple", cell, segment)])
        assert after.supply == state.supply

    def look_closer(self, prompt: Prompt) -> None:
        """Snapshots, options, projections and views, in the middle of a turn too."""
        state = self.state
        assert not (prompt.ask == "journey" and self.barred(state))
        if prompt.ask == "journey":
            assert state.last is not None
            offered = {(a.cell, a.segment, a.direction) for a in prompt.options if isinstance(a, Journey)}
            assert offered == set(journeys(state, state.last, prompt.player))
            assert len(prompt.options) == len(offered) + 1
        if prompt.ask == "token":
            sharing = PART.of(state).shared[0]
            assert prompt.player == sharing.pickers[0]
            assert len(set(sharing.tokens)) == len(prompt.options) > 1
        if prompt.ask in ("journey", "token") or self.rng.random() < 0.05:
            assert record.decode(record.encode(state)) == state
            assert list(projected_scores(state)) == final_scores(state)
            for option in prompt.options:
                assert notation.read(state.rules, notation.write(option)) == option
                apply(state, option)
            self.check_hidden(state)

    def check_hidden(self, state: GameState) -> None:
        for viewer in (0, None):
            view = view_for(state, viewer)
            check(view)
            for player, hand in enumerate(PART.of(view).held):
                assert player == viewer or set(hand) <= {FACE_DOWN}
                assert len(hand) == len(PART.of(state).held[player])
            whole = imagine(view, "x")
            check(whole)
            assert all(FACE_DOWN not in hand for hand in PART.of(whole).held)


def choose(state: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """A random move that looks for trouble: contested fields, long trails, journeys."""
    options = list(prompt.options)
    if prompt.ask == "place":
        tries = [rng.choice(options) for _ in range(8)]
        return max(tries, key=lambda action: trouble(apply(state, action).state, prompt.player))
    if prompt.ask == "act":
        label, by_id = state.board.features.label, state.board.features.by_id
        mine = [number for number, group in state.figures.items() if group[0].player == prompt.player]
        travels = any(by_id[label[number]].kind == "trail" for number in mine)
        wanted = "c" if travels else "t"
        claims = [a for a in options if isinstance(a, Claim) and a.segment.startswith(wanted)]
        if claims and rng.random() < 0.7:
            return rng.choice(claims)
        return rng.choice(options) if rng.random() < 0.2 else options[-1]
    return rng.choice(options[:-1]) if prompt.ask == "journey" and rng.random() < 0.8 else rng.choice(options)


def crowd(state: GameState, rng: random.Random) -> GameState:
    """The same position with one more farmer on a claimed field: a tie as joined fields make it."""
    by_id, label = state.board.features.by_id, state.board.features.label
    fields = [group[0] for number, group in state.figures.items() if by_id[label[number]].kind == "crop"]
    state = state.fork()
    for farmer in fields:
        there = state.figures_on(state.board.feature_id(farmer.cell, farmer.segment))
        player = rng.randrange(state.rules.setup.players)
        if len(there) < 2 and player != farmer.player and state.supply[player, "meeple"] > 1:
            state.supply[player, "meeple"] -= 1
            state.stand(Figure(player, "meeple", farmer.cell, farmer.segment))
            break
    return state


def trouble(state: GameState, player: int) -> float:
    """How much a position promises to ask for."""
    label, by_id = state.board.features.label, state.board.features.by_id
    owners: dict[int, set[int]] = {}
    for number, figures in state.figures.items():
        owners.setdefault(label[number], set()).update(figure.player for figure in figures)
    last = 1 << len(state.board.cells) - 1
    sought = 0.0
    for feature_id, players in owners.items():
        feature = by_id[feature_id]
        if feature.kind == "crop" and len(players) > 1:
            sought += 20 - 2 * feature.open
        if feature.kind == "trail" and player in players and feature.open and feature.tiles & last:
            sought += 4
    return sought + 100 * any(prompt.ask == "token" for prompt in pending(state))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("block", BLOCKS)
def test_random_games_keep_every_rule(players: int, block: str) -> None:
    """OHD-05 to OHD-38 at every ply, and the whole record once more at the end."""
    asks: Counter[str] = Counter()
    for seed in range(1):
        setup = agree(players, options={"ohd_journey_block": block}, game=NAME, seed=f"{players}/{seed}")
        game = Watched(setup, random.Random(seed))
        game.play()
        again = record.last_state(record.read(record.Record(setup, tuple(game.lines)).write()))
        assert again == game.state
        asks += game.asks
    assert set(asks) >= {"place", "act", "journey"}


def test_random_games_with_tied_fields_keep_every_rule() -> None:
    """OHD-23, OHD-38: the same where owners are tied again and again; the games do meet what is rare."""
    asks: Counter[str] = Counter()
    for players in (2, 4, 5, 5):
        setup = agree(players, game=NAME, seed=f"crowd/{asks.total()}")
        game = Watched(setup, random.Random(players), crowded=True)
        game.play()
        asks += game.asks
    assert asks["journey"] >= 10, asks
    assert asks["token"] >= 5, asks


def test_every_placement_is_offered_and_no_other() -> None:
    """OHD-35: against all cells and rotations; and what is not offered is refused."""
    rng = random.Random(5)
    state, _ = new_game(agree(2, game=NAME, seed="placements"))
    while not state.over:
        (prompt,) = pending(state)
        if prompt.ask == "place" and state.turn % 7 == 1:
            assert state.tile is not None
            offered = set(prompt.options)
            tile = state.rules.tile(state.tile)
            cells = state.board.cells
            span = range(-9, 10)
            for x in span:
                for y in span:
                    near = [((x + dx, y + dy), side) for side, (dx, dy) in AROUND.items()]
                    laid = [(cell, side) for cell, side in near if cell in cells]
                    for rotation in range(4):
                        fits = bool(laid) and (x, y) not in cells
                        for cell, side in laid:
                            mine = tile.edges[(side - rotation) % 4]
                            other = cells[cell].turned
                            fits = fits and mine == other.tile.edges[((side + 2) - other.rotation) % 4]
                        action = PlaceTile(prompt.player, (x, y), rotation)
                        assert (action in prompt.options) == fits
                        if action in offered:
                            assert fits
                        if not fits and laid:
                            with pytest.raises(IllegalAction):
                                apply(state, action)
        state, _ = apply(state, rng.choice(prompt.options))

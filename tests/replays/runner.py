"""Plays games written as sentences that anyone at the table can check (see tests/replays/README.md)."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import notation, record
from engine.actions import Claim, Pass, PlaceTile
from engine.events import Event, Scored
from engine.game import IllegalAction, apply, new_game, pending
from engine.geometry import Cell
from engine.queries import final_scoring
from engine.setup import SEAT_LETTERS, agree
from engine.state import Figure
from engine.steps.place_tile import fits

HERE = Path(__file__).parent
PLACEMENT = re.compile(
    r"(?P<seat>[A-F]) (?P<tile>\S+-\S+) (?P<x>-?\d+),(?P<y>-?\d+) r(?P<rotation>[0-3])"
    r"(?: over (?P<bridge>-?\d+,-?\d+ \S+))?(?: (?P<claim>\S+))?$"
)
LAID = re.compile(
    r"(?P<tile>\S+) (?P<x>-?\d+),(?P<y>-?\d+) r(?P<rotation>[0-3])"
    r"(?: bridged (?P<axis>NS|WE))?(?P<figures>(?: [A-F]:\S+)*)$"
)
Sentence = Callable[["Table", re.Match[str]], None]
SENTENCES: dict[str, Sentence] = {}
Arrange = Callable[["Table", Any], None]
ARRANGEMENTS: dict[str, Arrange] = {}


def sentence(pattern: str) -> Callable[[Sentence], Sentence]:
    """Register what a sentence checks. Boxes add theirs in tests/replays/sentences.py."""

    def register(check: Sentence) -> Sentence:
        SENTENCES[pattern] = check
        return check

    return register


def drawn_tiles(moves: list[str]) -> list[str]:
    """The tiles that the moves lay, in order; one whose placement is refused stays in hand."""
    drawn: list[str] = []
    in_hand = ""
    for move in moves:
        line, _, refusal = move.partition(" ! ")
        match = PLACEMENT.match(line)
        if not match:
            continue
        if match["tile"] != in_hand:
            drawn.append(match["tile"])
        stays = refusal and match["claim"] in (None, "nobody", "...")
        in_hand = match["tile"] if stays else ""
    return drawn


def arrangement(key: str) -> Callable[[Arrange], Arrange]:
    """Register what a key of a game sets up before its first move. Boxes add theirs to their sentences."""

    def register(arrange: Arrange) -> Arrange:
        ARRANGEMENTS[key] = arrange
        return arrange

    return register


class Table:
    """One game of a replay file."""

    def __init__(self, game: dict[str, Any]) -> None:
        importlib.import_module("tests.replays.sentences")  # registers what boxes add
        setup = agree(
            game.get("players", 2),
            game.get("boxes", []),
            game.get("options", {}),
            game=game.get("game", "carcassonne"),
            first_seat=SEAT_LETTERS.index(game.get("first", "A")),
            stack=game.get("stack", drawn_tiles(game.get("moves", []))),
            seed=game.get("seed", "replay"),
        )
        self.events: list[Event] = []
        self.state, events = new_game(setup)
        self.events += events
        for line in game.get("board", []):
            self.lay(line)
        for line in game.get("figures", []):
            seat, cell, segment, *figure = line.split()
            x, y = map(int, cell.split(","))
            self.put(SEAT_LETTERS.index(seat), *(figure or ["meeple"]), (x, y), segment)
        for seat, points in game.get("scores", {}).items():
            self.state.scores[SEAT_LETTERS.index(seat)] = points
        for seat, figures in game.get("supply", {}).items():
            for figure, count in figures.items():
                self.state.supply[SEAT_LETTERS.index(seat), figure] = count
        for key, arrange in ARRANGEMENTS.items():
            if key in game:
                arrange(self, game[key])

    # -- set-up -----------------------------------------------------------------------------------

    def lay(self, line: str) -> None:
        """`base-U 1,0 r1 A:r1`: a tile that lies there already, with figures."""
        state = self.state
        match = LAID.match(line)
        assert match, f"not a laid tile: {line}"
        cell = (int(match["x"]), int(match["y"]))
        shape = state.rules.shapes[match["tile"]]
        rotation = int(match["rotation"])
        assert match["axis"] or fits(state, shape, cell, rotation), f"does not fit: {line}"
        state.own_board().place(shape.turns[rotation], cell)
        if match["axis"]:
            state.board.build_span(cell, int(match["axis"] == "WE"))
        for word in match["figures"].split():
            seat, _, where = word.partition(":")
            segment, _, figure = where.partition("/")
            self.put(SEAT_LETTERS.index(seat), figure or "meeple", cell, segment)

    def put(self, player: int, figure: str, cell: Cell, segment: str) -> None:
        """A figure that stands there already."""
        self.state.supply[player, figure] -= 1
        weight = self.state.rules.weights[figure]
        self.state.stand(Figure(player, figure, cell, self.segment(cell, segment), weight))

    # -- moves ------------------------------------------------------------------------------------

    def move(self, line: str) -> None:
        """A placement with its claim, an action in notation, a check after `?`, or a refusal after `!`."""
        if line.startswith("? "):
            self.check(line[2:])
        elif " ! " in line:
            self.refused(*line.split(" ! "))
        elif match := PLACEMENT.match(line):
            self.place(match)
        else:
            self.apply(notation.read(self.state.rules, line))

    def place(self, match: re.Match[str]) -> None:
        player = SEAT_LETTERS.index(match["seat"])
        cell = (int(match["x"]), int(match["y"]))
        assert self.state.tile == match["tile"], f"{self.state.tile} is in hand, not {match['tile']}"
        if match["bridge"]:
            x, y, rotation = match["x"], match["y"], match["rotation"]
            line = f"{match['seat']} bridge {x},{y} {rotation} {match['bridge']}"
            self.apply(notation.read(self.state.rules, line))
        else:
            self.apply(PlaceTile(player, cell, int(match["rotation"])))
        asked = [prompt.ask for prompt in pending(self.state) if prompt.player == player]
        claim = match["claim"]
        if claim not in (None, "nobody", "..."):
            segment, _, figure = claim.partition("/")
            self.apply(Claim(player, cell, self.segment(cell, segment), figure or "meeple"))
        elif asked == ["act"] and claim != "...":
            self.apply(Pass(player))

    def segment(self, cell: Cell, word: str) -> str:
        """`c1`, or `city` if the tile has only one."""
        there = self.state.board.segments_at(cell)
        named = [segment for segment, kind, _ in there if word in (segment, kind)]
        assert len(named) == 1, f"{word} at {cell}: {there}"
        return named[0]

    def apply(self, action: Any) -> None:
        before = record.encode(self.state)
        state, events = apply(self.state, action)
        assert record.encode(self.state) == before, "apply changed the given state"
        assert record.decode(record.encode(state)) == state
        self.state = state
        self.events += events

    def refused(self, line: str, reason: str) -> None:
        """`B base-U 0,1 r0 ! edges BASE-16`: must be refused for this reason."""
        match = PLACEMENT.match(line)
        before = record.encode(self.state)
        try:
            if match:
                self.place(match)
            else:
                self.apply(notation.read(self.state.rules, line))
        except IllegalAction as error:
            given = error.reason
        else:
            raise AssertionError(f"allowed: {line}")
        assert f"{given.code} {given.rule}" == reason, f"refused for {given}"
        if not match or match["claim"] in (None, "nobody"):
            assert record.encode(self.state) == before, "a refused action changed the state"

    # -- checks -----------------------------------------------------------------------------------

    def check(self, line: str) -> None:
        """Every sentence must be known and true."""
        for pattern, check in SENTENCES.items():
            match = re.fullmatch(pattern, line)
            if match:
                try:
                    check(self, match)
                except AssertionError as error:
                    raise AssertionError(f"{line}: {error}") from None
                return
        raise AssertionError(f"unknown sentence: {line}")


def player_of(match: re.Match[str]) -> int:
    """The seat that a sentence speaks of."""
    return SEAT_LETTERS.index(match["seat"])


def run(game: dict[str, Any]) -> Table:
    """Play a replay and check all its sentences."""
    table = Table(game)
    for line in game.get("moves", []):
        try:
            table.move(line)
        except Exception as error:
            raise AssertionError(f"{line}: {error!r}") from error
    for line in game.get("expect", []):
        table.check(line)
    if "final" in game:
        events: list[Event] = []
        table.state = final_scoring(table.state, events)
        table.events = events
        for line in game["final"]:
            table.check(line)
    return table


def load_all() -> list[tuple[str, dict[str, Any]]]:
    """Every replay of every file, with a name."""
    found = []
    for path in sorted(HERE.glob("*.toml")):
        games = tomllib.loads(path.read_text("utf-8"))["game"]
        found += [(f"{path.stem}: {game['title']}", game) for game in games]
    return found


@arrangement("bag")
def _bag(table: Table, tiles: list[str]) -> None:
    """The tiles left to be drawn after the one in hand, in order."""
    table.state.bag = tuple(reversed(tiles))


@sentence(r"(?P<seat>[A-F]) has (?P<points>-?\d+) points?")
def _points(table: Table, match: re.Match[str]) -> None:
    points = table.state.scores[player_of(match)]
    assert points == int(match["points"]), f"has {points}"


@sentence(r"(?P<seat>[A-F]) has (?P<count>\d+) (?P<figure>[a-z]+?)s? in supply")
def _supply(table: Table, match: re.Match[str]) -> None:
    count = table.state.supply[player_of(match), match["figure"]]
    assert count == int(match["count"]), f"has {count}"


@sentence(r"(?P<seat>[A-F]) scored (?P<points>-?\d+) for (?P<source>\w+)(?: \((?P<working>.*)\))?")
def _scored(table: Table, match: re.Match[str]) -> None:
    scored = [event for event in table.events if isinstance(event, Scored)]
    working = match["working"]
    for event in scored:
        if (event.player, event.points, event.source) == (
            player_of(match),
            int(match["points"]),
            match["source"],
        ) and (not working or working == working_of(event)):
            return
    raise AssertionError(f"scored {[(e.player, e.points, e.source, working_of(e)) for e in scored]}")


def working_of(event: Scored) -> str:
    """`3 tiles 6, 1 shields 2`"""
    return ", ".join(f"{item.count} {item.name} {item.points}" for item in event.items)


@sentence(r"(?P<seat>[A-F]) scored nothing")
def _nothing(table: Table, match: re.Match[str]) -> None:
    scored = [
        event for event in table.events if isinstance(event, Scored) and event.player == player_of(match)
    ]
    assert not scored, scored


@sentence(r"(?P<seat>[A-F]) is asked (?P<ask>\w+)")
def _asked(table: Table, match: re.Match[str]) -> None:
    asked = [(prompt.player, prompt.ask) for prompt in pending(table.state)]
    assert (player_of(match), match["ask"]) in asked, f"asked: {asked}"


@sentence(r"(?P<not>not )?possible: (?P<line>.*)")
def _possible(table: Table, match: re.Match[str]) -> None:
    action = notation.read(table.state.rules, match["line"])
    options = [option for prompt in pending(table.state) for option in prompt.options]
    assert (action in options) == (not match["not"]), [notation.write(option) for option in options]


@sentence(r"the options are (?P<lines>.*)")
def _options(table: Table, match: re.Match[str]) -> None:
    options = {notation.write(option) for prompt in pending(table.state) for option in prompt.options}
    assert options == set(match["lines"].split("; ")), options


@sentence(r"(?P<seat>[A-F]) stands on (?P<x>-?\d+),(?P<y>-?\d+) (?P<segment>\w+)(?: with (?P<count>\d+))?")
def _stands(table: Table, match: re.Match[str]) -> None:
    cell = (int(match["x"]), int(match["y"]))
    segment = table.segment(cell, match["segment"])
    there = [f for f in table.state.all_figures() if (f.cell, f.segment) == (cell, segment)]
    count = sum(figure.player == player_of(match) for figure in there)
    assert count == int(match["count"] or 1), there


@sentence(r"nobody stands on (?P<x>-?\d+),(?P<y>-?\d+)")
def _empty(table: Table, match: re.Match[str]) -> None:
    there = [f for f in table.state.all_figures() if f.cell == (int(match["x"]), int(match["y"]))]
    assert not there, there


@sentence(r"(?P<tile>\S+) is out of the game")
def _discarded(table: Table, match: re.Match[str]) -> None:
    assert match["tile"] in table.state.discarded, table.state.discarded


@sentence(r"the game is over")
def _over(table: Table, match: re.Match[str]) -> None:  # noqa: ARG001
    assert table.state.over

"""Replays games that an independent engine played, and compares them with ours after every turn.

A game is a line of JSON: its draws in order, every decision with (often) all legal options, and the scores,
supplies and figures at the end of each turn. Any file of such games can be tried:

    python -m tests.replays.oracle FILE.jsonl.gz ...
"""

from __future__ import annotations

import copy
import gzip
import importlib
import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from engine.actions import Action, Claim, Pass, PlaceTile
from engine.board import SPAN
from engine.events import Event
from engine.game import apply, new_game, pending
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.ruleset import Rules
from engine.setup import Setup, agree
from engine.state import GameState

HERE = Path(__file__).parent
TILES: dict[str, str] = json.loads((HERE / "oracle_tiles.json").read_text("utf-8"))
CORPORA = sorted((HERE / "corpora").glob("*.jsonl.gz"))
SIDES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
FIGURES = {
    "SmallFollower": "meeple",
    "Abbot": "abbot",
    "BigFollower": "large",
    "Builder": "builder",
    "Pig": "pig",
}
SITES = {"Monastery": ("monastery", "shrine"), "Garden": ("garden",), "Tower": ("tower",)}


class Difference(AssertionError):
    """Our engine and the oracle disagree."""


@cache
def lines(path: Path) -> list[bytes]:
    """The games of a corpus, not yet parsed."""
    return gzip.decompress(path.read_bytes()).splitlines()


def game(path: Path, number: int) -> dict[str, Any]:
    """One game of a corpus."""
    found: dict[str, Any] = json.loads(lines(path)[number])
    return found


def segment_at(state: GameState, kind: str, cell: Cell, location: str) -> str:
    """Our segment id for the oracle's feature pointer (board frame)."""
    placed = state.board.cells[cell]
    turned = placed.turned
    kind = "City" if kind == "Castle" else kind  # a castle is named by the small city under it
    if kind in SITES:
        return next(part.segment.id for part in turned.parts if part.kind in SITES[kind])
    if kind == "Field" and location in ("I", "II"):
        inner = [part.segment.id for part in turned.parts if part.kind == "field" and not part.segment.halves]
        return inner[len(location) - 1]
    if kind == "Field":
        wanted = {HALVES.index(name) for name in location.split(".")}
        for part in turned.parts:
            if {(half + 2 * turned.rotation) % 8 for half in part.segment.halves} == wanted:
                return part.segment.id
    else:
        sides = {
            SIDES.index(side) for side in (set(SIDES) - set(location) if location[0] == "_" else location)
        }
        for part in turned.parts:
            if part.kind == kind.lower() and set(turned.side_of(part.segment.id)) == sides:
                return part.segment.id
        if kind == "Road" and cell in state.board.spans:
            return SPAN
    raise Difference(f"{turned} at {cell} has no {kind} {location}")


class Extension:
    """What a box adds to a replay. Subclasses live in oracle_<box>.py; each is asked if it applies."""

    def applies(self, game: dict[str, Any]) -> bool:
        """Whether this box is in the game."""
        raise NotImplementedError

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        """(our boxes, our options) for it."""
        return [], {}

    def begin(self, replay: Replay) -> None:
        """The game is set up, the bag is in the oracle's order: adjust what differs."""

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        """Play what our engine asks and the oracle does not, before this decision is compared."""

    def after(self, replay: Replay) -> None:
        """Play at once what our engine asks after an action and the oracle never does."""

    def skips(self, replay: Replay, decision: dict[str, Any]) -> bool:  # noqa: ARG002
        """True if ours has no such decision: it was made already, or is made later."""
        return False

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:  # noqa: ARG002
        """Our action for the oracle's, or None if it is not this box's."""
        return None

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        """Compare this box's legal options; raise Difference."""

    def placements(self, replay: Replay, theirs: set[Any], ours: set[Any]) -> tuple[set[Any], set[Any]]:  # noqa: ARG002
        """Take known differences out of both sets of (x, y, rotation)."""
        return theirs, ours

    def end_of_turn(self, replay: Replay, turn: dict[str, Any]) -> None:
        """Play what our engine still asks at the end of the oracle's turn."""

    def scores(self, replay: Replay, scores: list[int]) -> list[int]:  # noqa: ARG002
        """Our scores at the oracle's moment."""
        return scores

    def supply(self, replay: Replay, supply: Counter[tuple[int, str]]) -> Counter[tuple[int, str]]:  # noqa: ARG002
        """Our supplies at the oracle's moment: (player, figure) -> how many."""
        return supply

    def figures(self, replay: Replay, figures: list[Any]) -> list[Any]:  # noqa: ARG002
        """The oracle's figures that stand on segments, others taken out."""
        return figures

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        """Compare this box's tokens and neutral figures at the end of a turn; raise Difference."""

    def finish(self, replay: Replay) -> None:
        """After the last turn: decisions of the finale."""


EXTENSIONS: list[Extension] = []


class Replay:
    """One game of the oracle, played in our engine."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.game = game
        self.extensions = [extension for extension in EXTENSIONS if extension.applies(game)]
        self.draws = [TILES[tile] for tile in game["draws"]]
        self.state, _ = new_game(self.setup())
        self.state.bag = tuple(reversed(self.draws[1:]))  # its editions count other copies than ours
        self.turn_events: list[Event] = []
        self.notes: dict[str, Any] = {}  # what extensions remember of this game
        for extension in self.extensions:
            extension.begin(self)

    def setup(self) -> Setup:
        """Our set-up for this game: same boxes, same options, the same first tile."""
        boxes: list[str] = []
        options = {"farmers": "on" if self.game["elements"].get("farmers") else "off"}
        for extension in self.extensions:
            more_boxes, more_options = extension.setup(self.game)
            boxes += more_boxes
            options |= more_options
        return agree(self.game["players"], boxes, options, first_seat=0, stack=self.draws[:1])

    def run(self) -> None:
        """Play every turn and compare; raises Difference."""
        for turn in self.game["turns"]:
            where = f"{self.game['seed']} turn {turn['n']}"
            if not self.state.over:  # a second part for which no tile is left has an entry of its own
                self.turn_events = []
            try:
                for action in turn["actions"]:
                    self.decide(action)
                for extension in self.extensions:
                    extension.end_of_turn(self, turn)
                self.compare(turn)
            except Exception as error:
                raise Difference(f"{where}: {error!r}") from error
        for extension in self.extensions:
            extension.finish(self)
        if not self.state.over:
            raise Difference(f"{self.game['seed']}: our game is not over")
        self.check("final scores", self.game["final_scores"], self.state.scores)

    def own_rules(self) -> Rules:
        """The compiled rules as a copy that belongs to this replay: an extension may change it."""
        rules = copy.copy(self.state.rules)
        rules.shapes = dict(rules.shapes)
        self.state.rules = rules
        return rules

    # -- decisions --------------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """The one open prompt."""
        (prompt,) = pending(self.state)
        return prompt

    def decide(self, decision: dict[str, Any]) -> None:
        """Compare the legal options, then play the oracle's choice."""
        for extension in self.extensions:
            extension.before(self, decision)
        if any(extension.skips(self, decision) for extension in self.extensions):
            return
        prompt = self.prompt()
        self.check("who decides", decision["p"], prompt.player)
        if "legal" in decision:
            self.compare_legal(decision["legal"], prompt)
        self.play(self.action(decision))

    def play(self, action: Action) -> None:
        """Apply an action and keep what happened."""
        self.state, events = apply(self.state, action)
        self.turn_events += events
        for extension in self.extensions:
            extension.after(self)

    def action(self, decision: dict[str, Any]) -> Action:
        """Our action for the oracle's."""
        for extension in self.extensions:
            action = extension.action(self, decision)
            if action is not None:
                return action
        player = decision["p"]
        if decision["a"] == "pass":
            return Pass(player)
        cell = (decision["x"], decision["y"])
        if decision["a"] == "tile":
            self.check("tile in hand", TILES[decision["tile"]], self.state.tile)
            return PlaceTile(player, cell, decision["rot"] // 90)
        if decision["a"] == "meeple":
            segment = segment_at(self.state, decision["feature"], cell, decision["loc"])
            return Claim(player, cell, segment, FIGURES[decision["meeple"]])
        raise Difference(f"unknown decision {decision['a']}")

    def compare_legal(self, legal: dict[str, Any], prompt: Prompt) -> None:
        """The same options, no more and no fewer."""
        if "tile" in legal:
            theirs = {
                (*map(int, cell.split(",")), int(rotation) // 90)
                for cell, rotations in legal["tile"].items()
                for rotation in rotations.split()
            }
            ours_tiles: set[Any] = self.placements(prompt)
            for extension in self.extensions:
                theirs, ours_tiles = extension.placements(self, theirs, ours_tiles)
            self.check("placements", theirs, ours_tiles)
        if prompt.ask == "act":
            theirs_claims = {
                Claim(prompt.player, (x, y), segment_at(self.state, kind, (x, y), location), FIGURES[figure])
                for figure, pointers in legal.get("meeple", {}).items()
                for kind, x, y, location in pointers
            }
            ours = {action for action in prompt.options if isinstance(action, Claim)}
            self.check("claims", theirs_claims, ours)
        for extension in self.extensions:
            extension.legal(self, legal, prompt)

    def placements(self, prompt: Prompt) -> set[tuple[int, int, int]]:
        """Our placements, rotations that look alike included."""
        canonical = self.state.rules.shapes[self.state.tile or ""].canonical
        return {
            (*action.cell, rotation)
            for action in prompt.options
            if isinstance(action, PlaceTile)
            for rotation in range(4)
            if canonical[rotation] == action.rotation
        }

    # -- the end of a turn ------------------------------------------------------------------------

    def compare(self, turn: dict[str, Any]) -> None:
        """Scores, supplies and figures on the board."""
        state = self.state
        scores = list(state.scores)
        supplies = Counter(state.supply)
        figures = list(turn["meeples"])
        for extension in self.extensions:
            scores = extension.scores(self, scores)
            supplies = extension.supply(self, supplies)
            figures = extension.figures(self, figures)
            extension.compare(self, turn)
        if not state.over:
            self.check("scores", turn["scores"], scores)
        supply = [
            {FIGURES[kind]: count for kind, count in player.items() if count} for player in turn["supply"]
        ]
        ours = [
            {kind: supplies[player, kind] for kind in state.rules.figures if supplies[player, kind]}
            for player in range(self.game["players"])
        ]
        self.check("supply", supply, ours)
        theirs_figures = Counter(
            (player, FIGURES[figure], (x, y), segment_at(state, kind, (x, y), location))
            for player, figure, kind, x, y, location in figures
        )
        ours_figures = Counter((f.player, f.kind, f.cell, f.segment) for f in state.all_figures())
        self.check("figures", theirs_figures, ours_figures)

    def check(self, what: str, theirs: Any, ours: Any) -> None:
        """Raise Difference unless both are equal."""
        if theirs == ours:
            return
        if isinstance(theirs, set) and isinstance(ours, set):
            raise Difference(f"{what}: only theirs {theirs - ours}, only ours {ours - theirs}")
        raise Difference(f"{what}: theirs {theirs}, ours {ours}")


def replay_for(played: dict[str, Any]) -> Replay:
    """The replay that knows this game's boxes: every oracle_*.py module registers its extension."""
    for path in sorted(HERE.glob("oracle_*.py")):
        module = importlib.import_module(f"tests.replays.{path.stem}")
        extension: Extension = module.EXTENSION
        if extension not in EXTENSIONS:
            EXTENSIONS.append(extension)
    return Replay(played)


def main(paths: list[str]) -> int:
    """Try every game of the given files; the exit code is 1 if any differs."""
    failed = 0
    for path in paths:
        count = len(lines(Path(path)))
        differences = []
        for number in range(count):
            try:
                replay_for(game(Path(path), number)).run()
            except Difference as difference:
                differences.append(difference)
        failed += len(differences)
        print(f"{path}: {count - len(differences)} of {count} games agree")
        for difference in differences[:5]:
            print("  ", difference)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

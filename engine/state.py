"""The state of a game. It owns its containers; their elements never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import chance
from engine.board import Board
from engine.frozen import frozen
from engine.geometry import Cell
from engine.prompts import Options, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.ruleset import Rules


@frozen
class Figure:
    """A figure on the board."""

    player: int
    kind: str
    cell: Cell
    segment: str
    weight: int = 1  # in a majority; 0: it owns nothing


Figures = dict[int, tuple[Figure, ...]]  # segment number -> who stands there


class GameState:
    """Everything that is true of a game between two actions.

    States share `board` until a tile is laid (`own_board`), and `figures` and `parts` for good: these two are
    replaced, never changed. `fork` copies the rest. Parts of boxes are immutable values.
    """

    __slots__ = (
        "acted",
        "bag",
        "board",
        "chance",
        "completed",
        "discarded",
        "figures",
        "last",
        "offers",
        "over",
        "parts",
        "placer",
        "player",
        "ply",
        "questions",
        "rules",
        "scores",
        "secret",
        "step",
        "supply",
        "tile",
        "turn",
    )

    rules: Rules
    secret: tuple[str, str] | None  # seed and salt; None in a view
    chance: int  # how many numbers were drawn from the secret
    ply: int  # applied actions
    turn: int
    step: int  # where the turn stands: an index into rules.order
    player: int  # whose turn it is
    placer: int  # who lays the current tile
    tile: str | None  # drawn and not yet laid
    last: Cell | None  # the tile laid in this cycle
    acted: bool  # the step-2 action is done
    completed: tuple[int, ...]  # features completed by the tile just laid
    over: bool
    bag: tuple[str, ...]  # the next tile is the last element
    discarded: tuple[str, ...]
    board: Board
    figures: Figures
    supply: dict[tuple[int, str], int]  # (player, figure) -> how many are left
    scores: list[int]
    parts: dict[str, Any]  # each box's part of the state
    questions: tuple[Question, ...]
    offers: dict[str, Options]  # ask -> options that its step has worked out already; no part of the state

    def fork(self) -> GameState:
        """A state that may be changed without this one noticing."""
        new = GameState.__new__(GameState)
        new.rules = self.rules
        new.secret = self.secret
        new.chance = self.chance
        new.ply = self.ply
        new.turn = self.turn
        new.step = self.step
        new.player = self.player
        new.placer = self.placer
        new.tile = self.tile
        new.last = self.last
        new.acted = self.acted
        new.completed = self.completed
        new.over = self.over
        new.bag = self.bag
        new.discarded = self.discarded
        new.board = self.board
        new.figures = self.figures
        new.supply = self.supply.copy()
        new.scores = self.scores.copy()
        new.parts = self.parts
        new.questions = self.questions
        new.offers = {}
        return new

    def own_board(self) -> Board:
        """A board that this state may change."""
        self.board = board = self.board.fork()
        return board

    # -- chance -------------------------------------------------------------------------------------

    def shuffled(self, items: Sequence[str]) -> tuple[str, ...]:
        """The items in an order drawn from the game's seed."""
        order, self.chance = chance.shuffle(self._key(), self.chance, items)
        return tuple(order)

    def below(self, bound: int) -> int:
        """A fair number from 0 to bound - 1, drawn from the game's seed."""
        (number,), self.chance = chance.numbers(self._key(), self.chance, (bound,))
        return number

    def _key(self) -> bytes:
        return chance.secret_key(*(self.secret or ("", "")))

    # -- figures ------------------------------------------------------------------------------------

    def stand(self, figure: Figure) -> None:
        """Put a figure on its segment; the supply is the caller's business."""
        number = self.board.number(figure.cell, figure.segment)
        self.figures = {**self.figures, number: (*self.figures.get(number, ()), figure)}

    def lift(self, figure: Figure) -> None:
        """Take a figure off its segment; where it goes is the caller's business."""
        number = self.board.number(figure.cell, figure.segment)
        others = list(self.figures[number])
        others.remove(figure)
        self.figures = self.figures.copy()
        if others:
            self.figures[number] = tuple(others)
        else:
            del self.figures[number]

    def take(self, figure: Figure) -> None:
        """Take a figure off the board, back to its owner's supply."""
        self.lift(figure)
        self.supply[figure.player, figure.kind] += 1

    def figures_on(self, feature_id: int) -> list[Figure]:
        """All figures on a feature, in the order in which their segments were claimed."""
        label = self.board.features.label
        found: list[Figure] = []
        for number, group in self.figures.items():
            if label[number] == feature_id:
                found += group
        return found

    def all_figures(self) -> Iterator[Figure]:
        """Every figure on the board."""
        for group in self.figures.values():
            yield from group

    def occupied(self) -> set[int]:
        """Ids of the features that hold at least one figure."""
        label = self.board.features.label
        return {label[number] for number in self.figures}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and all(
            list(getattr(self, name).items()) == list(getattr(other, name).items())
            if name == "figures"
            else getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name != "offers"
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

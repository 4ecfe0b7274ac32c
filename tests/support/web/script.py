"""Two people who play a written game on the live board: named lines by tapping, the others at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.conversation.table.options import following, is_placement
from engine.actions import Action
from engine.game import apply, new_game, pending
from engine.notation import read
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS, agree
from engine.state import GameState
from tests.support.known_bag import SEED
from tests.support.web.page import Visitor
from tests.support.web.tapper import Tapper

GAMES = Path(__file__).with_name("decisions.toml")
HILLS = "over_hill_and_dale"
ASKED = """([stamp, seat]) => {
    const { asked } = bastide.table.data;
    return asked?.stamp === stamp && asked.seat === seat;
}"""

Look = Callable[[str, Visitor], None]  # called with the name of a decision and the page of who is asked


@dataclass(frozen=True)
class WrittenGame:
    """A game of `decisions.toml`."""

    name: str
    wishes: str
    lines: list[str]

    def start(self) -> GameState:
        """The game as the program begins it."""
        boxes = [wish for wish in self.wishes.split() if wish != HILLS]
        game = HILLS if HILLS in self.wishes else "carcassonne"
        return new_game(agree(2, boxes, game=game, seed=SEED, salt=SEED)).state


def written_games() -> list[WrittenGame]:
    """All of them."""
    return [WrittenGame(**game) for game in tomllib.loads(GAMES.read_text("utf-8"))["game"]]


@dataclass(frozen=True)
class Move:
    """An answer: the decision's name, if it is to be tapped, the option, and what is claimed with it."""

    name: str
    prompt: Prompt
    action: Action
    follow: Action | None = None
    number: int = 0  # of `follow`

    def token(self, game: str) -> str:
        """What the page sends for it."""
        seat = SEAT_LETTERS[self.prompt.player].lower()
        if hasattr(self.action, "amount"):
            ranges = [number for number, one in enumerate(self.prompt.amounts) if self.action in one]
            return f"{game}:{self.prompt.asked_at}:{seat}={ranges[0]}"
        index = list(self.prompt.options).index(self.action)
        chosen = f"P{index}.{self.number}" if self.follow else str(index)
        return f"{game}:{self.prompt.asked_at}:{seat}{chosen}"


def moves_of(game: WrittenGame) -> Iterator[Move]:
    """What people answer; what the program answers itself, because there is no choice, is left out."""
    state, lines = game.start(), list(game.lines)
    while lines:
        name, _, line = lines.pop(0).rpartition(": ")
        action = read(state.rules, line)
        prompt = next(one for one in pending(state) if one.player == action.player)
        before, state = state, apply(state, action).state
        claim_name, _, claim = lines[0].rpartition(": ") if lines else ("", "", "")
        if claim_name and is_placement(action):
            lines.pop(0)
            claimed = read(state.rules, claim)
            number = list(following(before, state, action.player)).index(claimed)
            yield Move(claim_name, prompt, action, claimed, number)
            state = apply(state, claimed).state
        elif len(prompt.options) > 1:
            yield Move(name, prompt, action)


class WrittenTable:
    """Anna and Boris at their pages, in one room."""

    def __init__(self, anna: Visitor, boris: Visitor, *, touch: tuple[bool, bool]) -> None:
        self._tappers = [
            Tapper(visitor, 1, touch=finger) for visitor, finger in zip((anna, boris), touch, strict=True)
        ]
        self._visitors = (anna, boris)

    def open(self, game: WrittenGame) -> None:
        """Both sit down, and the game starts."""
        anna, boris = self._visitors
        anna.write(f"/new {game.wishes}")
        anna.sees("Start")
        boris.sees("Start")
        boris.press("Join")
        anna.sees("(2)")
        anna.press("Start")
        for one in self._visitors:
            one.page.wait_for_selector("#table:not([hidden])")

    def play(self, game: WrittenGame, look: Look = lambda name, visitor: None) -> list[str]:
        """Play it to the end of what is written; the names of what was tapped."""
        id_, tapped = str(self._visitors[0].wait("bastide.table.data?.game")), []
        for move in moves_of(game):
            visitor = self._visitors[move.prompt.player]
            visitor.wait(ASKED, [move.prompt.asked_at, move.prompt.player])
            if move.name:
                self._tap(move, id_, lambda name=move.name, there=visitor: look(name, there))
                tapped.append(move.name)
            else:
                visitor.page.evaluate("(token) => bastide.press(token)", move.token(id_))
        for one in self._visitors:
            one.wait("(ply) => bastide.table.data.ply >= ply", game.start().ply + len(game.lines))
        return tapped

    def _tap(self, move: Move, game: str, look: Callable[[], None]) -> None:
        tapper, action, token = self._tappers[move.prompt.player], move.action, move.token(game)
        amount: Any = getattr(action, "amount", None)
        if is_placement(action):
            tapper.lay(action, token)
        elif amount is None:
            tapper.choose(token)
        look()
        if amount is None:
            tapper.confirm(token)
        else:
            tapper.bid(token, amount)

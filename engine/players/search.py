"""Hard: the best moves of the judgement, each tried against tiles that the next player may draw."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.actions import Action
from engine.game import apply, pending
from engine.players.evaluation import Outlook, evaluate, lead
from engine.players.levels import promise_after, ranking
from engine.prompts import Prompt
from engine.queries import census
from engine.state import GameState
from engine.steps.place_tile import can_place

CANDIDATES = 6  # moves that are looked at more closely
TILES = 8  # sampled draws of the next player, the same for every candidate
EFFORT = 5200  # positions judged in one decision at the most: about a second of one core
TRUST = 0.5  # how much the look ahead counts against the judgement itself


def play_hard(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move that still looks best after the next player's best answers."""
    ranked = ranking(view, prompt, rng)
    best = [(value, action) for value, action in ranked[:CANDIDATES] if value > ranked[0][0] - 6]
    if len(best) == 1 or prompt.ask not in ("place", "act"):
        return best[0][1]
    outlook = Outlook(view)
    tiles = _sample(view, rng)
    effort = Effort(EFFORT // max(1, len(best)))
    scored = []
    for value, action in best:
        effort.begin()
        deeper = _after_replies(view, action, outlook, tiles, effort)
        scored.append(value if deeper is None else (1 - TRUST) * value + TRUST * deeper)
    return best[scored.index(max(scored))][1]


class Effort:
    """Counts judged positions, so that a decision ends in time and still depends on the view alone."""

    __slots__ = ("each", "left")

    def __init__(self, each: int) -> None:
        self.each = self.left = each

    def begin(self) -> None:
        """A new candidate has its own share."""
        self.left = self.each

    def spend(self) -> bool:
        """Whether one more position may be judged."""
        self.left -= 1
        return self.left >= 0


def _sample(view: GameState, rng: random.Random) -> list[str]:
    """Tiles that may be drawn next, by how many there are."""
    unseen = census(view)
    if not unseen:
        return []
    return rng.choices(sorted(unseen), [unseen[tile] for tile in sorted(unseen)], k=TILES)


def _after_replies(
    view: GameState, action: Action, outlook: Outlook, tiles: list[str], effort: Effort
) -> float | None:
    """The mean lead after the next player's best answer to each tile; None if there is no such answer."""
    player = action.player
    after = _finish_turn(view, action, outlook)
    if after.over or after.tile is None or not after.questions or after.questions[0].player == player:
        return None
    leads = []
    for tile in tiles:
        reply = _with_tile(after, tile)
        if reply is None:
            continue
        found = _best_reply(reply, outlook, effort)
        if found is None:
            break
        leads.append(lead(found, player))
    return sum(leads) / len(leads) if leads else None


def _finish_turn(view: GameState, action: Action, outlook: Outlook) -> GameState:
    """The state after an action and the best follow-ups of the same turn."""
    player = action.player
    after = apply(view, action).state
    while not after.over and after.turn == view.turn and after.questions[0].player == player:
        options = pending(after)[0].options
        if len(options) > 60:
            break
        after = apply(after, max(options, key=lambda option: promise_after(after, option, outlook, 1))).state
    return after


def _with_tile(state: GameState, tile: str) -> GameState | None:
    """The next player's turn with another tile in hand; None if it fits nowhere."""
    turn = state.fork()
    turn.tile = tile
    return turn if can_place(turn, turn.placer, turn.rules.shapes[tile]) else None


def _best_reply(state: GameState, outlook: Outlook, effort: Effort) -> list[float] | None:
    """The promise to all after the answer that is best for whoever answers; None if the effort is spent."""
    best: list[float] | None = None
    best_lead = 0.0
    for promise, player in _replies(state, outlook, effort):
        if best is None or lead(promise, player) > best_lead:
            best, best_lead = promise, lead(promise, player)
    return best


def _replies(state: GameState, outlook: Outlook, effort: Effort) -> Iterator[tuple[list[float], int]]:
    for placement in pending(state)[0].options:
        laid = apply(state, placement).state
        player = placement.player
        if not laid.over and laid.turn == state.turn and laid.questions[0].player == player:
            for option in pending(laid)[0].options[:12]:
                if not effort.spend():
                    return
                yield evaluate(apply(laid, option).state, outlook), player
        else:
            if not effort.spend():
                return
            yield evaluate(laid, outlook), player

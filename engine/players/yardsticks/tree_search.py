"""A tree search over imagined bags, with random play to the end: it has no judgement at all."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from engine.actions import Action
from engine.game import apply, imagine, pending
from engine.players.evaluation import lead
from engine.players.yardsticks.greedy import some_options
from engine.prompts import Prompt
from engine.state import GameState

ROUNDS = 120  # for one decision
EXPLORE = 0.7
SPREAD = 25.0  # a lead of so many points is nearly a won game


@dataclass
class Node:
    """What the tree search knows of a move: how often it was tried and how it went for who made it."""

    visits: int = 0
    won: float = 0.0
    children: dict[Action, Node] = field(default_factory=dict)

    def worth(self, tries: float) -> float:
        """UCB1: the better and the less tried, the higher."""
        if not self.visits:
            return math.inf
        return self.won / self.visits + EXPLORE * math.sqrt(tries / self.visits)


def play_mcts(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """Monte Carlo tree search over imagined bags, with random play to the end of the game."""
    root = Node()
    first = some_options(prompt, rng)
    for _ in range(ROUNDS):
        state = imagine(view, str(rng.random()))
        node, path = root, [(root, prompt.player)]
        fresh = False
        while not state.over and not fresh:
            asked = pending(state)[0]
            options = first if node is root else some_options(asked, rng)
            tries = math.log(node.visits + 1)
            known = node.children
            action = max(
                options, key=lambda option: known[option].worth(tries) if option in known else math.inf
            )
            node = known.setdefault(action, Node())
            fresh = not node.visits
            path.append((node, asked.player))
            state = apply(state, action).state
        scores = _rollout(state, rng)
        for visited, player in path:
            visited.visits += 1
            visited.won += 1 / (1 + math.exp(-lead(scores, player) / SPREAD))
    return max(root.children, key=lambda action: root.children[action].visits)


def _rollout(state: GameState, rng: random.Random) -> list[int]:
    while not state.over:
        options = pending(state)[0].options
        state = apply(state, options[rng.randrange(len(options))]).state
    return state.scores

"""Players to judge the levels by, which are tuned on none of them: a plain greedy and a tree search.

They are for matches only; nobody is offered them as an opponent.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from engine.actions import Action
from engine.game import apply, imagine, pending
from engine.players.evaluation import lead
from engine.prompts import Prompt
from engine.queries import projected_scores
from engine.state import GameState

ROUNDS = 120  # of the tree search, for one decision
EXPLORE = 0.7
SPREAD = 25.0  # a lead of so many points is nearly a won game
MOST = 60  # options that are tried


def play_greedy(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The option after which the score would be highest if the game ended at once."""
    best: list[Action] = []
    highest = -math.inf
    for action in _some(prompt, rng):
        value = _projected(view, action, depth=1)
        if value > highest:
            highest, best = value, []
        if value == highest:
            best.append(action)
    return rng.choice(best)


def _projected(state: GameState, action: Action, depth: int) -> float:
    after = apply(state, action).state
    if depth and not after.over and after.turn == state.turn:
        for prompt in pending(after):
            if prompt.player == action.player and prompt.ask == "act":
                return max(_projected(after, option, depth - 1) for option in prompt.options[:12])
    return lead(projected_scores(after), action.player)


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
    first = _some(prompt, rng)
    for _ in range(ROUNDS):
        state = imagine(view, str(rng.random()))
        node, path = root, [(root, prompt.player)]
        fresh = False
        while not state.over and not fresh:
            asked = pending(state)[0]
            options = first if node is root else _some(asked, rng)
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


def _some(prompt: Prompt, rng: random.Random) -> list[Action]:
    size = len(prompt.options)
    if size <= MOST:
        return list(prompt.options)
    return [prompt.options[index] for index in sorted(rng.sample(range(size), MOST))]


YARDSTICKS = {"greedy": play_greedy, "mcts": play_mcts}

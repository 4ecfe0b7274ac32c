"""Computer players: clients of the door. They are given a view and never see the bag or others' secrets."""

from __future__ import annotations

import random

from engine.actions import Action
from engine.game import pending
from engine.players.hints import Hint, hint, why
from engine.players.levels import Chooser, play_beginner, play_easy, play_normal, play_random
from engine.players.master import SHARES, Followed, play_master, settle, think
from engine.players.positions import Position, RatedMove, find_position
from engine.players.review import Costly, GameReview, PlayerReview, review
from engine.players.search import play_hard
from engine.players.yardsticks import YARDSTICKS
from engine.state import GameState

__all__ = [
    "LEVELS",
    "SHARES",
    "YARDSTICKS",
    "Costly",
    "Followed",
    "GameReview",
    "Hint",
    "PlayerReview",
    "Position",
    "RatedMove",
    "choose",
    "find_position",
    "hint",
    "review",
    "settle",
    "think_share",
    "why",
]

LEVELS: dict[str, Chooser] = {
    "random": play_random,
    "beginner": play_beginner,
    "easy": play_easy,
    "normal": play_normal,
    "hard": play_hard,
    "master": play_master,
}


def choose(level: str, view: GameState, player: int, seed: str = "") -> Action:
    """A player's answer to the prompt that waits for it; raises KeyError for an unknown level or yardstick.

    The same view, level and seed give the same answer.
    """
    prompt = next(prompt for prompt in pending(view) if prompt.player == player)
    if len(prompt.options) == 1:
        return prompt.options[0]
    play = YARDSTICKS.get(level) or LEVELS[level]
    return play(view, prompt, random.Random(f"{seed}/{view.ply}/{player}"))  # noqa: S311


def think_share(view: GameState, player: int, seed: str, share: int) -> list[Followed]:
    """One share of master's thoughts about a prompt; `settle` makes an answer of all of them."""
    prompt = next(prompt for prompt in pending(view) if prompt.player == player)
    return think(view, prompt, f"{seed}/{view.ply}/{player}", share)

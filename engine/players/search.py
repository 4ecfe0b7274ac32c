"""Hard: the best moves of the judgement, each tried against tiles that the next player may draw."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine.actions import Action
from engine.players.evaluation import lead
from engine.players.levels import ranking
from engine.players.outlook import Outlook
from engine.players.terms import look
from engine.players.trials import Promised, Trials, finished
from engine.prompts import Prompt
from engine.state import GameState
from engine.steps.place_tile import fitting_spots

CANDIDATES = 8  # moves that are looked at more closely
MARGIN = 6.0  # those that promise so much less than the best are not
TILES = 24  # kinds of tiles that the next player may draw, the same for every candidate
EFFORT = 9000  # tiles laid for a try in one decision at the most: about a second of one core
TRUST = 0.5  # how much the look ahead counts against the judgement itself


def play_hard(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move that still looks best after the next player's best answers."""
    return reconsidered(view, prompt, rng)[0].action


def reconsidered(view: GameState, prompt: Prompt, rng: random.Random) -> list[Promised]:
    """The best options with the lead that they promise after the next player's best answers."""
    outlook = look(view)
    ranked = ranking(view, prompt, rng, outlook)
    best = [option for option in ranked[:CANDIDATES] if option.lead > ranked[0].lead - MARGIN]
    if len(best) == 1 or prompt.ask not in ("place", "act"):
        return ranked
    tiles = next_tiles(outlook, rng)
    each = EFFORT // len(best)
    scored = []
    for value, action in best:
        after = finished(view, action, outlook)
        deeper = after_replies(after, action.player, outlook, tiles, each)
        scored.append(
            Promised(value if deeper is None else (1 - TRUST) * value + TRUST * deeper, action)
        )
    scored.sort(key=lambda option: -option.lead)
    return scored


def next_tiles(outlook: Outlook, rng: random.Random) -> list[tuple[str, int]]:
    """Kinds of tiles that may be drawn next and how many there are of each, in a random order."""
    kinds = sorted(outlook.unseen.items())
    rng.shuffle(kinds)
    return kinds[:TILES]


def after_replies(
    state: GameState, player: int, outlook: Outlook, tiles: Iterable[tuple[str, int]], effort: int
) -> float | None:
    """The mean lead after the next player's best answer to each tile; None if there is no such answer."""
    if state.over or state.tile is None or state.placer == player:
        return None
    rival = state.placer
    trials = Trials(state, rival, outlook)
    total = weight = 0.0
    for tile, count in tiles:
        shape = state.rules.shapes[tile]
        spots = fitting_spots(state, shape)
        effort -= len(spots)
        if effort < 0 and weight:
            break
        if spots:
            promises = [trials.promise(shape.turns[rotation], cell) for cell, rotation in spots]
            reply = max(promises, key=lambda promise: lead(promise, rival))
            total += count * lead(reply, player)
            weight += count
    return total / weight if weight else None

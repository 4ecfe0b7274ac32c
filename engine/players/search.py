"""Hard: the best moves of the judgement, each followed by turns that may come, tile by sampled tile."""

from __future__ import annotations

import random
from itertools import islice
from statistics import fmean

from engine.actions import Action
from engine.players.future import Effort, Future, Ideas
from engine.players.levels import ranking
from engine.players.outlook import Outlook
from engine.players.terms import look
from engine.players.trials import Promised, finished
from engine.prompts import Prompt
from engine.state import GameState

ROUNDS = ((10, 4), (4, 8), (2, 12))  # so many of the best moves are followed through so many more rows
MARGIN = 5.0  # moves that promise so much less than the best are not
PLIES = 4  # tiles in a row; the last one is only tried
EFFORT = 14000  # what one decision may cost, in tiles laid for a try: half a second of one core, about
TERM = 0.25  # how much dearer a try becomes with each term of a box
TRUST = 0.8  # how much the look ahead counts against the judgement itself


def play_hard(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """The move that still looks best after the turns that may follow."""
    return reconsidered(view, prompt, rng)[0].action


class Candidate:
    """A move with what the judgement promised and what it led to."""

    __slots__ = ("action", "future", "judged", "leads")

    def __init__(self, option: Promised, future: Future) -> None:
        self.judged, self.action = option
        self.future = future
        self.leads: list[float] = []

    def promise(self) -> float:
        """The lead to expect, as far as the move was followed."""
        return (1 - TRUST) * self.judged + TRUST * fmean(self.leads) if self.leads else self.judged


def reconsidered(view: GameState, prompt: Prompt, rng: random.Random) -> list[Promised]:
    """The best options with the lead that they promise after some more turns."""
    outlook = look(view)
    ranked = ranking(view, prompt, rng, outlook)
    best = [option for option in ranked[: ROUNDS[0][0]] if option.lead > ranked[0].lead - MARGIN]
    if len(best) == 1 or prompt.ask not in ("place", "act"):
        return ranked
    effort = Effort(int(EFFORT / (1 + TERM * len(outlook.terms))))
    ideas = Ideas(view, effort)
    candidates = [
        Candidate(option, Future(finished(view, option.action, outlook), outlook, ideas, effort))
        for option in best
    ]
    rows = iter(tile_rows(outlook, rng))
    for keep, more in ROUNDS:
        candidates[keep:] = []
        for row in islice(rows, more if len(candidates) > 1 else 0):
            for candidate in candidates:
                candidate.leads.append(candidate.future.lead(row, prompt.player))
            if effort.spent():
                rows = iter(())
                break
        candidates.sort(key=lambda candidate: -candidate.promise())
    return [Promised(candidate.promise(), candidate.action) for candidate in candidates]


def tile_rows(outlook: Outlook, rng: random.Random) -> list[list[str]]:
    """Rows of tiles that may be drawn next; a tile comes again only when hardly any is left."""
    tiles = sorted(outlook.unseen.elements())
    length = min(PLIES, len(tiles))
    rows: list[list[str]] = []
    while tiles and len(rows) < sum(more for _, more in ROUNDS):
        rng.shuffle(tiles)
        rows += [tiles[start : start + length] for start in range(0, len(tiles) - length + 1, length)]
    return rows

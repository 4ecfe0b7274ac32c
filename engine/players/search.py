"""Hard: the best moves of the judgement, each followed by turns that may come, tile by sampled tile."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import islice
from statistics import fmean, stdev

from engine.actions import Action
from engine.players.future import Effort, Future, Ideas
from engine.players.levels import ranking
from engine.players.market import ANSWERS, auctioned, tempting
from engine.players.outlook import Outlook
from engine.players.terms import ahead, look
from engine.players.trials import Promised, finished
from engine.players.weights import AHEAD, Weights
from engine.prompts import Prompt
from engine.state import GameState

FOLLOWED = ("place", "act", *ANSWERS)  # prompts whose answers are followed
TERM = 0.25  # how much dearer a try becomes with each term of a box
ROWS_TO_TELL = 4  # a move is not dropped before it was followed through so many rows


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How far ahead is looked, and what one decision may cost."""

    rounds: tuple[tuple[int, int], ...]  # so many of the best moves are followed through so many more rows
    effort: int  # in tiles laid for a try: 30,000 are a second of one core, about
    known: int  # spots that are tried because they were the best before the move that is followed
    doubt: float | None  # a move is dropped when it is so many standard errors behind; None: never
    plies: int = 4  # tiles in a row; the last one is only tried
    margin: float = 5.0  # moves that promise so much less than the best are not followed
    trust: float = 0.8  # how much the look ahead counts against the judgement itself
    swing: float = 0.0  # how far a tile moves the lead, as a standard deviation: see `worth`; 0: leads count


HARD = SearchPlan(rounds=((10, 6), (5, 10), (3, 20)), effort=14000, known=6, doubt=2.5)


def play_hard(
    view: GameState,
    prompt: Prompt,
    rng: random.Random,
    *,
    weights: Weights | None = None,
    plan: SearchPlan = HARD,
) -> Action:
    """The move that still looks best after the turns that may follow."""
    outlook = look(view, weights or ahead(view, AHEAD))
    ranked = ranked_to_follow(view, prompt, rng, outlook)
    followed = follow(view, prompt, ranked, outlook, plan, rng)
    return followed[0].action if followed else ranked[0].action


def ranked_to_follow(view: GameState, prompt: Prompt, rng: random.Random, outlook: Outlook) -> list[Promised]:
    """The ranking; in an auction, where it knows just one answer, others beside that one."""
    ranked = ranking(view, prompt, rng, outlook)
    if prompt.ask not in ANSWERS:
        return ranked
    return [Promised(0.0, action) for action in tempting(view, prompt, ranked[0].action)]


class Candidate:
    """A move with what the judgement promised and what it led to."""

    __slots__ = ("_trust", "action", "future", "judged", "leads")

    def __init__(self, option: Promised, future: Future, trust: float) -> None:
        self.judged, self.action = option
        self.future = future
        self.leads: list[float] = []
        self._trust = trust

    def promise(self) -> float:
        """The lead to expect, as far as the move was followed."""
        if not self.leads:
            return self.judged
        return (1 - self._trust) * self.judged + self._trust * fmean(self.leads)

    def behind(self, best: Candidate, doubt: float) -> bool:
        """Whether the same rows leave little doubt that another move is better."""
        rows = len(self.leads)
        if self is best or rows < ROWS_TO_TELL:
            return False
        gaps = [one - two for one, two in zip(best.leads, self.leads, strict=True)]
        return best.promise() - self.promise() > doubt * self._trust * stdev(gaps) / math.sqrt(rows)


def follow(
    view: GameState,
    prompt: Prompt,
    ranked: list[Promised],
    outlook: Outlook,
    plan: SearchPlan,
    rng: random.Random,
) -> list[Candidate]:
    """The best options followed through turns that may come, the best first; none if there is no choice."""
    best = [option for option in ranked[: plan.rounds[0][0]] if option.lead > ranked[0].lead - plan.margin]
    if len(best) == 1 or prompt.ask not in FOLLOWED or not outlook.unseen.total():
        return []
    effort = Effort(int(plan.effort / (1 + TERM * len(outlook.terms))))
    ideas = Ideas(view, outlook.weights, effort, plan.known)
    left = outlook.unseen.total()
    swing = plan.swing * (1 + len(outlook.terms) + len(outlook.steady))  # boxes move the lead farther
    racing = [
        Candidate(
            Promised(worth(option.lead, swing, left), option.action),
            Future(_started(view, prompt, option, outlook), outlook, ideas, effort),
            plan.trust,
        )
        for option in best
    ]
    everybody = list(racing)
    rows = iter(tile_rows(outlook, rng, plan))
    for keep, more in plan.rounds:
        racing = _sorted(racing)[:keep]
        for row in islice(rows, more):
            if len(racing) == 1 or effort.spent():
                break
            for candidate in racing:
                led_to = candidate.future.lead(row, prompt.player)
                candidate.leads.append(worth(led_to, swing, left - len(row)))
            racing = _contenders(racing, plan.doubt)
    survivors = _sorted(racing)
    return [*survivors, *(candidate for candidate in everybody if candidate not in survivors)]


def worth(lead: float, swing: float, left: int) -> float:
    """What a lead is worth with so many tiles left: the chance to win, in points where the game is even.

    The final lead lies around it as chance has it, the farther the more tiles are left. Who is ahead gains
    little by more, and rather plays safe; who is behind has little to lose.
    """
    if not swing:
        return lead
    spread = swing * math.sqrt(left + 1)
    return spread * math.sqrt(math.pi / 2) * math.erf(lead / spread / math.sqrt(2))


def _started(view: GameState, prompt: Prompt, option: Promised, outlook: Outlook) -> GameState:
    """Where the rows of an option begin."""
    after = finished(view, option.action, outlook)
    return auctioned(after, outlook) if prompt.ask in ANSWERS else after


def _sorted(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.promise())


def _contenders(racing: list[Candidate], doubt: float | None) -> list[Candidate]:
    """The moves that may still be the best."""
    if doubt is None:
        return racing
    best = max(racing, key=Candidate.promise)
    return [candidate for candidate in racing if not candidate.behind(best, doubt)]


def tile_rows(outlook: Outlook, rng: random.Random, plan: SearchPlan) -> list[list[str]]:
    """Rows of tiles that may be drawn next; a tile comes again only when hardly any is left."""
    tiles = sorted(outlook.unseen.elements())
    length = min(plan.plies, len(tiles))
    rows: list[list[str]] = []
    while tiles and len(rows) < sum(more for _, more in plan.rounds):
        rng.shuffle(tiles)
        rows += [tiles[start : start + length] for start in range(0, len(tiles) - length + 1, length)]
    return rows

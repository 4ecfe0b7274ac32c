"""Master: hard's look ahead with far more rows, split into shares that several processes may work on at once.

The last tiles are played out instead. The answer is the same however many processes there are.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from engine.actions import Action
from engine.players.ending import can_solve, candidates, solved
from engine.players.market import ANSWERS
from engine.players.outlook import Outlook
from engine.players.search import SearchPlan, follow, ranked_to_follow
from engine.players.terms import ahead, look
from engine.players.trials import Promised
from engine.players.weights import FAR
from engine.prompts import Prompt
from engine.state import GameState

SHARES = 4
# In the last round the moves that are held equal get all the effort that is left.
PLAN = SearchPlan(rounds=((6, 6), (5, 8), (3, 16)), effort=6000, known=6, doubt=3.0, swing=3.2)


class Followed(NamedTuple):
    """A move, the lead that it promised at first, the sum of the leads it led to, and in how many rows."""

    action: Action
    judged: float
    leads: float
    rows: int

    def promise(self) -> float:
        """The lead to expect."""
        return (1 - PLAN.trust) * self.judged + PLAN.trust * self.leads / self.rows


def play_master(view: GameState, prompt: Prompt, rng: random.Random) -> Action:
    """All shares, one after the other."""
    seed = str(rng.getrandbits(32))
    outlook, ranked = _judged(view, prompt, seed)
    return settle([_share(view, prompt, outlook, ranked, seed, share) for share in range(SHARES)])


def think(view: GameState, prompt: Prompt, seed: str, share: int) -> list[Followed]:
    """One share: moves followed through rows of its own; of the last tiles, some of the options."""
    return _share(view, prompt, *_judged(view, prompt, seed), seed, share)


def _judged(view: GameState, prompt: Prompt, seed: str) -> tuple[Outlook, list[Promised]]:
    """What all shares begin with."""
    outlook = look(view, ahead(view, FAR))
    return outlook, ranked_to_follow(view, prompt, random.Random(seed), outlook)  # noqa: S311  # reproducible


def _share(
    view: GameState, prompt: Prompt, outlook: Outlook, ranked: list[Promised], seed: str, share: int
) -> list[Followed]:
    if len(ranked) > 1 and can_solve(outlook) and prompt.ask not in ANSWERS:
        played = solved(view, candidates(ranked, outlook)[share::SHARES], outlook)
        return [Followed(option.action, option.lead, option.lead, 1) for option in played]
    rng = random.Random(f"{seed}/{share}")  # noqa: S311
    followed = follow(view, prompt, ranked, outlook, PLAN, rng)
    if not followed:
        return [Followed(ranked[0].action, ranked[0].lead, ranked[0].lead, 1)]
    return [Followed(one.action, one.judged, sum(one.leads), len(one.leads)) for one in followed if one.leads]


def settle(shares: Iterable[Iterable[Followed]]) -> Action:
    """The best move of all shares together, among those that were followed at least half as far as any.

    Raises ValueError if there is none.
    """
    sums: dict[Action, Followed] = {}
    for share in shares:
        for one in share:
            known = sums.get(one.action)
            if known is not None:
                one = Followed(one.action, one.judged, known.leads + one.leads, known.rows + one.rows)
            sums[one.action] = one
    most = max(one.rows for one in sums.values())
    return max((one for one in sums.values() if 2 * one.rows >= most), key=Followed.promise).action

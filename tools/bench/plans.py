"""Where more effort pays: how much lead each way of looking ahead gives away.

python -m tools.bench.plans [PLAN ...] [--positions 24] [--rows 60] [--plies 8] [--seed 1]

Positions come from base games of normal players. Of each, the best moves are followed very far (`--rows` rows
of `--plies` tiles, no move dropped); a plan gives away what its choice led to less than the best one. A PLAN
is hard's with changes: known=4,rounds=10x8/5x16/3x32. It takes far less time than matches, but the long look
has hard's own judgement: it cannot judge weights.
"""

from __future__ import annotations

import argparse
import ast
import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from statistics import fmean, stdev
from typing import Any

from engine.actions import Action
from engine.game import apply, new_game, pending, view_for
from engine.players import choose
from engine.players.levels import ranking
from engine.players.search import HARD, SearchPlan, follow, play_hard
from engine.players.terms import look
from engine.players.yardsticks.earlier import V1_PLAN
from engine.prompts import Prompt
from engine.setup import agree
from engine.state import GameState

ONE_IN = 7  # of the decisions of a game, so many are left out for each that is looked at
SEEDS = ("a", "b")  # each plan decides twice
Leads = Mapping[Action, float]  # move -> the lead that it led to
Case = tuple[GameState, Prompt, Leads]


def plan_of(text: str) -> SearchPlan:
    """Hard's plan with changes; raises ValueError if there is no such thing to change."""
    plan = HARD
    for change in text.split(","):
        name, _, value = change.partition("=")
        if name not in {field.name for field in fields(SearchPlan)}:
            raise ValueError(f"a plan has no {name}")
        number: Any = _rounds(value) if name == "rounds" else ast.literal_eval(value)
        plan = replace(plan, **{name: number})
    return plan


def _rounds(text: str) -> tuple[tuple[int, int], ...]:
    pairs = [part.split("x") for part in text.split("/")]
    return tuple((int(moves), int(rows)) for moves, rows in pairs)


def given_away(leads: Leads, action: Action) -> float:
    """How much less a move led to than the best; one that was not followed is taken for the worst."""
    return max(leads.values()) - leads.get(action, min(leads.values()))


def decisions(seed: str) -> Iterator[tuple[GameState, Prompt]]:
    """Views in which a player must choose, from games of normal players, without end."""
    rng = random.Random(seed)
    while True:
        state = new_game(agree(2, seed=str(rng.random()))).state
        while not state.over:
            prompt = pending(state)[0]
            view = view_for(state, prompt.player)
            if len(prompt.options) > 1 and not rng.randrange(ONE_IN):
                yield view, prompt
            state = apply(state, choose("normal", view, prompt.player, seed)).state


def looked_far(view: GameState, prompt: Prompt, plan: SearchPlan) -> Leads:
    """What the best moves lead to after a very long look; nothing if there is no real choice."""
    outlook = look(view)
    ranked = ranking(view, prompt, random.Random("far"), outlook)
    found = follow(view, prompt, ranked, outlook, plan, random.Random("far"))
    return {candidate.action: fmean(candidate.leads) for candidate in found}


def mean_and_error(values: Sequence[float]) -> str:
    """A mean with its standard error."""
    return f"{fmean(values):+.3f} ± {stdev(values) / math.sqrt(len(values)):.3f}"


def judged(plan: SearchPlan, cases: Sequence[Case]) -> tuple[list[float], list[float]]:
    """What a plan gave away in each decision, and the milliseconds that it took."""
    lost, spent = [], []
    for view, prompt, leads in cases:
        for seed in SEEDS:
            began = time.process_time()
            action = play_hard(view, prompt, random.Random(seed), plan=plan)
            spent.append(1000 * (time.process_time() - began))
            lost.append(given_away(leads, action))
    return lost, spent


def report(plans: Sequence[SearchPlan], cases: Sequence[Case]) -> None:
    """A line for every plan, the first one the yardstick of the others."""
    print("| plan | given away | against the first | ms p50 |\n|---|---|---|---|", flush=True)
    first: list[float] = []
    for plan in plans:
        lost, spent = judged(plan, cases)
        first = first or lost
        against = mean_and_error([one - two for one, two in zip(lost, first, strict=True)])
        middle = sorted(spent)[len(spent) // 2]
        print(f"| {plan} | {mean_and_error(lost)} | {against} | {middle:.0f} |", flush=True)


def main() -> None:
    """Look far, then let every plan decide."""
    parser = argparse.ArgumentParser()
    parser.add_argument("plan", nargs="*", type=plan_of)
    parser.add_argument("--positions", type=int, default=24, metavar="N")
    parser.add_argument("--rows", type=int, default=60, metavar="N")
    parser.add_argument("--plies", type=int, default=8, metavar="N")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    far = SearchPlan(((10, args.rows),), effort=10**9, known=8, doubt=None, plies=args.plies, trust=1.0)
    seen = ((view, prompt, looked_far(view, prompt, far)) for view, prompt in decisions(args.seed))
    cases = list(islice((case for case in seen if len(case[2]) > 1), args.positions))
    report((HARD, V1_PLAN, *args.plan), cases)


if __name__ == "__main__":
    main()

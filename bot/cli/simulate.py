"""`bastide simulate`: random legal games with every invariant checked at every ply."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from bot.cli import arguments
from engine import notation
from engine.events import Scored
from engine.game import GAMES, apply, new_game, pending, rules_of
from engine.invariants import check, check_board
from engine.setup import BadSetup, Setup, agree


class GameOutcome:
    """The result of one random game."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        self.setup = setup
        self.asks: Counter[str] = Counter()
        self.lines: list[str] = []
        state, events = new_game(setup)
        points = [0] * setup.players
        while True:
            for event in events:
                if isinstance(event, Scored):
                    points[event.player] += sum(item.points for item in event.items)
            check(state)
            if state.scores != points:
                raise AssertionError(f"scores {state.scores} are not the sum of their events {points}")
            if state.over:
                break
            prompt = rng.choice(pending(state))
            action = rng.choice(prompt.options)
            self.asks[prompt.ask] += 1
            self.lines.append(notation.write(action))
            state, events = apply(state, action)
        check_board(state.board)
        self.scores = list(state.scores)
        self.turns = state.turn


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser("simulate", help="play random legal games and check every invariant")
    parser.add_argument("--games", type=arguments.count, default=100, metavar="N")
    parser.add_argument(
        "--players", type=_players, default=2, metavar="N", help="a number, or 'any' for a random one"
    )
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--boxes", default="", help="names with commas, 'all', or 'any' for a random choice")
    parser.add_argument("--options", default="", help="name=value with commas, or 'any' for a random choice")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def _players(text: str) -> int | None:
    return None if text == "any" else arguments.count(text)


def run(args: argparse.Namespace) -> int:
    """Play; the exit code is 1 if any game breaks a rule, 2 if the table cannot be played."""
    rng = random.Random(args.seed)  # noqa: S311  # reproducible play, not a secret
    asks: Counter[str] = Counter()
    scores: list[list[int]] = []
    breaches: list[dict[str, str]] = []
    plies = 0
    began = time.monotonic()
    for number in range(args.games):
        seed = f"{args.seed}/{number}"
        setup = None
        try:
            setup = _setup(args, rng, seed)
            outcome = GameOutcome(setup, rng)
        except BadSetup as error:
            sys.stderr.write(f"This table cannot be played: {error}\n")
            return 2
        except Exception as error:  # a breach of any kind is what we look for
            breaches.append({"seed": seed, "setup": repr(setup), "error": repr(error)})
            continue
        asks += outcome.asks
        plies += len(outcome.lines)
        scores.append(outcome.scores)
        _progress(number + 1, args.games, began, done=number + 1 == args.games)
    _report(args, scores, plies, asks, breaches, time.monotonic() - began)
    return 1 if breaches else 0


def _setup(args: argparse.Namespace, rng: random.Random, seed: str) -> Setup:
    """The table that was asked for; where boxes are drawn or all on it, one that can be played."""
    options = None if args.options == "any" else arguments.options(args.options)
    if args.boxes not in ("all", "any"):
        return draw_table(rng, arguments.names(args.boxes), seed, args.game, args.players, options)
    known = [box.key for box in GAMES[args.game].boxes]
    boxes = known if args.boxes == "all" else [box for box in known if rng.random() < 0.5]
    return playable(draw_table(rng, boxes, seed, args.game, args.players, options), options or ())


def draw_table(
    rng: random.Random,
    boxes: list[str],
    seed: str,
    game: str = "carcassonne",
    players: int | None = None,
    options: dict[str, str] | None = None,
) -> Setup:
    """A table with these boxes; without a number of players or options these are drawn."""
    base = GAMES[game].base
    most = max(int(value) for value in base.options.get("max_players", (str(GAMES[game].max_players),)))
    if players is None:
        players = rng.randint(2, most)
    first_seat = None
    if options is None:
        members = (base, *(box for box in GAMES[game].boxes if box.key in boxes))
        options = {
            name: rng.choice(values)
            for member in members
            for name, values in member.options.items()
            if name not in ("first_player", "max_players")
        }
        first_seat = rng.choice((None, rng.randrange(players)))
    if players > GAMES[game].max_players:
        options = {"max_players": "6"} | options
    return agree(players, boxes, options, game=game, first_seat=first_seat, seed=seed)


def playable(setup: Setup, fixed: Collection[str] = ()) -> Setup:
    """The set-up, or if it cannot be played the first that can by changing one option that is not fixed."""
    refused = _refused(setup)
    if refused is None:
        return setup
    game = GAMES[setup.game]
    for member in (game.base, *(box for box in game.boxes if box.key in setup.boxes)):
        for name, values in member.options.items():
            for value in () if name in fixed else values:
                options = {**dict(setup.options), name: value}
                changed = replace(setup, options=tuple(sorted(options.items())))
                if _refused(changed) is None:
                    return changed
    raise refused


def _refused(setup: Setup) -> BadSetup | None:
    try:
        rules_of(setup)
    except BadSetup as error:
        return error
    return None


def _progress(number: int, games: int, began: float, *, done: bool) -> None:
    if sys.stderr.isatty() and (done or number % 10 == 0):
        pace = number / max(time.monotonic() - began, 0.001)
        sys.stderr.write(f"\r{number} of {games} games, {pace:.0f} a second " + ("\n" if done else ""))
        sys.stderr.flush()


def _report(
    args: argparse.Namespace,
    scores: list[list[int]],
    plies: int,
    asks: Counter[str],
    breaches: list[dict[str, str]],
    seconds: float,
) -> None:
    totals = sorted(score for game in scores for score in game)
    summary = {
        "games": len(scores),
        "breaches": breaches,
        "plies": plies,
        "decisions": dict(asks.most_common()),
        "lowest": totals[0] if totals else None,
        "median": totals[len(totals) // 2] if totals else None,
        "highest": totals[-1] if totals else None,
        "scores": scores,
    }
    if args.json:
        print(json.dumps(summary))
        return
    for game in scores if len(scores) <= 20 else ():
        print("  ".join(f"{score:4d}" for score in game))
    print(f"{len(scores)} games, {plies} plies in {seconds:.1f} s")
    print(f"scores: lowest {summary['lowest']}, median {summary['median']}, highest {summary['highest']}")
    print("decisions: " + ", ".join(f"{ask} {count}" for ask, count in asks.most_common()))
    for breach in breaches[:5]:
        print(f"BREACH in game {breach['seed']}: {breach['error']}\n  {breach['setup']}")
    print(f"{len(breaches)} breaches")

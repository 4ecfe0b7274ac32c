"""Ratings of computers, as if they were people: do the ladder's numbers order them by strength?

`python -m tools.ratings --games 300 --file ratings.jsonl` plays duels between random, easy, normal and hard.
Every game is a result of one group; the ladder is printed with intervals. An interrupted run goes on from
its file. The intervals come from drawing the games anew with replacement and rating them in a new order.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, cycle, islice
from pathlib import Path

from bot.conversation.table.ladder import ladders_of, numbers
from bot.conversation.table.results import GameResult, SeatResult
from bot.conversation.table.seasons import Seasons
from engine import players
from engine.game import apply, new_game, pending, view_for
from engine.setup import agree

LEVELS = ("random", "easy", "normal", "hard")
SLOW = "hard"
DRAWS = 200


def pairs(games: int, slow_games: int) -> list[tuple[str, str]]:
    """Who plays whom, in turn; each pair alternates who begins."""
    slow = [pair for pair in combinations(LEVELS, 2) if SLOW in pair]
    quick = [pair for pair in combinations(LEVELS, 2) if SLOW not in pair]
    wanted = [*islice(cycle(slow), slow_games), *islice(cycle(quick), games - slow_games)]
    turned = [pair[::-1] if number % 2 else pair for number, pair in enumerate(wanted)]
    random.Random(0).shuffle(turned)  # reproducible, not a secret
    return turned


def play(number: int, levels: tuple[str, ...]) -> tuple[int, ...]:
    """The scores of a game."""
    state = new_game(agree(len(levels), seed=f"ratings {number}")).state
    while not state.over:
        seat = pending(state)[0].player
        state = apply(state, players.choose(levels[seat], view_for(state, seat), seat, str(number))).state
    return tuple(state.scores)


def result_of(number: int, levels: tuple[str, ...], scores: tuple[int, ...]) -> GameResult:
    """A game as the rated result of a group in which computers are people."""
    seats = tuple(
        SeatResult(f"level:{level}", level, 1 + sum(other > score for other in scores), score)
        for level, score in zip(levels, scores, strict=True)
    )
    return GameResult(f"g{number}", "web:x", "carcassonne", seats, ended=number, rated=True)


def played(games: int, slow_games: int, file: Path) -> Iterator[GameResult]:
    """The results of all games, those of the file first."""
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for number, levels in enumerate(pairs(games, slow_games)):
        if number >= len(known):
            scores = play(number, levels)
            with file.open("a") as out:
                out.write(json.dumps({"levels": levels, "scores": scores}) + "\n")
        else:
            levels, scores = tuple(known[number]["levels"]), tuple(known[number]["scores"])
        yield result_of(number, levels, scores)


def intervals(results: list[GameResult]) -> dict[str, tuple[int, int]]:
    """The middle 95 % of each level's number over drawn sets of games."""
    rng, found = random.Random(1), {level: list[int]() for level in LEVELS}
    for _ in range(DRAWS):
        drawn = [
            result_of(place, tuple(seat.name for seat in one.seats), tuple(seat.score for seat in one.seats))
            for place, one in enumerate(rng.choices(results, k=len(results)))
        ]
        for user, number, _, _ in numbers(ladders_of(drawn, Seasons()))["all.duel"]:
            found[user.removeprefix("level:")].append(number)
    cut = DRAWS // 40
    return {
        level: (sorted(all_)[cut], sorted(all_)[-cut - 1]) for level, all_ in found.items() if len(all_) > cut
    }


def main() -> int:
    """Play and print; the exit code is 1 if the order is not that of strength."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--hard-games", type=int, default=90, help="how many of them hard plays in")
    parser.add_argument("--file", type=Path, default=Path("ratings.jsonl"))
    args = parser.parse_args()
    results = list(played(args.games, args.hard_games, args.file))
    random.Random(2).shuffle(results)
    results = [replace(one, ended=place) for place, one in enumerate(results)]
    rows, spread = numbers(ladders_of(results, Seasons()))["all.duel"], intervals(results)
    for user, number, mu, sigma in rows:
        level = user.removeprefix("level:")
        games = sum(one.seat_of(user) is not None for one in results)
        low, high = spread.get(level, (number, number))
        print(f"{level:8} {number:5} (95 %: {low} to {high}) mu={mu:.2f} sigma={sigma:.2f} games={games}")
    return 0 if [user.removeprefix("level:") for user, *_ in rows] == list(reversed(LEVELS)) else 1


if __name__ == "__main__":
    raise SystemExit(main())

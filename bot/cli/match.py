"""A match between computer players: each seat is first once with every bag; a file may keep it."""

from __future__ import annotations

import json
import math
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from engine.game import GAMES, apply, new_game, pending, view_for
from engine.players import choose
from engine.setup import Setup, agree

TOGETHER = {"river_with_carcassonne": "allowed"}  # what the boxes need to be played all at once


class Match(NamedTuple):
    """Who plays what: a level for each seat, and the table."""

    levels: tuple[str, ...]
    boxes: str = ""  # names with commas, or "all"
    options: tuple[tuple[str, str], ...] = ()
    game: str = "carcassonne"
    seed: str = "1"  # other seeds are other bags

    def key(self) -> str:
        """The match in a word, the same for the same match."""
        options = ",".join("=".join(option) for option in self.options)
        return "/".join([":".join(self.levels), self.game, self.boxes, options, self.seed])

    def setups(self, bag: int) -> list[Setup]:
        """The games with a bag: each seat begins once; raises BadSetup if the table cannot be played."""
        known = [box.key for box in GAMES[self.game].boxes]
        boxes = known if self.boxes == "all" else [name for name in self.boxes.split(",") if name]
        options = dict(TOGETHER) if self.boxes == "all" and known else {}
        options |= dict(self.options)
        seats = len(self.levels)
        return [
            agree(seats, boxes, options, game=self.game, first_seat=first, seed=f"{self.seed}/{bag}")
            for first in range(seats)
        ]


class Bag(NamedTuple):
    """What the games with a bag brought: their scores, and the times of the first player's decisions."""

    number: int
    scores: list[list[int]]
    times: list[float]


def play(setup: Setup, levels: Sequence[str]) -> tuple[list[int], list[float]]:
    """One game, a level for each seat; the scores, and the CPU seconds of the first seat's decisions."""
    state = new_game(setup).state
    spent: list[float] = []
    while not state.over:
        player = pending(state)[0].player
        began = time.process_time()
        action = choose(levels[player], view_for(state, player), player, setup.seed)
        if player == 0:
            spent.append(time.process_time() - began)
        state = apply(state, action).state
    return state.scores, spent


def play_bag(match: Match, task: tuple[int, int]) -> Bag:
    """Play so many games with one bag."""
    number, games = task
    bag = Bag(number, [], [])
    for setup in match.setups(number)[:games]:
        points, spent = play(setup, match.levels)
        bag.scores.append(points)
        bag.times.extend(spent)
    return bag


def play_bags(match: Match, games: int, jobs: int = 1, known: Iterable[int] = ()) -> Iterator[Bag]:
    """The bags of so many games that are not known yet, as they are finished."""
    done = set(known)
    seats = len(match.levels)
    tasks = [
        (number, min(seats, games - seats * number))
        for number in range(math.ceil(games / seats))
        if number not in done
    ]
    one = partial(play_bag, match)
    if jobs == 1:
        yield from map(one, tasks)
        return
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # the parent is interrupted
        yield from pool.imap_unordered(one, tasks)


class PlayedBags:
    """Bags that were played, a line of JSON each: a match that was interrupted goes on where it stopped.

    A file that is kept for long does without the times.
    """

    def __init__(self, path: Path | None, *, times: bool = True) -> None:
        self._path = path
        self._times = times
        self._known: dict[str, dict[int, Bag]] = {}
        for line in path.read_text("utf-8").splitlines() if path and path.exists() else ():
            match, number, scores, *spent = json.loads(line)
            self._known.setdefault(match, {})[number] = Bag(number, scores, spent[0] if spent else [])

    def bags(self, match: Match, games: int) -> dict[int, Bag]:
        """What is known of the first games of a match, bag by bag."""
        seats = len(match.levels)
        known = self._known.get(match.key(), {})
        whole = [
            number
            for number, bag in known.items()
            if len(bag.scores) >= min(seats, games - seats * number) > 0
        ]
        return {number: known[number] for number in sorted(whole)}

    def add(self, match: Match, bag: Bag) -> None:
        """Keep a bag."""
        self._known.setdefault(match.key(), {})[bag.number] = bag
        if self._path:
            spent = [[round(spent, 4) for spent in bag.times]] if self._times else []
            line = json.dumps([match.key(), bag.number, bag.scores, *spent], separators=(",", ":"))
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    def played(self, match: Match, games: int, jobs: int = 1) -> Iterator[Bag]:
        """All bags of a match: those that are known, then the others as they are played and kept."""
        known = self.bags(match, games)
        yield from known.values()
        for bag in play_bags(match, games, jobs, known):
            self.add(match, bag)
            yield bag


def shares(scores: Sequence[int]) -> list[float]:
    """Who won a game: those with most points share it."""
    most = max(scores)
    return [1 / scores.count(most) if points == most else 0.0 for points in scores]


def won(bags: Iterable[Bag], seat: int = 0) -> float:
    """How many games a seat won; a shared victory counts in part."""
    return sum(shares(scores)[seat] for bag in bags for scores in bag.scores)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return (middle - spread) / below, (middle + spread) / below

"""Who plays whom. docs/decisions/0010-pairings.md says why a Swiss round is a matching of maximum weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations

from bot.conversation.table.cups.model import NOBODY, Cup
from bot.conversation.table.cups.standings import points_of

Pair = tuple[int, int]  # the first of them begins; a bye has NOBODY as the second
MOST_AHEAD = 2  # how many more games one may have begun than not, if it can be helped


@dataclass(frozen=True, slots=True)
class PastGames:
    """What an entrant has done so far, as far as pairings need it."""

    points: int
    balance: int  # games begun less games not begun
    rested: bool
    met: frozenset[int]


def history_of(cup: Cup, entrant: int) -> PastGames:
    """The past of an entrant."""
    mine = [match for match in cup.matches if entrant in match.pair]
    begun = sum(1 if match.pair[game.first] == entrant else -1 for match in mine for game in match.counted)
    met = frozenset(one for match in mine for one in match.pair if one not in (entrant, NOBODY))
    rested = any(match.why == "bye" for match in mine)
    return PastGames(points_of(cup, entrant), begun, rested, met)


def swiss_pairs(cup: Cup) -> list[Pair] | None:
    """The next round of a Swiss cup; None if an entrant would have to meet or to rest twice."""
    from networkx import (  # type: ignore[import-untyped]  # no types of its own; 2 MB, once a round
        Graph,
        max_weight_matching,
    )

    players = cup.active()
    past = {place: history_of(cup, place) for place in players}
    graph = Graph()
    graph.add_nodes_from(players)
    for one, other in combinations(players, 2):
        if other not in past[one].met:
            graph.add_edge(one, other, weight=-_cost(cup, past, one, other))
    if len(players) % 2:
        least = min(past[place].points for place in players)
        for place in players:
            if not past[place].rested:
                cost = _weighed(past[place].points - least) + _lot(cup, place, NOBODY)
                graph.add_edge(place, NOBODY, weight=-cost)
    found = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(players) + len(players) % 2:
        return None
    return sorted((_ordered(cup, past, *pair) for pair in found), key=lambda pair: _rank(past, pair))


def _rank(past: dict[int, PastGames], pair: Pair) -> tuple[int, int, int]:
    """The leaders' match first, the bye last."""
    return pair[1] == NOBODY, -max(past[place].points for place in pair if place != NOBODY), min(pair)


def _cost(cup: Cup, past: dict[int, PastGames], one: int, other: int) -> int:
    """How bad a pair is: first by who begins too often, then by unequal points, then by who begins."""
    a, b = past[one], past[other]
    too_often = a.balance * b.balance > 0 and min(abs(a.balance), abs(b.balance)) >= MOST_AHEAD
    return (
        too_often * 10**12
        + _weighed(a.points - b.points)
        + abs(a.balance + b.balance) * 10**4
        + _lot(cup, one, other)
    )


def _weighed(difference: int) -> int:
    return difference * difference * 10**6


def _lot(cup: Cup, one: int, other: int) -> int:
    """A number that is drawn for a pair, the same in every process."""
    text = f"{cup.id} {len(cup.rounds)} {min(one, other)} {max(one, other)}"
    return int.from_bytes(sha256(text.encode()).digest()[:2]) % 10**4


def _ordered(cup: Cup, past: dict[int, PastGames], one: int, other: int) -> Pair:
    """The pair, who has begun less often first."""
    if NOBODY in (one, other):
        return max(one, other), NOBODY
    key = (past[one].balance, _lot(cup, one, one)), (past[other].balance, _lot(cup, other, other))
    return (one, other) if key[0] <= key[1] else (other, one)


def robin_pairs(entrants: int, round_: int) -> list[Pair]:
    """A round of a round robin, from 0, by the circle method."""
    ring = [*range(entrants), *([NOBODY] if entrants % 2 else [])]
    half = (
        len(ring) // 2
    )  # so far does it turn: the next opponent is the next number, so who begins alternates
    turned = [ring[0], *_turned(ring[1:], round_ * half)]
    pairs = [(turned[n], turned[-1 - n]) for n in range(half)]
    return [_begun(*pair) for pair in pairs]


def _turned(ring: Sequence[int], steps: int) -> list[int]:
    steps %= len(ring)
    return [*ring[-steps:], *ring[:-steps]] if steps else list(ring)


def _begun(one: int, other: int) -> Pair:
    """Who begins: of two numbers with an odd sum the lower one, so that everybody begins every other game."""
    if NOBODY in (one, other):
        return max(one, other), NOBODY
    low, high = min(one, other), max(one, other)
    return (low, high) if (low + high) % 2 else (high, low)


def knockout_pairs(entrants: int) -> list[Pair]:
    """The first round of a knock-out: as many byes as a full bracket needs, one each."""
    order, size = [0], 1
    while size < entrants:
        size *= 2
        order = [seed for one in order for seed in (one, size - 1 - one)]
    places = [seed if seed < entrants else NOBODY for seed in order]
    return [
        (one, other) if other != NOBODY else (max(one, other), NOBODY)
        for one, other in zip(places[::2], places[1::2], strict=True)
    ]

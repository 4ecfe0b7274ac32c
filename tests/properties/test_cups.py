"""Pairings and standings of random cups; `python -m tools.cups --random 1000` plays more of them."""

from __future__ import annotations

import random
from collections import Counter

from bot.conversation.table.cups.model import NOBODY, Cup, CupGame, CupMatch, CupRound, Entrant
from bot.conversation.table.cups.pairing import history_of, robin_pairs
from bot.conversation.table.cups.progress import after_game
from bot.conversation.table.cups.standings import standings
from tests.support.random_cups import SETUP, played, random_cup


def test_random_cups_obey_the_rules_of_pairings() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        cup = played(random_cup(rng), rng)
        kinds[cup.format] += 1
    assert len(kinds) == 3


def test_a_round_robin_has_every_pair_once_and_everybody_begins_every_other_game() -> None:
    for players in range(3, 17):
        pairs = [pair for n in range(players - 1 + players % 2) for pair in robin_pairs(players, n)]
        real = [pair for pair in pairs if NOBODY not in pair]
        assert len({frozenset(pair) for pair in real}) == len(real) == players * (players - 1) // 2
        begun = Counter(one for one, _ in real)
        assert all(abs(2 * begun[place] - (players - 1)) <= 1 for place in range(players))


def cup_of(*matches: CupMatch, kind: str = "swiss", players: int = 4, **fields: object) -> Cup:
    entrants = tuple(Entrant(f"web:p{n}", f"P{n}") for n in range(players))
    rounds = (CupRound(matches),)
    return Cup("c1", "g", "g", "o", SETUP, kind, entrants=entrants, rounds=rounds, **fields)  # type: ignore[arg-type]


def match(number: int, pair: tuple[int, int], *scores: tuple[int, int]) -> CupMatch:
    games = tuple(
        CupGame(f"g{number}{place}", place % 2, int(b > a) if a != b else NOBODY, (a, b))
        for place, (a, b) in enumerate(scores)
    )
    return CupMatch(number, pair, games=games)


def test_a_drawn_knock_out_match_is_played_on_but_a_swiss_one_is_not() -> None:
    drawn = match(1, (0, 1), (50, 50))
    assert not after_game(cup_of(drawn, kind="knockout"), drawn).decided
    assert after_game(cup_of(drawn), drawn).drawn
    best = match(1, (0, 1), (50, 40), (30, 60))
    three = cup_of(best, best_of=3)
    assert not after_game(three, best).decided
    assert after_game(three, match(1, (0, 1), (50, 40), (60, 30))).winner == 0


def test_ties_are_broken_by_buchholz_then_by_the_direct_result_then_by_points_difference() -> None:
    def won(number: int, pair: tuple[int, int], scores: tuple[int, int]) -> CupMatch:
        return after_game(cup_of(), match(number, pair, scores))

    cup = cup_of(won(1, (0, 1), (60, 50)), won(2, (2, 3), (90, 50)))
    assert [line.entrant for line in standings(cup)] == [2, 0, 1, 3]
    ring = [won(3, (0, 1), (60, 50)), won(4, (1, 2), (90, 50)), won(5, (2, 0), (70, 65))]
    lines = standings(cup_of(*ring, players=3))
    assert [(line.entrant, line.points, line.margin) for line in lines] == [
        (1, 2, 30.0),
        (0, 2, 5.0),
        (2, 2, -35.0),
    ]


def test_a_duplicate_cup_compares_with_the_other_tables() -> None:
    cup = cup_of(match(1, (0, 1), (80, 40)), match(2, (2, 3), (60, 50)), duplicate=True)
    lines = {line.entrant: line.margin for line in standings(cup)}
    assert lines == {0: 15.0, 1: -15.0, 2: -15.0, 3: 15.0}  # 25 ahead is what the first seat is worth


def test_unplayed_games_do_not_count_as_begun() -> None:
    walkover = CupMatch(1, (0, 1), winner=0, why="no_show")
    assert history_of(cup_of(walkover), 0).balance == 0

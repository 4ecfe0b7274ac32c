"""Random cups without tables: results, ties, withdrawals and no-shows by chance, checked after every step."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from bot.conversation.table.cups.model import (
    BEST_OF,
    FORMATS,
    NOBODY,
    OVER,
    RUNNING,
    VOID,
    Cup,
    CupMatch,
    Entrant,
    decode_cup,
    open_matches,
)
from bot.conversation.table.cups.pairing import history_of
from bot.conversation.table.cups.progress import after_game, next_game, rounds_of, settled, started
from bot.conversation.table.cups.standings import standings
from bot.conversation.table.lobby import Lobby

SETUP = Lobby("cup", "web:anna", "en")


def random_cup(rng: random.Random) -> Cup:
    """A cup that has just started."""
    kind = rng.choice(FORMATS)
    players = rng.randint(3, 16 if kind == "robin" else 40)
    cup = Cup(
        f"{rng.getrandbits(32):08x}",
        "web:group",
        "web:group",
        "web:anna",
        SETUP,
        format=kind,
        best_of=rng.choice(BEST_OF),
        length=rng.choice((0, 0, 3, 7, players)),
        entrants=tuple(Entrant(f"web:p{n}", f"P{n}") for n in range(players)),
    )
    return started(cup, 0.0)


def played(cup: Cup, rng: random.Random) -> Cup:
    """A whole cup; raises AssertionError if a rule of pairings is broken."""
    at = 0.0
    leave = rng.choice((0.0, 0.0, 0.02, 0.1))
    while cup.status == RUNNING:
        check_round(cup)
        for match in list(open_matches(cup)):
            cup = _played_match(cup, match, rng)
        for place in cup.active():
            if rng.random() < leave:
                cup = cup.with_entrant(place, out="withdrawn")
        at += cup.limit + 1
        cup = decode_cup(settled(cup, at).encode())
    check_end(cup)
    return cup


def _played_match(cup: Cup, match: CupMatch, rng: random.Random) -> Cup:
    if rng.random() < 0.05:
        return cup.with_match(replace(match, here=rng.choice(((), (0,), (1,)))))
    match = replace(match, here=(0, 1))
    while not match.decided:
        winner = rng.choice((0, 0, 1, 1, NOBODY, VOID))
        game = replace(next_game(cup, match), winner=winner, scores=(rng.randint(0, 99), rng.randint(0, 99)))
        match = after_game(cup, match.with_game(game))
    return cup.with_match(match)


def check_round(cup: Cup) -> None:
    """The last round obeys the rules."""
    latest = cup.rounds[-1].matches
    seen = Counter(place for match in latest for place in match.pair if place != NOBODY)
    assert max(seen.values()) == 1, "nobody plays twice in a round"
    if cup.format != "knockout":
        assert set(cup.active()) <= set(seen), "everybody who is in the cup plays or rests"
    met = Counter(frozenset(match.pair) for match in cup.matches if NOBODY not in match.pair)
    assert not met or max(met.values()) == 1, "nobody meets the same opponent twice"
    rests = Counter(match.pair[0] for match in cup.matches if match.why == "bye")
    assert not rests or max(rests.values()) == 1, "nobody rests twice"
    if cup.best_of == 1 and cup.format == "swiss" and len(cup.rounds) <= len(cup.entrants) // 2:
        ahead = max(abs(history_of(cup, place).balance) for place in cup.active() or [0])
        assert ahead <= 2, f"first moves are balanced: {ahead}"
    numbers = [match.number for match in cup.matches]
    assert numbers == list(range(1, len(numbers) + 1))


def check_end(cup: Cup) -> None:
    """A cup that is over has a whole table, and every point in it was won once."""
    assert cup.status == OVER
    assert all(match.decided for match in cup.matches)
    assert len(cup.rounds) <= rounds_of(cup)
    lines = standings(cup)
    assert sorted(line.entrant for line in lines) == list(range(len(cup.entrants)))
    won = [match for match in cup.matches if match.winner >= 0 or match.drawn]
    rests = sum(match.why == "bye" for match in won) if cup.format == "robin" else 0
    assert sum(line.points for line in lines) == 2 * (len(won) - rests)
    if cup.knockout:
        lost = {match.pair[1 - match.winner] for match in cup.matches if match.winner >= 0}
        final = cup.rounds[-1].matches[-1]
        assert final.winner == NOBODY or final.pair[final.winner] not in lost
        assert final.winner == NOBODY or lines[0].entrant == final.pair[final.winner]
    elif cup.format == "robin" and not any(one.out for one in cup.entrants):
        met = {frozenset(match.pair) for match in cup.matches if NOBODY not in match.pair}
        assert len(met) == len(cup.entrants) * (len(cup.entrants) - 1) // 2

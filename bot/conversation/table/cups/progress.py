"""How a cup goes on: results, withdrawals, no-shows, the next round, the end. Nothing here reads a clock."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from math import ceil, log2

from bot.conversation.table.cups.model import (
    NOBODY,
    OPEN,
    OVER,
    RUNNING,
    Cup,
    CupGame,
    CupMatch,
    CupNote,
    CupRound,
    Entrant,
)
from bot.conversation.table.cups.pairing import Pair, history_of, knockout_pairs, robin_pairs, swiss_pairs

LEAST_ENTRANTS, MOST_ENTRANTS = 3, 256
MOST_IN_ROBIN = 16
REMINDED = 4  # the reminder comes when a fourth of the time is left


def rounds_of(cup: Cup) -> int:
    """How many rounds a cup has if nobody withdraws."""
    players = max(2, len(cup.entrants))
    needed = ceil(log2(players))
    if cup.format == "robin":
        return players - 1 + players % 2
    if cup.knockout:
        return needed
    return min(cup.length or needed, players - 1 + players % 2)


def started(cup: Cup, at: float) -> Cup:
    """The cup with its entrants in the order of a draw, and its first round."""
    drawn = sorted(cup.entrants, key=lambda one: _lot(cup, one))
    begun = replace(cup, status=RUNNING, entrants=tuple(drawn), until=0)
    return paired(begun, at)


def _lot(cup: Cup, entrant: Entrant) -> bytes:
    return sha256(f"{cup.id} {entrant.user}".encode()).digest()


def paired(cup: Cup, at: float) -> Cup:
    """With the next round, or over if there is none."""
    pairs = None if len(cup.rounds) >= rounds_of(cup) or len(cup.active()) < 2 else _pairs(cup)
    if not pairs:
        return replace(cup, status=OVER).noted(CupNote("over", int(at)))
    number = sum(len(one.matches) for one in cup.rounds)
    matches = tuple(_match(cup, number + place, pair, at) for place, pair in enumerate(pairs, start=1))
    new = replace(cup, rounds=(*cup.rounds, CupRound(matches, int(at))))
    return new.noted(CupNote("round", int(at), match=len(new.rounds)))


def _pairs(cup: Cup) -> list[Pair] | None:
    if cup.format == "robin":
        return robin_pairs(len(cup.entrants), len(cup.rounds))
    if not cup.knockout:
        return swiss_pairs(cup)
    if not cup.rounds:
        return knockout_pairs(len(cup.entrants))
    through = [_winner(match) for match in cup.rounds[-1].matches]
    pairs = zip(through[::2], through[1::2], strict=True)
    return [_begun(cup, *pair) for pair in pairs]


def _winner(match: CupMatch) -> int:
    return match.pair[match.winner] if match.winner >= 0 else NOBODY


def _begun(cup: Cup, one: int, other: int) -> Pair:
    """Of two winners, who has begun less often begins."""
    if NOBODY in (one, other):
        return max(one, other), NOBODY
    swap = history_of(cup, other).balance < history_of(cup, one).balance
    return (other, one) if swap else (one, other)


def _match(cup: Cup, number: int, pair: Pair, at: float) -> CupMatch:
    match = CupMatch(number, pair, opened=int(at))
    if NOBODY not in pair:
        return match
    why = "walkover" if cup.knockout and cup.rounds else "bye"
    return replace(match, winner=0 if pair[0] != NOBODY else NOBODY, why=why)


# -- matches ------------------------------------------------------------------------------------------


def next_game(cup: Cup, match: CupMatch) -> CupGame:
    """The next game of a match: both begin in turn. A game that was closed does not count."""
    number, played = len(match.games) + 1, len(match.counted)
    return CupGame(f"{cup.id}{match.number:x}g{number}", first=(match.first + played) % 2)


def after_game(cup: Cup, match: CupMatch) -> CupMatch:
    """The match, decided if its games decide it. A knock-out is played on until it has a winner."""
    wins, played = (match.wins(0), match.wins(1)), len(match.counted)
    ahead = NOBODY if wins[0] == wins[1] else int(wins[1] > wins[0])
    enough = max(wins) > cup.best_of // 2 or played >= cup.best_of
    if not enough or (ahead == NOBODY and cup.knockout):
        return match
    return replace(match, winner=ahead, why="draw" if ahead == NOBODY else "played")


def settled(cup: Cup, at: float) -> Cup:
    """The cup with everything decided that follows from withdrawals and the time, and the rounds after it."""
    while cup.status == RUNNING:
        for match in cup.rounds[-1].matches:
            cup = _settled_match(cup, match, at)
        if not cup.rounds[-1].complete or _must_wait(cup, at):
            return cup
        cup = paired(cup, at)
    return cup


def _must_wait(cup: Cup, at: float) -> bool:
    return cup.by_date and at < cup.rounds[-1].started + cup.limit and len(cup.rounds) < rounds_of(cup)


def _settled_match(cup: Cup, match: CupMatch, at: float) -> Cup:
    if match.decided:
        return cup
    gone = [side for side, place in enumerate(match.pair) if cup.entrants[place].out]
    if gone:
        return decided(cup, match, gone, "withdrawn")
    late = [side for side in (0, 1) if side not in match.here]
    if late and at >= match.opened + cup.limit:
        new = decided(cup, match, late, "no_show")
        return new.noted(CupNote("no_show", int(at), match.number))
    if late and at >= reminder_at(cup, match) and not match.reminded:
        return cup.with_match(replace(match, reminded=True)).noted(CupNote("remind", int(at), match.number))
    return cup


def decided(cup: Cup, match: CupMatch, losers: list[int], why: str) -> Cup:
    """With a match that these sides have lost without playing."""
    winner = NOBODY if len(losers) == 2 else 1 - losers[0]
    return replace(cup.with_match(replace(match, winner=winner, why=why)), fresh=True)


def reminder_at(cup: Cup, match: CupMatch) -> float:
    """When those who have not come are reminded."""
    return match.opened + cup.limit - cup.limit / REMINDED


def next_look(cup: Cup, at: float) -> float | None:
    """When the clock decides something next."""
    if cup.status != RUNNING:
        return float(cup.until) if cup.until and cup.status != OVER else None
    times = [cup.rounds[-1].started + float(cup.limit)] if cup.by_date else []
    for match in cup.rounds[-1].matches:
        if match.winner == OPEN and len(match.here) < 2:
            times += [match.opened + float(cup.limit), *([] if match.reminded else [reminder_at(cup, match)])]
    return min((time for time in times if time > at), default=None)

"""The standings of a cup: points, then Buchholz, direct results, points difference."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from bot.conversation.table.cups.model import NOBODY, Cup, CupMatch

WIN, DRAW = 2, 1  # points are counted in halves


@dataclass(frozen=True, slots=True)
class CupStanding:
    """One line of the standings. Points and Buchholz are counted in halves."""

    entrant: int
    points: int
    wins: int
    buchholz: int
    direct: int
    margin: float  # the points difference; of a duplicate cup, against the other tables


def points_of(cup: Cup, entrant: int) -> int:
    """What an entrant has won so far, in halves."""
    return sum(_points(cup, match, entrant) for match in cup.matches)


def _points(cup: Cup, match: CupMatch, entrant: int) -> int:
    side = match.side_of(entrant)
    if side is None or not match.decided:
        return 0
    if match.why == "bye" and cup.format == "robin":  # everybody rests once
        return 0
    return DRAW if match.drawn else WIN if match.winner == side else 0


def standings(cup: Cup) -> list[CupStanding]:
    """Everybody, the best first."""
    places = range(len(cup.entrants))
    points = {place: points_of(cup, place) for place in places}
    compared = _compared(cup) if cup.duplicate else {}

    def order(place: int) -> tuple[float, ...]:
        if cup.duplicate:
            return (compared.get(place, 0.0), points[place])
        return (_progress(cup, place), points[place], _buchholz(cup, place, points))

    found = []
    for _, tied in groupby(sorted(places, key=order, reverse=True), key=order):
        group = list(tied)
        lines = [_line(cup, place, points, group, compared) for place in group]
        found += sorted(lines, key=lambda line: (-line.direct, -line.margin, line.entrant))
    return found


def _line(
    cup: Cup, place: int, points: dict[int, int], tied: list[int], compared: dict[int, float]
) -> CupStanding:
    mine = [match for match in cup.matches if match.side_of(place) is not None]
    among = [match for match in mine if all(one in tied for one in match.pair)]
    margin = float(sum(match.margin(match.pair.index(place)) for match in mine))
    return CupStanding(
        place,
        points[place],
        sum(match.winner == match.side_of(place) for match in mine),
        _buchholz(cup, place, points),
        sum(_points(cup, match, place) for match in among),
        compared.get(place, 0.0) if cup.duplicate else margin,
    )


def _progress(cup: Cup, place: int) -> int:
    """How many matches of a knock-out an entrant has survived; 0 in other cups."""
    if not cup.knockout:
        return 0
    return sum(match.winner == match.side_of(place) for match in cup.matches if place in match.pair)


def _buchholz(cup: Cup, place: int, points: dict[int, int]) -> int:
    """The points of all opponents; a round without one counts as an opponent of one's own strength."""
    total = 0
    for match in cup.matches:
        side = match.side_of(place)
        if side is not None and match.decided:
            other = match.pair[1 - side]
            total += points[place if other == NOBODY else other]
    return total


def _compared(cup: Cup) -> dict[int, float]:
    """Of a duplicate cup: by how much each was better than all others on the same seat with the same bag."""
    found: dict[int, float] = {}
    for one in cup.rounds:
        played = [(match, game) for match in one.matches for game in match.counted]
        leads = [game.scores[game.first] - game.scores[1 - game.first] for _, game in played]
        usual = sum(leads) / len(leads) if leads else 0.0
        for (match, game), lead in zip(played, leads, strict=True):
            for side, sign in ((game.first, 1), (1 - game.first, -1)):
                place = match.pair[side]
                found[place] = found.get(place, 0.0) + sign * (lead - usual)
    return found

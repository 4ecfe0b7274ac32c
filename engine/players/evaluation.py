"""What a position promises to each player, in points: the judgement behind every computer player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.geometry import Cell
from engine.players.outlook import Outlook
from engine.players.survey import Survey
from engine.scoring import FIELD_CITY, city_item, owners
from engine.state import Figure, GameState
from engine.tiles import LANDS, POSTS, SITES


def evaluate(state: GameState, outlook: Outlook) -> list[float]:
    """Each player's score with what the position promises; after the end, the score.

    It may be asked between laying a tile and its scoring: what is complete is as good as scored.
    """
    account = Account.of(state)
    if state.over:
        return account.points
    survey = outlook.survey(state.board)
    for found, figures in groups(state).items():
        account.add(state, outlook, survey, found, figures)
    return account.promise(state, outlook)


class Account:
    """Points that each player may expect, and how many of their meeples will come back."""

    __slots__ = ("back", "points")

    def __init__(self, points: list[float], back: list[float]) -> None:
        self.points = points
        self.back = back

    @classmethod
    def of(cls, state: GameState) -> Account:
        """What was scored so far."""
        return cls([float(score) for score in state.scores], [0.0] * len(state.scores))

    def add(
        self, state: GameState, outlook: Outlook, survey: Survey, found: int, figures: Sequence[Figure]
    ) -> None:
        """Add what the figures on one feature promise: points to its owners, and that they come back."""
        gain, chance = prospect(state, outlook, survey, found, figures[0].cell)
        for player in (figures[0].player,) if len(figures) == 1 else owners(figures):
            self.points[player] += gain
        if chance:
            freed = outlook.weights.freed * chance
            for figure in figures:
                if figure.kind in outlook.special:
                    self.points[figure.player] += freed * outlook.special[figure.kind]
                else:
                    self.back[figure.player] += freed

    def join(self, part: Account, sign: int) -> None:
        """Add a part of an account, or take it off."""
        for player, points in enumerate(part.points):
            if points:
                self.points[player] += sign * points
        for player, back in enumerate(part.back):
            if back:
                self.back[player] += sign * back

    def promise(self, state: GameState, outlook: Outlook, *, quick: bool = False) -> list[float]:
        """The points with the worth of figures and what the boxes add."""
        points = self.points
        for (player, kind), count in state.supply.items():
            if kind in outlook.special:
                points[player] += count * outlook.special[kind]
            else:
                points[player] += outlook.meeples(count + self.back[player])
        for term in outlook.quick if quick else outlook.whole:
            term(state, outlook, points)
        return points


class Group(NamedTuple):
    """The figures on one feature, and what they promise on the board as it is."""

    figures: list[Figure]
    site: Cell | None  # where it is, if it completes with its neighbours
    part: Account


class Standing:
    """The account of a position, kept so that one tile more changes only what that tile touches."""

    __slots__ = ("_back", "_groups", "_outlook", "_points", "_sites", "_watching")

    def __init__(self, state: GameState, outlook: Outlook) -> None:
        self._outlook = outlook
        survey = outlook.survey(state.board)
        label, by_id = state.board.features.label, state.board.features.by_id
        whole = Account.of(state)
        self._points, self._back = whole.points, whole.back
        self._groups: list[Group] = []
        self._watching: dict[int, list[int]] = {}  # feature -> the groups that a change of it changes
        self._sites: list[tuple[int, Cell]] = []
        for number, (found, figures) in enumerate(groups(state).items()):
            part = Account([0.0] * len(state.scores), [0.0] * len(state.scores))
            part.add(state, outlook, survey, found, figures)
            whole.join(part, 1)
            feature = by_id[found]
            site = figures[0].cell if feature.kind in SITES else None
            self._groups.append(Group(figures, site, part))
            if site is not None:
                self._sites.append((number, site))
                continue
            for watched in {found, *[label[border] for border in feature.borders]}:
                self._watching.setdefault(watched, []).append(number)

    def grown(self, trial: GameState) -> Account:
        """The account of the position with one tile more, as the trial has it."""
        outlook = self._outlook
        survey = outlook.survey(trial.board)
        account = Account(self._points.copy(), self._back.copy())
        numbers = self._changed(survey)
        if numbers:
            label, number_of = trial.board.features.label, trial.board.number
            changed: dict[int, list[Figure]] = {}
            for number in numbers:
                figures, _, part = self._groups[number]
                account.join(part, -1)
                found = label[number_of(figures[0].cell, figures[0].segment)]
                changed[found] = [*changed[found], *figures] if found in changed else figures
            for found, figures in changed.items():
                account.add(trial, outlook, survey, found, figures)
        return account

    def _changed(self, survey: Survey) -> Iterable[int]:
        """The groups whose promise a new tile may change, in their order."""
        touched = survey.touched
        if touched is None:
            return range(len(self._groups))
        watching = self._watching
        merged = watching.keys() - survey.board.features.by_id.keys()
        numbers = {number for found in merged | watching.keys() & touched for number in watching[found]}
        for number, site in self._sites:
            if survey.near(site):
                numbers.add(number)
        return sorted(numbers)


def expected_back(state: GameState, outlook: Outlook) -> list[float]:
    """How many meeples each player may expect back."""
    account = Account.of(state)
    survey = outlook.survey(state.board)
    for found, figures in groups(state).items():
        account.add(state, outlook, survey, found, figures)
    return account.back


def groups(state: GameState) -> dict[int, list[Figure]]:
    """Feature id -> the figures on it."""
    label = state.board.features.label
    found: dict[int, list[Figure]] = {}
    for number, there in state.figures.items():
        feature = label[number]
        if feature in found:
            found[feature].extend(there)
        else:
            found[feature] = list(there)
    return found


def prospect(
    state: GameState, outlook: Outlook, survey: Survey, found: int, cell: Cell
) -> tuple[float, float]:
    """What a feature with a figure on a cell promises to each owner, and how likely its figures come back."""
    kind = state.board.features.by_id[found].kind
    if kind in LANDS:
        return field_promise(state, outlook, survey, found), 0.0
    if kind in SITES:
        return survey.site(found, cell)
    if kind in POSTS:
        return 0.0, 0.0
    return survey.promise(found), survey.closing(found)


def field_promise(state: GameState, outlook: Outlook, survey: Survey, found: int) -> float:
    """Three points for each complete city, less for those that may still be completed.

    It is worked out once for a board: that a box may make another thing of a city later is left out.
    """
    known = survey.fields.get(found)
    if known is not None:
        return known
    label = state.board.features.label
    new = old = survey.cities
    touched: set[int] = set()
    if survey.parent is not None and survey.touched is not None:
        old, touched = survey.parent.cities, survey.touched
        cities = survey.parent.beside.get(found)
        if cities is not None and found not in touched and cities.isdisjoint(touched):
            return survey.parent.fields[found]
    known = outlook.weights.field_growth * outlook.share
    cities = survey.beside[found] = {label[number] for number in state.board.features.by_id[found].borders}
    for city in cities:
        kept = new if city in touched else old
        beside = kept.get(city)
        if beside is None:
            beside = kept[city] = city_promise(state, outlook, survey, city)
        known += beside
    known *= outlook.weights.field
    survey.fields[found] = known
    return known


def city_promise(state: GameState, outlook: Outlook, survey: Survey, city: int) -> float:
    """What a city promises to a field that touches it."""
    if state.board.features.by_id[city].open:
        return FIELD_CITY * outlook.weights.field_open * outlook.share * survey.closing(city)
    if not state.rules.hooks.city_worth:
        return FIELD_CITY
    item = city_item(state, city)
    return item.points if item else 0


def own(promise: Sequence[float], player: int) -> float:
    """What a player's position promises, without the others'."""
    return promise[player]


def lead(promise: Sequence[float], player: int) -> float:
    """A player's promise against the others': the strongest counts double."""
    if len(promise) == 2:
        return promise[player] - promise[1 - player]
    others = [points for seat, points in enumerate(promise) if seat != player]
    return promise[player] - (sum(others) + max(others)) / (len(others) + 1)

"""What a position promises to each player, in points: the judgement behind every computer player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.geometry import Cell
from engine.players.outlook import Outlook
from engine.players.survey import Survey
from engine.scoring import FIELD_CITY, city_item, owners
from engine.state import Figure, GameState
from engine.tiles import LANDS, SITES


def evaluate(state: GameState, outlook: Outlook) -> list[float]:
    """Each player's score with what the position promises; after the end, the score.

    It may be asked between laying a tile and its scoring: what is complete is as good as scored.
    """
    account = Account(state)
    if state.over:
        return account.points
    survey = outlook.survey(state.board)
    for found, figures in groups(state).items():
        account.add(state, outlook, survey, found, figures)
    return account.promise(state, outlook)


class Account:
    """Points that each player may expect, and how many of their meeples will come back."""

    __slots__ = ("back", "points")

    def __init__(self, state: GameState) -> None:
        self.points = [float(score) for score in state.scores]
        self.back = [0.0] * len(self.points)

    def add(
        self, state: GameState, outlook: Outlook, survey: Survey, found: int, figures: Sequence[Figure]
    ) -> None:
        """Add what the figures on one feature promise: points to its owners, and that they come back."""
        gain, chance = prospect(state, outlook, survey, found, figures[0])
        for player in (figures[0].player,) if len(figures) == 1 else owners(figures):
            self.points[player] += gain
        if chance:
            freed = outlook.weights.freed * chance
            for figure in figures:
                if figure.kind in outlook.special:
                    self.points[figure.player] += freed * outlook.special[figure.kind]
                else:
                    self.back[figure.player] += freed

    def promise(self, state: GameState, outlook: Outlook, *, quick: bool = False) -> list[float]:
        """The points with the worth of figures and what the boxes add."""
        points = self.points
        for (player, kind), count in state.supply.items():
            if kind in outlook.special:
                points[player] += count * outlook.special[kind]
            else:
                points[player] += outlook.meeples(count + self.back[player])
        for term in outlook.terms if quick else (*outlook.terms, *outlook.steady):
            term(state, outlook, points)
        return points


class Standing:
    """The account of a position, kept so that one tile more changes only what that tile touches."""

    __slots__ = ("_groups", "_outlook")

    def __init__(self, state: GameState, outlook: Outlook) -> None:
        self._outlook = outlook
        survey = outlook.survey(state.board)
        label, by_id = state.board.features.label, state.board.features.by_id
        # For each group: its feature and figures, what it depends on, the cell of a site, and its part.
        self._groups: list[tuple[int, list[Figure], frozenset[int], Cell | None, Account]] = []
        for found, figures in groups(state).items():
            part = Account(state)
            part.points = [0.0] * len(part.points)
            part.add(state, outlook, survey, found, figures)
            feature = by_id[found]
            watched = frozenset([found, *(label[number] for number in feature.borders)])
            site = figures[0].cell if feature.kind in SITES else None
            self._groups.append((found, figures, watched, site, part))

    def grown(self, trial: GameState) -> Account:
        """The account of the position with one tile more, as the trial has it."""
        outlook = self._outlook
        survey = outlook.survey(trial.board)
        touched = survey.touched
        account = Account(trial)
        label, by_id = trial.board.features.label, trial.board.features.by_id
        changed: dict[int, list[Figure]] = {}
        for found, figures, watched, site, part in self._groups:
            if touched is None:
                same = False
            elif site is None:
                same = found in by_id and watched.isdisjoint(touched)
            else:
                same = not survey.near(site)
            if same:
                for player, points in enumerate(part.points):
                    account.points[player] += points
                    account.back[player] += part.back[player]
            else:
                figure = figures[0]
                now = label[trial.board.number(figure.cell, figure.segment)]
                changed.setdefault(now, []).extend(figures)
        for found, figures in changed.items():
            account.add(trial, outlook, survey, found, figures)
        return account


def expected_back(state: GameState, outlook: Outlook) -> list[float]:
    """How many meeples each player may expect back."""
    account = Account(state)
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
    state: GameState, outlook: Outlook, survey: Survey, found: int, figure: Figure
) -> tuple[float, float]:
    """What a feature promises to each owner, and how likely its figures come back."""
    kind = state.board.features.by_id[found].kind
    if kind in LANDS:
        return field_promise(state, outlook, survey, found), 0.0
    if kind in SITES:
        return survey.site(found, figure.cell)
    return survey.promise(found), survey.closing(found)


def field_promise(state: GameState, outlook: Outlook, survey: Survey, found: int) -> float:
    """Three points for each complete city, less for those that may still be completed.

    It is worked out once for a board: that a box may make another thing of a city later is left out.
    """
    known = survey.fields.get(found)
    if known is None:
        label, by_id = state.board.features.label, state.board.features.by_id
        hope = FIELD_CITY * outlook.weights.field_open * outlook.share
        special = bool(state.rules.hooks.city_worth)
        known = outlook.weights.field_growth * outlook.share
        for city in {label[number] for number in by_id[found].borders}:
            if by_id[city].open:
                known += hope * survey.closing(city)
            elif special:
                item = city_item(state, city)
                known += item.points if item else 0
            else:
                known += FIELD_CITY
        survey.fields[found] = known
    return known


def lead(promise: Sequence[float], player: int) -> float:
    """A player's promise against the others': the strongest counts double."""
    if len(promise) == 2:
        return promise[player] - promise[1 - player]
    others = [points for seat, points in enumerate(promise) if seat != player]
    return promise[player] - (sum(others) + max(others)) / (len(others) + 1)

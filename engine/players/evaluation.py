"""What a position promises to each player, in points: the judgement behind every computer player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.features import Feature
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
    promise = [float(score) for score in state.scores]
    if state.over:
        return promise
    survey = outlook.survey(state.board)
    for found, figures in groups(state).items():
        add_group(state, outlook, survey, found, figures, promise)
    for (player, kind), count in state.supply.items():
        if count:
            promise[player] += outlook.free(kind, count)
    for term in outlook.terms:
        term(state, outlook, promise)
    return promise


def add_group(
    state: GameState,
    outlook: Outlook,
    survey: Survey,
    found: int,
    figures: Sequence[Figure],
    promise: list[float],
) -> None:
    """Add what the figures on one feature promise: points to its owners, and that they come back."""
    gain, chance = prospect(state, outlook, survey, found, figures[0])
    for player in (figures[0].player,) if len(figures) == 1 else owners(figures):
        promise[player] += gain
    if chance:
        back = outlook.weights.freed * chance
        for figure in figures:
            owner = figure.player
            promise[owner] += back * outlook.one_more(figure.kind, state.supply[owner, figure.kind])


class Standing:
    """The promise of a position, kept so that one tile more changes only what that tile touches."""

    __slots__ = ("_groups", "_outlook", "_plain")

    def __init__(self, state: GameState, outlook: Outlook) -> None:
        self._outlook = outlook
        survey = outlook.survey(state.board)
        label, by_id = state.board.features.label, state.board.features.by_id
        players = len(state.scores)
        self._plain = [float(score) for score in state.scores]
        for (player, kind), count in state.supply.items():
            self._plain[player] += outlook.free(kind, count)
        # For each group: its feature and figures, the features that it depends on, the cell of a site, and its promise.
        self._groups: list[tuple[int, list[Figure], frozenset[int], Cell | None, list[float]]] = []
        for found, figures in groups(state).items():
            part = [0.0] * players
            add_group(state, outlook, survey, found, figures, part)
            feature = by_id[found]
            watched = frozenset([found, *(label[number] for number in feature.borders)])
            site = figures[0].cell if feature.kind in SITES else None
            self._groups.append((found, figures, watched, site, part))

    def grown(self, trial: GameState) -> list[float]:
        """The same as evaluate, for the position with one tile more."""
        outlook = self._outlook
        survey = outlook.survey(trial.board)
        touched = survey.touched
        if touched is None:
            return evaluate(trial, outlook)
        promise = self._plain.copy()
        label, by_id = trial.board.features.label, trial.board.features.by_id
        changed: dict[int, list[Figure]] = {}
        for found, figures, watched, site, part in self._groups:
            if (found in by_id and watched.isdisjoint(touched)) if site is None else not survey.near(site):
                for player, points in enumerate(part):
                    promise[player] += points
            else:
                figure = figures[0]
                now = label[trial.board.number(figure.cell, figure.segment)]
                changed.setdefault(now, []).extend(figures)
        for found, figures in changed.items():
            add_group(trial, outlook, survey, found, figures, promise)
        for term in outlook.terms:
            term(trial, outlook, promise)
        return promise


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
    feature = state.board.features.by_id[found]
    kind = feature.kind
    if kind in LANDS:
        return field_promise(state, outlook, survey, feature), 0.0
    if kind in SITES:
        return survey.site(found, figure.cell)
    return survey.promise(found), survey.closing(found)


def field_promise(state: GameState, outlook: Outlook, survey: Survey, feature: Feature) -> float:
    """Three points for each complete city, less for those that may still be completed."""
    label, by_id = state.board.features.label, state.board.features.by_id
    hope = FIELD_CITY * outlook.weights.field_open * outlook.share
    special = bool(state.rules.hooks.city_worth)
    gain = 0.0
    for city in {label[number] for number in feature.borders}:
        item = city_item(state, city) if special else None
        if item is not None:
            gain += item.points
        elif by_id[city].open:
            gain += hope * survey.closing(city)
        elif not special:
            gain += FIELD_CITY
    return gain


def lead(promise: Sequence[float], player: int) -> float:
    """A player's promise against the others': the strongest counts double."""
    if len(promise) == 2:
        return promise[player] - promise[1 - player]
    others = [points for seat, points in enumerate(promise) if seat != player]
    return promise[player] - (sum(others) + max(others)) / (len(others) + 1)

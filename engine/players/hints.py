"""Hints with their reasons, as data: the chat side words them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Action
from engine.events import Event, FigurePlaced, FigureReturned, Scored
from engine.expansions.princess_dragon.part import FairyMoved
from engine.expansions.tower.part import PART as TOWER
from engine.expansions.tower.part import FigureCaptured, FigureRansomed, FloorBuilt, PrisonersExchanged
from engine.expansions.tower.prisoners import in_reach
from engine.expansions.traders_builders.part import BUILDER, GoodsTaken, SecondPart
from engine.frozen import frozen
from engine.game import apply, pending, view_for
from engine.players.evaluation import groups, lead, prospect
from engine.players.levels import ranking
from engine.players.outlook import Outlook
from engine.players.reasons import (
    Accompanies,
    Blocks,
    Builds,
    Captures,
    Claims,
    Drives,
    Fattens,
    Frees,
    Guards,
    Improves,
    Joins,
    Keeps,
    PlaysTwice,
    Reason,
    Scores,
    Threatens,
    Trades,
)
from engine.players.terms import look
from engine.players.trials import BEGINNINGS, shortlist
from engine.players.trials import outcome as promise_of
from engine.prompts import Prompt
from engine.scoring import FIELD_CITY, owners
from engine.state import GameState
from engine.tiles import POSTS

FOLLOW = 120  # positions looked at to find the next answer of the same turn
FOR_NOTHING = frozenset({"eaten", "expelled", "duel", "alone"})
HARDER = 0.15  # a chance of completion that falls by so much is worth telling


@frozen
class Hint:
    """What to play: the answer to the prompt, what to answer next in the same turn, and why."""

    action: Action
    then: tuple[Action, ...]
    reasons: tuple[Reason, ...]


def hint(view: GameState, player: int, seed: str = "") -> Hint:
    """The move that promises most to a player who is asked, with the reasons, the weightiest first."""
    prompt = next(prompt for prompt in pending(view) if prompt.player == player)
    rng = random.Random(f"{seed}/{view.ply}/{player}")  # noqa: S311  # reproducible, not a secret
    outlook = look(view)
    action = prompt.options[0] if len(prompt.options) == 1 else ranking(view, prompt, rng, outlook)[0].action
    after, then, events = _played(view, action, outlook)
    return Hint(action, then, tuple(reasons(view, after, player, events, look(view))))


def why(before: GameState, actions: Sequence[Action]) -> tuple[Reason, ...]:
    """Why a player answered so in one turn, the weightiest reason first; raises IllegalAction."""
    player = actions[0].player
    view = view_for(before, player)
    after = before
    events: list[Event] = []
    for action in actions:
        after, happened = apply(after, action)
        events += happened
    return tuple(reasons(view, after, player, events, look(view)))


def played_turn(view: GameState, action: Action) -> tuple[Action, ...]:
    """The own best answers that follow an action in the same placement."""
    return _played(view, action, look(view))[1]


def _played(
    view: GameState, action: Action, outlook: Outlook
) -> tuple[GameState, tuple[Action, ...], list[Event]]:
    """The state after an action and the own best answers of the same placement, and what happened."""
    player = action.player
    after, happened = apply(view, action)
    events: list[Event] = list(happened)
    then: list[Action] = []
    while not after.over and after.turn == view.turn:
        prompt: Prompt = pending(after)[0]
        if prompt.player != player or prompt.ask in BEGINNINGS:
            break
        options = shortlist(after, prompt, outlook)
        each = FOLLOW // len(options)
        best = max(options, key=lambda option: lead(promise_of(after, option, outlook, each), player))
        after, happened = apply(after, best)
        then.append(best)
        events += happened
    return after, tuple(then), events


def reasons(
    before: GameState, after: GameState, player: int, events: list[Event], outlook: Outlook
) -> list[Reason]:
    """What a move did for a player, in the order of its weight."""
    found: list[tuple[float, Reason]] = [
        (event.points, Scores(event.player, event.points, event.source))
        for event in events
        if isinstance(event, Scored) and event.points and not event.final
    ]
    found += [
        (3.0, Drives(event.player, event.figure, event.why))
        for event in events
        if isinstance(event, FigureReturned) and event.player != player and event.why in FOR_NOTHING
    ]
    for event in events:
        if isinstance(event, FairyMoved) and event.segment is not None:
            found.append((2.5, Accompanies(after.board.feature(event.cell, event.segment).kind)))
    found += [
        (2.0 * event.count, Trades(event.goods, event.count))
        for event in events
        if isinstance(event, GoodsTaken) and event.player == player
    ]
    if SecondPart(player) in events:
        found.append((3.5, PlaysTwice()))
    home = [
        event
        for event in events
        if (isinstance(event, FigureReturned) and event.player == player and event.why not in FOR_NOTHING)
        or (isinstance(event, FigureRansomed | PrisonersExchanged) and event.player == player)
    ]
    if home:
        found.append((1.5, Frees(len(home))))
    found += _towers(after, player, events)
    found += _features(before, after, player, events, outlook)
    found.sort(key=lambda reason: -reason[0])
    left = sum([count for (owner, _), count in after.supply.items() if owner == player])
    return [*(reason for _, reason in found), Keeps(left)]


def _towers(after: GameState, player: int, events: list[Event]) -> list[tuple[float, Reason]]:
    """What a floor, a capture and a figure on a tower are good for."""
    found: list[tuple[float, Reason]] = []
    for event in events:
        if isinstance(event, FigureCaptured) and event.player == player:
            found.append((3.5, Captures(event.owner, event.figure)))
        elif isinstance(event, FloorBuilt):
            within = in_reach(after, event.cell, event.height + 1)
            others = sum([figure.player != player for figure in within])
            found += [(1.0, Threatens(others))] if others else []
        elif isinstance(event, FigurePlaced) and _on_post(after, event):
            within = in_reach(after, event.cell, TOWER.of(after).height(event.cell) + 1)
            mine = sum([figure.player == player and figure.cell != event.cell for figure in within])
            found += [(1.5, Guards(mine))] if mine else []
    return found


def _on_post(state: GameState, event: FigurePlaced) -> bool:
    return state.board.feature(event.cell, event.segment).kind in POSTS


def _features(
    before: GameState, after: GameState, player: int, events: list[Event], outlook: Outlook
) -> list[tuple[float, Reason]]:
    """How claimed features changed."""
    found: list[tuple[float, Reason]] = []
    new = {(event.cell, event.segment) for event in events if isinstance(event, FigurePlaced)}
    label = after.board.features.label
    by_id = after.board.features.by_id
    outlook.dwell(before.board)
    standing = groups(after)
    for old, figures in groups(before).items():
        number = before.board.number(figures[0].cell, figures[0].segment)
        now = label[number]
        if now not in standing:  # scored, or its figures were sent away
            continue
        kind = by_id[now].kind
        worth, chance = prospect(before, outlook, outlook.survey(before.board), old, figures[0].cell)
        worth_now, chance_now = prospect(after, outlook, outlook.survey(after.board), now, figures[0].cell)
        holders, holders_now = owners(figures), owners(standing[now])
        if player in holders_now and player not in holders:
            found.append((worth_now, Joins(kind, holders)))
            continue
        for owner in holders:
            if owner == player and worth_now >= worth + 1:
                found.append((worth_now - worth, Improves(owner, kind, round(worth), round(worth_now))))
            elif owner != player and chance_now <= chance - HARDER and player not in holders:
                cost = (chance - chance_now) * 5
                found.append((cost, Blocks(owner, kind, round(100 * chance), round(100 * chance_now))))
    for now, figures in standing.items():
        if by_id[now].kind in POSTS:
            continue
        mine = [figure for figure in figures if (figure.cell, figure.segment) in new]
        if mine and mine[0].player == player:
            worth, chance = prospect(after, outlook, outlook.survey(after.board), now, mine[0].cell)
            kind = by_id[now].kind
            if mine[0].weight:
                found.append((worth, Claims(kind, mine[0].kind, round(worth), round(100 * chance))))
            elif mine[0].kind == BUILDER:
                found.append((3.0, Builds(kind)))
            else:
                found.append((worth / FIELD_CITY, Fattens(round(worth / FIELD_CITY))))
    return found

"""What the boxes of the first game add to a position's promise, one term a box."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.expansions import bridges, castles, cult, king_robber
from engine.expansions.abbot import ABBOT
from engine.expansions.castles.part import Castle
from engine.expansions.count import city as count_city
from engine.expansions.princess_dragon.fairy import on_tiles, reachable
from engine.expansions.princess_dragon.part import PART as DRAGON
from engine.geometry import Cell, ring
from engine.players.evaluation import groups, prospect
from engine.players.outlook import Outlook
from engine.players.survey import points
from engine.scoring import owners, total, worth
from engine.state import Figure, GameState
from engine.tiles import LANDS, SITES


def abbot(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """ABBOT-08: an abbot on the board comes back whenever its owner likes."""
    survey = outlook.survey(state.board)
    label, by_id = state.board.features.label, state.board.features.by_id
    back = outlook.weights.freed * outlook.special[ABBOT]
    for number, there in state.figures.items():
        for figure in there:
            if figure.kind == ABBOT and by_id[label[number]].kind in SITES:
                _, chance = survey.site(label[number], figure.cell)  # so much is counted already
                promise[figure.player] += back * (1 - chance)


def titles(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """KING-12, 13: a point for every complete city and road, if the title stays where it is."""
    held = king_robber.PART.of(state)
    weights = outlook.weights
    for title, kind in ((held.king, "city"), (held.robber, "road")):
        holder = _holder(state, title, kind)
        if holder is not None:
            now = outlook.completed(state.board, kind)
            safe = 1 - (1 - weights.title_kept) * outlook.share  # that no player takes it from now on
            promise[holder] += safe * (now + weights.title_growth * outlook.share)


def _holder(state: GameState, title: king_robber.Title, kind: str) -> int | None:
    """KING-02, 03: who holds a title as soon as the tile just laid is scored."""
    if state.last is not None:
        by_id = state.board.features.by_id
        for found in state.board.closed:
            if by_id[found].kind == kind and by_id[found].size > title.size:
                return state.placer
    return title.holder


def duels(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """CULT-07: of two rival sites, the one completed first leaves nothing to the other."""
    pairs = list(_rivals(state))
    if not pairs:
        return
    by_id = state.board.features.by_id
    survey = outlook.survey(state.board)
    standing = groups(state)
    for cell, mine, near, rival in pairs:
        if by_id[mine].open and mine in standing and rival in standing:
            gain, _ = survey.site(mine, cell)
            _, danger = survey.site(rival, near)
            ahead = by_id[rival].open < by_id[mine].open
            likely = outlook.weights.duel if ahead else 1 - outlook.weights.duel
            for player in owners(standing[mine]):
                promise[player] -= gain * danger * likely


def _rivals(state: GameState) -> Iterator[tuple[Cell, int, Cell, int]]:
    """Every site with each rival site beside it: their cells and features. Shrines are few."""
    sites, by_id = state.board.sites, state.board.features.by_id
    for cell, numbers in sites.items():
        for mine in numbers:
            if by_id[mine].kind == "shrine":
                for near in ring(cell):
                    for rival in sites.get(near, ()):
                        if by_id[rival].kind == cult.RIVALS["shrine"]:
                            yield cell, mine, near, rival
                            yield near, rival, cell, mine


def quarters(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """COUNT-17, 26: figures in the city wait for features to join; market figures end on a field."""
    city = count_city.PART.of(state)
    weights = outlook.weights
    best_field: float | None = None
    seen: dict[tuple[int, str], int] = {}
    for guest in city.guests:
        before = seen.get((guest.player, guest.quarter), 0)
        seen[guest.player, guest.quarter] = before + 1
        locked = guest.quarter == city.count
        value = (weights.guest_locked if locked else weights.guest) * outlook.share / (1 + before)
        if guest.quarter == "market":
            best_field = _best_field(state) if best_field is None else best_field
            value += weights.market_final * best_field / (1 + 2 * before)
        promise[guest.player] += value


def _best_field(state: GameState) -> float:
    """What the best field is worth now that one figure could win or share."""
    standing = groups(state)
    features = state.board.features.by_id
    return max(
        [
            total(worth(state, feature, complete=False)) / (1 + len(standing.get(found, ())))
            for found, feature in features.items()
            if feature.kind == "field"
        ],
        default=0.0,
    )


def dragon_and_fairy(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """FAIRY-05 to 07: her company pays. DRAGON-10: figures near the dragon may be eaten."""
    part = DRAGON.of(state)
    if part.fairy is not None:
        for player in _blessed(state):
            promise[player] += _fairy_worth(outlook, len(promise))
    if part.dragon is not None:
        likely = 1 - math.exp(-outlook.weights.dragon_draw * outlook.symbols("dragon"))
        if likely:
            _fear(state, outlook, part.dragon, part.fairy, likely, promise)


def _blessed(state: GameState) -> set[int]:
    """The figure that the fairy accompanies."""
    part = DRAGON.of(state)
    if not on_tiles(state):
        return {part.companion.player} if part.companion else set()
    return {
        player
        for player in range(len(state.scores))
        if any(figure.cell == part.fairy for figure in reachable(state, player))
    }


def _fairy_worth(outlook: Outlook, players: int) -> float:
    weights = outlook.weights
    turns = outlook.unseen.total() / players
    return min(weights.fairy_most, weights.fairy_turns * turns) + weights.fairy_bonus


def _fear(
    state: GameState, outlook: Outlook, dragon: Cell, fairy: Cell | None, likely: float, promise: list[float]
) -> None:
    """Take off what the dragon may cost: a figure's part of its feature; the figure itself comes home."""
    survey = outlook.survey(state.board)
    reach = outlook.weights.dragon_reach
    for found, figures in groups(state).items():
        exposed = [
            figure for figure in figures if figure.cell != fairy and _steps(figure, dragon) < len(reach)
        ]
        if not exposed:
            continue
        gain, chance = prospect(state, outlook, survey, found, figures[0].cell)
        holders = owners(figures)
        for figure in exposed:
            if figure.player in holders:
                back = _one_more(state, outlook, figure)
                loss = gain / len(figures) - (1 - chance) * back
                promise[figure.player] -= likely * reach[_steps(figure, dragon)] * max(0.0, loss)


def _one_more(state: GameState, outlook: Outlook, figure: Figure) -> float:
    """What a figure would be worth to its owner in the supply; some others are expected back as well."""
    if figure.kind in outlook.special:
        return outlook.special[figure.kind]
    held = state.supply[figure.player, figure.kind] + 1
    return outlook.meeples(held + 1) - outlook.meeples(held)


def _steps(figure: Figure, dragon: Cell) -> int:
    return abs(figure.cell[0] - dragon[0]) + abs(figure.cell[1] - dragon[1])


def bridges_left(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """BRIDGE-01: bridges are few."""
    for player, left in enumerate(bridges.PART.of(state).left):
        promise[player] += outlook.share * outlook.weights.bridge * left


def castles_near(state: GameState, outlook: Outlook, promise: list[float]) -> None:
    """CASTLE-11: a castle scores the next feature completed near it; the best one, with luck."""
    part = castles.PART.of(state)
    weights = outlook.weights
    for player, tokens in enumerate(part.tokens):
        promise[player] += outlook.share * weights.castle_token * tokens
    survey = outlook.survey(state.board)
    by_id = state.board.features.by_id
    for castle in part.castles:
        if castle.lord is None:
            continue
        hope = outlook.share * weights.castle_hope
        soon = 0.0
        for found in _near(state, castle):
            feature = by_id[found]
            if feature.kind in LANDS or not feature.open or feature.kind == count_city.BLOCK:
                continue
            if feature.kind in SITES:
                cell = next(cell for cell, numbers in state.board.sites.items() if found in numbers)
                soon = max(soon, weights.castle_near * survey.site(found, cell)[1] * 9)
            elif feature.kind in ("road", "city"):
                chance = survey.closing(found)
                soon = max(soon, weights.castle_near * chance * points(feature, complete=True))
        back = weights.freed * _one_more(state, outlook, castle.lord)
        likely = min(1.0, outlook.share + 0.3 * bool(soon))
        promise[castle.owner] += max(soon, hope) + likely * back


def _near(state: GameState, castle: Castle) -> Iterator[int]:
    """Features in a castle's vicinity."""
    board = state.board
    found: dict[int, None] = {}
    for cell in sorted(castle.vicinity()):
        if cell in board.cells:
            for _, _, feature in board.segments_at(cell):
                found[feature] = None
    yield from found

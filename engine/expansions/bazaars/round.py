"""BAZAAR-01 to 06, 16 to 21: when a bazaar is held, the draft, and how its tiles are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Action
from engine.expansions.bazaars.auction import auction
from engine.expansions.bazaars.part import PART, BazaarOpened, BazaarPart, PickTile, TileTaken
from engine.ruleset import Asked, Events
from engine.state import GameState
from engine.steps.draw import begin_cycle, begin_turn, discard, draw_tile, redraw
from engine.steps.place_tile import can_place

SYMBOL = "bazaar"


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """No bazaar yet."""
    PART.set(state, BazaarPart())


def tile_placed(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """BAZAAR-01: a bazaar tile calls one; BAZAAR-02: but not if it was laid during a bazaar."""
    part = PART.of(state)
    if part.bought:
        PART.set(state, replace(part, bought=False))
    elif part.queue is None and state.last is not None:
        tile = state.board.cells[state.last].turned.tile
        if SYMBOL in tile.symbols:
            PART.set(state, replace(part, called=True))


def bazaar(state: GameState, events: Events) -> Asked | str | None:
    """TURN-13: draw the tiles, sell or pick them, and send each owner back to lay one."""
    part = PART.of(state)
    if part.queue is None:
        if not part.called:
            return None
        if not _open(state, events):
            PART.set(state, BazaarPart())
            return None
    if state.rules.options["bazaar_mode"] == "draft":
        return _draft(state, events)
    return auction(state, events) or _play(state, events)


def _open(state: GameState, events: Events) -> bool:
    """BAZAAR-04, 05: as many tiles as players, or no bazaar; tiles set aside do not count."""
    players = state.rules.setup.players
    drawn: list[str] = []
    while len(drawn) < players:
        tile = draw_tile(state, events)
        if tile is None:
            state.bag = (*state.bag, *reversed(drawn))
            return False
        drawn.append(tile)
    first = (state.player + 1) % players
    queue = tuple((first + offset) % players for offset in range(players))
    PART.set(state, BazaarPart(offer=tuple(drawn), auctioneer=first, queue=queue))  # BAZAAR-07
    events.append(BazaarOpened(tuple(drawn)))
    return True


# -- the draft --------------------------------------------------------------------------------------


def _draft(state: GameState, events: Events) -> Asked | str | None:
    """BAZAAR-21: each player takes a tile and plays it before the next one chooses."""
    part = PART.of(state)
    if part.queue and not part.owned:
        player = part.queue[0]
        if len(part.offer) > 1:
            return ((player, "draft"),)
        _pick(state, events, player, part.offer[0])
    return _play(state, events)


def draft_options(state: GameState, player: int) -> Sequence[Action]:
    """BAZAAR-26: the tiles that are left."""
    return tuple(PickTile(player, tile) for tile in dict.fromkeys(PART.of(state).offer))


def on_pick(state: GameState, action: PickTile, events: Events) -> None:
    """A tile is taken."""
    _pick(state, events, action.player, action.tile)


def _pick(state: GameState, events: Events, player: int, tile: str) -> None:
    part = PART.of(state)
    offer = list(part.offer)
    offer.remove(tile)
    PART.set(state, replace(part, offer=tuple(offer), owned=((player, tile),), auctioneer=None))
    events.append(TileTaken(player, tile, 0, None))


# -- playing the tiles ------------------------------------------------------------------------------


def _play(state: GameState, events: Events) -> Asked | str | None:
    """BAZAAR-16: from the left of the active player, everybody lays the own tile with all steps."""
    part = PART.of(state)
    if not part.queue:
        PART.set(state, BazaarPart())
        return None
    placer, *rest = part.queue
    tile = dict(part.owned)[placer]
    owned = tuple((player, other) for player, other in part.owned if player != placer)
    PART.set(state, replace(part, owned=owned, queue=tuple(rest), bought=True))
    begin_cycle(state)
    state.placer = placer
    if state.rules.options["bazaar_turns"] == "full_turns":  # BAZAAR-17
        whose, state.player = state.player, placer
        begin_turn(state, events)
        state.player = whose
    if can_place(state, placer, state.rules.shapes[tile]):
        state.tile = tile
    else:  # BAZAAR-18
        discard(state, tile, events)
        state.tile = redraw(state, events)
    return "place"


def bars_redraw(state: GameState) -> bool:
    """BAZAAR-18: a table may agree that a bazaar tile which cannot be laid is lost."""
    return PART.of(state).bought and state.rules.options["bazaar_unplaceable"] == "lose"


def tiles_elsewhere(state: GameState) -> list[str]:
    """Tiles on offer, and tiles that are owned but not yet played."""
    part = PART.of(state)
    return [*part.offer, *(tile for _, tile in part.owned)]

"""BAZAAR-07 to 15: tiles are sold one by one, each player buys one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.actions import Action, Pass
from engine.events import Item
from engine.expansions.bazaars.part import HIGHEST, PART, Bid, BidMade, Buy, OpenBid, Sell, TileTaken
from engine.prompts import AmountOptions, AmountRange
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import award
from engine.state import GameState


def auction(state: GameState, events: Events) -> Asked | None:
    """Who has to bid or to settle; None when every tile has its owner."""
    while (part := PART.of(state)).auctioneer is not None:
        if part.lot is None:
            if len(part.offer) > 1:
                return ((part.auctioneer, "auction"),)
            _take(state, events, part.auctioneer, part.offer[0], 0, None)  # BAZAAR-15
        elif part.waiting and part.amount < HIGHEST:
            return ((part.waiting[0], "bid"),)
        elif part.bidder != part.auctioneer:
            return ((part.auctioneer, "settle"),)
        else:  # BAZAAR-12
            _take(state, events, part.auctioneer, part.lot, part.amount, None)
    return None


def _without_tile(state: GameState) -> list[int]:
    """Players who own no tile of this bazaar yet, clockwise from the auctioneer."""
    part = PART.of(state)
    players = state.rules.setup.players
    owners = {player for player, _ in part.owned}
    start = part.auctioneer or 0
    return [player for step in range(players) if (player := (start + step) % players) not in owners]


def _take(state: GameState, events: Events, player: int, tile: str, price: int, paid_to: int | None) -> None:
    """BAZAAR-13: points move at once; BAZAAR-14: who opens next."""
    if price:
        award(state, events, player, "auction", (Item("paid", 1, -price),))
        if paid_to is not None:
            award(state, events, paid_to, "auction", (Item("received", 1, price),))
    part = PART.of(state)
    offer = list(part.offer)
    offer.remove(tile)
    PART.set(state, replace(part, offer=tuple(offer), lot=None, owned=(*part.owned, (player, tile))))
    following = _without_tile(state)[0] if offer else None
    PART.set(state, replace(PART.of(state), auctioneer=following))
    events.append(TileTaken(player, tile, price, paid_to))


def opening_options(state: GameState, player: int) -> Sequence[Action]:
    """BAZAAR-23: any tile on offer, any amount."""
    tiles = dict.fromkeys(PART.of(state).offer)
    return AmountOptions(tuple(AmountRange(partial(OpenBid, player, tile), 0, HIGHEST) for tile in tiles))


def bid_options(state: GameState, player: int) -> Sequence[Action]:
    """BAZAAR-24: more than the highest bid, or pass."""
    higher = AmountRange(partial(Bid, player), PART.of(state).amount + 1, HIGHEST)
    return AmountOptions((higher,), (Pass(player),))


def settle_options(state: GameState, player: int) -> Sequence[Action]:  # noqa: ARG001  # an ask's signature
    """BAZAAR-25: buy or sell."""
    return Buy(player), Sell(player)


def on_open(state: GameState, action: OpenBid, events: Events) -> None:
    """BAZAAR-08: a tile is up for auction."""
    others = tuple(_without_tile(state)[1:])  # BAZAAR-09
    PART.set(
        state,
        replace(PART.of(state), lot=action.tile, amount=action.amount, bidder=action.player, waiting=others),
    )
    events.append(BidMade(action.player, action.tile, action.amount))


def on_bid(state: GameState, action: Bid, events: Events) -> None:
    """BAZAAR-09: the bid is the highest now."""
    part = PART.of(state)
    PART.set(state, replace(part, amount=action.amount, bidder=action.player, waiting=part.waiting[1:]))
    events.append(BidMade(action.player, part.lot or "", action.amount))


def on_no_bid(state: GameState, action: Pass, events: Events) -> None:  # noqa: ARG001  # a handler's signature
    """BAZAAR-09: everybody bids once or not at all."""
    part = PART.of(state)
    PART.set(state, replace(part, waiting=part.waiting[1:]))


def on_buy(state: GameState, action: Buy, events: Events) -> None:
    """BAZAAR-11: the auctioneer pays the highest bidder and takes the tile."""
    part = PART.of(state)
    _take(state, events, action.player, part.lot or "", part.amount, part.bidder)


def on_sell(state: GameState, action: Sell, events: Events) -> None:
    """BAZAAR-11: the highest bidder pays the auctioneer and takes the tile."""
    part = PART.of(state)
    _take(state, events, part.bidder, part.lot or "", part.amount, action.player)


def explain_bid(state: GameState, action: Bid) -> Refusal | None:
    """Why this is no bid."""
    return _explain_amount(action.amount, PART.of(state).amount + 1)


def explain_opening(state: GameState, action: OpenBid) -> Refusal | None:
    """Why a tile cannot be opened so."""
    if action.tile not in PART.of(state).offer:
        return refuse("not_on_offer", "BAZAAR-08", tile=action.tile)
    return _explain_amount(action.amount, 0)


def _explain_amount(amount: int, lowest: int) -> Refusal | None:
    if amount > HIGHEST:
        return refuse("bid_too_high", "BAZAAR-10", highest=HIGHEST)
    return refuse("bid_too_low", "BAZAAR-09", lowest=lowest) if amount < lowest else None


def sell(state: GameState, player: int) -> Action:  # noqa: ARG001  # a safe answer's signature
    """TURN-31: an absent player sells."""
    return Sell(player)

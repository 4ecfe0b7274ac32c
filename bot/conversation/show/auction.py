"""An auction of the bazaar: what is for sale, who leads, what was sold; and bids that lead into debt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from bot.conversation.protocol import markup
from bot.conversation.show.story import not_chosen, told
from bot.conversation.show.words import Words
from bot.conversation.table.state import LiveTable, Moment
from engine.actions import Action, Pass
from engine.expansions.bazaars import PART
from engine.expansions.bazaars.part import BazaarPart, BidMade, Buy, OpenBid, Sell, TileTaken
from engine.state import GameState

SALE = frozenset({"auction", "bid", "settle"})  # what is asked in an auction


def offered_tiles(state: GameState) -> tuple[tuple[str, ...], int]:
    """The tiles for sale, each kind once, and the number of the one that is sold now; 0 if there is none."""
    part = _part(state)
    if part is None or state.tile is not None:  # the tiles are being played
        return (), 0
    tiles = tuple(dict.fromkeys(part.offer))
    return tiles, tiles.index(part.lot) + 1 if part.lot in tiles else 0


def _part(state: GameState) -> BazaarPart | None:
    return PART.of(state) if PART.key in state.parts else None


def auction_line(words: Words, live: LiveTable) -> str:
    """What is for sale, or who leads with what and who passed; empty if there is no auction."""
    state = live.state
    tiles, lot = offered_tiles(state)
    part = _part(state)
    if part is None or not tiles:
        return ""
    icon = words.icon("bazaar")
    if not lot:
        listed = [f"{number} {_kind(words, state, tile)}" for number, tile in enumerate(tiles, 1)]
        return icon + words.text("auction.offer", tiles=" · ".join(listed))
    tile = words.tile(state, tiles[lot - 1])
    leads = words.text(
        "auction.leads",
        player=words.name(part.bidder),
        points=words.points(part.amount),
        number=lot,
        tile=tile,
    )
    passed = words.listed(_passed(words, live))
    return icon + leads + (" · " + words.text("auction.passed", players=passed) if passed else "")


def _kind(words: Words, state: GameState, tile: str) -> str:
    """A kind of tile on offer, and how many there are if they are several."""
    part = _part(state)
    count = part.offer.count(tile) if part else 1
    return words.tile(state, tile) + (f" ×{count}" if count > 1 else "")


def _passed(words: Words, live: LiveTable) -> list[str]:
    """Who passed since the tile was put up for sale."""
    found: list[str] = []
    for moment in reversed(live.recent):
        if isinstance(moment.action, OpenBid):
            break
        if isinstance(moment.action, Pass):
            why = not_chosen(words, moment)
            found.insert(0, words.name(moment.action.player) + (f" ({why})" if why else ""))
    return found


def in_short(words: Words, state: GameState, moments: Iterable[Moment]) -> list[str]:
    """Lines about these moves, in order; an auction is one: `auction_line` says who bids and who passed."""
    lines: list[str] = []
    for is_sale, same in groupby(moments, key=lambda moment: moment.ask in SALE):
        lines += (_sold if is_sale else told)(words, state, list(same))
    return lines


def _sold(words: Words, state: GameState, moments: Sequence[Moment]) -> list[str]:
    """Which tiles were sold, to whom and for how much, and what else happened in the meantime."""
    taken = [event for moment in moments for event in moment.events if isinstance(event, TileTaken)]
    tiles = " · ".join(words.text("auction.taken", **words.values(state, event)) for event in taken)
    sold = [words.icon("bazaar") + words.text("auction.sold", tiles=tiles)] if taken else []
    return sold + told(words, state, map(_beside_bids, moments))


def _beside_bids(moment: Moment) -> Moment:
    """A move without what belongs to the sale."""
    events = tuple(event for event in moment.events if not isinstance(event, BidMade | TileTaken))
    return replace(moment, events=events, ask="")


def bid_title(words: Words, state: GameState, number: int) -> str:
    """What a typed amount is for: the tile that is sold now, or that of the given number."""
    tiles, lot = offered_tiles(state)
    number = lot or number
    tile = words.tile(state, tiles[number - 1]) if 0 < number <= len(tiles) else ""
    return markup.plain(words.text("amount.bid", number=number, tile=tile))


def priced(words: Words, state: GameState, action: Action, label: str) -> str:
    """The label of an option, with the price if the auctioneer buys or sells."""
    part = _part(state)
    if part is None or not isinstance(action, Buy | Sell):
        return label
    return words.catalogue.label("auction.priced", choice=label, points=words.points(part.amount))


def debt(state: GameState, action: Action) -> int | None:
    """BAZAAR-10: the score to which a bid or a purchase could lead, if that is below zero; else None."""
    part = _part(state)
    bid = part.amount if part and isinstance(action, Buy) else int(getattr(action, "amount", 0))
    left = state.scores[action.player] - bid
    return left if bid and left < 0 else None

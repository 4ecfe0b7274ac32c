"""An auction of the bazaar: what is for sale, who leads, who passed; and bids that lead into debt."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.show.words import Words
from bot.conversation.table.state import LiveTable
from engine.actions import Action, Pass
from engine.expansions.bazaars import PART
from engine.expansions.bazaars.part import BazaarPart, Buy, OpenBid
from engine.state import GameState


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
        listed = " · ".join(f"{number} {words.tile(state, tile)}" for number, tile in enumerate(tiles, 1))
        return icon + words.text("auction.offer", tiles=listed)
    tile = words.tile(state, tiles[lot - 1])
    leads = words.text(
        "auction.leads",
        player=words.name(part.bidder),
        points=words.points(part.amount),
        number=lot,
        tile=tile,
    )
    passed = ", ".join(words.name(seat) for seat in _passed(live))
    return icon + leads + (" · " + words.text("auction.passed", players=passed) if passed else "")


def _passed(live: LiveTable) -> list[int]:
    """The seats that passed since the tile was put up for sale."""
    found: list[int] = []
    for moment in reversed(live.recent):
        if isinstance(moment.action, OpenBid):
            break
        if isinstance(moment.action, Pass):
            found.insert(0, moment.action.player)
    return found


def bid_title(words: Words, state: GameState, number: int) -> str:
    """What a typed amount is for: the tile that is sold now, or that of the given number."""
    tiles, lot = offered_tiles(state)
    number = lot or number
    tile = words.tile(state, tiles[number - 1]) if 0 < number <= len(tiles) else ""
    return markup.plain(words.text("amount.bid", number=number, tile=tile))


def debt(state: GameState, action: Action) -> int | None:
    """BAZAAR-10: the score to which a bid or a purchase could lead, if that is below zero; else None."""
    part = _part(state)
    bid = part.amount if part and isinstance(action, Buy) else int(getattr(action, "amount", 0))
    left = state.scores[action.player] - bid
    return left if bid and left < 0 else None

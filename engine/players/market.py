"""Bazaars: what a tile is worth to each player, and how to bid for it, buy, sell or pick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.actions import Action, Pass
from engine.expansions.bazaars.part import PART, Bid, Buy, OpenBid, PickTile, Sell
from engine.players.evaluation import evaluate, lead
from engine.players.outlook import Outlook
from engine.players.trials import Trials, finished
from engine.prompts import Prompt
from engine.state import GameState
from engine.steps.place_tile import fitting_spots

MOST = 12  # no bid is higher than this

Answer = Callable[[GameState, int, Outlook], Action]


def bought(state: GameState) -> str | None:
    """The tile in hand, if it comes from a bazaar: there everybody knew it before the turn began."""
    part = state.parts.get(PART.key)
    return state.tile if part is not None and part.bought else None


def gain(state: GameState, player: int, tile: str, outlook: Outlook) -> float:
    """How much the best placement of a tile would improve a player's lead: no bid changes that."""
    key = len(state.board.cells), player, tile
    known = outlook.gains.get(key)
    if known is None:
        known = outlook.gains[key] = _gain(state, player, tile, outlook)
    return known


def _gain(state: GameState, player: int, tile: str, outlook: Outlook) -> float:
    shape = state.rules.shapes[tile]
    spots = fitting_spots(state, shape)
    before = lead(evaluate(state, outlook), player)
    if not spots:
        return 0.0
    trials = Trials(state, player, outlook)
    return max(lead(trials.promise(shape.turns[turn], cell), player) for cell, turn in spots) - before


def gains(state: GameState, player: int, tiles: Sequence[str], outlook: Outlook) -> dict[str, float]:
    """The same for several tiles."""
    return {tile: gain(state, player, tile, outlook) for tile in dict.fromkeys(tiles)}


def edge(state: GameState, player: int, outlook: Outlook) -> float:
    """How much better the tile being sold is for a player than one of the others on offer."""
    part = PART.of(state)
    if part.lot is None:
        return 0.0
    others = list(part.offer)
    others.remove(part.lot)
    worths = gains(state, player, part.offer, outlook)
    rest = [worths[tile] for tile in others]
    return worths[part.lot] - (sum(rest) / len(rest) if rest else 0.0)


def limit(state: GameState, player: int, rival: int, outlook: Outlook) -> int:
    """What the tile is worth to a player if the points go to a rival, who would get it otherwise.

    A point paid to the rival counts twice, and so does keeping the tile from them.
    """
    both = edge(state, player, outlook) + edge(state, rival, outlook)
    return max(0, min(MOST, int(both / 2)))


def open_bid(state: GameState, player: int, outlook: Outlook) -> Action:
    """BAZAAR-23: the tile that is best for this player, for nothing if no other player wants it."""
    worths = gains(state, player, PART.of(state).offer, outlook)
    return OpenBid(player, max(worths, key=lambda tile: worths[tile]), 0)


def bid(state: GameState, player: int, outlook: Outlook) -> Action:
    """BAZAAR-24: what the tile is worth, if that is more than the highest bid."""
    part = PART.of(state)
    auctioneer = part.bidder if part.auctioneer is None else part.auctioneer
    most = limit(state, player, auctioneer, outlook)
    return Bid(player, most) if most > part.amount else Pass(player)


def settle(state: GameState, player: int, outlook: Outlook) -> Action:
    """BAZAAR-25: buy if the tile is worth the bid."""
    part = PART.of(state)
    return Buy(player) if limit(state, player, part.bidder, outlook) > part.amount else Sell(player)


def pick(state: GameState, player: int, outlook: Outlook) -> Action:
    """BAZAAR-26: the tile that is best for this player."""
    worths = gains(state, player, PART.of(state).offer, outlook)
    return PickTile(player, max(worths, key=lambda tile: worths[tile]))


ANSWERS: dict[str, Answer] = {"auction": open_bid, "bid": bid, "settle": settle, "draft": pick}


# -- for players who look ahead ---------------------------------------------------------------------

RAISES = (1, 2, 4, 7)  # bids above the highest that are followed


def tempting(state: GameState, prompt: Prompt, simple: Action) -> list[Action]:
    """The answers that are worth a look ahead; the simple one first."""
    player, part = prompt.player, PART.of(state)
    found: list[Action] = [simple]
    if prompt.ask == "auction":
        found += [OpenBid(player, tile, 0) for tile in part.offer]
    elif prompt.ask == "bid":
        bids = [Bid(player, part.amount + more) for more in RAISES]
        found += [Pass(player), *(one for one in bids if one in prompt.options)]
    else:
        found += prompt.options
    return list(dict.fromkeys(found))


def auctioned(state: GameState, outlook: Outlook) -> GameState:
    """The state after an auction in which everybody answers simply."""
    while not state.over and state.questions[0].ask in ANSWERS:
        player, ask = state.questions[0].player, state.questions[0].ask
        state = finished(state, ANSWERS[ask](state, player, outlook), outlook)
    return state

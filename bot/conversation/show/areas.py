"""A question about many cells: the likeliest have buttons at once, the others stand behind areas of the map.

The numbers of cells never depend on this: `/play 31b city` works whichever buttons are shown.
"""

from __future__ import annotations

from dataclasses import replace

from bot.cache import LruCache
from bot.conversation.table.options import Offer, offer_of
from bot.conversation.table.state import LiveTable
from engine.game import apply, view_for
from engine.geometry import Cell
from engine.players.quick_look import glances
from engine.prompts import Prompt
from engine.state import GameState

MOST_NUMBERS = 25  # buttons with numbers; beyond it, areas
MOST_LIKELY = 10  # numbers beside the areas
ARROWS = ("↖", "↗", "↙", "↘")
_found: LruCache[tuple[str, int, str, bool], tuple[GameState, tuple[int, ...]]] = LruCache(64)


def asked_offer(live: LiveTable, prompt: Prompt) -> Offer:
    """What a prompt offers, and which of its cells are shown at first."""
    offer = offer_of(prompt)
    if len(offer.cells) <= MOST_NUMBERS:
        return offer
    return replace(offer, likely=_likely(live, offer) if offer.places_tile else ())


def _likely(live: LiveTable, offer: Offer) -> tuple[int, ...]:
    """The numbers of the cells that look best, found once for each question: close-ups ask again."""
    key = (live.game, offer.prompt.player, offer.prompt.ask, live.table.aids)
    kept = _found.get(key)
    if kept is None or kept[0] is not live.state:
        kept = _found[key] = (live.state, _best(live, offer))
    return kept[1]


def _best(live: LiveTable, offer: Offer) -> tuple[int, ...]:
    """The numbers of the cells that look best; at a table without aids, those that score most at once."""
    prompt, player = offer.prompt, offer.prompt.player
    indices = [index for found in offer.cells.values() for index in found]
    actions = [prompt.options[index] for index in indices]
    if live.table.aids and live.state.tile is not None:
        values = [glance.lead for glance in glances(view_for(live.state, player), player, actions)]
    else:
        values = [float(apply(live.state, action).state.scores[player]) for action in actions]
    worth = dict(zip(indices, values, strict=True))
    best = [max(worth[index] for index in found) for found in offer.cells.values()]
    ranked = sorted(range(len(best)), key=lambda place: (-best[place], place))
    return tuple(sorted(place + 1 for place in ranked[:MOST_LIKELY]))


def areas(cells: list[Cell]) -> list[tuple[int, ...]]:
    """The numbers of the cells in each quarter of the board, as the arrows point; about as many in each."""
    numbers = range(1, len(cells) + 1)
    by_column = sorted(numbers, key=lambda number: (cells[number - 1][0], cells[number - 1][1]))
    half = (len(by_column) + 1) // 2
    quarters: dict[str, tuple[int, ...]] = {}
    for west, side in ((True, by_column[:half]), (False, by_column[half:])):
        by_row = sorted(side, key=lambda number: (cells[number - 1][1], cells[number - 1][0]))
        middle = (len(by_row) + 1) // 2
        quarters["↖" if west else "↗"] = tuple(sorted(by_row[:middle]))
        quarters["↙" if west else "↘"] = tuple(sorted(by_row[middle:]))
    return [quarters[arrow] for arrow in ARROWS]

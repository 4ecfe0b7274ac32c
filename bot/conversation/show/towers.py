"""The Tower in words: what players hold of it, and which towers stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.coordinates import cell_name
from engine.expansions.tower.part import PART
from engine.state import GameState
from engine.tiles import POSTS

if TYPE_CHECKING:
    from bot.conversation.show.words import Words


def held(words: Words, state: GameState, seat: int) -> Iterator[str]:
    """The floors that a seat has left, and its prisoners."""
    if PART.key not in state.parts:
        return
    part = PART.of(state)
    yield words.text("supply.floor", n=part.floors[seat])
    mine = Counter(
        (prisoner.owner, prisoner.figure) for prisoner in part.prisoners if prisoner.captor == seat
    )
    for (owner, figure), count in mine.items():
        what = words.word(figure, "figure")
        yield words.text("supply.prisoner", owner=words.name(owner), figure=what, n=count)


def standing(words: Words, state: GameState) -> Iterator[str]:
    """Each tower with its floors and the player on it, for a description of the board."""
    if PART.key not in state.parts:
        return
    above = {
        figure.cell: words.name(figure.player)
        for figure in state.all_figures()
        if state.board.feature(figure.cell, figure.segment).kind in POSTS
    }
    for cell, height in PART.of(state).heights:
        key = "alt.tower_with" if cell in above else "alt.tower"
        yield words.text(key, cell=cell_name(cell), n=height, player=above.get(cell, ""))

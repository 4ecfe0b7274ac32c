"""How to play, in a few pages: each has a text and a board from the same short game."""

from __future__ import annotations

from functools import cache

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.table.options import offer_of
from engine import notation
from engine.game import apply, new_game, pending, view_for
from engine.setup import agree
from engine.state import GameState

SEED = "howto"
MOVES = """\
A place 1,0 0
A claim 1,0 r4 meeple
B place 0,-1 3
B claim 0,-1 c1 meeple
A place -1,0 2
B place 1,-1 1
B claim 1,-1 r1 meeple
A place 2,0 0
A claim 2,0 r1 meeple
B place 1,-2 0
B claim 1,-2 m1 meeple
A place 0,1 2
A claim 0,1 c1 meeple
B place -1,-1 1
""".splitlines()
PAGES = (7, 13, 14)  # the moves before the picture of each page


@cache
def states() -> tuple[GameState, ...]:
    """The game after each move."""
    state = new_game(agree(2, (), {"farmers": "off"}, seed=SEED)).state
    found = [state]
    for line in MOVES:
        state = apply(state, notation.read(state.rules, line)).state
        found.append(state)
    return tuple(found)


def picture(texts: Catalogue, page: int, theme: str) -> BoardPicture:
    """The board of a page; on the first one the places for the next tile are numbered."""
    state = states()[PAGES[page]]
    cells = offer_of(pending(state)[0]).cells if page == 0 else {}
    labelled = tuple((str(number), cell) for number, cell in enumerate(cells, start=1))
    names = tuple(texts.label("computer.names").split(", ")[:2])
    return BoardPicture(
        game=SEED,
        ply=state.ply,
        names=names,
        view=view_for(state, None),
        cells=labelled,
        theme=theme,
        language=texts.language,
    )

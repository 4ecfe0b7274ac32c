"""What the second game keeps beside the board: harvest tokens, and whether a journey can still be made."""

from __future__ import annotations

from engine.frozen import frozen
from engine.ruleset import Events, Part
from engine.state import GameState

CROPS = ("apple", "strawberry", "pumpkin", "sunflower", "wheat")
SCARECROW = "scarecrow"
TOKENS = {**dict.fromkeys(CROPS, 5), SCARECROW: 8}  # OHD-02: how many there are of each kind
FACE_DOWN = "face_down"  # a token of which a view does not know the kind


@frozen
class Sharing:
    """OHD-23: the tokens of a field with several owners, laid out to be taken in turn."""

    feature: int
    tokens: tuple[str, ...]  # not yet taken
    pickers: tuple[int, ...]  # the owners, the next one first


@frozen
class Hills:
    """Tokens in the supply, before the players and laid out; and the turn whose journey is settled."""

    supply: tuple[tuple[str, int], ...]  # open and sorted by kind
    held: tuple[tuple[str, ...], ...]  # each player's tokens, sorted by kind
    shared: tuple[Sharing, ...]
    settled: int  # the last turn in which no journey can be made any more: OHD-06, OHD-11


PART = Part("over_hill_and_dale", Hills)


def begin(state: GameState, events: Events) -> None:  # noqa: ARG001  # a hook's signature
    """OHD-02: all tokens lie in the supply."""
    PART.set(state, Hills(tuple(TOKENS.items()), ((),) * state.rules.setup.players, (), 0))


def settle_journey(state: GameState) -> None:
    """From now on no journey can be made in this turn."""
    hills = PART.of(state)
    PART.set(state, Hills(hills.supply, hills.held, hills.shared, state.turn))

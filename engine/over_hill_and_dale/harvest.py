"""OHD-20 to 27: completed fields give tokens, which owners share in turn order and hide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.actions import Action
from engine.events import Item
from engine.frozen import frozen
from engine.over_hill_and_dale.events import TokensShared, TokensTaken
from engine.over_hill_and_dale.part import CROPS, FACE_DOWN, PART, SCARECROW, TOKENS, Hills, Sharing
from engine.refusals import Refusal, refuse
from engine.ruleset import Asked, Events
from engine.scoring import award, owners
from engine.state import Figure, GameState

SET_POINTS = 5  # OHD-33
_ORDER = {kind: number for number, kind in enumerate((*TOKENS, FACE_DOWN))}


@frozen
class TakeToken(Action):
    """OHD-38: take one of the tokens laid out."""

    verb: ClassVar[str] = "take"
    kind: str


def symbols_of(state: GameState, feature_id: int) -> list[str]:
    """OHD-22: the harvest symbols on the tiles of a field, in the order laid."""
    board = state.board
    label = board.features.label
    found = []
    for cell in board.tiles_of(feature_id):
        placed = board.cells[cell]
        for number, part in enumerate(placed.turned.parts, start=placed.first):
            if part.segment.symbol is not None and label[number] == feature_id:
                found.append(part.segment.symbol)
    return found


def gather(
    state: GameState, feature_id: int, figures: Sequence[Figure], complete: bool, events: Events
) -> None:
    """OHD-22, 23: the tokens of a completed field go to its owner, or are laid out for several.

    No figure on the field: no tokens (OHD-25). At the end of the game: none either (OHD-27).
    """
    if not complete or state.board.features.by_id[feature_id].kind != "crop":
        return
    hills = PART.of(state)
    left = dict(hills.supply)
    tokens = []
    for symbol in sorted(symbols_of(state, feature_id), key=_ORDER.__getitem__):
        if left[symbol]:  # OHD-24: none left, nothing given
            left[symbol] -= 1
            tokens.append(symbol)
    if not tokens:
        return
    players = state.rules.setup.players
    first = state.placer  # OHD-23: who completed it if an owner, otherwise the next owner after that player
    pickers = tuple(sorted(owners(figures), key=lambda player: (player - first) % players))
    sharing = Sharing(feature_id, tuple(tokens), pickers)
    PART.set(state, Hills(tuple(left.items()), hills.held, (*hills.shared, sharing), hills.settled))
    if len(pickers) > 1:
        events.append(TokensShared(feature_id, sharing.tokens, pickers))


def harvest(state: GameState, events: Events) -> Asked | None:
    """OHD-23: one token at a time. Who has no choice is not asked."""
    while True:
        shared = PART.of(state).shared
        if not shared:
            return None
        sharing = shared[0]
        if len(sharing.pickers) == 1:
            _take(state, events, sharing.tokens)
        elif len(set(sharing.tokens)) == 1:
            _take(state, events, sharing.tokens[:1])
        else:
            return ((sharing.pickers[0], "token"),)


def token_options(state: GameState, player: int) -> tuple[TakeToken, ...]:
    """OHD-38: each kind that is left, once."""
    return tuple(TakeToken(player, kind) for kind in dict.fromkeys(PART.of(state).shared[0].tokens))


def on_take(state: GameState, action: TakeToken, events: Events) -> None:
    """Take a token."""
    _take(state, events, (action.kind,))


def _take(state: GameState, events: Events, tokens: tuple[str, ...]) -> None:
    """The next picker takes these tokens of the first field; then it is the next owner's turn."""
    hills = PART.of(state)
    sharing, *others = hills.shared
    player, *waiting = sharing.pickers
    rest = list(sharing.tokens)
    for token in tokens:
        rest.remove(token)
    if rest:
        others.insert(0, Sharing(sharing.feature, tuple(rest), (*waiting, player)))
    hand = tuple(sorted(hills.held[player] + tokens, key=_ORDER.__getitem__))
    held = (*hills.held[:player], hand, *hills.held[player + 1 :])
    PART.set(state, Hills(hills.supply, held, tuple(others), hills.settled))
    events.append(TokensTaken(player, tokens, sharing.feature))


def explain_take(state: GameState, action: TakeToken) -> Refusal:
    """Why this token cannot be taken."""
    laid_out = tuple(dict.fromkeys(PART.of(state).shared[0].tokens))
    return refuse("not_laid_out", "OHD-23", token=action.kind, tokens=laid_out)


# -- the end of the game ------------------------------------------------------------------------------


def most_sets(tokens: Iterable[str]) -> int:
    """OHD-33: the largest number of sets of five different crops, with scarecrows for what is missing."""
    counts = Counter(tokens)
    sets = 0
    while sum(max(0, sets + 1 - counts[crop]) for crop in CROPS) <= counts[SCARECROW]:
        sets += 1
    return sets


def final_tokens(state: GameState, events: Events) -> None:
    """OHD-33: one point a token, five more a set. In a view face-down tokens make no sets."""
    for player, hand in enumerate(PART.of(state).held):
        if hand:
            items = [Item("tokens", len(hand), len(hand))]
            sets = most_sets(hand)
            if sets:
                items.append(Item("sets", sets, sets * SET_POINTS))
            award(state, events, player, "tokens", tuple(items), final=True)


# -- what is hidden -----------------------------------------------------------------------------------


def conceal(view: GameState, viewer: int | None) -> None:
    """OHD-26: everybody knows the own tokens and how many the others have; at the end they lie open."""
    if view.over:
        return
    hills = PART.of(view)
    held = tuple(
        hand if player == viewer else (FACE_DOWN,) * len(hand) for player, hand in enumerate(hills.held)
    )
    PART.set(view, Hills(hills.supply, held, hills.shared, hills.settled))


def imagine(state: GameState) -> None:
    """Deal the tokens that are neither in the supply, nor laid out, nor known, to those who hide some."""
    hills = PART.of(state)
    unknown = list(state.shuffled(tuple((Counter(TOKENS) - _seen(hills)).elements())))
    held = []
    for hand in hills.held:
        hidden = hand.count(FACE_DOWN)
        known = [token for token in hand if token != FACE_DOWN]
        held.append(tuple(sorted(known + unknown[:hidden], key=_ORDER.__getitem__)))
        del unknown[:hidden]
    PART.set(state, Hills(hills.supply, tuple(held), hills.shared, hills.settled))


def tokens_lost(state: GameState) -> str | None:
    """OHD-02: every token is in the supply, laid out or before a player."""
    seen = _seen(PART.of(state))
    hidden = seen.pop(FACE_DOWN, 0)
    missing = Counter(TOKENS) - seen
    if seen - Counter(TOKENS) or missing.total() != hidden:
        return f"tokens do not add up: {dict(seen)} and {hidden} face down"
    return None


def _seen(hills: Hills) -> Counter[str]:
    seen = Counter(dict(hills.supply))
    for hand in hills.held:
        seen.update(hand)
    for sharing in hills.shared:
        seen.update(sharing.tokens)
    return seen

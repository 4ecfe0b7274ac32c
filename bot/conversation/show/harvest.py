"""Over Hill and Dale in words: own tokens and sets, the supply, crop fields, stables with their animals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.conversation.show.words import Words
from engine.coordinates import cell_name
from engine.over_hill_and_dale.harvest import SET_POINTS, most_sets, symbols_of
from engine.over_hill_and_dale.part import PART, TOKENS
from engine.over_hill_and_dale.stables import animals_around, stables
from engine.queries import FeatureInfo, claimed_features
from engine.state import GameState

MOST_CELLS = 8  # named of one field


def has_tokens(state: GameState) -> bool:
    """Whether players of this game keep tokens face down."""
    return PART.key in state.parts


def hand_lines(words: Words, state: GameState, seat: int) -> list[str]:
    """A player's own tokens, what they are worth at the end, and the supply. For that player only."""
    held = PART.of(state).held[seat]
    if not held:
        return [words.text("hand.empty"), supply_line(words, state)]
    sets = most_sets(held)
    worth = words.points(len(held) + sets * SET_POINTS)
    return [
        words.text("hand.tokens", tokens=_counted(words, held)),
        words.text("hand.sets", n=sets, points=worth),
        supply_line(words, state),
    ]


def supply_line(words: Words, state: GameState) -> str:
    """The tokens that are left for all."""
    left = [kind for kind, count in PART.of(state).supply for _ in range(count)]
    return words.text("hand.supply", tokens=_counted(words, left) or "–")


def _counted(words: Words, tokens: Iterable[str]) -> str:
    counts = Counter(tokens)
    kinds = [kind for kind in TOKENS if counts[kind]]
    return " · ".join(f"{words.word(kind)} {counts[kind]}" for kind in kinds)


def field_lines(words: Words, state: GameState) -> list[str]:
    """The crop fields with their farmers and tokens, then the stables with the animals around them."""
    lines = [_crop_line(words, state, info) for info in claimed_features(state) if info.kind == "crop"]
    for stable in stables(state):
        animals = animals_around(state, stable.cell)
        lines.append(
            words.icon("stable")
            + words.text(
                "harvest.stable",
                player=words.name(stable.player),
                cell=cell_name(stable.cell),
                n=animals,
                points=words.points(animals),
            )
        )
    return lines


def _crop_line(words: Words, state: GameState, info: FeatureInfo) -> str:
    names = [cell_name(cell) for cell in info.cells]
    return words.icon("crop") + words.text(
        "harvest.crop",
        cells=words.listed([*names[:MOST_CELLS], *(["…"] if len(names) > MOST_CELLS else [])]),
        players=words.listed(words.name(seat) for seat in info.owners),
        tokens=_counted(words, symbols_of(state, info.id)) or "–",
    )

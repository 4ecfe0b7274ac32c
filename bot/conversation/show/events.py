"""Events and refusals in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.show.words import Words
from engine.events import Event, FigurePlaced, FigureReturned, Scored
from engine.refusals import Refusal
from engine.setup import BadSetup
from engine.state import GameState

SILENT = frozenset(  # shown by the picture, the question, or what is told next
    {
        "GameStarted",
        "TurnStarted",
        "TileDrawn",
        "FeatureCompleted",
        "DuelDecided",
        "FlightEnded",
        "GameEnded",
    }
)


PAYMENTS = frozenset({"auction", "ransom"})  # points for a tile or a prisoner: the price is told with it


def is_told(words: Words, event: Event) -> bool:
    """Whether an event gets words; a figure that returns as usual does not."""
    if isinstance(event, FigureReturned):
        return words.catalogue.has(f"event.FigureReturned.{event.why}")
    if isinstance(event, Scored) and event.source in PAYMENTS:
        return False
    return type(event).__name__ not in SILENT


def score_part(words: Words, same: Sequence[Event], who: int | None) -> str:
    """The points of one player, or of several who share them; the name of `who` is left out."""
    scores = [event for event in same if isinstance(event, Scored)]
    named = [event for event in scores if event.player != who or len(scores) > 1]
    names = words.listed(words.name(event.player) for event in named)
    first = scores[0]
    told = words.text("told.points", points=_signed(first), reason=words.reason(first.source, first.items))
    return f"{names} {told}".lstrip()


def _signed(event: Scored) -> str:
    return f"{'+' if event.points >= 0 else '−'}{abs(event.points)}"


def fragment(words: Words, state: GameState, event: Event) -> str:
    """An event in a few words, without its player."""
    name = type(event).__name__
    values = words.values(state, event)
    key = f"event.{name}.{event.why}" if isinstance(event, FigureReturned) else f"event.{name}"
    if isinstance(event, FigurePlaced) and _needs_place(state, event.figure):
        key = "event.FigurePlaced.other"
    if words.catalogue.has(key):
        return words.text(key, **values)
    facts = [str(value) for field, value in values.items() if field not in ("player", "role")]
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return " ".join([spaced.strip(), *facts])


def _needs_place(state: GameState, figure: str) -> bool:
    """Whether the name of a figure does not tell on what kind of feature it stands."""
    return figure != "meeple" and len(state.rules.figures[figure].stands_on) > 1


def scored(words: Words, event: Scored) -> str:
    """A score with its whole working."""
    working = words.working(event.source, event.items)
    points = words.text("told.points", points=_signed(event), reason=working)
    return f"{words.icon(event.source)}{words.name(event.player)} {points}"


def reason(words: Words, state: GameState, refusal: Refusal) -> str:
    """Why something is not allowed."""
    facts = dict(refusal.facts)
    values = words.facts(state, facts)
    if refusal.code == "edges":
        values["mismatches"] = _mismatches(words, facts["mismatches"])
    key = f"refusal.{refusal.code}"
    return words.text(key, **values) if words.catalogue.has(key) else words.text("refusal")


def _mismatches(words: Words, mismatches: object) -> str:
    found = mismatches if isinstance(mismatches, tuple) else ()
    return "; ".join(
        words.text(
            "refusal.mismatch",
            side=words.word(f"side_{side}"),
            mine=words.word(mine, "kind"),
            theirs=words.word(theirs, "kind"),
        )
        for side, mine, theirs in found
    )


def setup_reason(catalogue: Catalogue, error: BadSetup) -> str:
    """Why a table cannot be set up like this."""
    key = f"setup.{error.code}"
    values = {
        name: markup.escape(listed(catalogue, map(str, fact)) if isinstance(fact, tuple) else str(fact))
        for name, fact in error.facts.items()
    }
    return catalogue.text(key, **values) if catalogue.has(key) else catalogue.text("refusal")

"""Events and refusals in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.show.words import Words
from bot.conversation.table.log import CLOCK, COMPUTER, NOBODY, SKIP, STANDING
from bot.conversation.table.state import LiveTable, Moment
from engine.coordinates import cell_name
from engine.events import Event, FigurePlaced, FigureReturned, GameEnded, Scored, TilePlaced
from engine.refusals import Refusal
from engine.setup import BadSetup
from engine.state import GameState

SILENT = frozenset(  # shown by the picture, the prompt, or the score that follows
    {"GameStarted", "TurnStarted", "TileDrawn", "FeatureCompleted", "GameEnded"}
)
NOTED = {
    NOBODY: "told.forced",
    STANDING: "told.standing",
    CLOCK: "told.clock",
    SKIP: "told.skipped",
    COMPUTER: "told.computer",
}


def told(words: Words, state: GameState, moments: Iterable[Moment]) -> list[str]:
    """Lines about these moments; consecutive actions of one player share a line."""
    lines: list[tuple[str, list[str]]] = []
    laid = None
    for moment in moments:
        note = ""
        if moment.action is not None and moment.entry.by in NOTED:
            seat = words.table.seats[moment.action.player]
            if moment.entry.by != COMPUTER or seat.player:
                note = words.text(NOTED[moment.entry.by])
        for event in moment.events:
            who, what = fragment(words, state, event)
            if not what:
                continue
            if isinstance(event, TilePlaced):
                laid = event.cell
            elif isinstance(event, FigurePlaced) and laid not in (None, event.cell):
                what += f", {cell_name(event.cell)}"  # through a portal
            if note:
                what, note = f"{what} {note}", ""
            if lines and who and lines[-1][0] == who:
                lines[-1][1].append(what)
            else:
                lines.append((who, [what]))
    return [f"{who}: {'; '.join(parts)}" if who else "; ".join(parts) for who, parts in lines]


def fragment(words: Words, state: GameState, event: Event) -> tuple[str, str]:
    """The player of an event and its text; both are empty if it needs none."""
    name = type(event).__name__
    if name in SILENT:
        return "", ""
    if isinstance(event, Scored):
        return "", scored(words, event)
    player = getattr(event, "player", None)
    who = words.name(player) if isinstance(player, int) else ""
    values = words.values(state, event)
    if isinstance(event, FigureReturned):
        key = f"event.FigureReturned.{event.why}"
        if not words.catalogue.has(key):
            return "", ""
        return who if event.why == "retrieved" else "", words.text(
            key, **values
        )  # the owner did something only then
    key = f"event.{name}"
    if words.catalogue.has(key):
        return who, words.text(key, **values)
    facts = [str(value) for field, value in values.items() if field not in ("player", "role")]
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return who, " ".join([spaced.strip(), *facts])


def scored(words: Words, event: Scored) -> str:
    """A score with its working."""
    sign = "+" if event.points >= 0 else "−"
    points = sign + words.text("points", n=abs(event.points))
    source = words.word(event.source, "source", "kind", "figure", "word")
    key = "told.scored" if event.items else "told.scored_bare"
    return words.text(
        key, player=words.name(event.player), points=points, source=source, items=words.items(event.items)
    )


def reason(words: Words, state: GameState, refusal: Refusal) -> str:
    """Why something is not allowed, with the rule's id."""
    facts = dict(refusal.facts)
    values = words.facts(state, facts)
    if refusal.code == "edges":
        values["mismatches"] = _mismatches(words, facts["mismatches"])
    key = f"refusal.{refusal.code}"
    if words.catalogue.has(key):
        text = words.text(key, **values)
    else:
        text = words.text("refusal", code=refusal.code.replace("_", " "))
    return words.text("refusal.with_rule", text=text, rule=refusal.rule)


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


def digest(words: Words, live: LiveTable, seat: int, shown: Sequence[Moment]) -> list[str]:
    """The moves of the others since this seat's last action, without those in `shown`."""
    since: list[Moment] = []
    for moment in reversed(live.recent):
        if moment.action is not None and moment.action.player == seat:
            break
        if moment.action is not None and moment not in shown:
            since.append(moment)
    else:
        return []  # the seat has not acted yet
    return told(words, live.state, reversed(since))


def since_a_person(live: LiveTable) -> list[Moment]:
    """The last move of a user, and the automatic moves since."""
    found: list[Moment] = []
    person = ""
    for moment in reversed(live.recent):
        by = moment.entry.by
        if person and by != person:
            break
        found.append(moment)
        if by not in NOTED:
            person = by
    return found[::-1]


def ranking(words: Words, ended: GameEnded) -> list[str]:
    """The final places."""
    order = sorted(range(len(ended.scores)), key=lambda seat: (ended.places[seat], seat))
    return [
        words.text(
            "end.place",
            place=ended.places[seat],
            player=words.name(seat),
            points=words.points(ended.scores[seat]),
        )
        for seat in order
    ]


def setup_reason(catalogue: Catalogue, error: BadSetup) -> str:
    """Why a table cannot be set up like this."""
    key = f"setup.{error.code}"
    values = {
        name: markup.escape(", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact))
        for name, fact in error.facts.items()
    }
    text = catalogue.text(key, **values) if catalogue.has(key) else error.code.replace("_", " ")
    return catalogue.text("refusal.with_rule", text=text, rule=error.rule)

"""Why a computer would play a move, in words for whoever asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.show.words import Words
from engine.players import hints
from engine.players.hints import Reason
from engine.tiles import LANDS

MOST = 3  # reasons beside what is left in the supply


def reason_lines(words: Words, seat: int, reasons: Sequence[Reason]) -> list[str]:
    """The weightiest reasons and what the player has left afterwards."""
    telling = [reason for reason in reasons if not isinstance(reason, hints.Keeps)][:MOST]
    telling += [reason for reason in reasons if isinstance(reason, hints.Keeps)]
    return [line for reason in telling if (line := _line(words, seat, reason))]


def _line(words: Words, seat: int, reason: Reason) -> str:
    match reason:
        case hints.Scores(player, points, source):
            key = "hint.scores_you" if player == seat else "hint.scores_other"
            key = key if points > 0 else "hint.pays"
            what = words.word(source, "source", "kind", "figure", "word")
            return words.text(key, player=words.name(player), n=abs(points), source=what)
        case hints.Claims(kind, figure, points, likely):
            key = "hint.claims_land" if kind in LANDS else "hint.claims"
            return words.text(
                key, role=words.role_on(kind, figure), kind=_kind(words, kind), n=points, likely=likely
            )
        case hints.Frees(figures):
            return words.text("hint.frees", n=figures)
        case hints.Drives(player, figure, _):
            return words.text("hint.drives", player=words.name(player), figure=words.word(figure, "figure"))
        case hints.Accompanies(kind):
            return words.text("hint.accompanies", kind=_kind(words, kind))
        case hints.Keeps(figures):
            return words.text("hint.keeps", n=figures) if figures else words.text("hint.keeps_none")
        case hints.Improves(_, kind, before, after):
            return words.text("hint.improves", kind=_kind(words, kind), before=before, n=after)
        case hints.Blocks(player, kind, before, after):
            return words.text(
                "hint.blocks",
                player=words.name(player),
                kind=_kind(words, kind),
                before=before,
                after=after,
            )
        case hints.Joins(kind, others):
            names = ", ".join(words.name(other) for other in others)
            return words.text("hint.joins", kind=_kind(words, kind), players=names)
    return ""


def _kind(words: Words, kind: str) -> str:
    return words.word(kind, "kind")

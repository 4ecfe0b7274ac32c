"""The reasons of a hint in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.show.words import Words
from engine.players import reasons as kinds
from engine.players.reasons import Reason
from engine.tiles import LANDS

MOST = 3  # reasons beside what is left in the supply


def reason_lines(words: Words, seat: int, reasons: Sequence[Reason]) -> list[str]:
    """The most important reasons, and the figures that the player has left, for that player."""
    telling = [reason for reason in reasons if not isinstance(reason, kinds.Keeps)][:MOST]
    telling += [reason for reason in reasons if isinstance(reason, kinds.Keeps)]
    return [line for reason in telling if (line := _line(words, seat, reason, to_player=True))]


def reason_for_all(words: Words, seat: int, reasons: Sequence[Reason]) -> str:
    """The weightiest reason of a player's move, for everybody; nothing without any."""
    return next((line for reason in reasons if (line := _line(words, seat, reason, to_player=False))), "")


def _line(words: Words, seat: int, reason: Reason, *, to_player: bool) -> str:
    """A reason, told to the player, who is "you" then, or to everybody after the player's name."""
    match reason:
        case kinds.Scores(player, points, source):
            own = "hint.scores_you" if to_player else "why.scores"
            key = own if player == seat else "hint.scores_other"
            key = key if points > 0 else "hint.pays"
            what = words.word(source, "source", "kind", "figure", "word")
            return words.text(key, player=words.name(player), n=abs(points), source=what)
        case kinds.Claims(kind, figure, points, likely):
            key = "hint.claims_land" if kind in LANDS else "hint.claims"
            return words.text(
                key, role=words.role_on(kind, figure), kind=_kind(words, kind), n=points, likely=likely
            )
        case kinds.Frees(figures):
            return words.text("hint.frees" if to_player else "why.frees", n=figures)
        case kinds.Drives(player, figure, _):
            return words.text("hint.drives", player=words.name(player), figure=words.word(figure, "figure"))
        case kinds.Captures(player, figure):
            return words.text("hint.captures", player=words.name(player), figure=words.word(figure, "figure"))
        case kinds.Threatens(figures):
            return words.text("hint.threatens", n=figures)
        case kinds.Guards(figures):
            return words.text("hint.guards" if to_player else "why.guards", n=figures)
        case kinds.Accompanies(kind):
            return words.text("hint.accompanies" if to_player else "why.accompanies", kind=_kind(words, kind))
        case kinds.Trades(goods, count):
            return words.text("hint.trades" if to_player else "why.trades", n=count, goods=words.word(goods))
        case kinds.PlaysTwice():
            return words.text("hint.plays_twice" if to_player else "why.plays_twice")
        case kinds.Builds(kind):
            return words.text("hint.builds" if to_player else "why.builds", kind=_kind(words, kind))
        case kinds.Fattens(points):
            return words.text("hint.fattens" if to_player else "why.fattens", n=points)
        case kinds.Keeps(figures):
            if not figures:
                return words.text("hint.keeps_none" if to_player else "why.keeps_none")
            return words.text("hint.keeps" if to_player else "why.keeps", n=figures)
        case kinds.Improves(_, kind, before, after):
            return words.text(
                "hint.improves" if to_player else "why.improves",
                kind=_kind(words, kind),
                before=before,
                n=after,
            )
        case kinds.Blocks(player, kind, before, after):
            return words.text(
                "hint.blocks",
                player=words.name(player),
                kind=_kind(words, kind),
                before=before,
                after=after,
            )
        case kinds.Joins(kind, others):
            names = words.listed(words.name(other) for other in others)
            return words.text(
                "hint.joins" if to_player else "why.joins", kind=_kind(words, kind), players=names
            )
    return ""


def _kind(words: Words, kind: str) -> str:
    return words.word(kind, "kind")

"""King and Robber Knight in the oracle's games."""

from __future__ import annotations

from typing import Any

from engine.events import Scored
from engine.expansions.king_robber import PART
from tests.replays.oracle import Extension, Replay

VARIANTS = {"continuously", "10/20", "15/40"}  # ways of scoring that are not in our rules
SOURCES = {"king", "robber", "king+robber"}


def points_of(events: list[dict[str, Any]], players: int) -> list[int]:
    """What the oracle gave for king and robber in these events."""
    given = [0] * players
    for event in events:
        for entry in event.get("points", []) if event["e"] == "points" else ():
            if entry["name"] in SOURCES:
                given[entry["player"]] += entry["points"]
    return given


class KingRobber(Extension):
    """The holders of both tiles are compared after every turn, the points at the end."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "king" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        return ["king_robber"], {}

    def end_of_turn(self, replay: Replay, turn: dict[str, Any]) -> None:
        replay.notes["turn"] = turn["n"]

    def scores(self, replay: Replay, scores: list[int]) -> list[int]:
        """With the variant `continuously` the oracle has given points on the way: add them to ours."""
        so_far = [turn for turn in replay.game["turns"] if turn["n"] <= replay.notes["turn"]]
        given = points_of([event for turn in so_far for event in turn["events"]], len(scores))
        return [ours + theirs for ours, theirs in zip(scores, given, strict=True)]

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        titles = PART.of(replay.state)
        for name, title in (("KING", titles.king), ("ROBBER", titles.robber)):
            holders = [player for player, tokens in enumerate(turn.get("tokens", ())) if tokens.get(name)]
            replay.check(name, holders, [] if title.holder is None else [title.holder])

    def finish(self, replay: Replay) -> None:
        """Where the oracle played a variant, its points take the place of ours."""
        game = replay.game
        if game["rules"]["king-and-robber-scoring"] not in VARIANTS:
            return
        for event in replay.turn_events:
            if isinstance(event, Scored) and event.source in SOURCES:
                replay.state.scores[event.player] -= event.points
        everything = [event for turn in game["turns"] for event in turn["events"]] + game["final_events"]
        for player, given in enumerate(points_of(everything, game["players"])):
            replay.state.scores[player] += given


EXTENSION = KingRobber()

"""The Count in the oracle's games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from engine.actions import Action, Pass
from engine.expansions.count.city import PART, CityGuest
from engine.expansions.count.moves import Leave
from engine.expansions.count.sending import MoveCount, Send
from engine.prompts import Prompt, Question
from engine.queries import final_scoring
from tests.replays.oracle import FIGURES, Difference, Extension, Replay, segment_at

QUARTERS = {
    "QUARTER_CASTLE": "palace",
    "QUARTER_MARKET": "market",
    "QUARTER_BLACKSMITH": "smithy",
    "QUARTER_CATHEDRAL": "cathedral",
}
NEXT = {"palace": "market", "market": "smithy", "smithy": "cathedral", "cathedral": "palace"}


def feature_at(replay: Replay, kind: str, x: int, y: int, location: str) -> int:
    """Our feature for the oracle's pointer."""
    return replay.state.board.feature_id((x, y), segment_at(replay.state, kind, (x, y), location))


def target(replay: Replay, action: Leave) -> tuple[str, str, int]:
    """What a move out of the city comes to: on which tile of the feature is all the same."""
    return action.quarter, action.figure, replay.state.board.feature_id(action.cell, action.segment)


class Count(Extension):
    """Quarters, their guests and the count are compared after every turn, and every round of moves."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "count" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
        options = {"river_with_carcassonne": "allowed", "carcassonne_border": "open"}
        if game["rules"]["coc-final-scoring"] == "any-district":
            options["count_final_quarters"] = "any"
        return ["count"], options

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        self._settle(replay, decision)

    def end_of_turn(self, replay: Replay, turn: dict[str, Any]) -> None:  # noqa: ARG002
        if replay.state.questions:
            self._settle(replay, {})

    def _settle(self, replay: Replay, decision: dict[str, Any]) -> None:
        """Play what the oracle does not ask: its variants of the count's move, and abbots."""
        prompt = replay.prompt()
        if prompt.ask == "send" and decision.get("phase") != "CocFollowerPhase":
            # Its abbots never enter the city: who has nobody else is not asked.
            if not any(isinstance(option, Send) and option.figure != "abbot" for option in prompt.options):
                replay.play(Pass(prompt.player))
        elif (
            prompt.ask == "move_count"
            and decision.get("phase") != "CocCountPhase"
            and decision.get("a") != "count"
        ):
            replay.play(self._variant(replay, prompt.player))

    def _variant(self, replay: Replay, player: int) -> Action:
        """The count's move where no player decides it (not in our rules)."""
        city = PART.of(replay.state)
        rule = replay.game["rules"]["count-move"]
        if rule == "by-player":
            raise Difference("the oracle does not ask where the count goes")
        assert city.count is not None
        goal = NEXT[city.count] if rule == "clockwise" else city.guests[-1].quarter
        return Pass(player) if goal == city.count else MoveCount(player, goal)

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:
        player = decision["p"]
        if decision["a"] == "count":
            return MoveCount(player, QUARTERS[decision["loc"]])
        if decision["a"] != "meeple":
            return None
        figure = FIGURES[decision["meeple"]]
        if decision["feature"] == "Quarter":
            return Send(player, figure, QUARTERS[decision["loc"]])
        if "from" not in decision:
            return None
        pointer = (decision["feature"], decision["x"], decision["y"], decision["loc"])
        wanted = (QUARTERS[decision["from"]["loc"]], figure, feature_at(replay, *pointer))
        moves = [move for move in self._leaves(replay.prompt()) if target(replay, move) == wanted]
        if not moves:
            raise Difference(f"no move to {pointer}")
        exact = [move for move in moves if move.cell == (decision["x"], decision["y"])]
        return (exact or moves)[0]

    def _leaves(self, prompt: Prompt) -> list[Leave]:
        return [option for option in prompt.options if isinstance(option, Leave)]

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        options = prompt.options
        if prompt.ask == "send":
            theirs = {
                Send(prompt.player, FIGURES[figure], QUARTERS[location])
                for figure, pointers in legal["meeple"].items()
                for _, _, _, location in pointers
            }
            # Its abbots never enter the city; ours may go to the cathedral (COUNT-16).
            ours = {option for option in options if isinstance(option, Send) and option.figure != "abbot"}
            replay.check("quarters to enter", theirs, ours)
        if prompt.ask == "move_count":
            theirs_counts = {QUARTERS[location] for _, _, _, location in legal["count"]}
            replay.check(
                "quarters of the count",
                theirs_counts,
                {option.quarter for option in options if isinstance(option, MoveCount)},
            )
        if prompt.ask in ("quarters", "market"):
            ours_moves = {target(replay, move) for move in self._leaves(prompt)}
            theirs_moves = self._legal_moves(replay, legal)
            if prompt.ask == "market":  # we have taken out whom the oracle leaves behind
                guests = {(quarter, figure) for quarter, figure, _ in ours_moves}
                theirs_moves = {move for move in theirs_moves if move[:2] in guests}
            replay.check("moves out of the city", theirs_moves, ours_moves)

    def _legal_moves(self, replay: Replay, legal: dict[str, Any]) -> set[tuple[str, str, int]]:
        return {
            (QUARTERS[name.removeprefix("move:")], FIGURES[figure], feature_at(replay, *pointer))
            for name, options in legal.items()
            if name.startswith("move:")
            for figure, pointers in options.items()
            for pointer in pointers
        }

    def figures(self, replay: Replay, figures: list[Any]) -> list[Any]:  # noqa: ARG002
        return [figure for figure in figures if figure[2] != "Quarter"]

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        city = PART.of(replay.state)
        replay.check("the count", QUARTERS[turn["neutral"]["count"][3]], city.count)
        guests = Counter(
            CityGuest(QUARTERS[location], player, FIGURES[figure])
            for player, figure, kind, _, _, location in turn["meeples"]
            if kind == "Quarter"
        )
        replay.check("guests", guests, Counter(city.guests))

    def finish(self, replay: Replay) -> None:
        """The finale. There the count locks the market and one may decline; by COUNT-26 neither is so.

        A player who does not move in the oracle's game is taken out of ours, and the step is asked again.
        """
        moves = [move for move in replay.game.get("endgame", {}).get("actions", []) if move["a"] == "meeple"]
        if replay.state.over:
            replay.check("moves to fields", [], moves)
            return
        guests = [
            CityGuest(QUARTERS[move["from"]["loc"]], move["p"], FIGURES[move["meeple"]]) for move in moves
        ]
        self._keep(replay, Counter(guests), moves[0]["p"] if moves else None)
        for move in moves:
            replay.decide(move)

    def _keep(self, replay: Replay, guests: Counter[CityGuest], first: int | None) -> None:
        state = replay.state.fork()
        city = replace(PART.of(state), guests=tuple(guests.elements()))
        if first is not None and "bazaar" in replay.game["elements"]:
            # A tile bought in an auction is a turn of its own there: who had the last turn may differ.
            city = replace(city, last=(first - 1) % replay.game["players"])
        PART.set(state, city)
        asked = state.rules.order[state.step](state, replay.turn_events)
        if asked is None:
            state = final_scoring(state, replay.turn_events)
            state.rules.order[-1](state, replay.turn_events)
            asked = ()
        assert not isinstance(asked, str)
        state.questions = tuple(Question(player, ask, state.ply) for player, ask in asked)
        replay.state = state


EXTENSION = Count()

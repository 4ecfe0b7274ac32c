"""The Tower in the oracle's games.

It lets a ransom be paid before the tile is laid as well (TO-67); ours is paid where the action is chosen,
which comes to the same, so such a ransom waits for that prompt. A tile of a bazaar is a turn of its own there
(TO-68), so its games are played with `bazaar_turns` = full_turns. It offers the tower under the dragon to
meeples (TO-70): those offers are taken out.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.actions import Action, Pass, Seat
from engine.expansions.tower.building import barred
from engine.expansions.tower.part import PART, BuildFloor, Capture, Exchange, Prisoner, Ransom
from engine.prompts import Prompt
from tests.replays.oracle import FIGURES, Extension, Replay, segment_at


class Tower(Extension):
    """Floors, prisoners, and what is captured, exchanged and paid."""

    def applies(self, game: dict[str, Any]) -> bool:
        return "tower" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        return ["tower"], {"max_players": "6"}

    def begin(self, replay: Replay) -> None:
        replay.notes["ransom"] = None

    def after(self, replay: Replay) -> None:
        if replay.state.over or (prompt := replay.prompt()).ask != "act":
            return
        ransom, replay.notes["ransom"] = replay.notes["ransom"], None
        if ransom is not None:
            replay.play(ransom)
        elif all(isinstance(option, Ransom | Pass) for option in prompt.options):
            replay.play(Pass(prompt.player))  # it asks for no action where only a ransom is left

    def skips(self, replay: Replay, decision: dict[str, Any]) -> bool:
        if decision["a"] == "ransom" and replay.prompt().ask == "place":
            replay.notes["ransom"] = self.action(replay, decision)
            return True
        # Only figures in quarters were in reach there: nobody for us (TO-23, TO-69).
        return decision.get("phase") == "TowerCapturePhase" and replay.prompt().ask != "capture"

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:
        player, kind = decision["p"], decision["a"]
        if kind == "tower":
            return BuildFloor(player, (decision["x"], decision["y"]))
        if kind == "capture":
            names = ("owner", "meeple", "feature", "x", "y", "loc")
            return captured(replay, player, [decision[name] for name in names])
        if kind == "exchange":
            return Exchange(player, FIGURES[decision["meeple"]])
        if kind == "ransom":
            return Ransom(player, Seat(decision["jailer"]), FIGURES[decision["meeple"]])
        return None

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        for pointers in decision.get("legal", {}).get("meeple", {}).values():
            pointers[:] = [
                pointer
                for pointer in pointers
                if pointer[0] != "Tower" or not barred(replay.state, tuple(pointer[1:3]))
            ]

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        player = prompt.player
        theirs: set[Action] = {BuildFloor(player, (x, y)) for x, y in legal.get("tower", ())}
        theirs |= {captured(replay, player, pointer) for pointer in legal.get("capture", ())}
        if prompt.ask == "act":
            theirs |= {
                Ransom(player, Seat(jailer), FIGURES[kind]) for kind, jailer in legal.get("ransom", ())
            }
        ours = {action for action in prompt.options if isinstance(action, BuildFloor | Capture | Ransom)}
        replay.check("floors, captures and ransoms", theirs, ours)
        if prompt.ask == "capture":
            replay.check("capturing nobody", legal.get("pass", False), Pass(player) in prompt.options)

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        part = PART.of(replay.state)
        floors = [tokens.get("TOWER_PIECE", 0) for tokens in turn.get("tokens") or [{} for _ in part.floors]]
        replay.check("floors", floors, list(part.floors))
        towers = {(x, y): height for x, y, height in turn.get("towers", ())}
        replay.check("towers", towers, dict(part.heights))
        held = [
            Prisoner(captor, owner, FIGURES[kind])
            for captor, prisoners in enumerate(turn.get("captured", ()))
            for owner, kind, count in prisoners
            for _ in range(count)
        ]
        replay.check("prisoners", Counter(held), Counter(part.prisoners))


def captured(replay: Replay, player: int, pointer: list[Any]) -> Capture:
    """Our capture for the oracle's figure."""
    owner, figure, feature, x, y, location = pointer
    segment = segment_at(replay.state, feature, (x, y), location)
    return Capture(player, (x, y), segment, Seat(owner), FIGURES[figure])


EXTENSION = Tower()

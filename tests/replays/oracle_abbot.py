"""The Abbot in the oracle's games."""

from __future__ import annotations

from typing import Any

from engine.actions import Action
from engine.expansions.abbot import Retrieve
from engine.prompts import Prompt
from tests.replays.oracle import Extension, Replay

SOURCE = "abbot_return"


class Abbot(Extension):
    """Gardens, abbots, and taking them back."""

    def applies(self, game: dict[str, Any]) -> bool:
        return bool(game["elements"].get("abbot"))

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:  # noqa: ARG002
        return ["abbot"], {}

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:  # noqa: ARG002
        if decision["a"] == "return" and decision["source"] == SOURCE:
            return Retrieve(decision["p"], (decision["x"], decision["y"]))
        return None

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        if prompt.ask != "act":
            return
        theirs = {Retrieve(prompt.player, (x, y)) for _, x, y, _ in legal.get(f"return:{SOURCE}", ())}
        ours = {action for action in prompt.options if isinstance(action, Retrieve)}
        replay.check("retrievals", theirs, ours)


EXTENSION = Abbot()

"""A process that thinks for computer players: a question a line on its input, an answer a line on its output.

It ends when its input ends, so it never outlives the program that started it.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

from bot.computers.wire_format import write_followed, write_hint, write_position
from bot.conversation.protocol.reviews import write_review
from bot.documents import facts_of
from bot.lines import ProgressLines, write_line
from engine import notation, players, record


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The choice for a seat or a share of it, a hint, the review of a game, or a position of the day."""
    if question["kind"] == "review":
        game = record.read(question["record"])
        return {"review": facts_of(write_review(players.review(game, progress=ProgressLines())))}
    if question["kind"] == "position":
        return {"position": write_position(players.find_position(question["seed"]))}
    view, seat = record.decode(question["view"].encode()), int(question["seat"])
    if question["kind"] == "hint":
        return {"hint": write_hint(players.hint(view, seat))}
    if question["kind"] == "think":
        followed = players.think_share(view, seat, question["seed"], int(question["share"]))
        return {"followed": write_followed(followed)}
    return {"line": notation.write(players.choose(question["level"], view, seat, question["seed"]))}


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then closes our input
    for line in sys.stdin.buffer:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        write_line(told)


if __name__ == "__main__":
    main()

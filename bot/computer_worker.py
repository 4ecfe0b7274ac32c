"""A process that thinks for computer players: a question a line on its input, an answer a line on its output.

It ends when its input ends, so it never outlives the program that started it.
"""

from __future__ import annotations

import json
import signal
import sys

from engine import notation, players, record


def answer(question: dict[str, str | int]) -> dict[str, str]:
    """The choice for a seat, as a line of notation."""
    view = record.decode(str(question["view"]).encode())
    level, seat, seed = str(question["level"]), int(question["seat"]), str(question["seed"])
    return {"line": notation.write(players.choose(level, view, seat, seed))}


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then closes our input
    for line in sys.stdin.buffer:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

"""Choose positions of the day and look at them: `python -m tools.daily --count 50`.

Shows of each whether two judges with other samples find the same best move, and how many other moves are
reasonable. `--write` keeps them as the positions that the program brings along; `--pictures 10` draws some.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bot.conversation.protocol.pictures import BoardPicture
from bot.pictures.draw import draw
from engine import record
from engine.game import pending, view_for
from engine.players.positions import Position, find_position, judged
from engine.state import GameState

OTHERS = ("fourth", "fifth")  # seeds that had no part in the choice
KEPT = Path(__file__).parents[1] / "bot/conversation/table/polls/positions.json"
BUILD = Path(__file__).parents[1] / "build/daily"


def chosen(count: int, first: int, processes: int) -> Iterator[Position]:
    """The first positions that are found in the games of consecutive seeds."""
    found = 0
    with ProcessPoolExecutor(processes) as pool:
        for start in range(first, first + 40 * count, 4 * processes):
            seeds = [f"day{number}" for number in range(start, start + 4 * processes)]
            for position in pool.map(find_position, seeds):
                if position is not None and found < count:
                    found += 1
                    yield position
            if found == count:
                return


def state_of(position: Position) -> GameState:
    """The game at the question."""
    return record.last_state(record.read(position.record))


def confirmed(position: Position) -> list[bool]:
    """Whether each of the other judges finds the same best placement."""
    state = state_of(position)
    prompt = pending(state)[0]
    best = position.moves[0].lines[0]
    return [judged(state, prompt, seed)[0].lines[0] == best for seed in OTHERS]


def draw_position(position: Position, number: int) -> None:
    """The board as the question shows it, with the reasonable placements numbered."""
    state = state_of(position)
    cells = [move.lines[0].split()[2].split(",") for move in position.moves]
    places = {(int(x), int(y)): str(place) for place, (x, y) in reversed(list(enumerate(cells, start=1)))}
    labels = tuple((label, cell) for cell, label in places.items())
    view = view_for(state, None)
    picture = draw(BoardPicture(game="daily", ply=state.ply, names=("A", "B"), view=view, cells=labels))
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / f"{number}.png").write_bytes(picture.content)


def main() -> None:
    """Choose, check, print, and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pictures", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    found: list[Position] = []
    agreed = reasonable = 0
    for position in chosen(wanted.count, wanted.first, wanted.processes):
        checks = confirmed(position)
        agreed += all(checks)
        reasonable += len(position.moves) > 2
        found.append(position)
        gaps = " ".join(f"{move.lost:.1f}" for move in position.moves[1:])
        print(
            f"{len(found):3} {position.moves[0].lines[0]:22} behind: {gaps:32} judges: {checks}", flush=True
        )
        if len(found) <= wanted.pictures:
            draw_position(position, len(found))
    print(f"{len(found)} positions; {agreed} with the same best move by two other judges;", end=" ")
    print(f"{reasonable} with two or more other reasonable moves")
    if wanted.write:
        data = [
            {"record": one.record, "moves": [[*move.lines, move.lost] for move in one.moves]} for one in found
        ]
        KEPT.write_text(json.dumps(data, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""Choose positions of the day and look at them: `python -m tools.daily --count 50`.

Shows of each whether two judges with other samples find the same best move, and how many other moves are
reasonable. `--add` adds them to the positions that the program brings along, `--boxes` leaves out
base games, `--pictures 10` draws some.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.table.polls.daily import encode_position
from bot.pictures.draw import draw
from engine import record
from engine.game import pending, view_for
from engine.players.positions import Position, find_position, judged, with_boxes
from engine.state import GameState

OTHERS = ("fourth", "fifth")  # seeds that had no part in the choice
SURE = 0.9  # of the positions, on whose best move those judges agree
KEPT = Path(__file__).parents[1] / "bot/conversation/table/polls/positions.json"
BUILD = Path(__file__).parents[1] / "build/daily"


def chosen(count: int, first: int, processes: int, *, boxes: bool) -> Iterator[Position]:
    """The first positions that are found in the games of consecutive seeds, or of those with boxes."""
    found = 0
    with ProcessPoolExecutor(processes) as pool:
        for start in range(first, first + 40 * count, 4 * processes):
            seeds = [f"day{number}" for number in range(start, start + 4 * processes)]
            seeds = [seed for seed in seeds if with_boxes(seed) or not boxes]
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


def add(position: Position) -> None:
    """Add a position to those that the program brings along."""
    known = json.loads(KEPT.read_text("utf-8"))
    known.append(json.loads(encode_position(position)))
    KEPT.write_text(json.dumps(known, indent=0) + "\n", "utf-8")


def main() -> int:
    """Choose, check, print, and keep; the exit code is 1 if too many positions are doubtful."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pictures", type=int, default=0)
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--boxes", action="store_true", help="no base games")
    wanted = parser.parse_args()
    found: list[Position] = []
    agreed = reasonable = 0
    for position in chosen(wanted.count, wanted.first, wanted.processes, boxes=wanted.boxes):
        checks = confirmed(position)
        agreed += all(checks)
        reasonable += len(position.moves) > 2
        found.append(position)
        gaps = " ".join(f"{move.lost:.1f}" for move in position.moves[1:])
        boxes = " ".join(record.read(position.record).setup.boxes) or "base"
        print(
            f"{len(found):3} {boxes:32} {position.moves[0].lines[0]:18} behind: {gaps:32} judges: {checks}",
            flush=True,
        )
        if len(found) <= wanted.pictures:
            draw_position(position, len(found))
        if wanted.add and all(checks):
            add(position)
    print(f"{len(found)} positions; {agreed} with the same best move by two other judges;", end=" ")
    print(f"{reasonable} with two or more other reasonable moves")
    return 0 if min(agreed, reasonable) >= SURE * len(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""The figures of the load as a page: a column for each stage, and the promises below."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable

from tools.bench.table import Row, markdown
from tools.load.run import Outcome
from tools.load.stage import Figures, share

FILLED = 300  # tables with which the bot has most pictures of tiles at hand
REQUESTS = {"Discord": 6, "Telegram": 8}  # to Redis for a move, at most
Formatter = Callable[[Outcome, Figures], str]


def _milliseconds(values: list[float], part: float) -> str:
    return f"{1000 * share(values, part):,.0f}"


FIGURES: tuple[tuple[str, Formatter], ...] = (
    ("open tables", lambda _, one: f"{one.open:,}"),
    ("moves", lambda _, one: f"{len(one.turns):,}"),
    ("moves a second", lambda _, one: f"{one.rate:.1f}"),
    ("a press is acknowledged, p50, ms", lambda _, one: _milliseconds(one.acknowledged, 0.5)),
    ("a press is acknowledged, p99, ms", lambda _, one: _milliseconds(one.acknowledged, 0.99)),
    ("the close-up is shown, p50, ms", lambda _, one: _milliseconds(one.close_ups, 0.5)),
    ("the close-up is shown, p99, ms", lambda _, one: _milliseconds(one.close_ups, 0.99)),
    ("the board is shown, p50, ms", lambda _, one: _milliseconds(one.boards, 0.5)),
    ("the board is shown, p99, ms", lambda _, one: _milliseconds(one.boards, 0.99)),
    ("processor time of the bot for a move, ms", lambda _, one: f"{1000 * one.work:.1f}"),
    ("processor time of Redis for a move, ms", lambda _, one: f"{1000 * one.server_work:.2f}"),
    ("requests to Redis for a move", lambda _, one: f"{one.requests:.1f}"),
    ("messages and edits that the platform counts for a move", lambda _, one: f"{one.counted:.1f}"),
    ("pictures for a move, KB", lambda _, one: f"{one.pictures / 1000:,.0f}"),
    ("memory of the bot, MB", lambda _, one: f"{one.after.memory / 1e6:,.0f}"),
    ("Redis for a table, KB", lambda all_, one: f"{stored(all_, one):.1f}"),
    ("presses without an effect", lambda _, one: f"{sum(one.lost.values())}"),
    ("load average of the machine", lambda _, one: f"{one.busy:.1f}"),
)


def stored(outcome: Outcome, one: Figures) -> float:
    """Kilobytes of Redis for an open table."""
    return (one.after.stored - outcome.empty) / one.open / 1000


def stages(outcome: Outcome) -> str:
    """The stages of a platform side by side."""
    lines = ["| | " + " | ".join(one.name for one in outcome.stages) + " |"]
    lines.append("|---|" + "---:|" * len(outcome.stages))
    lines += [
        f"| {name} | " + " | ".join(shown(outcome, one) for one in outcome.stages) + " |"
        for name, shown in FIGURES
    ]
    return "\n".join([f"## {outcome.platform}", "", *lines, ""])


def promises(outcome: Outcome) -> list[Row]:
    """What must hold on any machine: nothing lost, and costs that do not grow."""
    where = outcome.platform
    grown = [one for one in outcome.stages if one.name.endswith("tables") and one.turns]
    named = {one.name: one for one in outcome.stages if one.turns}
    nothing = sum(sum(one.lost.values()) for one in outcome.stages) + outcome.unseen
    rows = [
        Row(f"{where}: presses without an effect", nothing, "presses", most=0),
        Row(f"{where}: moves seen, {outcome.checked}, but not saved", len(outcome.missing), "moves", most=0),
    ]
    for one in grown[-1:]:
        rows.append(
            Row(f"{where}: requests to Redis for a move", one.requests, "requests", most=REQUESTS[where])
        )
        waited = 1000 * share(one.acknowledged, 0.99)
        rows.append(Row(f"{where}, {one.name}: acknowledged, p99", waited, "ms", most=1000))
        rows.append(Row(f"{where}, {one.name}: Redis for a table", stored(outcome, one), "KB", most=16))
    if len(grown) > 1:
        first, before, last = grown[0], grown[-2], grown[-1]
        name = f"{where}: a move at {last.name} against {first.name}"
        rows.append(Row(f"{name}, processor time", last.work / first.work, "times", most=1.5))
        if before.open >= FILLED:
            heavier = (last.after.memory - before.after.memory) / (last.open - before.open) / 1000
            name = f"{where}: memory of the bot for a table more, from {before.name} to {last.name}"
            rows.append(Row(name, heavier, "KB", most=400))
    if "early" in named and "late" in named:
        ratio = named["late"].work / named["early"].work
        rows.append(Row(f"{where}: a move late in a game against early", ratio, "times", most=1.5))
    return rows


HEAD = """# Load

Measured by `make load`, which writes this page: the unmodified bot as one process, a Redis server that waits
for the disk (`appendfsync always`), stand-ins for the platforms on loopback, and simulated users who wait and
press.
{boxes} Python {python}, {machine}, {cores} cores. The stand-in and the users run in one
process beside the bot and the server, so the times include theirs. The last line of each table shows how busy
the machine was.

The first columns have more and more open tables at a similar rate of moves. `early` and `late` are games near
their beginning and near their end. In `at once` the users do not wait. A move is a decision that all users
see: mostly two presses, a close-up and a board.
"""


def page(outcomes: list[Outcome], boxes: str) -> str:
    """The whole document."""
    head = HEAD.format(
        boxes=boxes,
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count(),
    )
    sections = [stages(outcome) for outcome in outcomes]
    skipped = [f"{outcome.platform}: {name}" for outcome in outcomes for name in outcome.skipped]
    if skipped:
        sections.append("Left out for lack of time: " + "; ".join(skipped) + ".\n")
    rows = [row for outcome in outcomes for row in promises(outcome)]
    return "\n".join([head, *sections, markdown("Promises", rows)])

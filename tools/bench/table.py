"""Rows of the bench: a figure, and the floor or ceiling that it must keep."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table. `least` and `most` are promises; without them it is for information."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the promise holds."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    def promise(self) -> str:
        """The promise in words."""
        if self.least is not None:
            return f"at least {self.least:g}"
        return f"at most {self.most:g}" if self.most is not None else ""


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The best CPU time of a piece of work."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def paired(one: Callable[[], float], two: Callable[[], float], rounds: int = 5) -> tuple[float, float]:
    """Two rates measured in turns, so that what slows the machine slows both; the medians."""
    ones, twos = [], []
    for _ in range(rounds):
        ones.append(one())
        twos.append(two())
    return statistics.median(ones), statistics.median(twos)


def best_of(*rates: Callable[[], float], rounds: int = 6) -> list[float]:
    """Rates measured in turns, the best of each: what the code can do on a quiet machine."""
    best = [0.0] * len(rates)
    for _ in range(rounds):
        for number, rate in enumerate(rates):
            best[number] = max(best[number], rate())
    return best


def markdown(title: str, rows: list[Row]) -> str:
    """A table for people."""
    lines = [f"## {title}", "", "| figure | value | unit | promise | |", "|---|---:|---|---|---|"]
    for row in rows:
        value = f"{row.value:,.0f}" if abs(row.value) >= 100 else f"{row.value:.2f}"
        mark = ("kept" if row.kept else "BROKEN") if row.promise() else ""
        lines.append(f"| {row.name} | {value} | {row.unit} | {row.promise()} | {mark} |")
    return "\n".join([*lines, ""])

"""What a child process tells its parent: lines of JSON on its output, and how far its work is."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

STEP = 0.05  # of the work, between two lines about its progress


def write_line(told: dict[str, Any]) -> None:
    """Write a line at once; the process ends if its parent was killed and nobody reads."""
    try:
        sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # an exit in order would try to write the same once more


class ProgressLines:
    """Writes a line for every twentieth of the work that is done."""

    def __init__(self) -> None:
        self._next = STEP

    def __call__(self, share: float) -> None:
        if share >= self._next:
            self._next = share + STEP
            write_line({"progress": share})

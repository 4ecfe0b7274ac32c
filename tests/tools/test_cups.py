"""The campaign of cups in small: games end by resigning, workers are killed, every result counts once."""

from __future__ import annotations

import subprocess
import sys


def test_a_small_swiss_cup_is_played_while_workers_are_killed() -> None:
    command = [sys.executable, "-m", "tools.cups", "--games", "quick", "--random", "2", "swiss:6:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "every result once" in done.stdout
    assert "2 random cups: all rules kept" in done.stdout

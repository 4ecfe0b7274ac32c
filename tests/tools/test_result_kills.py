"""The campaign of kills in small: three games on one server."""

from __future__ import annotations

import subprocess
import sys


def test_every_result_is_listed_once_although_processes_are_killed() -> None:
    command = [sys.executable, "-m", "tools.result_kills", "--games", "3", "--on", "server"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 games" in done.stdout
    assert "0 faults" in done.stdout

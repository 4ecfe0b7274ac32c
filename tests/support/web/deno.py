"""Deno, as `make lint` runs it: types, style and tests of the page's scripts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

PROGRAM = Path(sys.executable).with_name("deno")
QUIET = {"DENO_DIR": str(ROOT / ".venv" / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
PATIENCE = 300  # seconds; generous, for machines with much else to do


def deno(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run it at the root of the project, without a network; what it said."""
    return subprocess.run(
        [PROGRAM, arguments[0], "--no-remote", "--no-npm", *arguments[1:]],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, **QUIET},
        check=False,
    )

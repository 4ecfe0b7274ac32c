"""What a child process tells its parent."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import ROOT

CHILD = "import sys; from bot.lines import write_line; sys.stdin.read(); write_line({'line': 'x'})"


def told(*, read: bool) -> tuple[int, bytes, bytes]:
    """The exit code, the lines and the complaints of a child whose parent reads, or was killed meanwhile."""
    command = (sys.executable, "-c", CHILD)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        if not read:
            child.stdout.close()
        child.stdin.close()
        lines = child.stdout.read() if read else b""
        complaints = child.stderr.read()
    return child.returncode, lines, complaints


def test_child_of_a_parent_that_was_killed_ends_without_a_word() -> None:
    assert told(read=True) == (0, b'{"line": "x"}\n', b"")
    assert told(read=False) == (0, b"", b"")

"""A computer player's process that fails in the way its environment says."""

from __future__ import annotations

import os
import sys
import time


def main() -> None:
    how = os.environ["BAD_WORKER"]
    for _ in sys.stdin.buffer:
        if how == "stuck":
            time.sleep(600)
        elif how == "gone":
            sys.exit(3)
        else:
            print(
                {"error": '{"error": "tired"}', "illegal": '{"line": "A pass"}', "noise": "?"}[how],
                flush=True,
            )


if __name__ == "__main__":
    main()

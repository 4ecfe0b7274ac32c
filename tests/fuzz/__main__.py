"""`python -m tests.fuzz NAME --seconds 60`: one target for longer; `all` takes one after the other.

With atheris (`pip install atheris`) and `--guided` the inputs follow the coverage; without, they are seeds
after accidents. The exit code is 1 if an input breaks a target; that input is kept.
"""

from __future__ import annotations

import argparse
import logging
import random
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.fuzz.targets import Target, mutated, names, target


def run(found: Target, seconds: float, seed: str) -> bool:
    """Mutate for so long; False if something broke."""
    rng = random.Random(seed)
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = mutated(rng, found.seeds)
        count += 1
        try:
            found.fuzz(data)
        except Exception:
            traceback.print_exc()
            print(f"{found.name}: broken by {data[:200]!r}, kept as {found.keep(data)}", flush=True)
            return False
    print(f"{found.name}: {count} inputs in {seconds:.0f} s", flush=True)
    return True


def guided(name: str, seconds: float) -> bool:
    """The same with atheris, in a process of its own: it takes the whole interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate([*target(name).seeds, *target(name).kept()]):
            (Path(folder) / str(number)).write_bytes(seed)
        command = [sys.executable, "-m", "tests.fuzz.guided", name, folder, f"-max_total_time={seconds:.0f}"]
        return subprocess.run(command, check=False).returncode == 0


def main(argv: list[str]) -> int:
    """Run targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("name", choices=["all", *names()])
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--guided", action="store_true", help="by coverage; needs atheris")
    args = parser.parse_args(argv)
    logging.disable(logging.CRITICAL)  # what is broken on purpose need not be logged
    wanted = names() if args.name == "all" else [args.name]
    results = [
        guided(name, args.seconds) if args.guided else run(target(name), args.seconds, args.seed)
        for name in wanted
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

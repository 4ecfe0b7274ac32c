"""One target under atheris: `python -m tests.fuzz.guided NAME FOLDER [libFuzzer's options]`."""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-not-found,unused-ignore]

with atheris.instrument_imports(include=["bot", "engine", "storage"]):
    from tests.fuzz.targets import Target, target


def main() -> None:
    """Fuzz until the time is up; what breaks the target is kept, and ends the process."""
    with atheris.instrument_imports(include=["bot", "engine", "storage"]):
        found: Target = target(sys.argv[1])

    def once(data: bytes) -> None:
        try:
            found.fuzz(data)
        except Exception:
            print(f"kept as {found.keep(data)}", flush=True)
            raise

    atheris.Setup([sys.argv[0], *sys.argv[2:], "-max_len=4096", "-print_final_stats=0"], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

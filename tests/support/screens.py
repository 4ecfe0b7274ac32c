"""Messages of both platforms as a phone shows them: `python -m tests.support.screens [FOLDER]`."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PLATFORMS = ("discord", "telegram")


def main(folder: Path) -> None:
    """Draw the screens of every platform that has some."""
    for platform in PLATFORMS:
        name = f"tests.support.{platform}.screens"
        if find_spec(name) is not None:
            asyncio.run(import_module(name).main(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens"))

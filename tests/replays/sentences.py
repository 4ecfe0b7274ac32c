"""Sentences that boxes add to the replays: every sentences_*.py module beside this one registers its own."""

import importlib
from pathlib import Path

for path in sorted(Path(__file__).parent.glob("sentences_*.py")):
    importlib.import_module(f"tests.replays.{path.stem}")

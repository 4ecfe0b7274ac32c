"""What a bot does in its first second, done once in the process that bots of the tests are forked from."""

from __future__ import annotations

import gc

from bot.cli import arena, backup, doctor, play, ratings, simulate, verify  # noqa: F401  # as its command line
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from renderer.warm import warm

warm()
for language in LANGUAGES:
    catalogue(language)
gc.collect()
gc.freeze()  # no bot has to look through what it was born with, nor to copy the memory for that

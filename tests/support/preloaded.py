"""What a bot does in its first second, done once in the process that bots of the tests are forked from."""

from __future__ import annotations

from bot.cli import arena, backup, doctor, play, ratings, simulate, verify  # noqa: F401  # as its command line
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from renderer.warm import warm

warm()
for language in LANGUAGES:
    catalogue(language)

"""A new language needs one entry and one folder: everything follows, also while much of it is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.made_up_language import TAG, tree

EVERYWHERE = (
    "tests/bot/test_any_language.py",
    "tests/bot/conversation/test_catalogue.py",
    "tests/bot/conversation/test_registry.py::test_every_row_and_argument_has_its_texts",
)
LISTS = (
    "tests/bot/chats/discord/test_commands.py::test_commands_are_one_group_in_every_language",
    "tests/bot/chats/telegram/test_chat.py::test_the_list_of_commands_is_in_every_language",
)


def passed(folder: Path, *arguments: str) -> int:
    """How many tests of another checkout pass; none may fail."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    return len(re.findall("PASSED", done.stdout))


def test_a_language_that_is_made_up_is_taken_everywhere(tmp_path: Path) -> None:
    folder = tree(tmp_path / "bastide")
    assert passed(folder, "-rp", *EVERYWHERE, "-k", TAG) > 10
    assert passed(folder, "-rp", *LISTS) == len(LISTS)

"""Where the code names commands: one table has their rows, and platforms know none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.conversation.commands.registry import ROWS
from tests.support.paths import ROOT

NAMES = {row.name for row in ROWS}
HOMES = {
    "bot/conversation/commands/registry.py": "the rows",
    "bot/conversation/show/offered.py": "buttons by the message under which they stand",
    "bot/conversation/show/remedies.py": "buttons by the refusal that they help against",
}
NO_COMMANDS = {  # values of the same name
    "bot/conversation/commands/group/cups.py": "what can be done with a cup",
    "bot/conversation/show/emoji.py": "meanings of emoji",
    "bot/conversation/table/acts.py": "why a seat has changed hands",
    "bot/conversation/table/results.py": "why a seat has changed hands",
}
CHATS = {  # words of the same name in adapters: what they are there
    "bot/chats/discord/commands.py": {"board": "Discord's own command: it opens the Activity"},
    "bot/chats/telegram/marks.py": {"end": "the kind of a message"},
    "bot/chats/telegram/private_chat.py": {"cup": "what a payload leads to"},
    "bot/chats/telegram/updates.py": {"start": "Telegram's own command: it opens a chat"},
    "bot/chats/telegram/workers/router.py": {
        "/start": "Telegram's own command: it opens a chat",
        "forget": "what one worker tells another",
    },
    "bot/chats/web/board_page.py": {"board": "what a page asks for"},
    "bot/chats/web/boards.py": {
        "board": "what a page is sent",
        "options": "a field of a question",
        "undo": "a field of the board",
    },
    "bot/chats/web/community.py": {"/top": "an address", "/daily": "an address"},
    "bot/chats/web/not_found.py": {"why": "a class of the page"},
    "bot/chats/web/room_links.py": {"computer": "who can open an address"},
}


def texts_in(node: ast.AST) -> Iterator[str]:
    """The texts that some code consists of."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def lists_of_commands(path: Path) -> list[str]:
    """The constants of a module that name several commands."""
    lines = ast.parse(path.read_text("utf-8")).body
    constants = [line for line in lines if isinstance(line, ast.Assign | ast.AnnAssign)]
    return [ast.unparse(line) for line in constants if len(_named_in(line)) > 1]


def _named_in(node: ast.AST) -> set[str]:
    return {text.partition(".")[0] for text in texts_in(node)} & NAMES


def known_commands(path: Path) -> set[str]:
    """The texts of an adapter that are names of commands, typed or pressed."""
    allowed = CHATS.get(str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else "", {})
    found = {text for text in texts_in(ast.parse(path.read_text("utf-8"))) if text.lstrip("/!") in NAMES}
    return found - set(allowed)

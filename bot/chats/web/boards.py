"""Live boards of pages: each is sent the whole game once, then only what has changed."""

from __future__ import annotations

from typing import Any

from bot.chats.web.watch import Story
from bot.conversation.commands.live_boards import LiveBoards
from bot.conversation.show.live_board.question import BoardWay
from bot.conversation.show.live_board.view import BoardView, happened, past_view, patch
from bot.conversation.table.state import LiveTable
from bot.pictures.live_art import art_of, pieces_of, spot_of, supplies_of
from engine.geometry import Cell

Data = dict[str, Any]
NOTHING_ASKED = {  # of a game that is not running
    "version": -1,
    "paused": False,
    "aids": False,
    "limit": 0,
    "waits": [],
    "asked": None,
    "undo": "",
}
FURTHEST = 500  # cells from the start tile that a page may name


class BoardFeed:
    """What one page knows of the board in its room."""

    def __init__(self) -> None:
        self._sent: Data | None = None
        self._step = 0  # frames so far: a page that has missed one asks for the whole board

    def forget(self) -> None:
        """The page knows nothing, or must be told all again."""
        self._sent = None

    def running(self, boards: LiveBoards, live: LiveTable, user: str, language: str) -> Data | None:
        """The frame for a page of a user after something has happened at the table."""
        return self._frame(with_art(boards.view(live, user, language)), live)

    def finished(self, story: Story) -> Data | None:
        """The frame for a page when no game is running: the end of the last one."""
        return self._frame(with_art(past_view(story.table, story.steps[-1].view)) | NOTHING_ASKED)

    def _frame(self, data: Data, live: LiveTable | None = None) -> Data | None:
        before, self._sent = self._sent, data
        if before == data:
            return None
        self._step += 1
        if before is None or before["game"] != data["game"]:
            return {"do": "board", "step": self._step, "board": data}
        shown = happened(live, before["version"]) if live else []
        return {"do": "patch", "step": self._step, **patch(before, data), "happened": shown}


def with_art(found: BoardView) -> Data:
    """A board with the places of its pieces and options."""
    data, view = found.data, found.view
    data["art"] = art_of(view)
    data["pieces"] = pieces_of(view)
    data["supplies"] = supplies_of(view)
    for shown, option in zip((data.get("asked") or {}).get("options", ()), found.options, strict=True):
        shown.update(spot_of(view, option))
    return data


def ways_with_art(found: list[BoardWay]) -> list[Data]:
    """Ways to lay a tile with the places of what may follow."""
    for way in found:
        for shown, option in zip(way.data.get("follow", ()), way.follow, strict=False):
            shown.update(spot_of(way.after, option))
    return [way.data for way in found]


def read_cell_of(data: Data) -> Cell | None:
    """The cell that a page names, if it is one."""
    cell = data.get("cell")
    if not isinstance(cell, list) or len(cell) != 2:
        return None
    if not all(type(number) is int and abs(number) <= FURTHEST for number in cell):
        return None
    return cell[0], cell[1]

"""What a live board asks for: the game as data, ways to lay a tile, aids. It changes nothing."""

from __future__ import annotations

from typing import Any

from bot.conversation.commands.group.crowd import asked_seat, voting_seat
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.show.live_board.aids import aids_of, feature_at
from bot.conversation.show.live_board.question import BoardWay, undo_token, ways_on
from bot.conversation.show.live_board.view import BoardView, board_view
from bot.conversation.show.words import Words
from bot.conversation.table.repository import CANNOT_LOAD, Repository
from bot.conversation.table.state import LiveTable
from engine.geometry import Cell


class LiveBoards:
    """The running tables for boards of users; every method raises StorageError."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def table(self, channel: str) -> LiveTable | None:
        """The running table of a channel, or of the home whose guest it is; or None."""
        try:
            return await self._repository.load(channel) or await self._at_home(channel)
        except CANNOT_LOAD:
            return None

    async def _at_home(self, channel: str) -> LiveTable | None:
        links = self._repository.store.links
        home = await links.home(channel)
        return await self._repository.load(home) if home and channel in await links.of(home) else None

    def view(self, live: LiveTable, user: str, language: str) -> BoardView:
        """The game as a user may see it; texts are in their language."""
        seat = live.table.seat_of(user)
        voting = voting_seat(live, user)
        found = board_view(Words(catalogue(language), live.table), live, seat, voting)
        found.data["undo"] = undo_token(live, seat) if seat is not None else ""
        return found

    async def ways(self, channel: str, user: str, language: str, cell: Cell) -> list[BoardWay]:
        """The ways in which a user may lay the tile on a cell."""
        live = await self.table(channel)
        seat = asked_seat(live, user) if live else None
        if live is None or seat is None or live.table.paused:
            return []
        return ways_on(Words(catalogue(language), live.table), live, seat, cell)

    async def feature(self, channel: str, cell: Cell, segment: str) -> dict[str, Any] | None:
        """The feature of a segment; None at a table without aids."""
        live = await self.table(channel)
        return feature_at(live, cell, segment) if live and live.table.aids else None

    async def aids(self, channel: str) -> dict[str, Any] | None:
        """Everything that overlays show; None at a table without aids."""
        live = await self.table(channel)
        return aids_of(live) if live and live.table.aids else None

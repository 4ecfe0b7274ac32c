"""A newer version of the program, as this one could become it: a wish for a table, and an act on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, ClassVar
from unittest.mock import patch

from bot.conversation.commands import lobby as lobby_commands
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.table import acts, lobby, model
from bot.conversation.table.acts import Act
from bot.conversation.table.lobby import Lobby
from bot.conversation.table.model import Table
from bot.conversation.table.transaction import Transaction
from bot.documents import Document
from tests.support.stage import CHANNEL, Stage


@dataclass(frozen=True, slots=True)
class NewerTable(Table):
    """A table at which moves mean something else."""

    gambit: bool = False


@dataclass(frozen=True, slots=True)
class NewerLobby(Lobby):
    """A lobby for such a table."""

    gambit: bool = False

    def table(self, seed: str, salt: str, at: float, usual_pace: int = 0) -> Table:
        """The table of these guests."""
        found = Lobby.table(self, seed, salt, at, usual_pace)
        same = {one.name: getattr(found, one.name) for one in fields(Table)}
        return NewerTable(**same, gambit=self.gambit)


@dataclass(frozen=True, slots=True)
class DanceAct(Act):
    """A seat dances."""

    do: ClassVar[str] = "dance"
    seat: int


@contextmanager
def newer_program(*, gambit: bool) -> Iterator[None]:
    """Inside, the program is the newer one; its new lobbies have the wish, or not."""

    def opened(*args: Any, **more: Any) -> NewerLobby:
        return NewerLobby(*args, gambit=gambit, **more)

    with (
        patch.object(model, "TABLE", Document(NewerTable, "table", version=2)),
        patch.object(lobby, "LOBBY", Document(NewerLobby, "lobby", version=2)),
        patch.object(lobby_commands, "Lobby", opened),
        patch.dict(acts.ACTS, {DanceAct.do: DanceAct}),
    ):
        yield


class NewerStage(Stage):
    """The people of a stage on which the newer program plays."""

    gambit = False

    async def _send(self, command: Command) -> list[Outgoing]:
        with newer_program(gambit=self.gambit):
            return await super()._send(command)

    async def ring(self, later: float = 0.0) -> list[Outgoing]:
        """The alarm rings, so many seconds later."""
        with newer_program(gambit=self.gambit):
            return await super().ring(later)

    async def dance(self) -> None:
        """The first seat does what older programs do not know."""
        with newer_program(gambit=self.gambit):
            live = await self.service.repository.load(CHANNEL)
            assert live is not None
            transaction = Transaction(live, self.now)
            transaction.act(live.table.seats[0].player, DanceAct(seat=0))
            await self.service.repository.save(transaction, None)

"""The one entry for adapters: a command in, messages out. What it answers has been saved before."""

from __future__ import annotations

from bot.conversation.messages import Command, Outgoing
from bot.conversation.ports import ComputerPlayer, Store


class Service:
    """All tables of all channels; holds nothing that cannot be lost."""

    def __init__(self, store: Store, computer: ComputerPlayer) -> None:
        self.store = store
        self.computer = computer

    async def handle(self, command: Command) -> list[Outgoing]:
        """Do what somebody wishes, or say politely why not."""
        raise NotImplementedError

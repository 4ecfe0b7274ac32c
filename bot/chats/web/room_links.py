"""The addresses of rooms, as people send them to each other."""

from __future__ import annotations

import secrets
from urllib.parse import quote

from bot.conversation.protocol.ports import RoomLink
from bot.operations.urls import ANYWHERE, LOOPBACK, room_address

LETTERS = "abcdefghjkmnpqrstuvwxyz"  # those that cannot be mistaken
LENGTH = 6  # of the name of a new room


class RoomLinks:
    """What leads to the rooms of this server."""

    def __init__(self, prefix: str, host: str, public_url: str) -> None:
        self.prefix = prefix
        self._host = host
        self._public_url = public_url
        self.port = 0

    @property
    def base(self) -> str:
        """The address of the server."""
        return room_address(self._public_url, self._host, self.port)

    def link(self, channel: str) -> RoomLink:
        """The address of a room, and who can open it."""
        address = f"{self.base}/r/{quote(channel.removeprefix(self.prefix))}"
        if self._public_url:
            return RoomLink(address)
        if self._host.lower() in LOOPBACK:
            return RoomLink(address, "computer")
        return RoomLink(address, "network" if self._host in ANYWHERE else "")

    def new(self) -> str:
        """The address of a room that nobody has used, for pages of this server."""
        return f"/r/{''.join(secrets.choice(LETTERS) for _ in range(LENGTH))}"

"""Where the program listens, and how that is written as an address."""

from __future__ import annotations

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})  # reached from this computer only
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # all addresses, and the one to reach them by


def room_address(public_url: str, host: str, port: int) -> str:
    """Where people open the rooms: the address that is made known, or that of this computer."""
    known = "localhost" if host in ANYWHERE or host.lower() in LOOPBACK else host
    return public_url.rstrip("/") or link(known, port)


def link(host: str, port: int) -> str:
    """The address of a host and port."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"

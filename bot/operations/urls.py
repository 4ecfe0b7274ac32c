"""Where the program listens, and how that is written as an address."""

from __future__ import annotations

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # all addresses, and the one to reach them by


def link(host: str, port: int) -> str:
    """The address of a host and port."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"

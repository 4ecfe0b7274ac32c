"""A request to the server: a command, or a Lua function by its hash."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from storage.redis.scripts import Script

Argument = str | bytes | int | float

_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent; `text` is sent instead if the server does not know the Lua function yet."""

    name: str
    command: tuple[Argument, ...]
    text: tuple[Argument, ...] = ()
    lasting: bool = False  # what it writes must survive the loss of the server


def command(*parts: Argument) -> Request:
    """Make the request of a command whose first argument is its key."""
    return Request(str(parts[0]).lower(), parts)


def call(script: Script, keys: Sequence[str], *args: Argument) -> Request:
    """Make the request that runs a Lua function."""
    rest = (len(keys), *keys, *args)
    return Request(script.name, ("EVALSHA", script.sha, *rest), ("EVAL", script.text, *rest), script.lasting)


def request_id(given: str | None) -> str:
    """Return the given id, or a new one; raises ValueError for characters other than letters, digits, .:-_"""
    if given is None:
        return secrets.token_hex(8)
    if not _ID.fullmatch(given):
        raise ValueError(f"not a valid request id: {given!r}")
    return given

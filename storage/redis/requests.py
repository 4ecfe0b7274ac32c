"""Request ids: what makes a repetition recognisable."""

from __future__ import annotations

import re
import secrets

_REQUEST = re.compile(r"[\w.:-]{1,64}", re.ASCII)


def request_id(given: str | None) -> str:
    """Return the given id, or a new one; raises ValueError for characters other than letters, digits, .:-_"""
    if given is None:
        return secrets.token_hex(8)
    if not _REQUEST.fullmatch(given):
        raise ValueError(f"not a usable request id: {given!r}")
    return given

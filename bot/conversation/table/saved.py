"""Saved data: JSON documents with a version and named fields."""

from __future__ import annotations

import json
from typing import Any

from engine import plain
from engine.notation import BadNotation
from engine.plain import BadData
from engine.record import BadRecord
from engine.refusals import IllegalAction
from engine.setup import BadSetup

VERSION = 2  # 1 had the fields by position, which `plain.restore` still reads

# What saved data can raise when it is read and replayed. Everything else is a bug.
UNREADABLE = (BadData, BadNotation, BadRecord, BadSetup, IllegalAction)


def write_document(name: str, value: Any) -> bytes:
    """A value as a document."""
    return json.dumps({"version": VERSION, name: plain.dump_named(value)}, ensure_ascii=False).encode()


def read_document(name: str, kind: type[Any], data: bytes) -> Any:
    """The value of a document; raises BadData."""
    document = read_object(data)
    version = document.get("version")
    if version not in range(1, VERSION + 1):
        raise BadData(f"version {version!r} of a {name}")
    if name not in document:
        raise BadData(f"a document without {name}")
    return plain.restore(kind, document[name])


def read_object(data: bytes | str) -> dict[str, Any]:
    """The JSON object of a text; raises BadData."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, or nested too deep
        raise BadData(f"no JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadData(f"{type(found).__name__} is no object")
    return found

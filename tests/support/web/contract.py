"""The declared types of the page: what the compiler says of data, and which fields no data has."""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT
from tests.support.web.deno import deno

DECLARED = ROOT / "bot" / "chats" / "web" / "static" / "frames.d.ts"
_INTERFACE = re.compile(r"^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
_ALIAS = re.compile(r"^export type (\w+) =(.*?);", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"^  (\w+)\??: (.+);", re.MULTILINE)

Samples = dict[str, list[Any]]  # data by the name of its type


def shape(data: Any) -> Any:
    """What the compiler can tell apart: the fields of an object, the kinds of values."""
    if isinstance(data, dict):
        return tuple(sorted((key, shape(value)) for key, value in data.items()))
    if isinstance(data, list):
        return tuple(sorted({shape(one) for one in data}, key=repr))
    return data if isinstance(data, str) and data.isidentifier() and len(data) < 9 else type(data).__name__


def distinct(data: list[Any]) -> list[Any]:
    """One of each shape."""
    return list({shape(one): one for one in data}.values())


def complaints(samples: Samples) -> str:
    """What the compiler says of data that is not of its type, or has a field too many; empty if nothing."""
    lines = [f'import type * as page from "{DECLARED.as_uri()}";']
    for number, (name, data) in enumerate(samples.items()):
        values = ",\n".join(json.dumps(one, ensure_ascii=False) for one in distinct(data))
        lines.append(f"export const data{number}: page.{name}[] = [{values}];")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "samples.ts"
        file.write_text("\n".join(lines), "utf-8")
        ran = deno("check", "--quiet", "--config", ROOT / "deno.json", file)
    return ran.stderr if ran.returncode else ""


# -- the other direction ------------------------------------------------------------------------------


@cache
def declared() -> dict[str, dict[str, str]]:
    """The interfaces: their own fields, with the text of their types."""
    found = _INTERFACE.findall(DECLARED.read_text("utf-8"))
    return {name: dict(_FIELD.findall(body)) for name, _, body in found}


@cache
def _parents() -> dict[str, str]:
    return {name: parent for name, parent, _ in _INTERFACE.findall(DECLARED.read_text("utf-8"))}


@cache
def _aliases() -> dict[str, str]:
    return dict(_ALIAS.findall(DECLARED.read_text("utf-8")))


def unseen(samples: Samples) -> set[str]:
    """Declared fields that are in no data, as `Type.field`."""
    seen: dict[str, set[str]] = defaultdict(set)
    for name, data in samples.items():
        for one in data:
            _see(name, one, seen)
    return {f"{name}.{field}" for name, fields in declared().items() for field in fields.keys() - seen[name]}


def _see(written: str, data: Any, seen: dict[str, set[str]]) -> None:
    """Note the fields of data whose type is written so: `Option[]`, `Partial<BoardView>`."""
    if isinstance(data, list):
        for one in data:
            _see(written, one, seen)
    elif isinstance(data, dict):
        if written.startswith("Record<"):
            for one in data.values():
                _see(written.removeprefix("Record<"), one, seen)
            return
        for name in _interfaces(written, data):
            seen[name] |= data.keys()
            for field, inner in declared()[name].items():
                _see(inner, data.get(field), seen)


def _interfaces(written: str, data: dict[str, Any]) -> set[str]:
    """The interfaces that a text names, with those which they extend; of frames the one of this name."""
    found: set[str] = set()
    for name in re.findall(r"\w+", written):
        if name in _aliases():
            found |= _interfaces(_aliases()[name], data)
        elif name in declared() and ("do" not in data or f'"{data["do"]}"' in declared()[name].get("do", "")):
            found |= {name, _parents()[name]} - {""}
    return found

"""Every request to the Bot API against the official description and the limits that stand beside it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from PIL import Image

SPEC: dict[str, dict[str, Any]] = {"methods": {}, "types": {}}
for _path in (Path(__file__).parent / "specs").glob("*.json"):
    _part = json.loads(_path.read_text("utf-8"))
    SPEC = {kind: known | _part[kind] for kind, known in SPEC.items()}
TEXT, CAPTION, TOAST, DATA = 4096, 1024, 200, 64
TAGS = {"b", "i", "u", "s", "code", "pre", "a", "blockquote"}


class Violation(Exception):
    """A request that Telegram would refuse."""


def check(method: str, fields: Mapping[str, Any]) -> None:
    """The fields of a request are those of the description; raises Violation."""
    if method not in SPEC["methods"]:
        raise Violation(f"{method} is no method that the bot should need")
    check_fields(method, SPEC["methods"][method]["fields"], fields)


def check_fields(name: str, known: list[dict[str, Any]], given: Mapping[str, Any]) -> None:
    by_name = {field["name"]: field for field in known}
    for key, value in given.items():
        if key not in by_name:
            raise Violation(f"{name} has no field {key}")
        if not any(fits(kind, value) for kind in by_name[key]["types"]):
            raise Violation(f"{name}.{key} is not {by_name[key]['types']}: {value!r:.200}")
    for key, field in by_name.items():
        if field["required"] and key not in given:
            raise Violation(f"{name} needs {key}")


def fits(kind: str, value: Any) -> bool:
    """Whether a value is of a type; what is wrong inside an object raises Violation."""
    if kind.startswith("Array of "):
        return isinstance(value, list) and all(fits(kind.removeprefix("Array of "), one) for one in value)
    match kind:
        case "String":
            return isinstance(value, str)
        case "Integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "Float":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "Boolean" | "True":
            return isinstance(value, bool)
        case "InputFile":
            return isinstance(value, bytes)
    described = SPEC["types"][kind]
    if not isinstance(value, dict):
        return False
    if described["subtypes"]:
        return any(_one_of(subtype, value) for subtype in described["subtypes"])
    return _one_of(kind, value)


def _one_of(kind: str, value: dict[str, Any]) -> bool:
    described = SPEC["types"][kind]
    try:
        check_fields(kind, described["fields"], value)
    except Violation:
        return False
    if "type" in value and kind.startswith("InputMedia"):
        return value["type"] == kind.removeprefix("InputMedia").lower()
    return True


class _Parsed(HTMLParser):
    """Telegram's HTML, strictly: known tags, properly nested, nothing that only looks like an escape."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[str] = []
        self.text = ""
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            raise Violation(f"can't parse entities: unsupported start tag {tag}")
        if tag == "blockquote" and "blockquote" in self.open:
            raise Violation("can't parse entities: nested quotes")
        if tag == "a":
            self.links.append(dict(attrs).get("href") or "")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise Violation(f"can't parse entities: unexpected end tag {tag}")

    def handle_data(self, data: str) -> None:
        if "<" in data or "&" in data:
            raise Violation(f"can't parse entities: stray character in {data!r}")
        self.text += data

    def handle_entityref(self, name: str) -> None:
        if name not in ("lt", "gt", "amp", "quot"):
            raise Violation(f"can't parse entities: {name}")
        self.text += {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}[name]

    def handle_charref(self, name: str) -> None:
        self.text += chr(int(name[1:], 16) if name[0] == "x" else int(name))


def parse(text: str, mode: str | None) -> tuple[str, list[str]]:
    """The plain text and the links of a text; raises Violation."""
    if mode is None:
        return text, []
    if mode != "HTML":
        raise Violation(f"unsupported parse_mode {mode}")
    if re.search(r"&(?!lt;|gt;|amp;|quot;|#\d+;|#x[0-9a-f]+;)", text):
        raise Violation(f"can't parse entities: {text!r}")
    parser = _Parsed()
    parser.feed(text)
    parser.close()
    if parser.open:
        raise Violation(f"can't find end tag for {parser.open}")
    return parser.text, parser.links


def length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check_text(text: str, most: int) -> None:
    if not 1 <= length(text.strip()) <= most:
        raise Violation(f"a text of {length(text)}, at most {most}")


def check_file(name: str, head: str, content: bytes) -> None:
    """A picture or a film is named after what it is, and its type says the same."""
    magic = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp", b"GIF8": "gif"}
    kind = next((kind for begin, kind in magic.items() if content.startswith(begin)), "")
    kind = "mp4" if content[4:8] == b"ftyp" else kind
    if kind and not (name.endswith(f".{kind}") and re.search(rf"Content-Type: \w+/{kind}\b", head)):
        raise Violation(f"a {kind} that is sent as {name}")


def check_photo(content: bytes) -> None:
    if len(content) > 10_000_000:
        raise Violation("a photo that is too large")
    with Image.open(io.BytesIO(content)) as image:
        width, height = image.size
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise Violation(f"PHOTO_INVALID_DIMENSIONS {width} x {height}")


def check_commands(fields: Mapping[str, Any]) -> None:
    commands = fields["commands"]
    if len(commands) > 100:
        raise Violation("too many commands")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise Violation(f"BOT_COMMAND_INVALID: {command}")
        if not 1 <= len(command["description"]) <= 256:
            raise Violation(f"BOT_COMMAND_DESCRIPTION_INVALID: {command}")

"""Whether a request is one that Discord takes: by its specification and by the limits it documents."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.support.discord.world import walk

SPEC = Path(__file__).parent / "specs" / "discord.json.gz"
NAME = re.compile(r"[-_'\w]{1,32}")
Json = Any


@cache
def specification() -> Json:
    spec = json.loads(gzip.decompress(SPEC.read_bytes()))
    # Discord takes numbers for ids too, and its client libraries send them.
    snowflake = spec["components"]["schemas"]["SnowflakeType"]
    spec["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
    return spec


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    found = []
    for path in sorted(specification()["paths"], key=lambda path: path.count("{")):
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path))
        found.append((re.compile(pattern), path))
    return found


@cache
def _validator(path: str, method: str) -> Draft202012Validator | None:
    body = specification()["paths"][path][method].get("requestBody")
    return _of(body["content"]["application/json"]["schema"]) if body else None


def _of(schema: Json) -> Draft202012Validator:
    return Draft202012Validator(dict(schema) | {"components": specification()["components"]})


SCHEMAS = {
    1: "ActionRow",
    9: "Section",
    10: "TextDisplay",
    12: "MediaGallery",
    13: "File",
    14: "Separator",
    17: "Container",
}
LAYOUT = 1 << 15  # the flag of a message that consists of components
MOST_COMPONENTS, MOST_TEXT = 40, 4000  # of such a message


@cache
def _component_error(shape: str) -> str:
    """What the specification says against a component; those of the same shape are looked at once."""
    component = json.loads(shape)
    name = f"{SCHEMAS[component['type']]}ComponentForMessageRequest"
    error = next(_of({"$ref": f"#/components/schemas/{name}"}).iter_errors(component), None)
    return f"{error.json_path}: {error.message[:300]}" if error else ""


def _shape(value: Json) -> Json:
    """A value with every text replaced by another of the same length."""
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shape(inner) for inner in value]
    return "x" * len(value) if isinstance(value, str) else value


def _row_errors(row: Json) -> list[str]:
    if row.get("type") not in SCHEMAS:
        return [f"not a component: {row}"]
    if row["type"] == 17:  # each part by itself
        inner = row["components"]
        alone = [json.dumps(_shape(row | {"components": [{"type": 14}]}), sort_keys=True)]
        found = [_component_error(shape) for shape in alone]
        return [line for part in inner for line in _row_errors(part)] + [line for line in found if line]
    if row["type"] != 1:
        line = _component_error(json.dumps(_shape(row), sort_keys=True))
        return [line] if line else []
    found = []
    for item in row["components"]:
        for option in item.get("options", [None]):
            alone = item if option is None else item | {"options": [option]}
            found.append(
                _component_error(json.dumps(_shape({"type": 1, "components": [alone]}), sort_keys=True))
            )
    return [line for line in found if line]


def breaches(method: str, path: str, body: Json, files: list[tuple[str, int]]) -> list[str]:
    """What is wrong with a request."""
    template = next((known for pattern, known in _templates() if pattern.fullmatch(path)), None)
    operation = specification()["paths"].get(template or "", {}).get(method.lower())
    if template is None or operation is None:
        return [f"{method} {path}: no such operation"]
    found = []
    validator = _validator(template, method.lower())
    if validator is not None and body is not None:
        rows = _rows(body)
        found += [f"{method} {template}: {line}" for row in rows for line in _row_errors(row)]
        error = next(iter(validator.iter_errors(_without_rows(body) if rows else body)), None)
        if error is not None:
            found.append(f"{method} {template}: {error.json_path}: {error.message[:300]}")
    if found:
        return found
    if "callback" in path:
        found += _callback(body)
    elif template == "/applications/{application_id}/commands" and method == "PUT":
        found += _commands(body)
    elif isinstance(body, dict):
        found += message_breaches(body, files)
    return [f"{method} {template}: {line}" for line in found]


def _rows(body: Json) -> list[Json]:
    """The rows of a message: in the body, or in the data of an answer that is a message."""
    inner = body.get("data", body) if isinstance(body, dict) else {}
    window = isinstance(body, dict) and body.get("type") == 9
    return [] if window or not isinstance(inner, dict) else inner.get("components") or []


def _without_rows(body: Json) -> Json:
    if "data" in body:
        return body | {"data": body["data"] | {"components": []}}
    return body | {"components": []}


def _callback(body: Json) -> list[str]:
    data = body.get("data") or {}
    if body["type"] == 9:
        found = [] if 1 <= len(data["title"]) <= 45 else [f"title of {len(data['title'])}"]
        if not 1 <= len(data["components"]) <= 5:
            found.append("a modal has one to five components")
        return found + _ids([data["custom_id"]]) + _form(data["components"])
    if body["type"] == 8:
        choices = data.get("choices", [])
        found = ["more than 25 suggestions"] if len(choices) > 25 else []
        return found + [f"suggestion {choice}" for choice in choices if not 1 <= len(choice["name"]) <= 100]
    return message_breaches(data, [])


def _form(components: list[Json]) -> list[str]:
    """The limits of questions in a window."""
    fields = [one["component"] for one in components if one["type"] == 18]
    found = _ids([field["custom_id"] for field in fields])
    for field in fields:
        options = field.get("options", [])
        values = [option["value"] for option in options]
        if len(set(values)) != len(values):
            found.append(f"answers that are not unique: {values}")
        if field["type"] == 21 and sum(bool(option.get("default")) for option in options) > 1:
            found.append("radio buttons with several answers")
        if field["type"] == 22 and field.get("required", True) and field.get("min_values") == 0:
            found.append("required check boxes that may be empty")
    return found


def message_breaches(body: Json, files: list[tuple[str, int]]) -> list[str]:
    """The limits of a message."""
    found = []
    content = body.get("content")
    if content is not None and len(content) > 2000:
        found.append(f"content of {len(content)} characters")
    if len(files) > 10:
        found.append(f"{len(files)} files")
    found += [f"{name} has {size} bytes" for name, size in files if size > 10 * 1024 * 1024]
    for attachment in body.get("attachments") or []:
        if len(attachment.get("description") or "") > 1024:
            found.append("a description of more than 1024 characters")
    rows = body.get("components") or []
    ids: list[str] = []
    if body.get("flags", 0) & LAYOUT:
        return found + _layout(body, ids) + _ids(ids)
    if len(rows) > 5:
        found.append(f"{len(rows)} rows")
    for row in rows:
        if row["type"] != 1:
            found.append(f"a component of type {row['type']} at the top")
            continue
        found += _row(row["components"], ids)
    return found + _ids(ids)


def _layout(body: Json, ids: list[str]) -> list[str]:
    """The limits of a message that consists of components."""
    found = [f"{field} beside components" for field in ("content", "embeds", "poll") if body.get(field)]
    parts = list(walk(body.get("components") or []))
    if not parts or len(parts) > MOST_COMPONENTS:
        found.append(f"{len(parts)} components")
    text = sum(len(part["content"]) for part in parts if part["type"] == 10)
    if text > MOST_TEXT or any(part["type"] == 10 and not part["content"].strip() for part in parts):
        found.append(f"text of {text} characters, or an empty one")
    if any(part["type"] == 17 for one in body["components"] for part in walk(one.get("components", []))):
        found.append("a container in another")
    for part in parts:
        if part["type"] == 1:
            found += _row(part["components"], ids)
        elif part["type"] == 9:
            found += _row([part["accessory"]], ids)
        elif part["type"] == 12 and not 1 <= len(part["items"]) <= 10:
            found.append(f"a gallery of {len(part['items'])}")
    return found


def _row(items: list[Json], ids: list[str]) -> list[str]:
    found = []
    menus = [item for item in items if item["type"] == 3]
    if not items or len(items) > (1 if menus else 5):
        found.append(f"{len(items)} items in a row")
    for item in items:
        ids += [item["custom_id"]] if item.get("style") != 5 else []  # a link has none
        if item["type"] == 2 and not 1 <= len(item["label"]) <= 80:
            found.append(f"a label of {len(item['label'])}")
    for menu in menus:
        values = [option["value"] for option in menu["options"]]
        if not 1 <= len(values) <= 25 or len(set(values)) != len(values):
            found.append(f"a menu of {len(values)} lines, {len(set(values))} different")
        if len(menu.get("placeholder") or "") > 150:
            found.append("a placeholder of more than 150 characters")
        for option in menu["options"]:
            lengths = (len(option["label"]), len(option["value"]), len(option.get("description") or "?"))
            if not all(1 <= length <= 100 for length in lengths):
                found.append(f"a line of {lengths}")
    return found


def _ids(ids: list[str]) -> list[str]:
    found = [f"id {id_!r}" for id_ in ids if not 1 <= len(id_) <= 100]
    return found + (["ids that are not unique"] if len(ids) != len(set(ids)) else [])


def _commands(commands: list[Json]) -> list[str]:
    found = []
    for command in commands:
        size = _weight(command)
        if size > 8000:
            found.append(f"{command['name']} has {size} characters")
        if command.get("type", 1) in (2, 3):  # in the menu of a user or message
            found += _menu_command(command)
            continue
        found += _options(command, command["name"])
    return found if len(commands) <= 100 else [*found, "more than 100 commands"]


def _menu_command(command: Json) -> list[str]:
    names = [command["name"], *(command.get("name_localizations") or {}).values()]
    found = [f"name {name!r}" for name in names if not 1 <= len(name) <= 32]
    if command.get("description") or command.get("options"):
        found.append(f"{command['name']}: a command in a menu has neither description nor options")
    return found


def _options(command: Json, path: str) -> list[str]:
    found = []
    options = command.get("options") or []
    if len(options) > 25:
        found.append(f"{path} has {len(options)} options")
    names = [*(command.get("name_localizations") or {}).values(), command["name"]]
    texts = [*(command.get("description_localizations") or {}).values(), command["description"]]
    found += [f"{path}: name {name!r}" for name in names if not NAME.fullmatch(name) or name != name.lower()]
    found += [f"{path}: description of {len(text)}" for text in texts if not 1 <= len(text) <= 100]
    spoken = [option.get("name_localizations") or {} for option in options]
    for language in set().union(*spoken):
        siblings = [names.get(language) for names in spoken]
        told = [name for name in siblings if name]
        if len(told) != len(options) or len(set(told)) != len(told):
            found.append(f"{path}: names in {language}: {siblings}")
    for option in options:
        choices = option.get("choices") or []
        if len(choices) > 25 or any(not 1 <= len(choice["name"]) <= 100 for choice in choices):
            found.append(f"{path} {option['name']}: {len(choices)} choices")
        found += _options(option, f"{path} {option['name']}")
    return found


def _weight(command: Json) -> int:
    """Characters of names, descriptions and values; of the languages the longest counts."""
    total = 0
    for field in ("name", "description"):
        texts = [command.get(field) or "", *(command.get(f"{field}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    total += len(str(command.get("value", "")))
    return total + sum(_weight(inner) for inner in [*command.get("options", []), *command.get("choices", [])])

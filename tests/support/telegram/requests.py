"""Requests to the stand-in: forms are read into typed fields, and what is refused gets its answer."""

from __future__ import annotations

import json
import re
from typing import Any

from aiohttp import web

from tests.support.telegram import checks
from tests.support.telegram.refusals import Refusal


async def fields_of(request: web.Request) -> dict[str, Any]:
    """The fields of a request; raises Violation."""
    found: dict[str, Any] = {}
    if request.content_type == "multipart/form-data":
        boundary = request.headers["Content-Type"].partition("boundary=")[2].encode()
        for part in (await request.read()).split(b"--" + boundary)[1:-1]:
            head, _, content = part.partition(b"\r\n\r\n")
            parameters = dict(re.findall(r'(\w+)="([^"]*)"', head.decode()))
            value = content.removesuffix(b"\r\n")
            if "filename" in parameters:
                checks.check_file(parameters["filename"], head.decode(), value)
            found[parameters["name"]] = value if "filename" in parameters else value.decode()
    else:
        found = dict(await request.post())
    typed = {name: _typed(request.match_info["method"], name, value) for name, value in found.items()}
    return _attached(typed)


def _typed(method: str, name: str, value: Any) -> Any:
    """Forms carry text: what the description calls a number or an object is read as one."""
    known = checks.SPEC["methods"].get(method, {"fields": []})["fields"]
    kinds = next((one["types"] for one in known if one["name"] == name), [])
    if isinstance(value, str) and kinds and kinds != ["String"]:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _attached(fields: dict[str, Any]) -> dict[str, Any]:
    """A file that an object or a field names by `attach://` takes its place there."""
    files = {name: value for name, value in fields.items() if isinstance(value, bytes)}

    def put(value: Any) -> Any:
        if isinstance(value, str) and value.startswith("attach://"):
            name = value.removeprefix("attach://")
            used.add(name)
            return files.get(name, value)
        return value

    used: set[str] = set()
    out = {name: put(value) for name, value in fields.items()}
    media = out.get("media")
    if isinstance(media, dict) and isinstance(content := put(media.get("media")), bytes):
        out["_media"] = content
    return {name: value for name, value in out.items() if name not in used}


def words_in(name: str, fields: dict[str, Any], most: int) -> dict[str, Any]:
    """A text of a request, parsed, of at most so many characters; empty if it has none."""
    if name not in fields:
        return {}
    text, links = checks.parse(fields[name], fields.get("parse_mode"))
    checks.check_text(text, most)
    return {name: text, "_html": fields[name], "_links": links}


def refused(refusal: Refusal) -> web.Response:
    """The answer with an error."""
    body: dict[str, Any] = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    if refusal.parameters:
        body["parameters"] = refusal.parameters
    return web.json_response(body, status=refusal.code)

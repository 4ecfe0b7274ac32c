"""Requests to the stand-in: bodies are read with their files, and answers are written."""

from __future__ import annotations

import json
import re
from typing import Any

from aiohttp import web

Json = Any


async def body_of(request: web.Request) -> tuple[Json, list[tuple[str, bytes]]]:
    """The body of a request, and its files by name."""
    if request.content_type == "multipart/form-data":
        boundary = b"--" + re.findall(r'boundary="?([^";]+)', request.headers["Content-Type"])[0].encode()
        body, files = None, []
        for part in (await request.read()).split(boundary)[1:-1]:
            head, _, content = part[2:-2].partition(b"\r\n\r\n")
            if b'name="payload_json"' in head:
                body = json.loads(content)
            else:
                files.append((re.findall(rb'filename="([^"]*)"', head)[0].decode(), content))
        return body, files
    text = await request.text()
    return (json.loads(text) if text else None), []


def json_answer(body: Json, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer, as Discord writes it."""
    kind = {"Content-Type": "application/json"}  # as Discord writes it, without a character set
    return web.Response(body=json.dumps(body).encode(), status=status, headers=kind | (headers or {}))

"""The files of the page, read and compressed once, and pages made from them."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from typing import Any

from bot.locales.languages import LANGUAGES
from bot.pictures.live_art import tokens_css

TOKENS = "tokens.css"  # made from what the pictures are drawn with
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FOLDER = resources.files("bot.chats.web").joinpath("static")
# A comment that has its lines to itself.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_IMPORT = re.compile(r'^import\b[^"]*"\./(\w+\.js)"', re.MULTILINE)  # types are imported in comments


@dataclass(frozen=True)
class StaticFile:
    """A file that pages load, without its comments, plain and compressed."""

    body: bytes
    gzipped: bytes
    kind: str


@cache
def static_files() -> dict[str, StaticFile]:
    """All files that pages load, by name."""
    bodies = {one.name: one.read_bytes() for one in _FOLDER.iterdir() if _suffix(one.name) in KINDS}
    bodies[TOKENS] = tokens_css()
    return {name: _file(name, body.decode()) for name, body in sorted(bodies.items())}


def _file(name: str, text: str) -> StaticFile:
    body = _COMMENT.sub("", text).encode()
    return StaticFile(body, gzip.compress(body, mtime=0), KINDS[_suffix(name)])


def _suffix(name: str) -> str:
    return name.rpartition(".")[2]


@cache
def static_version() -> str:
    """The hash of all files: modules name each other, so all addresses change together."""
    found = hashlib.sha256()
    for name, file in static_files().items():
        found.update(f"{name} {len(file.body)}\n".encode() + file.body)
    return found.hexdigest()[:12]


def static_address(name: str) -> str:
    """Where a page loads a file."""
    return f"/static/{static_version()}/{name}"


@cache
def modules(page: str) -> tuple[str, ...]:
    """All modules that a page needs, itself included."""
    found = ["main.js", f"{page}.js"]
    for name in found:
        imported = _IMPORT.findall(static_files()[name].body.decode())
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return tuple(found)


def page_html(name: str, boot: dict[str, Any], page: str) -> str:
    """A page that begins with some data; `page` is the module that runs it."""
    data = json.dumps({"page": page, **boot}, ensure_ascii=False).replace("<", "\\u003c")
    text = _FOLDER.joinpath(name).read_text("utf-8").replace("@language@", str(boot["language"]))
    text = text.replace("@page@", page).replace("@modules@", _preloads(page))
    text = text.replace("@static@", static_address("").rstrip("/"))
    return text.replace("@languages@", _languages()).replace("@boot@", data)


def _preloads(page: str) -> str:
    """Links that let a browser load all modules at once, before it has read the first."""
    return "\n".join(f'<link rel="modulepreload" href="{static_address(one)}">' for one in modules(page))


def _languages() -> str:
    """The languages to choose from, each by its own name."""
    options = (
        f'<option value="{tag}" lang="{tag}">{escape(language.name)}</option>'
        for tag, language in LANGUAGES.items()
    )
    return "\n        ".join(options)

"""The files of the page, and pages made from them."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any

from bot.locales.languages import LANGUAGES
from bot.pictures.live_art import tokens_css

TOKENS = "tokens.css"  # made from what the pictures are drawn with


def static_file(name: str) -> bytes:
    """A file of the page; raises FileNotFoundError."""
    if name == TOKENS:
        return tokens_css()
    return resources.files("bot.chats.web").joinpath("static", name).read_bytes()


def page_html(name: str, boot: dict[str, Any], page: str) -> str:
    """A page that begins with some data; `page` is the module that runs it."""
    data = json.dumps({"page": page, **boot}, ensure_ascii=False).replace("<", "\\u003c")
    text = static_file(name).decode().replace("@language@", str(boot["language"])).replace("@page@", page)
    return text.replace("@languages@", _languages()).replace("@boot@", data)


def _languages() -> str:
    """The languages to choose from, each by its own name."""
    options = (
        f'<option value="{tag}" lang="{tag}">{escape(language.name)}</option>'
        for tag, language in LANGUAGES.items()
    )
    return "\n        ".join(options)

"""A language that is made up on the spot: one entry, and a folder with catalogues. Nothing else changes.

It has a region, the plural forms of Polish, a font of its own, and English words with accents. A third of its
texts is missing: left out, empty, or marked as not ready; and one file is not there at all.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from bot.conversation.protocol.catalogue import DOMAINS, catalogue
from tests.support.paths import ROOT

TAG, NAME = "sv-FI", "Xxish"
ENTRY = f'        Language("{TAG}", "{NAME}", formats="pl", fonts=("DejaVuSans.ttf",)),\n'
LAST_ENTRY = re.compile(r"(?<=\n)(?=    \)\n\}\n)")
COPIED = ("bot", "tests")
MISSING_FILE = "polls"
HEADER = """msgid ""
msgstr ""
"Language: sv_FI\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"""
SAID = re.compile(r"(\{\w+\}|<code>.*?</code>|<[^>]+>|/\w+)")  # what no language changes, between words
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")


def tree(folder: Path) -> Path:
    """The project with the language: links to its files, but for the entry and the new folder."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            shutil.copytree(path, folder / path.name, copy_function=os.symlink, ignore=_compiled)
        elif not path.name.startswith(".") or path.name == ".env.example":
            (folder / path.name).symlink_to(path)
    entries = folder / "bot" / "locales" / "languages.py"
    text = entries.read_text("utf-8")
    entries.unlink()
    entries.write_text(LAST_ENTRY.sub(ENTRY, text), "utf-8")
    _translate(folder / "bot" / "locales" / TAG.replace("-", "_") / "LC_MESSAGES")
    return folder


_compiled = shutil.ignore_patterns("__pycache__")


def _translate(folder: Path) -> None:
    folder.mkdir(parents=True)
    for domain in DOMAINS:
        if domain != MISSING_FILE:
            source = (ROOT / f"bot/locales/en/LC_MESSAGES/{domain}.po").read_text("utf-8")
            keys = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
            (folder / f"{domain}.po").write_text("\n".join([HEADER, *_messages(keys)]), "utf-8")


def _messages(keys: list[str]) -> Iterator[str]:
    for number, key in enumerate(keys):
        forms = [spoken(form) for form in catalogue("en").texts[key]]
        match number % 9:
            case 0:
                continue
            case 3:
                yield _message(key, [""] * len(forms))
            case 6:
                yield "#, fuzzy\n" + _message(key, ["?"] * len(forms))
            case _:
                yield _message(key, forms)


def spoken(text: str) -> str:
    """A text of ours in that language."""
    parts = SAID.split(text)
    return "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts))


def _message(key: str, forms: list[str]) -> str:
    quoted = [form.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") for form in forms]
    if len(quoted) == 1:
        return f'msgid "{key}"\nmsgstr "{quoted[0]}"\n'
    few, many = quoted
    told = "\n".join(f'msgstr[{place}] "{form}"' for place, form in enumerate((few, many, many)))
    return f'msgid "{key}"\nmsgid_plural "{key}"\n{told}\n'

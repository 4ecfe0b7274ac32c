"""Pictures and files that the page fetches: kept in a folder, bounded, under names that cannot be guessed."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from bot.cache import LruCache
from bot.conversation.protocol.pictures import PictureRequest

MOST_FILES = 600
MOST_BYTES = 150_000_000
MOST_REQUESTS = 200  # of the latest pictures: they can be drawn again
TYPES = {"png": "image/png", "webp": "image/webp", "gif": "image/gif", "txt": "text/plain"}
_NAME = re.compile(r"[0-9a-f]{40}\.(png|webp|gif|txt)")


class PictureFiles:
    """A folder of files named by what is in them; the oldest go first."""

    def __init__(self, folder: Path) -> None:
        self._requests: LruCache[str, PictureRequest] = LruCache(MOST_REQUESTS)
        self._one = threading.Lock()  # several rooms may keep the same picture at the same time
        self.folder = folder
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def put(self, content: bytes, kind: str, needed: Collection[str] = ()) -> str:
        """Keep a file and return its name; files that are `needed` do not go."""
        ending = next((ending for ending, known in TYPES.items() if known == kind), "txt")
        name = f"{hashlib.sha256(content).hexdigest()[:40]}.{ending}"
        await asyncio.to_thread(self._keep, name, content, {name, *needed})
        return name

    def remember(self, name: str, request: PictureRequest) -> None:
        """Remember the request of a picture, so that it can be drawn in another theme."""
        self._requests[name] = request

    def request(self, name: str, theme: str) -> PictureRequest | None:
        """What to draw for the same picture again, in another theme if one is named; None if forgotten."""
        known = self._requests.get(name)
        return None if known is None else replace(known, theme=theme or known.theme)

    def _keep(self, name: str, content: bytes, needed: Collection[str]) -> None:
        with self._one:
            self._write(name, content, needed)

    def _write(self, name: str, content: bytes, needed: Collection[str]) -> None:
        path = self.folder / name
        if path.exists():
            path.touch()
            return
        part = path.with_suffix(".part")
        part.write_bytes(content)
        part.replace(path)
        files = [(file.stat(), file) for file in self.folder.iterdir() if _NAME.fullmatch(file.name)]
        files.sort(key=lambda item: item[0].st_mtime, reverse=True)
        room = MOST_BYTES
        for number, (stat, file) in enumerate(files):
            room -= stat.st_size
            if (number >= MOST_FILES or room < 0) and file.name not in needed:
                file.unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        """Delete a file."""
        self._requests.pop(name, None)
        if _NAME.fullmatch(name):
            with self._one:
                (self.folder / name).unlink(missing_ok=True)

    def find(self, name: str) -> tuple[Path, str] | None:
        """The file of a name and its type, or None."""
        match = _NAME.fullmatch(name)
        path = self.folder / name
        return (path, TYPES[match[1]]) if match and path.is_file() else None

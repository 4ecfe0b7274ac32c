"""Pictures in the form that Telegram takes; one that it has already is named instead of sent again."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from dataclasses import dataclass

from bot.conversation.protocol.messages import PictureRequest
from bot.pictures.draw import Painter, as_gif

KEPT = 512  # names of pictures in memory
MOST_BYTES = 10_000_000
MOST_SIDES = 10_000  # width and height together
MOST_RATIO = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture to send: by the name that Telegram gave it, or its bytes."""

    key: str
    file: str = ""
    content: bytes = b""
    moving: bool = False

    @property
    def media(self) -> str | bytes:
        """What the library sends."""
        return self.file or self.content


class Gallery:
    """The pictures of this run, and the names under which Telegram has them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._files: OrderedDict[str, str] = OrderedDict()

    async def photo(self, request: PictureRequest) -> Photo | None:
        """The picture of a request, or None if it cannot be drawn or Telegram would not take it."""
        key = hashlib.sha256(request.key.encode()).hexdigest()
        moving = request.kind == "animation"
        file = self._files.get(key)
        if file is not None:
            self._files.move_to_end(key)
            return Photo(key, file, moving=moving)
        try:
            drawn = await self._painter.paint(request)
            content = await asyncio.to_thread(as_gif, drawn.content) if moving else drawn.content
        except Exception:  # a move is worth more than its picture
            log.exception("a picture of kind %s could not be drawn", request.kind)
            return None
        if len(content) > MOST_BYTES or not (moving or fits(drawn.width, drawn.height)):
            log.warning("a picture of kind %s is too large: %d bytes", request.kind, len(content))
            return None
        return Photo(key, content=content, moving=moving)

    def known(self, photo: Photo, file: str) -> None:
        """Telegram has a picture under this name."""
        self._files[photo.key] = file
        while len(self._files) > KEPT:
            self._files.popitem(last=False)


def fits(width: int, height: int) -> bool:
    """Whether Telegram takes a photo of this size."""
    return width + height <= MOST_SIDES and max(width, height) <= MOST_RATIO * min(width, height)

"""Pictures in the form that Telegram accepts; one that it has already is sent by its file id."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass

from bot.cache import LruCache
from bot.conversation.protocol.pictures import Animation, PictureRequest
from bot.pictures.draw import Picture
from bot.pictures.painter import Painter

KEPT = 512  # file ids in memory
MOST_BYTES = 10_000_000
MOST_SIDES = 10_000  # width and height together
MOST_RATIO = 20

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture to send: by its file id, or its bytes."""

    key: str
    file: str = ""
    content: bytes = b""
    moving: bool = False
    name: str = ""  # of the file, with the ending of its format

    @property
    def media(self) -> str | bytes:
        """What the library sends."""
        return self.file or self.content


class PhotoCache:
    """Draws pictures, and remembers the file ids under which Telegram has them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._files: LruCache[str, str] = LruCache(KEPT)

    async def photo(self, request: PictureRequest) -> Photo | None:
        """The picture of a request, or None if it cannot be drawn or is too large for Telegram."""
        key = hashlib.sha256(request.key.encode()).hexdigest()
        moving = isinstance(request, Animation)
        file = self._files.get(key)
        if file is not None:
            return Photo(key, file, moving=moving)
        try:
            drawn = await self._painter.paint(request, video=True)
        except Exception:  # the message is sent without it
            log.exception("picture_failed kind=%s", request.kind)
            return None
        if len(drawn.content) > MOST_BYTES or not (moving or fits(drawn.width, drawn.height)):
            log.warning("picture_too_large kind=%s bytes=%d", request.kind, len(drawn.content))
            return None
        return Photo(key, content=drawn.content, moving=moving, name=_name(request, drawn))

    def known(self, photo: Photo, file: str) -> None:
        """Remember the file id of a picture."""
        self._files[photo.key] = file


def _name(request: PictureRequest, drawn: Picture) -> str:
    """A file name for a picture: what it shows, and its format."""
    return f"{request.kind}.{drawn.mime.partition('/')[2]}"


def fits(width: int, height: int) -> bool:
    """Whether Telegram accepts a photo of this size."""
    return width + height <= MOST_SIDES and max(width, height) <= MOST_RATIO * min(width, height)

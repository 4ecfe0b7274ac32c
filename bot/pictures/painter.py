"""Pictures on request, drawn in threads and cached."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from bot.cache import LruCache
from bot.conversation.protocol.pictures import Animation, PictureRequest
from bot.operations.events import NO_WATCH, Watch
from bot.pictures.draw import Picture, draw
from renderer.warm import warm

KEPT = 64  # pictures in memory


class Painter:
    """Draws outside the event loop, one picture after the other, and caches the latest."""

    def __init__(self, watch: Watch = NO_WATCH) -> None:
        self.waiting = 0  # pictures that are pending
        self._watch = watch
        self._stills = ThreadPoolExecutor(1, "painter")
        self._films = ThreadPoolExecutor(1, "film")  # an animation takes seconds: others must not wait
        self._kept: LruCache[tuple[str, bool], Picture] = LruCache(KEPT)
        # The first picture after a start needs warm caches; a program that ends does not wait for that.
        threading.Thread(target=warm, name="warm", daemon=True).start()

    async def paint(self, request: PictureRequest, *, video: bool = False) -> Picture:
        """The picture of a request, a moving one as a WebP or as a video; raises what the renderer raises."""
        key = request.key, video
        known = self._kept.get(key)
        if known is not None:
            return known
        thread = self._films if isinstance(request, Animation) else self._stills
        self.waiting += 1
        try:
            picture = await asyncio.get_running_loop().run_in_executor(thread, self._draw, request, video)
        finally:
            self.waiting -= 1
        self._kept[key] = picture
        return picture

    def _draw(self, request: PictureRequest, video: bool) -> Picture:
        began = time.perf_counter()
        picture = draw(request, video=video)
        self._watch.drawn(request.kind, time.perf_counter() - began)
        return picture

    def close(self) -> None:
        """Cancel what has not begun."""
        for thread in (self._stills, self._films):
            thread.shutdown(wait=False, cancel_futures=True)

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
from bot.pictures.film import Progress, filmed
from renderer.warm import warm

KEPT = 64  # pictures in memory
FILMS = 1  # drawn at the same time


class Painter:
    """Draws outside the event loop, one picture after the other, and caches the latest."""

    def __init__(self, watch: Watch = NO_WATCH) -> None:
        self.waiting = 0  # pictures that are pending
        self._watch = watch
        self._stills = ThreadPoolExecutor(1, "painter")
        self._filming = asyncio.Semaphore(FILMS)
        self._kept: LruCache[tuple[str, bool], Picture] = LruCache(KEPT)
        # The first picture after a start needs warm caches; a program that ends does not wait for that.
        threading.Thread(target=warm, name="warm", daemon=True).start()

    async def paint(
        self, request: PictureRequest, *, video: bool = False, progress: Progress = lambda _: None
    ) -> Picture:
        """The picture of a request, a moving one as a WebP or as a video; raises what the renderer raises.

        A moving one is drawn in a process of its own, and says how far it is.
        """
        key = request.key, video
        known = self._kept.get(key)
        if known is not None:
            return known
        self.waiting += 1
        try:
            picture = await self._drawn(request, video, progress)
        finally:
            self.waiting -= 1
        self._kept[key] = picture
        return picture

    async def _drawn(self, request: PictureRequest, video: bool, progress: Progress) -> Picture:
        if not isinstance(request, Animation):
            return await asyncio.get_running_loop().run_in_executor(self._stills, self._draw, request)
        async with self._filming:
            began = time.perf_counter()
            picture = await filmed(request, video=video, progress=progress)
            self._watch.drawn(request.kind, time.perf_counter() - began)
        return picture

    def _draw(self, request: PictureRequest) -> Picture:
        began = time.perf_counter()
        picture = draw(request)
        self._watch.drawn(request.kind, time.perf_counter() - began)
        return picture

    def close(self) -> None:
        """Cancel what has not begun."""
        self._stills.shutdown(wait=False, cancel_futures=True)

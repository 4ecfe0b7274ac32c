"""A process that draws one moving picture: a request on its input, then progress and picture on its output.

Drawing takes seconds of computing: here it slows down nobody. It ends when its input ends.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from bot.conversation.protocol.pictures import Animation
from bot.conversation.table.history import GameHistory
from bot.lines import ProgressLines, write_line
from bot.pictures.draw import Picture, fonts_of
from engine.state import GameState
from renderer.style.canvas import Image
from renderer.style.text import lettering
from renderer.views.animation import changed, frames, gif, mp4, screen_of, webp

PATIENCE = 120.0  # seconds for a whole film
MOST_FRAMES = 200
LARGEST = 64 << 20  # bytes of a line
Progress = Callable[[float], None]


class NoFilm(Exception):
    """The process has not drawn it; the message says why."""


async def filmed(request: Animation, *, video: bool, progress: Progress) -> Picture:
    """A moving picture, drawn in a process of its own; raises NoFilm."""
    command = (sys.executable, "-m", "bot.pictures.film")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LARGEST)
    try:
        async with asyncio.timeout(PATIENCE):
            return await _exchange(process, _written(request, video), progress)
    except (TimeoutError, OSError, ValueError) as error:
        raise NoFilm(f"{type(error).__name__} {error}".strip()) from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        await process.wait()


async def _exchange(process: Process, request: bytes, progress: Progress) -> Picture:
    if process.stdin is None or process.stdout is None:
        raise ValueError("no pipes")
    process.stdin.write(request)
    await process.stdin.drain()
    while line := await process.stdout.readline():
        told: dict[str, Any] = json.loads(line)
        if "content" in told:
            process.stdin.close()
            return Picture(base64.b64decode(told["content"]), told["mime"], *told["size"])
        if "error" in told:
            raise ValueError(told["error"])
        progress(float(told["progress"]))
    raise ValueError("the process has ended")


def _written(request: Animation, video: bool) -> bytes:
    about = {one.name: getattr(request, one.name) for one in fields(request)}
    about["setup"] = base64.b64encode(request.setup).decode()
    about["log"] = [base64.b64encode(line).decode() for line in request.log]
    return json.dumps({"request": about, "video": video}).encode() + b"\n"


def _read(line: bytes) -> tuple[Animation, bool]:
    data = json.loads(line)
    about = data["request"]
    about["setup"] = base64.b64decode(about["setup"])
    about["log"] = tuple(map(base64.b64decode, about["log"]))
    about["names"] = tuple(about["names"])
    return Animation(**about), data["video"]


def animation(request: Animation, video: bool, progress: Progress = lambda _: None) -> Picture:
    """A moving picture, `video`: as chats play it. `progress` is called with the share that is drawn."""
    history = GameHistory("film", request.setup, request.log)
    views = [*changed(history.frames()[:MOST_FRAMES])]
    with lettering(fonts_of(request)):
        return _filmed(views, request, video, progress)


def _filmed(views: list[GameState], request: Animation, video: bool, progress: Progress) -> Picture:
    film = _counted(frames(views, request.names, request.theme), len(views), progress)
    size = screen_of(views[-1]).size
    if not video:
        return Picture(webp(film), "image/webp", *size)
    try:
        return Picture(mp4(film), "video/mp4", *size)
    except ImportError:  # the extra `video` is not installed
        return Picture(gif(film), "image/gif", *size)


def _counted(film: Iterator[Image], count: int, progress: Progress) -> Iterator[Image]:
    for number, frame in enumerate(film):
        progress(number / count)
        yield frame


def main() -> None:
    """Draw what the first line of the input asks for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then ends us
    os.nice(5)  # boards of those who play come first
    try:
        request, video = _read(sys.stdin.buffer.readline())
        picture = animation(request, video, ProgressLines())
    except Exception as error:
        write_line({"error": f"{type(error).__name__}: {error}"})
        return
    content = base64.b64encode(picture.content).decode()
    write_line({"content": content, "mime": picture.mime, "size": [picture.width, picture.height]})


if __name__ == "__main__":
    main()

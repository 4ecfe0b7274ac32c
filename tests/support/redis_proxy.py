"""A proxy that cuts connections: before a command reaches the server, or before its answer returns."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from typing import Literal

Cut = Literal["pass", "before", "after"]


class Proxy:
    """Asks `decide` about every chunk a client sends."""

    def __init__(self, port: int, decide: Callable[[bytes], Cut]) -> None:
        self._port = port
        self._decide = decide
        self._open: set[asyncio.Task[None]] = set()
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        upstream: asyncio.StreamWriter | None = None
        passing_on: asyncio.Task[None] | None = None
        try:
            answers, upstream = await asyncio.open_connection("127.0.0.1", self._port)
            passing_on = asyncio.create_task(_pass_on(answers, writer))
            while chunk := await reader.read(1 << 20):
                cut = self._decide(chunk)
                if cut == "before":
                    self.cuts += 1
                    break
                if cut == "after":
                    self.cuts += 1
                    passing_on.cancel()
                    await asyncio.wait([passing_on])
                    upstream.write(chunk)
                    await answers.read(1)  # the server has seen it
                    break
                upstream.write(chunk)
        except OSError:
            pass
        finally:
            writers = [*filter(None, (writer, upstream))]
            for each in writers:
                each.close()
            if passing_on is not None:
                passing_on.cancel()
                await asyncio.wait([passing_on])
            for each in writers:
                with contextlib.suppress(OSError):
                    await each.wait_closed()
            self._open.discard(task)

    async def close(self) -> None:
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


async def _pass_on(answers: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
    """Answers come in pieces of any size, as they do from the server."""
    with contextlib.suppress(OSError):
        while answer := await answers.read(1 << 20):
            client.write(answer)
    client.close()


@contextlib.asynccontextmanager
async def cutting(port: int, decide: Callable[[bytes], Cut]) -> AsyncIterator[tuple[Proxy, str]]:
    """Run a proxy before the server at this port, and name its address."""
    proxy = Proxy(port, decide)
    listener = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    try:
        yield proxy, f"redis://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        await proxy.close()
        await listener.wait_closed()


def at_random(seed: int, chance: float) -> Callable[[bytes], Cut]:
    """Cut one chunk in so many, half of them before and half after the server sees it."""
    dice = random.Random(seed)

    def decide(chunk: bytes) -> Cut:
        if b"CLIENT" in chunk or b"HELLO" in chunk or dice.random() >= chance:
            return "pass"
        return dice.choice(("before", "after"))

    return decide

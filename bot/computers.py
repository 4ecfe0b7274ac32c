"""Computer players in processes of their own: they never hold up the event loop, and a stuck one is ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import sys
from asyncio.subprocess import PIPE, Process

from engine import notation, players, record
from engine.actions import Action
from engine.game import pending, safe_answer
from engine.notation import BadNotation
from engine.state import GameState

PATIENCE = 30.0  # seconds for one answer
LONGEST = 1 << 20  # bytes in a line

log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """A worker has failed to choose; the message says how."""


class Computers:
    """The port `ComputerPlayer` on a few worker processes, each started when first needed."""

    def __init__(
        self, count: int = 2, patience: float = PATIENCE, worker: str = "bot.computer_worker"
    ) -> None:
        self._patience = patience
        self._worker = worker
        self._places: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._running: set[Process] = set()
        for _ in range(count):
            self._places.put_nowait(None)

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        """The choice for a seat; if the player fails or takes too long, the safe answer."""
        prompt = next(prompt for prompt in pending(view) if prompt.player == seat)
        known = level if level in players.LEVELS else "normal"
        question: dict[str, str | int] = {
            "view": record.encode(view).decode(),
            "seat": seat,
            "level": known,
            "seed": secrets.token_hex(4),
        }
        try:
            action = notation.read(view.rules, await self._ask(question))
        except (NoAnswer, BadNotation) as error:
            log.error("a computer player (%s) failed at ply %d: %s", known, view.ply, error)
            return safe_answer(view, prompt)
        if action.player != seat or action not in prompt.options:
            log.error("a computer player (%s) chose what it may not at ply %d", known, view.ply)
            return safe_answer(view, prompt)
        return action

    async def _ask(self, question: dict[str, str | int]) -> str:
        worker = await self._places.get()
        try:
            async with asyncio.timeout(self._patience):
                if worker is None or worker.returncode is not None:
                    worker = await self._start()
                told = await _exchange(worker, question)
        except (TimeoutError, OSError, ValueError) as error:
            await self._end(worker)
            worker = None
            raise NoAnswer(f"{type(error).__name__} {error}".strip()) from None
        except BaseException:  # cancelled: its answer must not be taken for that of the next question
            await self._end(worker)
            worker = None
            raise
        finally:
            self._places.put_nowait(worker)
        if "line" not in told:
            raise NoAnswer(told.get("error", "nothing"))
        return told["line"]

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._worker, stdin=PIPE, stdout=PIPE, limit=LONGEST
        )
        self._running.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        self._running.discard(process)
        if process.returncode is None:  # not by process.kill(): it would reap what the event loop waits for
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        await process.wait()

    async def close(self) -> None:
        """End all workers."""
        for process in list(self._running):
            await self._end(process)


async def _exchange(worker: Process, question: dict[str, str | int]) -> dict[str, str]:
    """Ask and read the answer; raises OSError or ValueError if the worker is gone."""
    if worker.stdin is None or worker.stdout is None:
        raise ValueError("no pipes")
    worker.stdin.write(json.dumps(question).encode() + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line.endswith(b"\n"):
        raise ValueError("the process has ended")
    told: dict[str, str] = json.loads(line)
    return told

"""Computer players in processes of their own: they never block the event loop, and a stuck one is killed."""

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
from collections.abc import Callable
from typing import Any

from bot.computers.wire_format import read_followed, read_hint, read_position
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.protocol.reviews import PlainReview, read_review
from bot.documents import restored
from engine import notation, players, record
from engine.actions import Action
from engine.game import pending, rules_of, safe_answer
from engine.notation import BadNotation
from engine.players import GameReview, Hint, Position
from engine.state import GameState

PATIENCE = 30.0  # seconds for one answer
HINT_PATIENCE = 10.0  # a user is waiting
REVIEW_PATIENCE = 240.0  # every decision of a game is thought over again
NONSENSE = (KeyError, TypeError, ValueError)  # what an answer that means nothing may raise
LONGEST = 1 << 20  # bytes in a line

log = logging.getLogger(__name__)

Progress = Callable[[float], None]


def _silent(_: float) -> None:
    """For those who do not wait."""


Places = asyncio.LifoQueue[Process | None]


class Computers:
    """The port `ComputerPlayer` on a few worker processes, each started when first needed."""

    def __init__(
        self, count: int = 2, patience: float = PATIENCE, worker: str = "bot.computers.worker"
    ) -> None:
        self._patience = patience
        self.worker = worker
        self._places: Places = asyncio.LifoQueue()
        self._review_places: Places = asyncio.LifoQueue()  # reviews take long: games do not wait for them
        self.running: set[Process] = set()
        for _ in range(count):
            self._places.put_nowait(None)
        self._review_places.put_nowait(None)

    async def choose(self, view: GameState, seat: int, level: str) -> Action:
        """The choice for a seat; if the player fails or takes too long, the safe answer."""
        prompt = next(prompt for prompt in pending(view) if prompt.player == seat)
        known = level if level in players.LEVELS else "normal"
        question = {
            "kind": "choose",
            "view": record.encode(view).decode(),
            "seat": seat,
            "level": known,
            "seed": secrets.token_hex(4),
        }
        try:
            if known == "master":
                action = await self._settled(view, question)
            else:
                action = notation.read(view.rules, str(await self._ask(question, "line")))
        except (NoAnswer, BadNotation) as error:
            log.error("computer_failed level=%s ply=%d error=%s", known, view.ply, error)
            return safe_answer(view, prompt)
        if action.player != seat or action not in prompt.options:
            log.error("computer_chose_illegal level=%s ply=%d", known, view.ply)
            return safe_answer(view, prompt)
        return action

    async def _settled(self, view: GameState, question: dict[str, Any]) -> Action:
        """Master's choice: as many processes as are free think about it; raises NoAnswer."""
        asked = [
            self._ask({**question, "kind": "think", "share": share}, "followed")
            for share in range(players.SHARES)
        ]
        try:
            async with asyncio.timeout(self._patience):
                answers = await asyncio.gather(*asked, return_exceptions=True)
            told = [answer for answer in answers if not isinstance(answer, BaseException)]
            return players.settle([read_followed(view.rules, share) for share in told])
        except (TimeoutError, *NONSENSE) as error:
            raise NoAnswer(f"no share: {error}") from None

    async def hint(self, view: GameState, seat: int) -> Hint:
        """What a seat could play, and why; raises NoAnswer."""
        question = {"kind": "hint", "view": record.encode(view).decode(), "seat": seat}
        try:
            told = await self._ask(question, "hint", patience=min(self._patience, HINT_PATIENCE))
            return read_hint(view.rules, told)
        except NONSENSE as error:
            raise NoAnswer(f"no hint: {error}") from None

    async def review(self, game: record.Record, progress: Progress = _silent) -> GameReview:
        """How well each seat of a game was played; raises NoAnswer."""
        question = {"kind": "review", "record": game.write()}
        try:
            told = await self._ask(question, "review", self._review_places, REVIEW_PATIENCE, progress)
            return read_review(rules_of(game.setup), restored(PlainReview, told))
        except NONSENSE as error:
            raise NoAnswer(f"no review: {error}") from None

    async def position(self, seed: str) -> Position | None:
        """A position of the day, found in a computers' game; raises NoAnswer."""
        question = {"kind": "position", "seed": seed}
        try:
            told = await self._ask(question, "position", self._review_places, REVIEW_PATIENCE)
            return read_position(told)
        except NONSENSE as error:
            raise NoAnswer(f"no position: {error}") from None

    async def _ask(
        self,
        question: dict[str, Any],
        wanted: str,
        places: Places | None = None,
        patience: float = 0.0,
        progress: Progress = _silent,
    ) -> Any:
        places = places or self._places
        worker = await places.get()
        try:
            async with asyncio.timeout(patience or self._patience):
                if worker is not None and worker.returncode is not None:  # it has died
                    self.running.discard(worker)
                    worker = None
                if worker is None:
                    worker = await self._start()
                told = await _exchange(worker, question, progress)
        except (TimeoutError, OSError, ValueError) as error:
            await self._end(worker)
            worker = None
            raise NoAnswer(f"{type(error).__name__} {error}".strip()) from None
        except BaseException:  # cancelled: its answer must not be taken for that of the next question
            await self._end(worker)
            worker = None
            raise
        finally:
            places.put_nowait(worker)
        if wanted not in told:
            raise NoAnswer(str(told.get("error", "nothing")))
        return told[wanted]

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.worker, stdin=PIPE, stdout=PIPE, limit=LONGEST
        )
        self.running.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        self.running.discard(process)
        if process.returncode is None:  # not by process.kill(): it would reap what the event loop waits for
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        await process.wait()

    async def close(self) -> None:
        """End all workers."""
        for process in list(self.running):
            await self._end(process)


async def _exchange(worker: Process, question: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Ask and read the answer after lines about its progress; raises OSError or ValueError."""
    if worker.stdin is None or worker.stdout is None:
        raise ValueError("no pipes")
    worker.stdin.write(json.dumps(question).encode() + b"\n")
    await worker.stdin.drain()
    while True:
        line = await worker.stdout.readline()
        if not line.endswith(b"\n"):
            raise ValueError("the process has ended")
        told: dict[str, Any] = json.loads(line)
        if not isinstance(told, dict):
            raise ValueError("no answer")
        if "progress" not in told:
            return told
        progress(float(told["progress"]))

"""Counts what one press does inside the bot. `tools.walk` starts this file instead of `python -m bot`.

It imports nothing of ours, so that it can also run the bot of another checkout. SIGUSR1 begins a count,
SIGUSR2 writes it to the file that WALK_OUTPUT names.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import signal
import sys
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import Any

from redis.asyncio.connection import AbstractConnection

# A press enters by a function of an adapter that nothing of ours has called; its tasks inherit its context.
ADAPTER = re.compile(r"bot\.(chats\.)?(discord|telegram|web)(_chat)?\.")
COUNTED = ("bot", "storage")
ENTERED = ("engine", "renderer")  # only the functions that the bot calls directly

_of_press: ContextVar[bool] = ContextVar("of_press", default=False)
_functions: dict[str, str] = {}  # function: its module, in the order of the first call
_hops: set[str] = set()  # functions that were called from another module
_requests: list[int] = []
_recording = False


def _profile(frame: FrameType, event: str, _: Any) -> None:
    if event != "call" or not _recording:
        return
    module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
    package = module.partition(".")[0]
    if package not in COUNTED + ENTERED or "<" in name.rpartition(".")[2]:
        return
    caller = _caller(frame.f_back)
    if not _of_press.get():
        if caller or not ADAPTER.match(module):
            return
        _of_press.set(True)
    if package in COUNTED or caller.partition(".")[0] in COUNTED:
        _functions.setdefault(f"{module}.{name}", module)
        if caller != module:
            _hops.add(f"{module}.{name}")


def _caller(frame: FrameType | None) -> str:
    """The nearest module of ours up the stack; empty for what the event loop itself calls."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module == "asyncio.events":
            break
        if module.partition(".")[0] in COUNTED + ENTERED:
            return module
        frame = frame.f_back
    return ""


def _begin(*_: object) -> None:
    global _recording
    _functions.clear()
    _hops.clear()
    _requests.clear()
    _recording = True


def _write(*_: object) -> None:
    global _recording
    _recording = False
    content = {"functions": list(_functions), "modules": sorted(set(_functions.values())), "hops": len(_hops)}
    output = Path(os.environ["WALK_OUTPUT"])
    output.with_suffix(".new").write_text(json.dumps({**content, "requests": len(_requests)}), "utf-8")
    output.with_suffix(".new").replace(output)


def _count_requests() -> None:
    """Count what is sent to Redis: a command or a pipeline is one request."""
    send = AbstractConnection.send_packed_command

    async def counted(self: AbstractConnection, command: Any, *args: Any, **more: Any) -> None:
        if _recording and _of_press.get():
            _requests.append(1)
        await send(self, command, *args, **more)

    AbstractConnection.send_packed_command = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())
    signal.signal(signal.SIGUSR1, _begin)
    signal.signal(signal.SIGUSR2, _write)
    _count_requests()
    sys.setprofile(_profile)
    runpy.run_module("bot", run_name="__main__", alter_sys=True)

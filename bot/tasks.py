"""The end of tasks."""

from __future__ import annotations

import asyncio
from typing import Any


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks and wait for them; one that swallows its cancellation is cancelled again."""
    while going_on := [task for task in tasks if not task.done()]:
        for task in going_on:
            task.cancel()
        await asyncio.wait(going_on, timeout=1.0)
    await asyncio.gather(*tasks, return_exceptions=True)

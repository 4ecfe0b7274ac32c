"""A store whose calls fail when so many were made, as if its worker had been killed."""

from __future__ import annotations

import asyncio
from typing import Any

from storage.errors import Unavailable


class DyingStore:
    """Looks like a store; `left` is how many calls its worker has to live."""

    def __init__(self, store: Any, left: int) -> None:
        self._store = store
        self.left = left

    @property
    def dead(self) -> bool:
        return self.left <= 0

    def __getattr__(self, name: str) -> Any:
        return _DyingPart(getattr(self._store, name), self)


class _DyingPart:
    def __init__(self, part: Any, store: DyingStore) -> None:
        self._part, self._dying = part, store

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)

        async def call(*args: Any, **values: Any) -> Any:
            if self._dying.dead:
                raise Unavailable("killed")
            self._dying.left -= 1
            await asyncio.sleep(0)  # others go on meanwhile
            return await found(*args, **values)

        return call

"""A store in memory with real compare-and-set semantics, for conversation tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storage.errors import Conflict as StoreConflict
from storage.port import ALARM
from storage.records import CommandInput, FinishedTable, HomeInput, Rate, StoredLobby, StoredTable


class Conflict(StoreConflict):
    def __init__(self, channel: str) -> None:
        super().__init__(channel, None, 0)


@dataclass(frozen=True)
class Deadline:
    channel: str
    name: str
    lease: float


@dataclass
class TableInMemory:
    game: str
    setup: bytes
    log: list[bytes] = field(default_factory=list)


class MemoryStore:
    """Everything in dictionaries. Each call gives way to other tasks first, so that races are real."""

    def __init__(self) -> None:
        self.running: dict[str, TableInMemory] = {}
        self.documents: dict[str, StoredLobby] = {}
        self.finished: list[FinishedTable] = []
        self.due: dict[tuple[str, str], float] = {}
        self.kept: dict[str, dict[str, bytes]] = {}
        self.sitting: dict[str, dict[str, float]] = {}
        self.counts: dict[str, dict[str, int]] = {}
        self.counted: set[tuple[str, str]] = set()
        self.calls: dict[str, list[float]] = {}
        self.noted: dict[str, set[str]] = {}
        self.lines: dict[str, dict[str, bytes]] = {}
        self.derived: dict[str, bytes] = {}
        self.tables = _Tables(self)
        self.lobbies = _Lobbies(self)
        self.archive = _Archive(self)
        self.deadlines = _Deadlines(self)
        self.users = _Users(self)
        self.statistics = _Statistics(self)
        self.commands = _Commands(self)
        self.results = _Results(self)
        self.links = _Links(self)
        self.owed = _Owed(self)
        self.owing: set[str] = set()
        self.homes: dict[str, str] = {}
        self.notes: dict[str, dict[str, bytes]] = {}
        self.codes: dict[str, str] = {}
        self.published: dict[str, float] = {}


class _Part:
    def __init__(self, store: MemoryStore) -> None:
        self.store = store


class _Tables(_Part):
    async def create(self, channel, *, game, setup, lobby=None, request=None) -> None:  # type: ignore[no-untyped-def]
        await asyncio.sleep(0)
        document = self.store.documents.get(channel, StoredLobby(0, None))
        if channel in self.store.running or (lobby is not None and document.version != lobby):
            raise Conflict(channel)
        self.store.running[channel] = TableInMemory(game, setup)
        if lobby is not None:
            self.store.documents[channel] = StoredLobby(document.version + 1, None)

    async def load(self, channel: str, *, known: tuple[str, int] | None = None) -> StoredTable | None:
        await asyncio.sleep(0)
        table = self.store.running.get(channel)
        if table is None:
            return None
        start = known[1] if known and known[0] == table.game and known[1] <= len(table.log) else 0
        return StoredTable(channel, table.game, len(table.log), table.setup, start, tuple(table.log[start:]))

    async def save(
        self,
        channel: str,
        *,
        game: str,
        expected: int,
        log: Sequence[bytes],
        alarm: float | None = None,
        visitors: Iterable[str] = (),
        request: str | None = None,
        owed: bool = False,
    ) -> int:
        await asyncio.sleep(0)
        table = self.store.running.get(channel)
        if table is None or table.game != game or len(table.log) != expected:
            raise Conflict(channel)
        if owed:
            await self.store.owed.add(channel)
        if alarm is not None:
            await self.store.deadlines.schedule(channel, ALARM, alarm)
        for user in visitors:
            await self.store.users.note(user, channel)
        table.log += log
        return len(table.log)

    async def finish(self, channel, *, game, expected, summary, ended, users=(), keep=None) -> None:  # type: ignore[no-untyped-def]
        await asyncio.sleep(0)
        if any((one.channel, one.game) == (channel, game) for one in self.store.finished):
            return
        table = self.store.running.get(channel)
        if table is None or table.game != game or len(table.log) != expected:
            raise Conflict(channel)
        del self.store.running[channel]
        self.store.finished.append(
            FinishedTable(channel, game, ended, summary, table.setup, tuple(table.log))
        )
        for user in users:
            self.store.sitting.get(user, {}).pop(channel, None)

    async def amend(
        self, channel: str, *, game: str, expected: int, setup: bytes, log: Sequence[bytes]
    ) -> None:
        await asyncio.sleep(0)
        table = self.store.running.get(channel)
        if table is None or table.game != game or len(table.log) != expected:
            raise Conflict(channel)
        table.setup, table.log = setup, list(log)

    async def wipe(self, channel: str) -> None:
        self.store.running.pop(channel, None)
        self.store.documents.pop(channel, None)
        self.store.kept.pop(f"#{channel}", None)
        self.store.finished = [one for one in self.store.finished if one.channel != channel]
        self.store.lines.pop(channel, None)
        self.store.derived.pop(channel, None)


class _Lobbies(_Part):
    async def load(self, channel: str) -> StoredLobby:
        await asyncio.sleep(0)
        return self.store.documents.get(channel, StoredLobby(0, None))

    async def save(self, channel, *, expected, data, request=None) -> int:  # type: ignore[no-untyped-def]
        await asyncio.sleep(0)
        if self.store.documents.get(channel, StoredLobby(0, None)).version != expected:
            raise Conflict(channel)
        self.store.documents[channel] = StoredLobby(expected + 1, data)
        return expected + 1


class _Archive(_Part):
    async def load(self, channel: str, game: str) -> FinishedTable | None:
        found = [one for one in self.store.finished if (one.channel, one.game) == (channel, game)]
        return found[0] if found else None

    async def of_channel(self, channel: str, *, limit: int = 20) -> list[FinishedTable]:
        return [one for one in reversed(self.store.finished) if one.channel == channel][:limit]

    async def of_user(self, user: str, *, limit: int = 20) -> list[FinishedTable]:
        return [one for one in reversed(self.store.finished) if user.encode() in one.setup][:limit]

    async def channels(self) -> list[str]:
        return sorted({one.channel for one in self.store.finished})

    async def amend(self, channel, game, *, setup, summary, log) -> bool:  # type: ignore[no-untyped-def]
        for index, one in enumerate(self.store.finished):
            if (one.channel, one.game) == (channel, game):
                new = replace(one, setup=setup, summary=summary, log=tuple(log))
                self.store.finished[index] = new
                return True
        return False


class _Deadlines(_Part):
    async def schedule(self, channel: str, name: str, due: float) -> None:
        self.store.due[channel, name] = due

    async def cancel(self, channel: str, *names: str) -> None:
        for place in [one for one in self.store.due if one[0] == channel and (not names or one[1] in names)]:
            del self.store.due[place]

    async def claim(self, now: float, *, lease: float = 30.0, limit: int = 16, **_: object) -> list[Deadline]:
        due = [(channel, name) for (channel, name), at in self.store.due.items() if at <= now]
        for place in due[:limit]:
            self.store.due[place] = now + lease
        return [Deadline(*place, now + lease) for place in due[:limit]]

    async def acknowledge(self, deadline: Deadline) -> bool:
        if self.store.due.get((deadline.channel, deadline.name)) != deadline.lease:
            return False
        del self.store.due[deadline.channel, deadline.name]
        return True


class _Users(_Part):
    async def settings(self, user: str) -> Mapping[str, bytes]:
        return dict(self.store.kept.get(user, {}))

    async def set_setting(self, user: str, name: str, value: bytes | None) -> None:
        kept = self.store.kept.setdefault(user, {})
        kept.pop(name, None)
        if value is not None:
            kept[name] = value

    async def channel_settings(self, channel: str) -> Mapping[str, bytes]:
        return await self.settings(f"#{channel}")

    async def channel_setting(self, channel: str, name: str) -> bytes | None:
        return (await self.channel_settings(channel)).get(name)

    async def set_channel_setting(
        self,
        channel: str,
        name: str,
        value: bytes | None,
        *,
        keep: float | None = None,
        settled: bool = False,
        owed: bool = False,
    ) -> None:
        await self.set_setting(f"#{channel}", name, value)
        if settled:
            await self.store.owed.settle(channel)
        if owed:
            await self.store.owed.add(channel)

    async def note(self, user: str, channel: str) -> None:
        self.store.noted.setdefault(user, set()).add(channel)

    async def seen(self, user: str) -> list[str]:
        games = {one.channel for one in self.store.finished if f": {json.dumps(user)}".encode() in one.setup}
        return sorted(games | self.store.noted.get(user, set()) | set(self.store.sitting.get(user, ())))

    async def forget(self, user: str) -> None:
        for kept in (self.store.kept, self.store.sitting, self.store.counts, self.store.noted):
            kept.pop(user, None)

    async def sit(self, user: str, channel: str, since: float) -> None:
        await self.note(user, channel)
        self.store.sitting.setdefault(user, {})[channel] = since

    async def rise(self, user: str, channel: str) -> None:
        self.store.sitting.get(user, {}).pop(channel, None)

    async def seats(self, user: str) -> list[str]:
        return list(self.store.sitting.get(user, {}))


class _Links(_Part):
    async def home(self, channel: str) -> str:
        return self.store.homes.get(channel, "")

    async def of(self, home: str) -> dict[str, bytes]:
        return dict(self.store.notes.get(home, {}))

    async def join(self, guest: str, home: str, value: bytes) -> None:
        document = self.store.documents.get(guest, StoredLobby(0, None))
        if guest in self.store.running or document.data or self.store.homes.get(guest, home) != home:
            raise Conflict(guest)
        self.store.notes.setdefault(home, {})[guest] = value
        self.store.homes[guest] = home

    async def leave(self, guest: str, home: str) -> None:
        self.store.notes.get(home, {}).pop(guest, None)
        if self.store.homes.get(guest) == home:
            del self.store.homes[guest]

    async def note(self, home: str, name: str, value: bytes | None) -> None:
        notes = self.store.notes.setdefault(home, {})
        notes.pop(name, None)
        if value is not None:
            notes[name] = value

    async def renote(self, home: str, name: str, value: bytes) -> None:
        if name in self.store.notes.get(home, {}):
            self.store.notes[home][name] = value

    async def open_code(self, code: str, home: str) -> None:
        self.store.codes[code] = home

    async def read_code(self, code: str) -> str | None:
        return self.store.codes.get(code)

    async def close_code(self, code: str) -> None:
        self.store.codes.pop(code, None)

    async def publish(self, home: str, at: float) -> None:
        self.store.published[home] = at

    async def withdraw(self, home: str) -> None:
        self.store.published.pop(home, None)

    async def public(self) -> list[str]:
        return sorted(self.store.published, key=lambda home: -self.store.published[home])


class _Statistics(_Part):
    async def add(self, user: str, channel: str, counts: Mapping[str, int], *, once: str) -> None:
        if (user, once) not in self.store.counted:
            self.store.counted.add((user, once))
            mine = self.store.counts.setdefault(user, {})
            for name, count in counts.items():
                mine[name] = mine.get(name, 0) + count

    async def of_user(self, user: str) -> dict[str, int]:
        return dict(self.store.counts.get(user, {}))


class _Results(_Part):
    async def add(self, group: str, game: str, line: bytes, *, users: Iterable[str] = ()) -> bool:
        for user in users:
            await self.store.users.note(user, group)
        lines = self.store.lines.setdefault(group, {})
        return lines.setdefault(game, line) is line

    async def load(self, group: str, *, start: int = 0) -> list[bytes]:
        return list(self.store.lines.get(group, {}).values())[start:]

    async def count(self, group: str) -> int:
        return len(self.store.lines.get(group, {}))

    async def amend(self, group: str, game: str, line: bytes) -> bool:
        if game not in self.store.lines.get(group, {}):
            return False
        self.store.lines[group][game] = line
        return True

    async def groups(self) -> list[str]:
        return sorted(self.store.lines)

    async def derived(self, group: str) -> bytes | None:
        return self.store.derived.get(group)

    async def set_derived(self, group: str, data: bytes | None) -> None:
        self.store.derived.pop(group, None)
        if data is not None:
            self.store.derived[group] = data


class _Owed(_Part):
    async def add(self, channel: str) -> None:
        self.store.owing.add(channel)

    async def settle(self, channel: str) -> None:
        self.store.owing.discard(channel)

    async def all(self) -> list[str]:
        return sorted(self.store.owing)


class _Commands(_Part):
    async def read(
        self,
        user: str,
        channel: str,
        *,
        now: float,
        user_rate: Rate,
        channel_rate: Rate,
        group: str,
        group_setting: str,
        known: tuple[str, int] | None = None,
        owed: bool = False,
    ) -> CommandInput:
        wait = self._take(user, user_rate, now)
        return CommandInput(
            wait,
            0.0 if wait else self._take(f"#{channel}", channel_rate, now),
            dict(await self.store.users.settings(user)),
            await self.store.users.channel_setting(group, group_setting),
            await self.store.lobbies.load(channel),
            await self.store.tables.load(channel, known=known),
            self.store.homes.get(channel, ""),
            dict(self.store.notes.get(channel, {})),
        )

    async def read_home(self, home: str, *, known: tuple[str, int] | None = None) -> HomeInput:
        return HomeInput(
            await self.store.lobbies.load(home),
            await self.store.tables.load(home, known=known),
            await self.store.links.of(home),
        )

    def _take(self, subject: str, rate: Rate, now: float) -> float:
        recent = [at for at in self.store.calls.get(subject, ()) if at > now - rate.per]
        self.store.calls[subject] = recent
        if len(recent) >= rate.burst:
            return recent[0] + rate.per - now
        recent.append(now)
        return 0.0

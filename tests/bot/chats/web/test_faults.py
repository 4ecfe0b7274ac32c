"""The real program is killed again and again while people play: what they were told is what is kept."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.conversation.context import public_words
from bot.conversation.protocol.messages import buttons_of
from bot.conversation.show.turn import turn_message
from bot.conversation.table.log import read_entry
from bot.conversation.table.model import decode_table
from bot.conversation.table.options import placements, ways
from bot.conversation.table.state import LiveTable, advanced, opened
from engine import notation
from engine.game import apply, pending
from storage.open import open_store
from tests.support.program import Program
from tests.support.web.guests import PAUSE, ROOM, Guest, Ply, is_answer

CHANNEL = f"web:{ROOM}"
TURNS = 100
KILLS = 8
WITH_SERVER = 3  # this one takes the server along
SERVER_ALONE = 5  # this one takes only the server: the bot starts it again
PATIENCE = 300.0  # seconds; a busy machine needs a third of it


class Fate:
    """The program, and when it dies."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder = folder
        self.program = Program(folder, COMMANDS_PER_MINUTE="100000")
        self.kills = 0
        self._dice = dice
        self._due = sorted(dice.sample(range(3, TURNS - 10), KILLS))  # presses
        self._presses = 0
        self._one = asyncio.Lock()
        self.strikes: list[asyncio.Task[None]] = []

    def link(self) -> str:
        return self.program.link

    def about_to_press(self) -> None:
        self._presses += 1
        if self._due and self._presses >= self._due[0]:
            self._due.pop(0)
            self.strikes.append(asyncio.create_task(self._strike(self._dice.uniform(0, 0.15))))

    async def _strike(self, later: float) -> None:
        await asyncio.sleep(later)
        async with self._one:  # it must live before it can die again
            self.kills += 1
            if self.kills in (WITH_SERVER, SERVER_ALONE):
                os.kill(await self._server(), signal.SIGKILL)
            if self.kills == SERVER_ALONE:
                return
            await asyncio.to_thread(self.program.kill)
            port = self.program.port
            self.program = await asyncio.to_thread(Program, self.folder, port, COMMANDS_PER_MINUTE="100000")

    async def _server(self) -> int:
        """The number of the server's process; a server that is just starting has none yet."""
        while True:
            try:
                return int((self.folder / "server.pid").read_text())
            except (FileNotFoundError, ValueError):
                await asyncio.sleep(PAUSE)

    def failures(self) -> list[BaseException]:
        """Why a killed program did not come back."""
        ended = [strike for strike in self.strikes if strike.done()]
        return [error for strike in ended if (error := strike.exception())]

    async def close(self) -> None:
        try:
            await asyncio.gather(*self.strikes)
        finally:
            self.program.stop()


async def play(guest: Guest, fate: Fate, enough: asyncio.Event) -> None:
    while not enough.is_set():
        if not await guest.play(fate.about_to_press):
            await asyncio.sleep(PAUSE)


async def host(anna: Guest, boris: Guest, enough: asyncio.Event) -> None:
    """Whenever nobody is asked anything, open the next table."""
    while not enough.is_set():
        for _ in range(20):
            if anna.asked() or boris.asked():
                break
            await asyncio.sleep(PAUSE)
        else:
            await anna.say("/new language=en")
            await boris.say("/join")
            await anna.say("/start")
        await asyncio.sleep(PAUSE)


async def test_kills_at_random_points_lose_no_acknowledged_move(tmp_path: Path) -> None:
    fate = Fate(tmp_path, random.Random(17))
    guests = [Guest(name, fate.link, seed) for seed, name in enumerate(("Anna", "Boris"))]
    enough = asyncio.Event()
    lives = [asyncio.create_task(guest.live()) for guest in guests]
    work = [asyncio.create_task(play(guest, fate, enough)) for guest in guests]
    work.append(asyncio.create_task(host(*guests, enough)))
    try:
        try:
            async with asyncio.timeout(PATIENCE):
                while sum(len(guest.acknowledged) for guest in guests) < TURNS or fate.kills < KILLS:
                    assert not fate.failures()
                    for task in (*work, *lives):
                        assert not task.done(), task.exception()
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            raise AssertionError(stuck(fate, guests)) from None
        enough.set()
        await asyncio.gather(*work)
    finally:
        for task in (*work, *lives):
            task.cancel()
        await asyncio.gather(*work, *lives, return_exceptions=True)
        await fate.close()
    assert fate.kills == KILLS
    await compare(tmp_path, guests)


def stuck(fate: Fate, guests: list[Guest]) -> str:
    """What there is to see when nothing goes on any more."""
    lines = [f"kills={fate.kills} strikes={len(fate.strikes)}"]
    for guest in guests:
        shown = sorted(guest.messages.values(), key=lambda message: message["place"])
        lines.append(
            f"{guest.name} acknowledged={len(guest.acknowledged)} asked={guest.asked()} {shown[-3:]}"
        )
    log = (fate.folder / "program.log").read_text("utf-8", "replace")
    return "\n".join([*lines, log[-3000:]])


async def compare(folder: Path, guests: list[Guest]) -> None:
    """What is kept, against everything that the guests pressed and were told."""
    async with await open_store(folder=folder) as store:
        finished = await store.archive.of_channel(CHANNEL)
        found = [await store.archive.load(CHANNEL, game.game) for game in finished]
        kept = [(record.setup, record.log) for record in found if record is not None]
        running = await store.tables.load(CHANNEL)
    assert finished, "no game was played to its end"
    if running is not None:
        kept.append((running.setup, running.log))
    told: dict[Ply, set[frozenset[str]]] = {}
    for guest in guests:
        for ply, shown in guest.told.items():
            told.setdefault(ply, set()).update(shown)
    confirmed: set[str] = set()
    for setup, log in kept:
        confirmed |= retrace(setup, log, {guest.id: guest for guest in guests}, told)
    assert not told, "something was told that is not kept"
    for guest in guests:
        assert set(guest.acknowledged.values()) <= confirmed, "an acknowledged press is not kept"


def retrace(
    setup: bytes, log: Sequence[bytes], guests: dict[str, Guest], told: dict[Ply, set[frozenset[str]]]
) -> set[str]:
    """Go through a game: each line comes from one press, whole, in its place; the presses.

    A press carries the ply at which it was asked for, so none can stand in two places.
    """
    entries = [read_entry(line) for line in log]
    table = decode_table(setup)
    live = opened(CHANNEL, table, table.started)
    confirmed: set[str] = set()
    owed: list[str] = []
    for number, entry in enumerate(entries):
        if not owed:
            check_told(live, told)
        if entry.by in guests:
            if not owed:
                lines = [later.line for later in entries[number : number + 2]]
                meant = meanings(live, guests[entry.by].pressed)
                fits = {token: parts for token, parts in meant if lines[: len(parts)] == parts}
                assert fits, f"nobody pressed {entry.line} at {live.state.ply}"
                confirmed |= fits.keys()
                owed = next(iter(fits.values()))
            assert owed.pop(0) == entry.line
        live = advanced(live, entry)
    assert not owed, "half of a press is kept"
    check_told(live, told)
    return confirmed


def check_told(live: LiveTable, told: dict[Ply, set[frozenset[str]]]) -> None:
    """What was shown at this ply is what can be pressed there."""
    for shown in told.pop((live.game, live.state.ply), ()):
        message = turn_message(public_words(live), live)
        assert shown == {one.token for one in buttons_of(message.choices) if is_answer(one.token)}


def meanings(live: LiveTable, pressed: dict[Ply, set[str]]) -> Iterator[tuple[str, list[str]]]:
    """The tokens that were pressed at this ply, and the lines that each may become."""
    prompt = pending(live.state)[0]
    for token in pressed.get((live.game, prompt.asked_at), ()):
        what = token.split(":")[2][1:]
        if what[0] == "C":
            found = ways(live.state, prompt, list(placements(prompt).values())[int(what[1:]) - 1])
            if len(found) == 1 and not found[0].follow:  # else it was only looked at
                yield token, [notation.write(found[0].action)]
        elif what[0] == "P":
            first, second = (int(part) for part in what[1:].split("."))
            after, _ = apply(live.state, prompt.options[first])
            follow = pending(after)[0].options[second]
            yield token, [notation.write(prompt.options[first]), notation.write(follow)]
        else:
            yield token, [notation.write(prompt.options[int(what)])]

"""Hostile input in the room: other users can go on playing."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import aiohttp

from tests.bot.chats.contract.room import RoomPlace, RoomPlatform
from tests.support.hostile import SENT, junk, kept, line, mutated

AT_ONCE = 30  # as many as a page may send without a pause
DOINGS = ("say", "press", "name", "suggest", "dismiss")  # what a page can do
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    1e308,
    [],
    {},
    ["x"],
    {"t": 1},
    "x" * 5000,
    10**300,
    "\u0000\u202e",
)


def wish(rng: random.Random, place: RoomPlace, *, seated: bool) -> dict[str, Any]:
    """Something that a page might send, more or less."""
    shown = [button.token for seen in place.public() for button in seen.buttons] or ["g:0:a0"]
    name, rest = line(rng, seated=seated)
    token = mutated(rng, rng.choice(shown))
    made: dict[str, Any] = rng.choice(
        (
            {"do": "say", "text": f"/{name} {rest}"},
            {"do": "say", "text": junk(rng)},
            {"do": "suggest", "text": f"/{name} {rest}"},
            {"do": "press", "token": token, "text": junk(rng, 9)},
            {"do": "press", "token": junk(rng)},
            {"do": "dismiss", "id": junk(rng)},
            {
                "do": rng.choice(DOINGS),
                "name": junk(rng),
                "text": rng.choice(VALUES),
                "token": rng.choice(VALUES),
            },
        )
    )
    return {**made, "n": rng.choice(VALUES)}


async def attack(
    rng: random.Random, socket: aiohttp.ClientWebSocketResponse, sent: dict[str, Any], number: int
) -> None:
    """Send it as it is and wait until it was dealt with; or mutated; or what is no message at all."""
    text = json.dumps(sent)
    kind = rng.random()
    if kind < 0.7:
        await socket.send_json({**sent, "n": number})
        async with asyncio.timeout(60):
            while sent["do"] in DOINGS and not socket.closed:
                heard = await socket.receive()
                if heard.type is not aiohttp.WSMsgType.TEXT or json.loads(heard.data).get("n") == number:
                    return
    elif kind < 0.9:
        await socket.send_str(mutated(rng, text).encode("utf-8", "ignore").decode())
    elif kind < 0.94:
        await socket.send_str(rng.choice("[{") * rng.choice((1, 900, 8000)))
    elif kind < 0.98:
        await socket.send_str(rng.choice(("null", "3", '"x"', "NaN", "1" * 5000, '{"do":' + "[" * 4000)))
    else:
        await socket.send_bytes(text.encode() * rng.choice((1, 400)))


async def storm(rng: random.Random, place: RoomPlace) -> None:
    """A page of a user opens, sends as much as it may at once, and goes."""
    who = rng.choice(list(place.guests))
    async with aiohttp.ClientSession() as session, place.guests[who].connect(session) as socket:
        try:
            for number in range(1, AT_ONCE + 1):
                await attack(rng, socket, wish(rng, place, seated=who != "Vera"), number)
        except ConnectionError:
            pass  # it was cut off for what it sent
        await socket.close()


async def test_hostile_input(tmp_path: Path) -> None:
    """Random and mutated messages, from pages of players and of strangers; then people play on."""
    rng = random.Random(9)
    platform = RoomPlatform(tmp_path)
    try:
        place = await platform.place()
        await place.open("Boris")
        for _ in range(SENT // AT_ONCE):
            await storm(rng, place)
        assert words_of(place)
        await place.say("Anna", "/board")
        for _ in range(3):
            await place.move()
    finally:
        await platform.close()
    assert await kept(tmp_path, f"web:{place.room}") >= 3


def words_of(place: RoomPlace) -> str:
    """All that anybody was told; nothing of our insides is in it."""
    said = "".join(seen.text for seen in place.public())
    said += "".join(seen.text for who in place.guests for seen in place.told(who))
    assert "Traceback" not in said
    return said

"""The gateway of the stand-in: a websocket that greets, dispatches, resumes, and may be cut at any time."""

from __future__ import annotations

import json
import zlib
from asyncio import Transport
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.support.discord.world import ALL, APPLICATION, BOT, THREAD, World, snowflake

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
Json = Any


@dataclass
class Session:
    """What was dispatched to one shard, so that it can resume."""

    shard: int
    events: deque[tuple[int, str, Json]] = field(default_factory=deque)
    sent: int = 0
    socket: Socket | None = None


def squeezer(kind: str) -> Callable[[bytes], bytes]:
    """The compression of one stream, as the client asked for it: zstd from Python 3.14 on."""
    if kind == "zstd-stream":
        from compression import zstd

        dense = zstd.ZstdCompressor()
        return lambda text: dense.compress(text, dense.FLUSH_BLOCK)
    deflated = zlib.compressobj()
    return lambda text: deflated.compress(text) + deflated.flush(zlib.Z_SYNC_FLUSH)


class Socket:
    """One connection, compressed as a stream."""

    def __init__(self, ws: web.WebSocketResponse, transport: Transport | None, compression: str) -> None:
        self.ws = ws
        self._transport = transport
        self._squeeze = squeezer(compression)

    def abort(self) -> None:
        """Drop the connection without a closing frame."""
        if self._transport is not None:
            self._transport.abort()

    async def send(self, op: int, data: Json, name: str | None = None, number: int | None = None) -> None:
        text = json.dumps({"op": op, "d": data, "t": name, "s": number}).encode()
        if not self.ws.closed:
            await self.ws.send_bytes(self._squeeze(text))


class Gateway:
    """All shards."""

    def __init__(self, world: World, guilds: list[str], shards: int, keep: int | None = None) -> None:
        self.world = world
        self._keep = keep  # events for who resumes
        self.guilds = guilds
        self.shards = shards
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.resumed = 0

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(heartbeat=None)
        await ws.prepare(request)
        compression = request.query.get("compress", "")
        if compression not in ("zlib-stream", "zstd-stream") or request.query.get("v") != "10":
            self.world.breaches.append(f"gateway: {request.query_string}")
        socket = Socket(ws, request.transport, compression)
        await socket.send(10, {"heartbeat_interval": 5000})
        async for message in ws:
            if message.type is WSMsgType.TEXT:
                await self._received(socket, json.loads(message.data))
        return ws

    async def _received(self, socket: Socket, message: Json) -> None:
        data = message["d"]
        if message["op"] == 1:
            await socket.send(11, None)
        elif message["op"] == 2:
            await self._identify(socket, data)
        elif message["op"] == 6:
            session = self.sessions.get(data["session_id"])
            if session is None:
                await socket.send(9, False)
                return
            self.resumed += 1
            session.socket = socket
            for number, name, event in list(session.events):
                if number > data["seq"]:
                    await socket.send(0, event, name, number)
            await self._dispatch(session, "RESUMED", {})

    async def _identify(self, socket: Socket, data: Json) -> None:
        if data["intents"] & PRIVILEGED:
            self.world.breaches.append(f"gateway: intents {data['intents']}")
        shard, shards = data["shard"]
        if shards != self.shards:
            self.world.breaches.append(f"gateway: {shards} shards instead of {self.shards}")
        name = f"session-{snowflake()}"
        session = self.sessions[name] = Session(shard, deque(maxlen=self._keep), socket=socket)
        mine = [guild for guild in self.guilds if self.shard_of(guild) == shard]
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [{"id": guild, "unavailable": True} for guild in mine],
            "session_id": name,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await self._dispatch(session, "READY", ready)
        for guild in mine:
            await self._dispatch(session, "GUILD_CREATE", self.guild(guild))

    def shard_of(self, guild: str) -> int:
        return (int(guild) >> 22) % self.shards

    def guild(self, guild: str) -> Json:
        """A server as Discord shows it."""
        channels = [channel for channel in self.world.channels.values() if channel.guild == guild]
        me = {
            "user": BOT,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
        }
        return {
            "id": guild,
            "name": "Castle",
            "owner_id": "1",
            "roles": [
                {"id": guild, "name": "@everyone", "permissions": str(ALL), "position": 0, "color": 0}
                | {"hoist": False, "managed": False, "mentionable": False}
            ],
            "channels": [channel.json() for channel in channels if channel.type != THREAD],
            "threads": [channel.json() for channel in channels if channel.type == THREAD],
            "members": [me | {"flags": 0}],
            "features": [],
            "emojis": [],
            "stickers": [],
            "member_count": 3,
            "large": False,
            "preferred_locale": "en-US",
            "premium_tier": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
        }

    async def _dispatch(self, session: Session, name: str, data: Json) -> None:
        session.sent += 1
        session.events.append((session.sent, name, data))
        if session.socket is not None:
            await session.socket.send(0, data, name, session.sent)

    async def dispatch(self, guild: str, name: str, data: Json, times: int = 1) -> None:
        """Tell the shard of a server something, perhaps more than once."""
        live = [session for session in self.sessions.values() if session.shard == self.shard_of(guild)]
        for session in live[-1:]:
            for _ in range(times):
                await self._dispatch(session, name, data)

    async def cut(self) -> None:
        """Drop all connections without a closing frame."""
        for session in self.sessions.values():
            if session.socket is not None and not session.socket.ws.closed:
                session.socket.abort()
                session.socket = None

    def connected(self) -> bool:
        """Whether every shard has a connection."""
        shards = {
            session.shard
            for session in self.sessions.values()
            if session.socket is not None and not session.socket.ws.closed
        }
        return len(shards) == self.shards

    def forget(self) -> None:
        """Forget the sessions of a bot that is gone."""
        self.sessions.clear()

"""A stand-in for Discord on loopback: REST and gateway, strict about every request, unkind when told to."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, Self

from aiohttp import web

from tests.support.discord.activities import Activities
from tests.support.discord.checks import breaches
from tests.support.discord.emojis import MOST_EMOJIS, add_emoji, check_emojis, emojis_in
from tests.support.discord.gateway import Gateway
from tests.support.discord.messages import Messages
from tests.support.discord.refusals import NotHere, Refusal
from tests.support.discord.requests import body_of, json_answer
from tests.support.discord.world import (
    APPLICATION,
    BOT,
    DM,
    EPHEMERAL,
    FORUM,
    MANAGE,
    PATIENCE,
    THREAD,
    THREADS,
    Channel,
    Interaction,
    Message,
    snowflake,
)

__all__ = ["MOST_EMOJIS", "TOKEN", "WITHIN", "Discord"]

TOKEN = "a-very-secret-token"  # noqa: S105  # it opens nothing
WITHIN = 3.0  # seconds for an acknowledgement, as Discord has it
MOST_KEPT = 5000  # interactions, requests and events, when old ones are let go of
Json = Any


class Discord(Messages):
    """The server; use as a context manager."""

    def __init__(
        self,
        guilds: int = 1,
        shards: int = 1,
        check: bool = True,
        keep: int | None = None,
        within: float = PATIENCE,
        emojis: bool = False,
    ) -> None:
        super().__init__(keep, [] if emojis else None)
        self.guilds = [str((101 + number) << 22) for number in range(guilds)]
        self.gateway = Gateway(self.world, self.guilds, shards, None if keep is None else MOST_KEPT)
        self.check = check
        self._within = within  # tests share the machine: how soon, `make bench` and `make load` measure
        self.unchecked: list[tuple[str, str, Json, list[tuple[str, int]]]] = []
        self.troubles: deque[tuple[str, str, Refusal]] = deque()  # (method, part of the path, answer) to come
        self.counted = 0  # requests that count towards the limit of a bot: answers to interactions do not
        self.received = 0  # bytes of files
        self.host = "127.0.0.1"  # where it listens
        self.token = TOKEN
        self.activities = Activities(self.world)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.connect)
        self.activities.add_routes(app, self._rest)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.api_url = f"http://127.0.0.1:{port}/api/v10"
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def new_channel(self, guild: int = 0, **more: Any) -> Channel:
        """A channel in one of the servers, of which the bot hears."""
        channel = self.world.add_channel(self.guilds[guild], **more)
        await self.gateway.dispatch(channel.guild, "CHANNEL_CREATE", channel.json())
        return channel

    def trouble(self, method: str, part: str, status: int, code: int, **more: Any) -> None:
        """Refuse the next request of this kind."""
        self.troubles.append((method, part, Refusal(status, code, "trouble", **more)))

    # -- requests -------------------------------------------------------------------------------------

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["tail"]
        body, files = await body_of(request)
        shown = [(name, len(content)) for name, content in files]
        self.world.log.append((request.method, path))
        self.counted += not path.startswith(("/interactions", "/webhooks"))
        self.received += sum(size for _, size in shown)
        if self.keep is not None:
            self._forget()
        elif self.check:
            self.world.breaches += breaches(request.method, path, body, shown)
        else:
            self.unchecked.append((request.method, path, body, shown))
        try:
            for trouble in list(self.troubles):
                method, part, refusal = trouble
                if method == request.method and part in path:
                    self.troubles.remove(trouble)
                    raise refusal
            if not path.startswith(("/interactions", "/webhooks")):
                self._authorised(request)
            answer = await self._answer(request.method, path.strip("/").split("/"), body, files)
        except NotHere:
            return json_answer({"code": 0, "message": "404: Not Found"}, 404)
        except Refusal as refusal:
            headers = {}
            if refusal.status == 429 and "retry_after" in refusal.body:  # else it is no rate limit
                headers = {"Via": "1.1 stand-in", "X-RateLimit-Scope": "shared", "Retry-After": "1"}
            self.world.refused.append((request.method, path, refusal.body["code"]))
            self.world.ring(self._where(path))
            return json_answer(refusal.body, refusal.status, headers)
        self.world.ring(self._where(path))
        return web.Response(status=204) if answer is None else json_answer(answer)

    def _where(self, path: str) -> str:
        """The channel that a request is about."""
        match path.strip("/").split("/"):
            case ["channels", id_, *_]:
                return id_
            case ["interactions", _, token, *_] | ["webhooks", _, token, *_]:
                made = self.world.interactions.get(token)
                return made.channel if made else ""
        return ""

    def _forget(self) -> None:
        """Let go of what is old, but for the messages."""
        del self.world.log[:-MOST_KEPT], self.world.refused[:-MOST_KEPT]
        while len(self.world.interactions) > MOST_KEPT:
            del self.world.interactions[next(iter(self.world.interactions))]

    def _authorised(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self.token}":
            raise Refusal(401, 0, "401: Unauthorized")

    async def _answer(self, method: str, path: list[str], body: Json, files: list[tuple[str, bytes]]) -> Json:
        match [method, *path]:
            case ["GET", "users", "@me"]:
                return BOT
            case ["GET", "oauth2", "applications", "@me"] | ["GET", "applications", "@me"]:
                return self._application()
            case ["GET", "gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
                return {
                    "url": self.gateway.url,
                    "shards": self.gateway.shards,
                    "session_start_limit": limit,
                }
            case ["GET", "applications", _, "commands"]:
                return self.world.commands
            case ["PUT", "applications", _, "commands"]:
                self.world.commands = [
                    {"id": str(77 + number), "application_id": str(APPLICATION), "version": "1"}
                    | {"default_member_permissions": None, "options": [], "description": ""}
                    | command
                    for number, command in enumerate(body)
                ]
                return self.world.commands
            case ["POST", "interactions", id_, token, "callback"]:
                return self._called_back(self._interaction(token, id_), body, files)
            case ["POST", "webhooks", _, token]:
                return self._answered(self._interaction(token), body, files).json()
            case [_, "webhooks", _, token, "messages", which]:
                return self._by_webhook(method, self._interaction(token), which, body, files)
            case ["POST", "channels", id_, "messages"]:
                channel = self._channel(id_)
                self._may_write(channel, bool(files))
                return self._write(channel, body, files, None).json()
            case [_, "channels", id_, "messages", number]:
                return self._edit_or_delete(method, self._channel(id_), number, body, files)
            case ["GET", "applications", _, "emojis"]:
                return {"items": emojis_in(self.emojis)}
            case ["POST", "applications", _, "emojis"]:
                return add_emoji(emojis_in(self.emojis), body)
            case ["POST", "users", "@me", "channels"]:
                return self._private_chat(str(body["recipient_id"]))
            case ["POST", "channels", id_, "threads"]:
                forum = self._channel(id_).type == FORUM
                return await (self._new_post if forum else self._new_thread)(self._channel(id_), body)
            case ["POST", "channels", id_, "messages", number, "threads"]:
                if self.world.message(id_, number) is None:
                    raise Refusal(404, 10008, "Unknown Message")
                if number in self.world.channels:
                    raise Refusal(400, 160004, "A thread has already been created for this message")
                return await self._new_thread(self._channel(id_), body, number)
            case ["PUT", "channels", _, "thread-members", _]:
                return None
            case ["GET", "channels", id_]:
                return self._channel(id_).json()
            case ["PATCH" | "DELETE", "channels", id_]:
                return self._end_thread(method, self._channel(id_), body)
        raise Refusal(404, 0, "404: Not Found")

    def _application(self) -> Json:
        return {
            "id": str(APPLICATION),
            "name": "Bastide",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "owner": BOT,
            "team": None,
            "flags": 0,
            "summary": "",
            "rpc_origins": [],
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
        }

    # -- interactions ---------------------------------------------------------------------------------

    def _interaction(self, token: str, id_: str = "") -> Interaction:
        made = self.world.interactions.get(token)
        if made is None or (id_ and made.id != id_):
            raise Refusal(404, 10062, "Unknown interaction")
        return made

    def _called_back(self, made: Interaction, body: Json, files: list[tuple[str, bytes]]) -> Json:
        if made.acknowledged is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if time.monotonic() - made.sent > self._within:
            raise Refusal(404, 10062, "Unknown interaction")
        check_emojis(self.emojis, (body.get("data") or {}).get("components") or [])
        made.acknowledged = time.monotonic()
        made.response = body
        allowed = {2: {4, 5, 9}, 3: {4, 5, 6, 7, 9, 12}, 4: {8}, 5: {4, 5, 6, 7}}[made.kind]
        if body["type"] not in allowed:
            self.world.breaches.append(f"an interaction of kind {made.kind} answered with {body['type']}")
        if body["type"] == 5:
            flags = (body.get("data") or {}).get("flags", 0)
            reader = made.user if flags & EPHEMERAL else None
            made.original = Message(snowflake(), made.channel, flags=flags | 128, reader=reader)
            self._append(self._channel(made.channel), made.original)
        elif body["type"] in (6, 7):
            made.original = made.message
            if body["type"] == 7 and made.message is not None:
                self._change(made.message, body["data"], files)
                if made.message.reader is not None:
                    made.answers.append(made.message)
                    made.finished = True
        shown: Json = {"interaction": {"id": made.id, "type": made.kind}}
        if body["type"] == 4:
            made.original = self._answered(made, body["data"], files)
            made.finished = True
            shown["resource"] = {"type": 4, "message": made.original.json()}
        return shown

    def _answered(self, made: Interaction, body: Json, files: list[tuple[str, bytes]]) -> Message:
        """A new message by an interaction, which may be private."""
        private = bool(body.get("flags", 0) & EPHEMERAL)
        message = self._write(self._channel(made.channel), body, files, made.user if private else None)
        made.answers.append(message)
        return message

    def _by_webhook(
        self, method: str, made: Interaction, which: str, body: Json, files: list[tuple[str, bytes]]
    ) -> Json:
        if made.acknowledged is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        message = made.original if which == "@original" else self.world.message(made.channel, which)
        if message is None or message.deleted:
            raise Refusal(404, 10008, "Unknown Message")
        if method == "DELETE":
            message.deleted = made.finished = True
            return None
        if method == "PATCH":
            self._change(message, body, files)
            message.flags &= ~128
            made.answers.append(message)
            made.finished = True
        return message.json()

    async def _new_thread(self, channel: Channel, body: Json, number: str = "") -> Json:
        if not channel.allowed & THREADS:
            raise Refusal(403, 50013, "Missing Permissions")
        about = {"name": body["name"], "parent": channel.id, "allowed": channel.allowed}
        thread = self.world.add_channel(channel.guild, THREAD, number, **about)
        await self.gateway.dispatch(channel.guild, "THREAD_CREATE", thread.json())
        return thread.json()

    def _private_chat(self, user: str) -> Json:
        """The private chat with a user: always the same one."""
        known = [one for one in self.world.channels.values() if one.type == DM and one.name == user]
        chat = known[0] if known else self.world.add_channel(self.guilds[0], DM, name=user)
        who = {"id": user, "username": user, "discriminator": "0", "avatar": None}
        return {"id": chat.id, "type": DM, "recipients": [who], "last_message_id": None}

    async def _new_post(self, forum: Channel, body: Json) -> Json:
        """A post of a forum, with its first message."""
        self._may_write(forum, files=False)
        if "message" not in body:
            raise Refusal(400, 50035, "a post needs a message")
        post = self.world.add_channel(
            forum.guild, THREAD, name=body["name"], parent=forum.id, allowed=forum.allowed
        )
        self._tag_post(post, body.get("applied_tags") or [])
        first = self._write(post, body["message"], [], None)
        first.id = post.id
        await self.gateway.dispatch(forum.guild, "THREAD_CREATE", post.json())
        return post.json() | {"message": first.json()}

    def _tag_post(self, post: Channel, tags: list[Any]) -> None:
        known = [tag["id"] for tag in self.world.channels[post.parent or ""].tags]
        wanted = [str(tag) for tag in tags]
        if len(wanted) > 5 or not set(wanted) <= set(known):
            raise Refusal(400, 50035, f"tags {wanted} of {known}")
        post.tags = wanted

    def _end_thread(self, method: str, channel: Channel, body: Json = None) -> Json:
        if method == "DELETE":
            if not channel.allowed & MANAGE:
                raise Refusal(403, 50013, "Missing Permissions")
            channel.deleted = True
        elif "applied_tags" in (body or {}):
            self._tag_post(channel, body["applied_tags"])
        return channel.json()

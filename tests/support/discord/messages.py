"""Messages of the stand-in: written, changed and deleted by the rules of Discord."""

from __future__ import annotations

import json
from typing import Any

from tests.support.discord.emojis import check_emojis
from tests.support.discord.refusals import Refusal
from tests.support.discord.world import (
    ATTACH,
    IN_THREADS,
    LAYOUT,
    SEND,
    THREAD,
    VIEW,
    Channel,
    Message,
    World,
    snowflake,
    walk,
)

Json = Any


class Messages:
    """The messages of all channels, and the files that are attached to them."""

    def __init__(self, keep: int | None, emojis: list[Json] | None) -> None:
        self.world = World()
        self.keep = keep  # so many messages of a channel, and nothing else that grows
        self.emojis = emojis  # of the application; None: it can have none
        self.files: dict[str, bytes] = {}
        self.slow_edits = False  # messages count as older than an hour

    def _channel(self, id_: str) -> Channel:
        channel = self.world.channels.get(id_)
        if channel is None or channel.deleted:
            raise Refusal(404, 10003, "Unknown Channel")
        return channel

    def _may_write(self, channel: Channel, files: bool) -> None:
        if not channel.allowed & VIEW:
            raise Refusal(403, 50001, "Missing Access")
        if not channel.allowed & (IN_THREADS if channel.type == THREAD else SEND):
            raise Refusal(403, 50013, "Missing Permissions")
        if files and not channel.allowed & ATTACH:
            raise Refusal(403, 50013, "Missing Permissions")

    def _write(
        self, channel: Channel, body: Json, files: list[tuple[str, bytes]], reader: str | None
    ) -> Message:
        if not (body.get("content") or files or body.get("flags", 0) & LAYOUT):
            self.world.breaches.append("an empty message")
        message = Message(snowflake(), channel.id, flags=body.get("flags", 0), reader=reader)
        self._change(message, body, files)
        users = (body.get("allowed_mentions") or {}).get("users", [])
        message.mentions = [str(user) for user in users if f"<@{user}>" in message.content]
        self._append(channel, message)
        return message

    def _append(self, channel: Channel, message: Message) -> None:
        channel.messages.append(message)
        if self.keep is not None:
            del channel.messages[: -self.keep]

    def _change(self, message: Message, body: Json, files: list[tuple[str, bytes]]) -> None:
        if message.flags & LAYOUT or body.get("flags", 0) & LAYOUT:
            self._change_layout(message, body, files)
            return
        if "content" in body:
            message.content = body["content"] or ""
        if "components" in body:
            message.components = body["components"] or []
        self._attach(message, body, files)
        message.version += 1

    def _attach(self, message: Message, body: Json, files: list[tuple[str, bytes]]) -> None:
        if "attachments" in body or files:
            kept = [made for made in message.attachments if "attachments" not in body]
            told = {int(made["id"]): made for made in body.get("attachments") or []}
            for index, (name, content) in enumerate(files):
                url = f"https://cdn.invalid/{snowflake()}/{name}"
                if self.keep is None:
                    self.files[url] = content
                kept.append(
                    {"id": snowflake(), "filename": name, "size": len(content), "url": url, "proxy_url": url}
                    | {"description": told.get(index, {}).get("description")}
                )
            message.attachments = kept

    def _change_layout(self, message: Message, body: Json, files: list[tuple[str, bytes]]) -> None:
        """A message of components: it has no other content, and shows every file that it has."""
        if not body.get("flags", LAYOUT) & LAYOUT:
            raise Refusal(400, 50035, "IS_COMPONENTS_V2 cannot be removed")
        if body.get("content") or (message.content and not message.flags & LAYOUT and "content" not in body):
            raise Refusal(
                400, 50035, "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            )
        message.flags |= LAYOUT
        self._attach(message, body, files)
        components = json.loads(json.dumps(body.get("components") or []))
        check_emojis(self.emojis, components)
        if not components:
            raise Refusal(400, 50006, "Cannot send an empty message")
        by_name = {f"attachment://{made['filename']}": made["url"] for made in message.attachments}
        shown = set()
        for part in walk(components):
            items = [one["media"] for one in part.get("items", [])] + [
                part[key] for key in ("file",) if key in part
            ]
            for media in items:
                if media["url"] not in by_name:
                    raise Refusal(400, 50035, f"{media['url']} is not attached")
                shown.add(media["url"])
                media["url"] = by_name[media["url"]]
        if shown != set(by_name):
            raise Refusal(400, 50035, f"files that no component shows: {set(by_name) - shown}")
        message.components = components
        message.content = "\n".join(part["content"] for part in walk(components) if part["type"] == 10)
        message.version += 1

    def _edit_or_delete(
        self, method: str, channel: Channel, number: str, body: Json, files: list[tuple[str, bytes]]
    ) -> Json:
        message = self.world.message(channel.id, number)
        if message is None:
            raise Refusal(404, 10008, "Unknown Message")
        if method == "GET":
            return message.json()
        if message.reader is not None:
            self.world.breaches.append("a private message edited without an interaction")
        if method == "DELETE":
            message.deleted = True
            return None
        if not channel.allowed & VIEW:
            raise Refusal(403, 50001, "Missing Access")
        if self.slow_edits:
            raise Refusal(429, 30046, "Maximum number of edits to messages older than 1 hour reached")
        self._change(message, body, files)
        return message.json()

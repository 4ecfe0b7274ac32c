"""A stand-in for the Bot API on loopback: it keeps chats, checks every request, and can be nasty."""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from typing import Any

from aiohttp import web

from tests.support.telegram import checks, marks
from tests.support.telegram.chats import BOT, Chat, public
from tests.support.telegram.checks import Violation
from tests.support.telegram.deliveries import Deliveries
from tests.support.telegram.inline import InlineQueries
from tests.support.telegram.keyboards import understood
from tests.support.telegram.refusals import Drop, Refusal
from tests.support.telegram.requests import fields_of, refused, words_in
from tests.support.telegram.whispers import METHODS, Whispers

__all__ = ["BOT", "TOKEN", "Chat", "Drop", "Refusal", "StandIn", "public"]

TOKEN = "1234567:stand-in-token-of-no-use"  # noqa: S105  # nobody else takes it
MADE = ("sendMessage", "sendPhoto", "sendAnimation", "sendDocument")
COUNTED = (*MADE, "editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup")


class StandIn(Deliveries):
    """The server and all that it knows."""

    def __init__(self, keep: int | None = None, *, modern: bool = False) -> None:
        """`modern` knows Bot API 10.3; else what came after 10.0 is unknown: methods, and parameters."""
        super().__init__()
        self.modern = modern
        self.me = BOT
        self.private_topics = False  # whether private chats have topics
        self.whispers = Whispers(self)
        self.inline = InlineQueries(self)
        self.presses: dict[str, dict[str, Any]] = {}  # a press: its user, message and time
        self.whispered_commands: set[int] = set()
        self.keep = keep  # so many messages of a chat, and nothing else that grows; requests go unchecked
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, bytes] = {}
        self.next_message = 100
        self.violations: list[str] = []
        self.calls: list[tuple[float, str, dict[str, Any]]] = []
        self.commands: dict[str, list[dict[str, Any]]] = {}
        self.menu_button: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.queries: dict[str, int] = {}  # a press: its chat
        self.latency: list[float] = []
        self.counted = 0  # messages and edits, which have a limit
        self.received = 0  # bytes of files
        self.repeated = 0  # answers to presses that had one
        self.trouble: dict[str, list[Exception]] = defaultdict(list)
        self._runner: web.AppRunner | None = None
        self.port = 0
        self.host = "127.0.0.1"  # where it listens

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_post("/bot{token}/{method}", self._serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self.end_pushes()
        if self._runner is not None:
            await self._runner.cleanup()

    # -- requests -----------------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != TOKEN:
            return refused(Refusal(401, "Unauthorized"))
        try:
            fields = await fields_of(request)
        except Violation as error:
            self.violations.append(f"{method}: {error}")
            return refused(Refusal(400, f"Bad Request: {error}"))
        self.counted += method in COUNTED
        self.received += sum(len(value) for value in fields.values() if isinstance(value, bytes))
        if self.keep is None:
            self.calls.append((time.monotonic(), method, fields))
        later: Drop | None = None
        try:
            if not self.modern and method in METHODS:
                raise Refusal(404, "Not Found: method not found")
            if self.keep is None:
                checks.check(method, {name: value for name, value in fields.items() if name != "_media"})
            if self.trouble[method]:
                trouble = self.trouble[method].pop(0)
                if not (isinstance(trouble, Drop) and trouble.after):
                    raise trouble
                later = trouble
            result = await getattr(self, f"_{method}")(fields)
            if later is not None:
                raise later
        except Drop:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        except Violation as error:
            self.violations.append(f"{method}: {error}")
            return refused(Refusal(400, f"Bad Request: {error}"))
        except Refusal as refusal:
            return refused(refusal)
        finally:
            self.tell(self._where(fields))
        return web.json_response({"ok": True, "result": result})

    def _where(self, fields: dict[str, Any]) -> int:
        query = fields.get("callback_query_id")
        return self.queries.get(query, 0) if query else fields.get("chat_id", 0)

    async def _getMe(self, _: dict[str, Any]) -> Any:  # noqa: N802
        switches = {"supports_inline_queries": self.inline.on, "has_topics_enabled": self.private_topics}
        return {**BOT, "can_join_groups": True, "can_read_all_group_messages": False, **switches}

    async def _setMyCommands(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        checks.check_commands(fields)
        self.commands[fields.get("language_code", "")] = fields["commands"]
        return True

    async def _setChatMenuButton(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        self.menu_button = fields["menu_button"]
        return True

    async def _getChatAdministrators(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self._chat(fields)
        return [
            {
                "status": "creator",
                "user": {"id": user, "is_bot": False, "first_name": "A"},
                "is_anonymous": False,
            }
            for user in chat.admins
        ]

    async def _getChatMember(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, user = self._chat(fields), fields["user_id"]
        if BOT["id"] not in chat.admins and user != BOT["id"]:
            raise Refusal(400, "Bad Request: CHAT_ADMIN_REQUIRED")
        status = "left" if user in chat.outside else "member"
        return {"status": status, "user": {"id": user, "is_bot": False, "first_name": "A"}}

    async def _createForumTopic(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self._chat(fields)
        if not (chat.topics if chat.id < 0 else self.private_topics):
            raise Refusal(400, "Bad Request: the chat is not a forum")
        if not 1 <= len(fields["name"]) <= 128:
            raise Violation(f"TOPIC_TITLE_INVALID: {fields['name']}")
        self.next_message += 1
        chat.topics.add(self.next_message)
        chat.topic_names[self.next_message] = fields["name"]
        return {"message_thread_id": self.next_message, "name": fields["name"], "icon_color": 7322096}

    async def notice(self, chat: Chat, who: dict[str, Any], **what: Any) -> int:
        """A service message: the chat itself says what a user has done; its number."""
        self.next_message += 1
        number = self.next_message
        said = {"message_id": number, "date": int(time.time()), "chat": chat.data, "from": who, **what}
        chat.notices[number] = said
        await self.update(message=said)
        return number

    # -- messages -----------------------------------------------------------------------------------

    def _chat(self, fields: dict[str, Any]) -> Chat:
        chat = self.chats.get(fields["chat_id"])
        if chat is None:
            raise Refusal(400, "Bad Request: chat not found")
        if chat.upgraded:
            text = "Bad Request: group chat was upgraded to a supergroup chat"
            raise Refusal(400, text, migrate_to_chat_id=chat.upgraded)
        if chat.kicked:
            raise Refusal(403, "Forbidden: bot was kicked from the supergroup chat")
        if not chat.started:
            raise Refusal(403, "Forbidden: bot can't initiate conversation with a user")
        return chat

    def _make(self, method: str, fields: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
        chat = self._chat(fields)
        if self.modern and "ephemeral_message_parameters" in fields:
            return public(self.whispers.make(fields, content))
        chat.requests.append((time.monotonic(), method))
        topic = fields.get("message_thread_id")
        if topic is not None and topic not in chat.topics:
            raise Refusal(400, "Bad Request: message thread not found")
        markup = understood(fields.get("reply_markup"), modern=self.modern)
        self.next_message += 1
        message = {
            "message_id": self.next_message,
            "date": int(time.time()),
            "chat": chat.data,
            "from": BOT,
            **content,
        }
        if topic is not None:
            message |= {"message_thread_id": topic, "is_topic_message": True}
        if "reply_parameters" in fields:
            message["_reply"] = fields["reply_parameters"]["message_id"]
        if markup and "inline_keyboard" in markup:
            message["reply_markup"] = markup
        elif markup:
            message["_asks"] = markup
        message["_quiet"] = bool(fields.get("disable_notification"))
        chat.messages[self.next_message] = message
        if self.keep is not None:
            chat.requests.clear()
            while len(chat.messages) > self.keep:
                del chat.messages[next(iter(chat.messages))]
        return public(message)

    def _file(self, value: str | bytes) -> str:
        if isinstance(value, str):
            if value not in self.files:
                raise Refusal(400, "Bad Request: wrong file identifier")
            return value
        name = "file-" + hashlib.sha256(value).hexdigest()[:24]
        self.files[name] = value if self.keep is None else value[:3]
        return name

    def _photo(self, value: str | bytes) -> list[dict[str, Any]]:
        name = self._file(value)
        if isinstance(value, bytes):
            checks.check_photo(value)
        small = {"file_id": name + "s", "file_unique_id": name[:12] + "s", "width": 90, "height": 60}
        self.files.setdefault(name + "s", self.files[name])
        return [small, {"file_id": name, "file_unique_id": name[:12], "width": 1280, "height": 900}]

    async def _sendMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self._make("sendMessage", fields, words_in("text", fields, checks.TEXT))

    async def _sendPhoto(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if not self._chat(fields).photos:
            raise Refusal(400, "Bad Request: not enough rights to send photos to the chat")
        content = {"photo": self._photo(fields["photo"]), **words_in("caption", fields, checks.CAPTION)}
        return self._make("sendPhoto", fields, content)

    async def _sendAnimation(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        name = self._file(fields["animation"])
        if self.files[name][:3] != b"GIF" and self.files[name][4:8] != b"ftyp":
            raise Violation("an animation that is neither a GIF nor an MP4")
        film = {"file_id": name, "file_unique_id": name[:12], "width": 9, "height": 9, "duration": 1}
        return self._make(
            "sendAnimation", fields, {"animation": film, **words_in("caption", fields, checks.CAPTION)}
        )

    async def _sendDocument(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        name = self._file(fields["document"])
        document = {"file_id": name, "file_unique_id": name[:12]}
        return self._make(
            "sendDocument", fields, {"document": document, **words_in("caption", fields, checks.CAPTION)}
        )

    # -- ephemeral messages, pins, reactions -----------------------------------------------------------

    async def _editEphemeralMessageText(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.whispers.edit(fields, words_in("text", fields, checks.TEXT))

    async def _editEphemeralMessageCaption(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.whispers.edit(fields, words_in("caption", fields, checks.CAPTION))

    async def _editEphemeralMessageReplyMarkup(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.whispers.edit(fields, {})

    async def _editEphemeralMessageMedia(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        media = fields["media"]
        photo = self._photo(fields.get("_media", media["media"]))
        return self.whispers.edit(fields, {"photo": photo, **words_in("caption", media, checks.CAPTION)})

    async def _deleteEphemeralMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.whispers.delete(fields)

    async def _answerInlineQuery(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.inline.answer(fields)

    async def _pinChatMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self._chat(fields)
        marks.pin(chat, BOT["id"], fields)
        await self.notice(chat, BOT, pinned_message=public(chat.messages[fields["message_id"]]))
        return True

    async def _unpinChatMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return marks.unpin(self._chat(fields), BOT["id"], fields)

    async def _setMessageReaction(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return marks.react(self._chat(fields), fields)

    async def _deleteMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, number = self._chat(fields), fields["message_id"]
        notice = chat.notices.get(number)
        if notice is not None and notice["from"] is not BOT:
            raise Refusal(400, "Bad Request: message can't be deleted")
        if chat.notices.pop(number, None) is None and chat.messages.pop(number, None) is None:
            raise Refusal(400, "Bad Request: message to delete not found")
        return True

    # -- edits --------------------------------------------------------------------------------------

    def _edit(self, method: str, fields: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
        chat = self._chat(fields)
        chat.requests.append((time.monotonic(), method))
        message = chat.messages.get(fields["message_id"])
        if message is None or message["from"] is not BOT:
            raise Refusal(400, "Bad Request: message to edit not found")
        if method == "editMessageText" and "photo" in message:
            raise Refusal(400, "Bad Request: there is no text in the message to edit")
        if method == "editMessageCaption" and "photo" not in message:
            raise Refusal(400, "Bad Request: there is no caption in the message to edit")
        markup = understood(fields.get("reply_markup"), modern=self.modern)
        after = {key: value for key, value in message.items() if key != "reply_markup"} | content
        if "photo" in content:
            after.pop("text", None)
        if markup:
            after["reply_markup"] = markup
        if after == message:
            raise Refusal(
                400,
                "Bad Request: message is not modified: specified new message content and reply markup are "
                "exactly the same as a current content and reply markup of the message",
            )
        chat.messages[fields["message_id"]] = after
        return public(after)

    async def _editMessageText(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self._edit("editMessageText", fields, words_in("text", fields, checks.TEXT))

    async def _editMessageCaption(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self._edit("editMessageCaption", fields, words_in("caption", fields, checks.CAPTION))

    async def _editMessageReplyMarkup(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self._edit("editMessageReplyMarkup", fields, {})

    async def _editMessageMedia(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        media = fields["media"]
        content = {
            "photo": self._photo(fields.get("_media", media["media"])),
            **words_in("caption", media, checks.CAPTION),
        }
        return self._edit("editMessageMedia", fields, content)

    async def _answerCallbackQuery(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        query = fields["callback_query_id"]
        if query in self.answers:
            self.repeated += 1
            return True
        if query not in self.delivered:
            raise Refusal(
                400, "Bad Request: query is too old and response timeout expired or query ID is invalid"
            )
        if checks.length(fields.get("text", "")) > checks.TOAST:
            raise Violation("MESSAGE_TOO_LONG: a toast of more than 200")
        if "url" in fields and not fields["url"].startswith(f"https://t.me/{BOT['username']}?start="):
            raise Violation(f"URL_INVALID: {fields['url']}")
        self.answers[query] = fields
        self.latency.append(time.monotonic() - self.delivered[query])
        return True

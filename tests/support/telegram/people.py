"""People in Telegram: they write, press, and look at what stands in the chat."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.chats.telegram.rate_limit import BURST
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from tests.support.telegram.stand_in import Chat, StandIn, public

PATIENCE = 90.0  # seconds; generous, for machines with much else to do
LOOK = 0.5  # seconds: what is waited for may also come about where the chat does not hear of it
SEES_NOTHING = 1.0  # seconds until people press again where messages for one may get lost
ADMIN = {"id": 3, "is_bot": False, "first_name": "Admin"}
Message = dict[str, Any]


@dataclass(frozen=True)
class TelegramUser:
    id: int
    name: str
    language: str = "en"

    @property
    def data(self) -> dict[str, Any]:
        return {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": self.language}


ANNA, BORIS, VERA = (
    TelegramUser(11, "Anna"),
    TelegramUser(12, "Борис <b>&", "ru"),
    TelegramUser(13, "Вера", "bg"),
)


class Group:
    """A chat, or a topic of it, with people in it."""

    def __init__(self, server: StandIn, chat: Chat, topic: int | None = None) -> None:
        self.server = server
        self.chat = chat
        self.topic = topic
        server.chats[chat.id] = chat
        if topic is not None:
            chat.topics.add(topic)

    def messages(self) -> list[Message]:
        """What the bot has said here, oldest first."""
        found = [message for message in self.chat.messages.values() if message["from"]["is_bot"]]
        return [message for message in found if message.get("message_thread_id") == self.topic]

    @property
    def last(self) -> Message:
        return next(reversed(self.messages()), {})

    def whispers(self, who: TelegramUser | None = None) -> list[Message]:
        """What the bot has told one user here, or anyone, oldest first."""
        found = [one for one in self.chat.whispers.values() if one.get("message_thread_id") == self.topic]
        return [one for one in found if who is None or one["receiver_user"]["id"] == who.id]

    async def whisper(self, who: TelegramUser, text: str) -> int:
        """A user sends an ephemeral command, which only they and the bot see; its number."""
        self.server.next_message += 1
        number = self.server.next_message
        self.server.whispered_commands.add(number)
        message: Message = {
            "message_id": 0,
            "ephemeral_message_id": number,
            "date": int(time.time()),
            "chat": self.chat.data,
            "from": who.data,
            "text": text,
            "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}],
        }
        await self.server.update(message=message)
        return number

    async def say(self, who: TelegramUser, text: str, reply: int | None = None) -> int:
        """A user writes; the number of the message."""
        self.server.next_message += 1
        message: Message = {
            "message_id": self.server.next_message,
            "date": int(time.time()),
            "chat": self.chat.data,
            "from": who.data,
            "text": text,
        }
        if text.startswith("/"):
            head = len(text.split()[0])
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": head}]
        if self.topic is not None:
            message |= {"message_thread_id": self.topic, "is_topic_message": True}
            message["reply_to_message"] = self._beginning()
        if reply is not None:
            message["reply_to_message"] = public(self.chat.messages[reply])
        self.chat.messages[self.server.next_message] = message
        await self.server.update(message=public(message))
        return int(message["message_id"])

    def _beginning(self) -> Message:
        """The first message of the topic: others there are replies to it, unless to another one."""
        created = {"name": "Evening", "icon_color": 7322096}
        return {
            "message_id": self.topic,
            "date": 1,
            "chat": self.chat.data,
            "from": ADMIN,
            "forum_topic_created": created,
        }

    async def press(self, who: TelegramUser, message: Message, data: str, *, old: bool = False) -> str:
        """A user presses a button, perhaps of a message that is `old`; the number of the press."""
        query = f"q{self.server.next_update + 1}"
        shown = public(message)
        self.server.presses[query] = {"user": who.id, "message": shown, "at": time.monotonic()}
        if old:
            shown = {"chat": self.chat.data, "message_id": message["message_id"], "date": 0}
        self.server.queries[query] = self.chat.id
        await self.server.update(
            callback_query={
                "id": query,
                "from": who.data,
                "message": shown,
                "chat_instance": str(self.chat.id),
                "data": data,
            }
        )
        return query

    async def until(self, look: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Wait until something can be seen."""
        end = time.monotonic() + patience
        while True:
            found = look()
            if found:
                return found
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"waited in vain; the last here: {self.messages()[-2:]}")
            await self.server.wait(self.chat.id, min(left, LOOK))

    async def answer(self, query: str) -> dict[str, Any]:
        """The answer to a press."""
        return await self.until(lambda: self.server.answers.get(query))

    async def seen(self, words: str) -> Message:
        """A message of the bot with these words."""
        return await self.until(
            lambda: next((one for one in reversed(self.messages()) if words in text_of(one)), None)
        )

    async def pressed(self, who: TelegramUser, words: str) -> dict[str, Any]:
        """A user presses the button with these words wherever it stands; the answer."""
        message, data = await self.until(lambda: self._button(words))
        return await self.answer(await self.press(who, message, data))

    async def told(self, who: TelegramUser, words: str, part: str = "text") -> str:
        """A user presses the button with these words; what the answer says at once.

        A bot with much else to do answers a press without a word; then people press again.
        """
        end = time.monotonic() + PATIENCE
        while not (answer := await self.pressed(who, words)).get(part):
            assert time.monotonic() < end, f"no answer to {words!r} has a {part}"
        return str(answer[part])

    def _button(self, words: str) -> tuple[Message, str] | None:
        for message in reversed(self.messages()):
            for label, data in buttons(message):
                if words in label:
                    return message, data
        return None


def text_of(message: Message) -> str:
    return str(message.get("text") or message.get("caption") or "")


def buttons(message: Message) -> list[tuple[str, str]]:
    """Labels and data of what can be pressed under a message."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [
        (button["text"], button["callback_data"])
        for row in rows
        for button in row
        if "callback_data" in button
    ]


def waits(answer: dict[str, Any]) -> bool:
    """Whether the answer to a press says that the rate limit keeps its picture back for a while."""
    told = [catalogue(language).text("telegram.waits", n=0).split("0")[0] for language in LANGUAGES]
    return str(answer.get("text", "")).startswith(tuple(told))


def called(message: Message) -> list[int]:
    """Who is called in a message, by their links."""
    found = [re.fullmatch(r"tg://user\?id=(\d+)", link) for link in message.get("_links", ())]
    return [int(match[1]) for match in found if match]


def assert_pace(chat: Chat, per_minute: float, spare: int) -> None:
    """One burst and then a flow; `spare` requests may come late and close together."""
    burst, flow = per_minute * BURST, per_minute / 60
    times = [at for at, _ in chat.requests]
    for first, begin in enumerate(times):
        for count, end in enumerate(times[first:], start=1):
            assert count <= 1 + burst + flow * (end - begin) + spare, (count, end - begin)


def moves(message: Message) -> list[str]:
    """The data of the buttons that decide something: `game:stamp:seat…`, without looks and tools.

    A question about more cells than a keyboard holds has areas of the board: then those.
    """
    found = [data for _, data in buttons(message)]
    decide = [data for data in found if re.match(r"[a-z0-9]+:\d+:[a-f](\d|C|P)", data)]
    return decide or [data for data in found if re.match(r"[a-z0-9]+:\d+:[a-f]A\d", data)]


def _question(message: Message) -> str:
    """The game and the number of actions before the question that a message asks."""
    found = moves(message)
    return found[0].rpartition(":")[0] if found else ""


class Players:
    """Users who press any button that the bot offers."""

    def __init__(self, group: Group, people: tuple[TelegramUser, ...], seed: object = 0) -> None:
        self.group = group
        self.people = {who.id: who for who in people}
        self.rng = random.Random(str(seed))
        self.presses = 0
        self.last: TelegramUser = people[0]

    async def open(self, wishes: str = "") -> None:
        """Everybody sits down, and the game starts."""
        first, *others = self.people.values()
        await self.group.say(first, f"/new {wishes}".rstrip())
        message = await self.group.until(lambda: next((m for m in self.group.messages() if buttons(m)), None))
        press = {data.partition("@")[0].partition("!")[2]: data for _, data in buttons(message)}
        for who in others:
            await self.group.answer(await self.group.press(who, message, press["join"]))
        await self.group.answer(await self.group.press(first, message, press["start"]))
        await self.ready()

    async def ready(self) -> Message | None:
        """The message that asks for a decision, or None when the game is over."""
        message = await self.group.until(lambda: self._asking() or self._over())
        return None if self._over() else message

    def shown(self) -> Message:
        """The last message that is no answer to one person, or the close-up that one of the players sees."""
        last = next((one for one in reversed(self.group.messages()) if "_reply" not in one), {})
        near = [one for one in self.group.whispers() if moves(one) and _question(one) == _question(last)]
        return near[-1] if near else last

    def _asking(self) -> Message | None:
        last = self.shown()
        return last if moves(last) else None

    def _over(self) -> Message | None:
        found = [m for m in self.group.messages()[-3:] if any("!again" in data for _, data in buttons(m))]
        return found[-1] if found else None

    def _moved_on(self, pressed: Message, public: Message) -> bool:
        """Whether something else can be pressed than before, and not only what a close-up has covered."""
        now = self.shown()
        return now != pressed and ("receiver_user" in now or self.group.last != public)

    async def step(self, message: Message) -> None:
        """A user who is asked presses something, and it shows."""
        asked = [self.people[user] for user in dict.fromkeys(called(message)) if user in self.people]
        if "receiver_user" in message:
            asked = [self.people[message["receiver_user"]["id"]]]
        data, public = self.rng.choice(moves(message)), self.group.last
        patience = SEES_NOTHING if self.group.server.whispers.lossy else PATIENCE / 4
        for who in asked or [self.last, *self.people.values()]:
            answer = await self.group.answer(await self.group.press(who, message, data))
            self.presses += 1
            if (answer.get("text") and not waits(answer)) or answer.get("url"):
                continue  # it was for another user, or is asked once more in the private chat
            try:
                await self.group.until(lambda: self._moved_on(message, public), patience)
            except AssertionError:
                continue  # too busy to say so
            self.last = who
            return

    async def play(self, most: int = 2000) -> Message | None:
        """Press until the game is over, or so many times; the last message of a game that is over."""
        while self.presses < most:
            message = await self.ready()
            if message is None:
                return self._over()
            await self.step(message)
        return self._over()

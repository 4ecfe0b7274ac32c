"""The small parts of the Telegram adapter: texts within limits, keyboards, the queue, the pace."""

from __future__ import annotations

import asyncio
import random
import selectors
from bisect import bisect_left
from dataclasses import replace
from typing import Any

import pytest
from telegram.error import BadRequest, ChatMigrated, NetworkError

from bot.chats.telegram.html import CAPTION, TEXT, call, length, pieces, short, to_html
from bot.chats.telegram.ids import ChatTopic, place_of
from bot.chats.telegram.items import CloseMessage, OutboxItem, Post, PublicPost, merged
from bot.chats.telegram.keyboards import Pressed, Unfold, data_of, disabled, keyboard, read_data, sheet
from bot.chats.telegram.ledger import ShownMessage
from bot.chats.telegram.outbox import Delivery, TelegramOutbox
from bot.chats.telegram.rate_limit import ChatRate
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Amount, Choice, Outgoing
from bot.conversation.protocol.ports import Unreached
from storage import Unavailable
from tests.bot.conversation.test_pace import alone
from tests.support.stage import option_choices
from tests.support.telegram import checks
from tests.support.telegram.keyboards import understood
from tests.support.telegram.refusals import Refusal

# -- texts ------------------------------------------------------------------------------------------


def test_names_are_escaped() -> None:
    rng = random.Random(1)
    for _ in range(300):
        name = "".join(rng.choice("<>&\"'/ab;#\U0001f600\u202e") for _ in range(rng.randrange(1, 12)))
        text = f"<b>{markup.escape(name)}</b> {markup.person('telegram:7', name)} <code>x</code>"
        shown, links = checks.parse(to_html(markup.spans(text), ["telegram:7"]), "HTML")
        assert shown == f"{name} {name} x"
        assert links == ["tg://user?id=7"]


def test_only_users_to_notify_are_mentioned() -> None:
    text = f"{markup.person('telegram:7', 'Anna')}, {markup.person('discord:8', 'Bo')}"
    assert to_html(markup.spans(text), []) == "<b>Anna</b>, <b>Bo</b>"
    runs = call(markup.spans(text), ["telegram:7", "telegram:9", "discord:8"])
    links = checks.parse(to_html(runs, ["telegram:7", "telegram:9", "discord:8"]), "HTML")[1]
    assert links == ["tg://user?id=7", "tg://user?id=9"]


@pytest.mark.parametrize("last", [CAPTION, TEXT])
def test_long_texts_are_split_between_lines_without_loss(last: int) -> None:
    rng = random.Random(last)
    for _ in range(20):
        words = [
            "".join(rng.choice("aяЖ\U0001f600") for _ in range(rng.randrange(1, 60))) for _ in range(400)
        ]
        text = "".join(
            f"<b>{word}</b>{rng.choice([' ', chr(10), ''])}" for word in words[: rng.randrange(1, 400)]
        )
        parts = pieces(text, last)
        sizes = [length("".join(span.text for span in part)) for part in parts]
        assert all(size <= TEXT for size in sizes[:-1])
        assert sizes[-1] <= last
        joined = "".join(span.text for part in parts for span in part)
        assert joined.translate({10: None, 32: None}) == markup.plain(text).translate({10: None, 32: None})


def test_the_question_stays_with_the_buttons() -> None:
    story = "\n".join(f"line {number} of what happened" for number in range(80))
    parts = pieces(f"{story}\nAnna, your turn.", CAPTION)
    assert len(parts) == 2
    assert to_html(parts[-1]).endswith("line 79 of what happened\nAnna, your turn.")
    assert to_html(parts[0]).startswith("line 0 of what happened\nline 1")
    assert len(pieces("Anna, your turn.", CAPTION)) == 1


def test_details_are_quotes_that_can_be_opened_also_in_pieces() -> None:
    lines = [f"<b>{n}</b> of &lt;many&gt;" for n in range(400)]
    text = "\n".join(["Details", *markup.fold(lines), "end"])
    parts = [to_html(part) for part in pieces(text)]
    assert len(parts) > 1
    assert parts[0].startswith("Details\n<blockquote expandable><b>0</b> of &lt;many&gt;\n<b>1</b>")
    assert parts[-1].endswith("</blockquote>\nend")
    for part in parts:
        assert part.count("<blockquote expandable>") == part.count("</blockquote>") == 1
        plain, _ = checks.parse(part, "HTML")
        checks.check_text(plain, TEXT)
    assert markup.fold([]) == []


def test_toast_is_shortened() -> None:
    assert short("four words are enough", 12) == "four words…"
    assert length(short("\U0001f600" * 300, 200)) <= 200
    assert short("as it is", 20) == "as it is"


# -- keyboards --------------------------------------------------------------------------------------


def test_button_data_is_read_back() -> None:
    plain, asking = Choice("x", "ab12:7:bC3"), Choice("x", "ab12:7:b=0", amount=Amount(1, 40, "How much?"))
    assert read_data(data_of(plain, None)) == Pressed("ab12:7:bC3")
    assert read_data(data_of(plain, 55)) == Pressed("ab12:7:bC3", topic=55)
    assert read_data(data_of(asking, 55)) == Pressed("ab12:7:b=0", (1, 40), 55)
    assert read_data(">2.1@9") == Unfold(2, 1, 9)
    assert read_data(">999.0") is None
    for other in ("", "ab12:7:bC\u00e9", "1-9~\ud800", "a b", "x" * 65):
        assert read_data(other) is None
    longest = "a" * 12 + ":1234567:" + "x" * 42
    assert data_of(Choice("x", longest), 123456) == longest  # no room for the topic
    with pytest.raises(ValueError, match="does not fit"):
        data_of(Choice("x", "x" * 65), None)


def test_many_choices_stay_within_the_limits() -> None:
    one = [Choice(f"{n} · C{n}", f"g:1:aC{n}", menu="Cells") for n in range(1, 61)]
    tools = [Choice("Score", "g:1:!score", row=10)]
    flat = sheet([*one, *tools])
    assert not flat.menus  # a single menu needs no folding
    assert understood(keyboard(flat).to_dict(), modern=True)
    assert flat.rows[-1] == (("Score", "g:1:!score", ""),)
    many = [Choice(f"{n}", f"g:1:aC{n}", menu="Cells") for n in range(1, 251)]
    folded = sheet([*many, *tools])
    seen: set[str] = set()
    for page in range(3):
        shown = keyboard(folded, None, 1, page)
        assert understood(shown.to_dict(), modern=True)
        seen |= {str(button.callback_data) for row in shown.inline_keyboard for button in row}
    assert {choice.token for choice in many} <= seen
    assert ">0.0" in seen
    first = keyboard(folded)
    assert [button.callback_data for row in first.inline_keyboard for button in row] == ["g:1:!score", ">1.0"]


def test_buttons_have_colours_and_retired_ones_are_disabled() -> None:
    styles = [("Join", "success"), ("Leave", "secondary"), ("Start", "primary"), ("Close", "danger")]
    choices = [Choice(label, f"g:1:!{label}", style, row=1) for label, style in styles]  # type: ignore[arg-type]
    shown = keyboard(sheet(choices))
    (row,) = (understood(shown.to_dict(), modern=True) or {})["inline_keyboard"]
    assert [one.get("style") for one in row] == ["success", None, "primary", "danger"]
    (plain,) = (understood(shown.to_dict(), modern=False) or {})["inline_keyboard"]
    assert not any("style" in one for one in plain)
    retired = disabled(shown.to_dict(), "g:1:!Start").to_dict()
    (row,) = (understood(retired, modern=True) or {})["inline_keyboard"]
    assert [one["text"] for one in row] == ["Join", "Leave", "✓ Start", "Close"]
    assert all(one["disabled"] == {} and "callback_data" not in one for one in row)
    with pytest.raises(Refusal):
        understood(retired, modern=False)


def test_channels_are_read_back() -> None:
    for place in (ChatTopic(7), ChatTopic(-100123), ChatTopic(-100123, 55)):
        assert place_of(place.channel) == place
    for other in ("discord:7", "telegram:", "telegram:1:2:3", "telegram:x", "web:telegram:1"):
        assert place_of(other) is None


# -- the queue --------------------------------------------------------------------------------------

HERE = ChatTopic(-1)


def item(key: str = "", place: ChatTopic = HERE, **fields: Any) -> Post:
    return PublicPost(place, Outgoing(place.channel, key, slot=key, **fields))


async def test_turns_of_computers_are_merged_in_the_queue() -> None:
    stage, _ = await alone(computers=5)
    said = [*await stage.say("Anna", "/play 1a nobody")]
    while not option_choices(said[-1]):
        said += await stage.ring(2)
    assert len(said) == 6
    queue: list[OutboxItem] = []
    for message in said:
        kept, _, new = merged(queue, PublicPost(HERE, message))
        queue = [*kept, new]
    assert [one.message.slot for one in queue if isinstance(one, Post)] == [said[0].slot, said[-1].slot]


def test_queued_messages_that_are_outdated_are_dropped() -> None:
    look, other = item("t1", preview=True, to="a"), item("t1", preview=True, to="a")
    assert merged([look], other) == ([], [look], other)
    turn = item("t2", closes=("t1",))
    assert merged([look], turn)[:2] == ([], [look])
    again = item("t2", notify=("b",))
    kept, dropped, new = merged([turn], again)
    assert (kept, dropped) == ([], [turn])
    assert isinstance(new, Post)
    assert new.message.closes == ("t1",)  # what the other was to do is not forgotten
    later = item("t3", closes=("t2",))
    choices = (Choice("x", "g:1:a0"),)
    kept, dropped, _ = merged([item("t2", choices=choices)], later)
    assert dropped == []
    assert isinstance(kept[0], Post)
    assert kept[0].message.choices == ()  # told, but there is nothing to press any more
    elsewhere = item("t2", ChatTopic(-1, 7))
    assert merged([elsewhere], again)[0] == [elsewhere]
    words = item()
    assert merged([words], item())[0] == [words]


class TimeLapse(selectors.SelectSelector):
    """Waiting takes no time: the loop's clock is set forward instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        self.now += (0.0 if found else timeout or 0.0) + 1e-6
        return found


def in_no_time(work: Any) -> None:
    selector = TimeLapse()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    try:
        loop.run_until_complete(work)
    finally:
        loop.close()


async def nothing(*_: object) -> None:
    """What a queue does after an item, where it does not matter."""


@pytest.mark.parametrize("limit", [20, 6, 60])
def test_no_minute_exceeds_the_limit(limit: int) -> None:
    """An hour of people who press without end, counted in every window of sixty seconds."""
    sent: list[float] = []

    async def hour() -> None:
        loop = asyncio.get_running_loop()

        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            sent.append(loop.time())
            return [CloseMessage(one.place, ShownMessage("old", 1))] if isinstance(one, Post) else []

        outbox = TelegramOutbox(Delivery(do, nothing, nothing), limit)
        for second in range(3600):
            await outbox.put(item(f"turn{second % 5}", ChatTopic(-1, second % 3 + 1)))
            await asyncio.sleep(1)
        await outbox.drain(0)

    in_no_time(hour())
    assert sent == sorted(sent)
    busiest = max(bisect_left(sent, start + 60) - bisect_left(sent, start) for start in sent)
    assert busiest <= limit
    assert len(sent) > 0.55 * limit * 60  # and it does not dawdle


@pytest.mark.parametrize(("moves", "each"), [(15, 1), (8, 2)])
def test_quick_game_does_not_wait_for_the_limit(moves: int, each: int) -> None:
    """Ten minutes of moves right after the opening, while buttons of old messages are to be taken away."""
    sent: dict[str, float] = {}
    waits: list[float] = []

    async def work() -> None:
        loop = asyncio.get_running_loop()

        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            if not isinstance(one, Post):
                return []
            sent[one.message.slot] = loop.time()
            return [CloseMessage(one.place, ShownMessage("old", 1))]

        outbox = TelegramOutbox(Delivery(do, nothing, nothing), 20)
        begin = loop.time()
        for number in range(4 + 10 * moves * each):
            due = begin + 60 / moves * max(0, (number - 4) // each)
            await asyncio.sleep(max(0.0, due - loop.time()))
            asked = loop.time()
            await outbox.put(item(f"m{number}"))
            while f"m{number}" not in sent:
                await asyncio.sleep(0.01)
            waits.append(sent[f"m{number}"] - asked)
        await outbox.drain(0)

    in_no_time(work())
    assert max(waits) < 1.0


def test_chat_keeps_its_limit_when_its_owner_changes() -> None:
    sent: list[float] = []

    async def do(_: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
        await rate.take()
        sent.append(asyncio.get_running_loop().time())
        return []

    async def hands() -> None:
        for was_mine in (True, False, False):
            outbox = TelegramOutbox(Delivery(do, nothing, nothing, lambda _, mine=was_mine: mine), 20)
            for second in range(25):
                await outbox.put(item(f"turn{second}"))
                await asyncio.sleep(1)
            outbox.drop(lambda channel: channel == HERE.channel)
            await outbox.drain(0)

    in_no_time(hands())
    assert sent == sorted(sent)
    busiest = max(bisect_left(sent, start + 60) - bisect_left(sent, start) for start in sent)
    assert busiest <= 20
    assert len(sent) > 18


def test_messages_are_sent_before_closings() -> None:
    sent: list[str] = []

    async def work() -> None:
        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            sent.append("close" if isinstance(one, CloseMessage) else "message")
            return []

        outbox = TelegramOutbox(Delivery(do, nothing, nothing), 20)
        for number in range(9):
            await outbox.put(CloseMessage(HERE, ShownMessage(str(number), number)))
        for number in range(6):
            await outbox.put(item(f"m{number}"))
        await asyncio.sleep(120)

    in_no_time(work())
    assert sent[:6] == ["message"] * 6
    assert sent[6:] == ["close"] * 9


def test_short_outage_of_the_store_loses_no_message() -> None:
    sent: list[str] = []
    noted: list[OutboxItem] = []

    async def work() -> None:
        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            if asyncio.get_running_loop().time() < 3:
                raise Unavailable("the notes cannot be read")
            assert isinstance(one, Post)
            sent.append(one.message.slot)
            return []

        async def done(one: OutboxItem) -> None:
            noted.append(one)
            if len(noted) < 3:
                raise Unavailable("the notes cannot be written")

        outbox = TelegramOutbox(Delivery(do, done, nothing), 20)
        for key in ("a", "b", "b", "c"):  # one is left out, which cannot be noted either
            await outbox.put(item(key))
        await asyncio.sleep(60)
        assert not outbox.waiting

    in_no_time(work())
    assert sent == ["a", "b", "c"]


def test_outage_of_the_store_during_an_upgrade_loses_no_message() -> None:
    sent: list[str] = []

    async def work() -> None:
        known: list[int] = []

        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            if -2 not in known:
                raise ChatMigrated(-2)
            assert isinstance(one, Post)
            sent.append(one.message.slot)
            return []

        async def upgraded(_: int, new: int) -> bool:
            if asyncio.get_running_loop().time() < 3:
                raise Unavailable("the alias cannot be made")
            known.append(new)
            return True

        outbox = TelegramOutbox(Delivery(do, nothing, upgraded), 20)
        posted = asyncio.get_running_loop().create_future()
        await outbox.put(replace(item("news"), posted=posted))
        async with asyncio.timeout(60):
            await posted

    in_no_time(work())
    assert sent == ["news"]


@pytest.mark.parametrize(
    ("error", "reached"),
    [
        (BadRequest("Not enough rights to send text messages to the chat"), False),
        (BadRequest("CHAT_WRITE_FORBIDDEN"), False),
        (BadRequest("Can't parse entities"), True),  # no later try would do better
    ],
)
def test_who_waits_for_a_message_hears_that_the_bot_may_not_write(error: BadRequest, reached: bool) -> None:
    async def work() -> None:
        async def do(_: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            raise error

        outbox = TelegramOutbox(Delivery(do, nothing, nothing), 20)
        posted = asyncio.get_running_loop().create_future()
        await outbox.put(replace(item("news"), posted=posted))
        if reached:
            await posted
        else:
            with pytest.raises(Unreached) as refused:
                await posted
            assert not refused.value.gone

    in_no_time(work())


def test_long_network_outage_loses_no_message() -> None:
    sent: list[str] = []
    done: list[str] = []

    async def work() -> None:
        async def do(one: OutboxItem, rate: ChatRate) -> list[OutboxItem]:
            await rate.take()
            if asyncio.get_running_loop().time() < 1800:
                raise NetworkError("nothing heard")
            assert isinstance(one, Post)
            sent.append(one.message.alt)
            return []

        async def noted(one: OutboxItem) -> None:
            assert isinstance(one, Post)
            done.append(one.message.alt)

        outbox = TelegramOutbox(Delivery(do, noted, nothing), 20)
        for minute in range(20):
            await outbox.put(item(f"turn{minute % 2}", alt=str(minute)))
            await asyncio.sleep(60)
        assert outbox.waiting
        await asyncio.sleep(900)
        assert not outbox.waiting

    in_no_time(work())
    assert sent == ["18", "19"]  # of each message the last look
    assert sorted(map(int, done)) == list(range(20))

"""What people do on Telegram beside pressing moves: commands, menus, numbers, private answers."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import redis

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue
from bot.locales.languages import LANGUAGES
from tests.storage.test_forget_everywhere import everything
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import (
    ANNA,
    BORIS,
    VERA,
    Group,
    Players,
    TelegramUser,
    buttons,
    called,
    moves,
    text_of,
)
from tests.support.telegram.stand_in import BOT, Chat


async def test_the_list_of_commands_is_in_every_language(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        assert set(server.commands) == {"", *(tag.partition("-")[0] for tag in LANGUAGES)}
        for language in server.commands:
            told = {one["command"]: one["description"] for one in server.commands[language]}
            assert list(told) == list(COMMANDS)
            assert told["new"] == catalogue(language).label("command.new")[:256]


async def test_commands_menus_and_private_answers(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        home = Group(server, Chat(ANNA.id, "private", started=False))

        # a command may name the bot; those of other bots are none of ours
        await group.say(ANNA, "/new@SomeOtherBot")
        await group.say(ANNA, "/weather")
        await group.say(ANNA, "good morning, 12")
        await group.say(ANNA, f"/new@{str(BOT['username']).upper()} abbot")
        lobby = await group.seen("Anna")
        assert len(group.messages()) == 1

        # menus unfold in place, stay open while things are chosen, and fold again
        await group.pressed(ANNA, catalogue("en").label("menu.boxes"))
        await group.until(lambda: any("!change.box.river" in data for _, data in buttons(group.last)))
        river = catalogue("en").label("box.river")
        await group.pressed(ANNA, river)
        await group.until(lambda: any(label == f"✓ {river}" for label, _ in buttons(group.last)))
        assert river in text_of(group.last)
        await group.pressed(ANNA, "◂")
        await group.until(lambda: any("!join" in data for _, data in buttons(group.last)))
        assert group.last["message_id"] == lobby["message_id"]
        assert len(group.messages()) == 1

        # a refusal is a toast for the user who pressed, in their language, and a reply to the one who typed
        assert await group.told(VERA, "Leave") == catalogue("bg").label("not_seated")
        number = await group.say(BORIS, "/leave")
        refused = await group.seen(catalogue("ru").label("not_seated"))
        assert refused["_reply"] == number

        # an answer for one alone: the press leads to the private chat, and there it is
        await group.pressed(BORIS, "Join")
        await group.seen("Борис <b>&")
        await group.pressed(ANNA, "Start")
        await group.until(lambda: moves(group.last))
        link = await group.told(ANNA, "Score", "url")
        payload = re.fullmatch(rf"https://t\.me/{BOT['username']}\?start=([\w-]{{1,64}})", link)
        assert payload is not None
        home.chat.started = True
        await home.say(ANNA, f"/start {payload[1]}")
        assert "photo" in await home.seen("Anna")
        assert await group.told(ANNA, "Bag") == catalogue("en").label("telegram.private_sent")
        await home.until(lambda: len(home.messages()) >= 2)

        # a user who blocks the bot is asked in the group to come
        home.chat.started = False
        number = await group.say(ANNA, "/help")
        invited = await group.until(
            lambda: group.last if "url" in str(group.last.get("reply_markup")) else None
        )
        assert invited["_reply"] == number
        assert called(invited) == [ANNA.id]
        home.chat.started = True
        await home.say(ANNA, f"/start {payload[1]}")
        await home.seen("/board")
        await group.say(ANNA, "/settings")
        settings = await home.seen(catalogue("en").label("settings.hint")[:20])
        assert any("▸" in label for label, _ in buttons(settings))
        await group.say(ANNA, "/record")
        await home.until(lambda: "document" in home.last)
        await group.say(ANNA, "/replay")
        await home.until(lambda: any("animation" in one for one in home.messages()))


async def test_a_private_chat_is_a_table_too(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        home = Group(server, Chat(VERA.id, "private"))
        await home.say(VERA, "/start")
        await home.seen("Bastide")  # the welcome
        await home.say(VERA, "/new computers=1_easy")
        await home.until(lambda: buttons(home.last))
        await home.say(VERA, "/start")
        players = Players(home, (VERA,), "alone")
        await players.ready()
        await players.play(4)
        assert "Вера" in text_of(home.last) or moves(home.last)


async def test_a_hint_is_played_and_the_computer_takes_its_time(tmp_path: Path) -> None:
    async with telegram(tmp_path, COMPUTER_PACE="1") as (server, _):
        group = Group(server, Chat(-1001))
        home = Group(server, Chat(ANNA.id, "private"))
        await home.say(ANNA, "/start")
        await home.seen("Bastide")
        await Players(group, (ANNA,)).open("computers=1_easy")
        before = len(group.messages())
        await group.pressed(ANNA, "Hint")
        hint = await home.seen("In one line")
        assert "photo" in hint
        assert len(group.messages()) == before
        await home.pressed(ANNA, "Play it")
        thinking, asking = await group.until(  # the move of each
            lambda: len(group.messages()) > before + 1 and group.messages()[before:]
        )
        assert "is thinking" in text_of(thinking)
        assert (called(thinking), moves(thinking)) == ([], [])
        assert called(asking) == [ANNA.id]
        assert moves(asking)

        await group.say(ANNA, "/end")
        await group.seen(catalogue("en").label("end.closed", scores="")[:10])
        assert "Anna:" in await review(group, home)


async def review(group: Group, home: Group) -> str:
    """Ask for a review until it is ready: who has much else to do asks to come back."""
    while True:
        before = len(home.messages())
        await group.say(ANNA, "/review")
        await home.until(lambda before=before: len(home.messages()) > before)
        if catalogue("en").label("review.soon", n=0)[:12] not in (said := text_of(home.last)):
            assert catalogue("en").label("review.title") in said
            return said
        await asyncio.sleep(1)


async def test_a_number_is_asked_for_and_typed(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001))
        players = Players(group, (ANNA, BORIS), "bids")
        await players.open("bazaars bazaar_mode=auction")
        found = None
        while found is None:
            message = await players.ready()
            assert message is not None
            found = next((data for _, data in buttons(message) if "~" in data), None)
            if found is None:
                await players.step(message)
        people: dict[int, TelegramUser] = {ANNA.id: ANNA, BORIS.id: BORIS}
        who = people[called(message)[-1]]
        await group.answer(await group.press(who, message, found))
        question = await group.until(lambda: group.last if "_asks" in group.last else None)
        assert question["_asks"] == {"force_reply": True, "selective": True}
        assert called(question) == [who.id]
        await group.say(who, "many", reply=question["message_id"])
        await group.until(lambda: "_reply" in group.last)
        least = found.partition("-")[0]
        await group.say(who, least, reply=question["message_id"])
        await group.until(  # the message of the auction is edited, or a new one calls who has not moved yet
            lambda: any(moves(one) and moves(one) != moves(message) for one in group.messages())
        )


def stored(folder: Path) -> bytes:
    """All that the bot's own server holds now, as text."""
    client = redis.Redis(unix_socket_path=(folder / "data" / "server.socket").read_text("utf-8"))
    with client:
        return b"\n".join(everything(client))


async def test_forget_on_telegram_leaves_nothing(tmp_path: Path) -> None:
    zoe = TelegramUser(90210, "Zoe <&>")
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        home = Group(server, Chat(zoe.id, "private", started=True))
        elsewhere = Group(server, Chat(-1002, title="Where she never sits", admins=(ANNA.id,)))
        await elsewhere.say(zoe, "/leave")
        await elsewhere.seen(catalogue("en").label("no_lobby"))
        await elsewhere.say(zoe, "/rules")  # nobody may write to her yet: the way to the private chat
        await elsewhere.until(lambda: "reply_markup" in elsewhere.last)
        await Players(group, (ANNA, zoe)).open("abbot")
        await group.say(zoe, "/leave")  # a refusal as a reply, kept under her id
        await group.seen(catalogue("en").label("running"))
        await home.say(zoe, "/new computers=1")
        await home.seen("Zoe")
        await home.say(zoe, "/settings theme night")
        await home.seen(catalogue("en").label("setting.theme"))
        assert b"90210" in stored(tmp_path)
        assert b"Zoe" in stored(tmp_path)

        await group.say(zoe, "/forget")
        await home.until(lambda: any("!forget.yes" in data for _, data in buttons(home.last)))
        answer = await home.pressed(zoe, catalogue("en").label("button.forget"))
        await group.seen("Player B")
        if "Done" not in answer.get("text", ""):
            await home.seen("Done")
        await group.until(lambda: b"90210" not in stored(tmp_path))
        assert b"Zoe" not in stored(tmp_path)

        # the button is gone; pressed once more on a slow phone it finds nothing, and changes nothing
        asked = next(one for one in home.messages() if "Should I forget you?" in text_of(one))
        await home.until(lambda: not buttons(home.chat.messages[asked["message_id"]]))
        await home.answer(await home.press(zoe, asked, "me:0:!forget.yes"))
        await home.until(lambda: b"90210" not in stored(tmp_path))


async def test_press_in_a_private_chat_grants_no_admin_rights(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        home = Group(server, Chat(BORIS.id, "private", started=True))
        await home.say(BORIS, "/help")
        await home.until(lambda: home.messages())
        await Players(group, (ANNA, BORIS, VERA)).open()
        await group.say(BORIS, "/rules")
        message = await home.until(lambda: home.last if len(home.messages()) > 1 else None)
        game = moves(group.last)[0].partition(":")[0]
        answer = await home.answer(await home.press(BORIS, message, f"{game}:0:!ban.C"))
        if not answer.get("text"):  # on a machine with much else to do it comes as a message
            answer = {"text": text_of(await home.seen(catalogue("ru").label("admin_only")))}
        assert answer["text"] == catalogue("ru").label("admin_only")


async def test_bans_work_from_the_private_chat_that_the_bot_points_to(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        home = Group(server, Chat(ANNA.id, "private", started=False))
        await Players(group, (ANNA, BORIS, VERA)).open()
        await group.say(ANNA, "/ban Вера")  # the answer is for her alone: by the link into the private chat
        await group.seen("this answer is just for you")
        home.chat.started = True
        await home.say(ANNA, "/start answer")
        await home.seen(catalogue("en").label("ban.done", player="Вера"))
        await home.say(ANNA, "/ban")
        await home.seen(catalogue("en").label("ban.list"))
        await home.say(ANNA, "/unban 1")
        await home.seen(catalogue("en").label("ban.lifted", player="Вера"))
        await group.say(BORIS, "/unban 1")  # he is no administrator there
        await group.seen(catalogue("ru").label("admin_only"))


async def test_bot_greets_a_group_that_it_joins_and_links_lead_to_tables(tmp_path: Path) -> None:
    async with telegram(tmp_path) as (server, _):
        group = Group(server, Chat(-1001, title="Club", admins=(ANNA.id,)))
        common = {"message_id": 7, "date": int(time.time()), "chat": group.chat.data, "from": ANNA.data}
        await server.update(message={**common, "new_chat_members": [BOT]})
        welcome = await group.seen("Bastide")
        assert len(buttons(welcome)) == 3
        await group.say(ANNA, f"/start@{BOT['username']} true")  # the link into a group leaves it there
        await group.say(ANNA, "/new")
        await group.until(lambda: any("!start" in data for _, data in buttons(group.last)))
        assert len(group.messages()) == 2

        home = Group(server, Chat(BORIS.id, "private"))
        await home.say(BORIS, "/start what_is_this")
        await home.seen("Bastide")
        await home.say(BORIS, "/start join_nosuchcode")
        await home.until(lambda: len(home.messages()) == 2)
        assert "nosuchcode" not in text_of(home.last)
        await home.say(BORIS, "/start cup_nosuch")
        await home.seen(catalogue("ru").label("cup.link_unknown"))

"""Ephemeral messages on Telegram: what is for one person stands in the group, and only they see it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.markup import escape
from tests.bot.chats.telegram.test_games import TABLES
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, BORIS, VERA, Group, Message, Players, buttons, moves, text_of
from tests.support.telegram.stand_in import BOT, Chat, Refusal, StandIn


def modern(*, lossy: float = 0.0) -> StandIn:
    server = StandIn(modern=True)
    server.whispers.lossy = lossy
    return server


async def asked(players: Players) -> Message:
    """The question about a tile with more than one place to go."""
    while True:
        message = await players.ready()
        assert message is not None
        if any(":aC" in data or ":bC" in data for data in moves(message)) and "receiver_user" not in message:
            return message
        await players.step(message)


async def test_close_up_is_seen_by_one_player_only(tmp_path: Path) -> None:
    async with telegram(tmp_path, server=modern()) as (server, _):
        group = Group(server, Chat(-1001))
        players = Players(group, (ANNA, BORIS), "ephemeral")
        await players.open()
        board = await asked(players)
        data = moves(board)[0]
        who = {"a": ANNA, "b": BORIS}[data.split(":")[2][0]]
        before = len(group.chat.requests)
        await group.answer(await group.press(who, board, data))
        (near,) = await group.until(lambda: group.whispers(who))
        assert near["_replaces"] == board["message_id"]
        assert "photo" in near
        assert group.last == board  # nobody else sees anything
        back = next(data for _, data in buttons(near) if data.endswith("B"))
        await group.answer(await group.press(who, near, back))
        await group.until(lambda: not group.whispers(who))

        await group.answer(await group.press(who, board, data))
        (near,) = await group.until(lambda: group.whispers(who))
        await group.press(who, near, moves(near)[0])
        await group.until(lambda: group.last["message_id"] > board["message_id"] and not group.whispers(who))
        made = [method for _, method in group.chat.requests[before:] if method != "editMessageReplyMarkup"]
        assert made == ["sendPhoto"]


async def test_scores_and_commands_are_answered_in_the_group_to_one_user(tmp_path: Path) -> None:
    async with telegram(tmp_path, server=modern()) as (server, _):
        group = Group(server, Chat(-1001, admins=(VERA.id,)))
        players = Players(group, (ANNA, BORIS))
        await players.open()
        shown = len(group.messages())
        await group.pressed(ANNA, "Score")  # she has never pressed Start
        (score,) = await group.until(lambda: group.whispers(ANNA))
        assert "photo" in score
        back = catalogue("en").label("button.back")
        assert buttons(score)[-1][0] == back
        await group.answer(await group.press(ANNA, score, buttons(score)[-1][1]))
        await group.until(lambda: not group.whispers(ANNA))

        marked = {one["command"] for one in server.commands["en"] if one.get("is_ephemeral")}
        assert marked == {name for name, row in COMMANDS.items() if row.private}
        assert marked < set(COMMANDS)
        await group.whisper(BORIS, "/help")
        (told,) = await group.until(lambda: group.whispers(BORIS))
        assert "/board" in text_of(told)
        await group.whisper(BORIS, "/leave")
        await group.until(lambda: catalogue("ru").label("running") in text_of(group.whispers(BORIS)[-1]))
        assert len(group.messages()) == shown

        # a line that all can read is answered aloud, unless the bot may whisper at any time
        await group.say(VERA, "/leave")
        await group.seen(catalogue("bg").label("running"))


async def test_bot_that_is_an_administrator_whispers_refusals_of_lines(tmp_path: Path) -> None:
    async with telegram(tmp_path, server=modern()) as (server, _):
        group = Group(server, Chat(-1001, admins=(ANNA.id, int(str(BOT["id"])))))
        await group.say(VERA, "/leave")
        (told,) = await group.until(lambda: group.whispers(VERA))
        assert text_of(told) == catalogue("bg").label("no_lobby")
        assert group.messages() == []


@pytest.mark.parametrize("why", ["old server", "basic group", "refused"])
async def test_without_ephemeral_messages_the_group_sees_its_own_close_up(tmp_path: Path, why: str) -> None:
    server = StandIn(modern=why != "old server")
    async with telegram(tmp_path, server=server) as (server, _):
        group = Group(server, Chat(-1001, "group" if why == "basic group" else "supergroup"))
        players = Players(group, (ANNA, BORIS), why)
        home = Group(server, Chat(BORIS.id, "private"))
        await home.say(BORIS, "/settings theme night")
        await home.until(home.messages)
        await players.open()
        await players.play(4)  # until there is something to tell
        board = await asked(players)
        if why == "refused":
            server.trouble["sendPhoto"] += [Refusal(400, "Bad Request: EPHEMERAL_FORBIDDEN")]
        lines = text_of(board).splitlines()
        seat = moves(board)[0].split(":")[2][0]
        who, name = {"a": (ANNA, "Anna"), "b": (BORIS, "Борис <b>&")}[seat]
        await group.answer(await group.press(who, board, moves(board)[0]))
        near = await group.until(lambda: group.last if group.last != board else None)
        assert near["message_id"] == board["message_id"]
        first, *rest = text_of(near).splitlines()
        assert first.startswith(f"{name}: Number 1")  # in the language of the group
        assert rest == lines[1:]  # the news and scores stay
        shown = len(group.chat.requests)
        await group.answer(await group.press(who, near, moves(board)[0]))  # it shows that already
        back = next(data for _, data in buttons(near) if data.endswith("B"))
        await group.answer(await group.press(who, near, back))
        await group.until(lambda: text_of(group.last).splitlines() == lines)
        sent = [method for _, method in group.chat.requests[shown:] if method != "editMessageReplyMarkup"]
        assert sent == ["editMessageMedia"]  # an equal edit is not sent
        assert buttons(group.last) == buttons(board)
        await players.play(players.presses + 3)


@pytest.mark.parametrize("lossy", [0.0, 0.2])
async def test_games_with_ephemeral_messages(tmp_path: Path, lossy: float) -> None:
    """The first moves at tables of all kinds; `python -m tools.telegram_games` plays them to the end."""
    async with telegram(tmp_path, server=modern(lossy=lossy)) as (server, _):

        async def begin(number: int, name: str) -> None:
            people, wishes = TABLES[name]
            players = Players(Group(server, Chat(-1001 - number, admins=(ANNA.id,))), people, name)
            await players.open(wishes)
            await players.play(12)

        await asyncio.gather(*(begin(number, name) for number, name in enumerate(TABLES)))
        await bot_is_idle(server)


async def bot_is_idle(server: StandIn) -> None:
    """Every press is answered."""
    while len(server.answers) < len(server.delivered):
        await server.wait(0, 0.1)


@pytest.mark.parametrize("is_modern", [True, False])
async def test_what_helps_against_a_refused_press_is_for_its_author_alone(
    tmp_path: Path, is_modern: bool
) -> None:
    """Without ephemeral messages a toast must do: the group is told nothing."""
    async with telegram(tmp_path, server=StandIn(modern=is_modern)) as (server, _):
        group = Group(server, Chat(-1001))
        await group.say(ANNA, "/new language=en")
        await group.seen("Anna")
        shown, start = len(group.messages()), catalogue("en").label("button.start")
        refused = catalogue("ru").label("join_first")
        if not is_modern:
            assert await group.told(BORIS, start) == refused
            assert group.whispers() == []
        else:
            await group.pressed(BORIS, start)
            (told,) = await group.until(lambda: group.whispers(BORIS))
            assert text_of(told) == refused
            help_, back = buttons(told)
            assert [label for label, _ in (help_, back)] == [
                catalogue("ru").label(key) for key in ("remedy.join", "button.back")
            ]
            await group.answer(await group.press(BORIS, told, help_[1]))
            await group.until(lambda: BORIS.name in text_of(group.last) and not group.whispers(BORIS))
        assert len(group.messages()) == shown


async def test_a_press_that_came_too_late_is_refused_by_a_toast_alone(tmp_path: Path) -> None:
    """The button that helps would only show again what stands there."""
    async with telegram(tmp_path, server=modern()) as (server, _):
        group = Group(server, Chat(-1001))
        players = Players(group, (ANNA, BORIS))
        await players.open()
        board = await asked(players)
        data = moves(board)[0]
        asked_, who = {"a": (ANNA, BORIS), "b": (BORIS, ANNA)}[data.split(":")[2][0]]
        said = ""
        while not said:  # a bot with much else to do answers without a word
            said = (await group.answer(await group.press(who, board, data))).get("text", "")
        assert said == catalogue(who.language).label("not_your_seat", player=escape(asked_.name))
        assert group.whispers() == []

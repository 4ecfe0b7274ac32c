"""Doors to the live board: a Mini App of Telegram and an Activity of Discord, in front of the stand-ins."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from playwright.sync_api import Page
from telegram import Bot as Library

from bot.app import doors_of
from bot.chats.common.door_links import DoorLinks
from bot.chats.telegram.board_button import BoardButton
from bot.chats.telegram.ids import ChatTopic
from bot.chats.web.doors.telegram import MiniApp
from bot.chats.web.doors.visitor import VALID, DoorRefused, Tickets, Visitor
from bot.conversation.protocol.messages import Outgoing
from bot.settings import read
from tests.support.discord.activities import SECRET
from tests.support.discord.bot import Bot
from tests.support.discord.people import Game, User, current
from tests.support.discord.stand_in import Discord
from tests.support.telegram.bot import telegram
from tests.support.telegram.people import ANNA, BORIS, VERA, Group, Players
from tests.support.telegram.stand_in import TOKEN, Chat
from tests.support.web.axe import violations
from tests.support.web.board import BoardPlayer
from tests.support.web.chromium import chromium
from tests.support.web.door_guests import PUBLIC, DoorGuest, DoorScreen, init_data, room_link

NOW = 1_800_000_000.0
GROUP = "telegram:-1001:42"
KEY = DoorLinks("telegram:", TOKEN).key(GROUP)
DISCORD_TOKEN = "OTAw.of-no.use"  # noqa: S105  # as Discord makes them: the application's number first


async def let_in(data: str, **more: str) -> Visitor:
    return await MiniApp(TOKEN).visitor({"init_data": data, **more}, NOW)


# -- who comes in -----------------------------------------------------------------------------------


async def test_user_of_telegram_is_the_same_in_the_page() -> None:
    by_link = await let_in(init_data(TOKEN, BORIS.data, NOW - 5, start_param=KEY))
    assert by_link == Visitor("telegram:12", "Борис <b>&", GROUP, "telegram:-1001", "ru")
    by_button = await let_in(init_data(TOKEN, BORIS.data, NOW - 5), table=KEY)
    assert by_button == by_link
    alone = await let_in(init_data(TOKEN, BORIS.data, NOW - 5))
    assert (alone.channel, alone.private) == ("telegram:12", True)
    own = DoorLinks("telegram:", TOKEN).key("telegram:12:7")  # a topic of the private chat
    topic = await let_in(init_data(TOKEN, BORIS.data, NOW - 5), table=own)
    assert (topic.channel, topic.group, topic.private) == ("telegram:12:7", "telegram:12", True)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "hash=",
        "user=%7B%22id%22%3A11%7D&auth_date=1800000000",
        init_data("1234567:another-token", ANNA.data, NOW),
        init_data(TOKEN, ANNA.data, NOW).replace("Anna", "Bnna"),
        init_data(TOKEN, ANNA.data, NOW).replace("11", "12"),
        init_data(TOKEN, ANNA.data, NOW) + "&start_param=x",
        init_data(TOKEN, ANNA.data, NOW - 3601),
        init_data(TOKEN, ANNA.data, NOW + 120),
        init_data(TOKEN, {"name": "nobody"}, NOW),
        init_data(TOKEN, {"id": "11"}, NOW),
        init_data(TOKEN, ANNA.data, NOW, start_param="-1001_42"),
        init_data(TOKEN, ANNA.data, NOW, start_param="A" * 16 + "-1001_42"),
        init_data(TOKEN, ANNA.data, NOW, start_param=KEY[:-1] + "3"),
        init_data(TOKEN, ANNA.data, NOW, start_param=DoorLinks("telegram:", TOKEN).key("telegram:12")),
        init_data(TOKEN, ANNA.data, NOW, start_param=DoorLinks("telegram:", TOKEN).key("telegram:12:7")),
        "&".join(f"a{number}=1" for number in range(99)),
    ],
)
async def test_forged_and_stale_init_data_is_refused(data: str) -> None:
    with pytest.raises(DoorRefused):
        await let_in(data)


def test_ticket_is_good_for_a_day_and_cannot_be_changed() -> None:
    tickets, anna = Tickets(TOKEN), Visitor("telegram:11", "Анна", GROUP)
    ticket = tickets.issue(anna, NOW)
    assert tickets.read(ticket, NOW + VALID - 1) == anna
    for bad in (ticket[:-4] + "AAAA", "é" + ticket[1:], ""):
        with pytest.raises(DoorRefused):
            tickets.read(bad, NOW)
    with pytest.raises(DoorRefused):
        tickets.read(ticket, NOW + VALID + 1)
    with pytest.raises(DoorRefused):
        Tickets("another").read(ticket, NOW)


# -- what they are sent -------------------------------------------------------------------------------


def assert_no_secret(guest: DoorGuest, seat: int | None) -> None:
    """No frame of a page holds the question or the hidden tokens of another seat."""
    boards = [frame.get("board", frame.get("set", {})) for frame in guest.frames]
    assert any("tiles" in board for board in boards)
    for board in boards:
        assert board.get("seat", seat) == seat
        assert not board.get("asked") or board["asked"]["seat"] == seat
        assert "bag" not in board
        for number, hand in enumerate(board.get("supplies", ())):
            held = {sprite for sprite, _ in hand if "/" not in sprite}
            assert number == seat or held <= {"face_down"}
    assert any(board.get("supplies") for board in boards)


async def test_table_of_a_group_on_telegram_is_played_in_chat_and_page(tmp_path: Path) -> None:
    settings = {"BASTIDE_WEB_URL": PUBLIC, "TELEGRAM_APP": "table"}
    async with telegram(tmp_path, **settings) as (server, bot), aiohttp.ClientSession() as session:
        group = Group(server, Chat(-1001, admins=(ANNA.id,)))
        players = Players(group, (ANNA, BORIS))
        await players.open("over_hill_and_dale")
        link = await room_link(bot)
        assert server.menu_button["web_app"]["url"] == f"{PUBLIC}/app/telegram"
        key = await opened_key(group)
        guests = [DoorGuest(session, link, "telegram") for _ in range(3)]
        tickets = []
        for guest, who in zip(guests, (ANNA, BORIS, VERA), strict=True):
            data = init_data(TOKEN, who.data, time.time(), start_param=key)
            status, ticket = await guest.enter({"init_data": data})
            assert status == 200
            tickets.append(ticket)
        stale = init_data(TOKEN, ANNA.data, time.time() - 4000, start_param=key)
        assert await guests[0].enter({"init_data": stale}) == (403, "")
        anna, boris, vera = guests
        async with anna.page(tickets[0]), boris.page(tickets[1]), vera.page(tickets[2]):
            for guest in guests:
                await guest.shows(lambda board: board["tiles"])
            assert [guest.board["seat"] for guest in guests] == [0, 1, None]
            await by_turns(guests[:2], vera)
            before = anna.board["version"]
            await players.play(players.presses + 2)  # in the chat, where the page's moves stand too
            for guest in guests:
                await guest.shows(lambda board: board["version"] > before)
        for guest, seat in zip(guests, (0, 1, None), strict=True):
            assert_no_secret(guest, seat)
        async with anna.page("!" + tickets[0][1:]):
            with pytest.raises(ConnectionError, match="4403"):
                await anna.until(lambda _: False)
        before = await version_of(anna, tickets[0])
        who = ANNA if anna.board["asked"] else BORIS
        shown = urlencode({"tgWebAppData": init_data(TOKEN, who.data, time.time(), start_param=key)})
        await tapped(f"{link}/app/telegram#{shown}", tmp_path / "mini_app.png")
        assert before < await version_of(anna, tickets[0])


async def tapped(address: str, picture: Path) -> None:
    """A phone opens the page, plays one move by tapping, and meets no error."""

    def tap() -> None:
        with chromium() as browser:
            page = DoorScreen(browser, address)
            BoardPlayer(page, 1, touch=True).turn()
            page.painted()
            page.page.screenshot(path=picture)
            assert page.errors == []
            if "#" in address:  # the same page as in the Activity, but not in a frame
                assert violations(page.page) == stranger(page.page, address) == []

    await asyncio.to_thread(tap)


def stranger(page: Page, address: str) -> list[str]:
    """What axe finds if the page is opened without what the platform says of a user."""
    bare = page.context.new_page()
    bare.goto(address.partition("#")[0])
    bare.locator("#nothing:visible").wait_for()
    return violations(bare)


async def version_of(guest: DoorGuest, ticket: str) -> int:
    """The version of the table as a page knows it."""
    guest.board = {}
    async with guest.page(ticket):
        await guest.shows(lambda board: board["tiles"])
    return int(guest.board["version"])


async def opened_key(group: Group) -> str:
    """The key in the link of the button that opens the board."""
    rows = (await group.until(lambda: group.last))["reply_markup"]["inline_keyboard"]
    address = urlsplit(rows[-1][0]["url"])
    assert (address.netloc, address.path) == ("t.me", "/BastideStandInBot/table")
    return parse_qs(address.query)["startapp"][0]


async def by_turns(players: list[DoorGuest], spectator: DoorGuest) -> None:
    """Four moves in the pages; a spectator's presses change nothing."""
    for _ in range(4):
        for guest in players:
            await guest.ask("board")
        asked = next(guest for guest in players if guest.board["asked"])
        other = next(guest for guest in players if guest is not asked)
        version = asked.board["version"]
        question = asked.board["asked"]
        options = question.get("options") or (await asked.ask("ways", cell=question["cells"][0][:2]))["ways"]
        token = options[0]["token"]
        for stranger in (spectator, other):
            said = await stranger.ask("press", token=token)
            assert said["do"] == "message" or stranger is other
        assert (await spectator.ask("ways", cell=[1, 0]))["ways"] == []
        await asked.ask("board")
        assert asked.board["version"] == version
        await asked.play()


def test_board_is_not_offered_without_a_public_address() -> None:
    everything = {"TELEGRAM_TOKEN": TOKEN, "DISCORD_TOKEN": DISCORD_TOKEN, "DISCORD_CLIENT_SECRET": SECRET}
    for url, room, names in (
        (PUBLIC, "on", ["telegram", "discord"]),
        (PUBLIC, "off", []),
        ("http://play.example.org", "on", []),
        ("", "on", []),
    ):
        settings = read({**everything, "BASTIDE_WEB_URL": url, "BASTIDE_ROOM": room})
        assert [door.name for door in doors_of(settings)] == names
    question = Outgoing(GROUP, "Anna?", kind="turn")
    button = BoardButton(read({**everything, "TELEGRAM_APP": "table"}), Library("1:x"))
    assert button.under(question, ChatTopic(-1001, 42)) is None


# -- Discord --------------------------------------------------------------------------------------------


async def test_activity_opens_at_the_table_and_takes_a_code_once(tmp_path: Path) -> None:
    settings = {"BASTIDE_WEB_URL": PUBLIC, "DISCORD_CLIENT_SECRET": SECRET, "DISCORD_TOKEN": DISCORD_TOKEN}
    discord = Discord()
    discord.token = DISCORD_TOKEN
    async with discord, Bot(discord, tmp_path, **settings) as bot, aiohttp.ClientSession() as session:
        users = [User(discord, f"50{seat}", name) for seat, name in enumerate(("Anna", "Boris"))]
        game = Game(discord, await discord.new_channel(), users)
        await game.open()
        assert {"board", "bastide"} <= {command["name"] for command in discord.world.commands}
        question = await discord.world.until(lambda: current(game.channel))
        pressed = await users[0].press(game.channel, question, "d:board")
        await discord.world.until(lambda: pressed.response)
        assert pressed.response["type"] == 12
        link = await room_link(bot)
        guests = [DoorGuest(session, link, "discord") for _ in range(2)]
        tickets = []
        for guest, user in zip(guests, users, strict=True):
            instance = discord.activities.launch(game.channel.id, user.id, user.name)
            sent = {"code": discord.activities.code(user.id), "instance": instance}
            status, ticket = await guest.enter(sent)
            assert status == 200
            assert (await guest.enter(sent))[0] == 403  # a code is good once
            tickets.append(ticket)
        code = discord.activities.code("502")
        discord.activities.users["502"] = {"id": "502", "username": "eve"}
        for sent in (
            {"code": code, "instance": "i-" + game.channel.id},  # Eve is not in it
            {"code": "made-up", "instance": "i-" + game.channel.id},
            {"code": discord.activities.code("500"), "instance": "i-999"},
            {"code": discord.activities.code("500"), "instance": "../../users/@me"},
        ):
            assert await guests[0].enter(sent) == (403, "")
        await assert_played_by_both(guests, tickets)
        who = next(user for user, guest in zip(users, guests, strict=True) if guest.board["asked"])
        page = f"{link}/?frame_id=f&platform=mobile&instance_id=i-{game.channel.id}"
        client = discord.api_url.removesuffix("/api/v10")
        await tapped(
            f"{client}/client?{urlencode({'page': page, 'user': who.id})}", tmp_path / "activity.png"
        )
        assert guests[0].board["version"] < await version_of(guests[0], tickets[0])
        await assert_shown_by_the_client_only(session, link, client)
        assert discord.world.breaches == []


async def assert_played_by_both(guests: list[DoorGuest], tickets: list[str]) -> None:
    async with guests[0].page(tickets[0]), guests[1].page(tickets[1]):
        for guest in guests:
            await guest.shows(lambda board: board["tiles"])
        for _ in range(2):
            await asyncio.gather(*(guest.ask("board") for guest in guests))
            asked = next(guest for guest in guests if guest.board["asked"])
            await asked.play()
        await asyncio.gather(*(guest.ask("board") for guest in guests))
    assert [guest.board["seat"] for guest in guests] == [0, 1]


async def assert_shown_by_the_client_only(session: aiohttp.ClientSession, link: str, client: str) -> None:
    """No other page may show ours in a frame; under Discord's address only the door is open."""
    frames: dict[str, str] = {}
    for path in ("/app/discord", "/?frame_id=1&instance_id=2", "/r/tower"):
        async with session.get(link + path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            frames[path] = policy.partition("frame-ancestors ")[2]
    assert list(frames.values()) == [client, client, "'none'"]
    for path, status in (("/app/discord/enter", 400), ("/me", 403)):
        headers = {"Origin": "https://900.discordsays.com"}
        async with session.post(link + path, data="?", headers=headers) as answer:
            assert answer.status == status

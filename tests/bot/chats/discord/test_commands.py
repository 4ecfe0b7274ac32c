"""Commands, completion, permissions and private answers on Discord, with one bot for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from discord import Locale

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue, language_of
from tests.support.discord.bot import Bot
from tests.support.discord.people import ADMIN, Game, User, current, is_over, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, DM, SEND, THREADS, VIEW, walk

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def discord(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Discord]:
    folder: Path = tmp_path_factory.mktemp("discord")
    async with Discord() as discord, Bot(discord, folder):
        yield discord
        assert discord.world.breaches == []


def people(discord: Discord, locale: str = "en-US") -> list[User]:
    return [User(discord, "601", "Anna", locale), User(discord, "602", "Boris", locale)]


async def table(discord: Discord, locale: str = "en-US", allowed: int = ALL, **wishes: str) -> Game:
    game = Game(discord, await discord.new_channel(allowed=allowed), people(discord, locale))
    await game.open(**wishes)
    return game


async def test_commands_are_one_group_in_every_language(discord: Discord) -> None:
    group, *menus = discord.world.commands
    assert group["name"] == "bastide"
    assert (group["contexts"], group["integration_types"]) == ([0, 1, 2], [0, 1])
    assert [menu["name"] for menu in menus] == ["Bastide: invite to a table", "Bastide: profile"]
    spoken = {locale.value for locale in Locale if language_of(locale.value) != "en"}
    assert {"ru", "bg"} <= spoken
    assert all(set(menu["name_localizations"]) == spoken for menu in menus)
    names = {option["name"] for option in group["options"]}
    for inner in (option for option in group["options"] if option["type"] == 2):
        names |= {option["name"] for option in inner["options"]}
    assert names - {"seat", "vote", "games"} == set(COMMANDS)  # what the help lists can be done
    play = next(option for option in group["options"] if option["name"] == "play")
    assert play["name_localizations"]["ru"] == "ход"
    assert play["name_localizations"] == {one: catalogue(one).label("discord.name.play") for one in spoken}
    assert play["options"][0]["autocomplete"]
    new = next(option for option in group["options"] if option["name"] == "new")
    clock = next(option for option in new["options"] if option["name"] == "clock")
    assert {"1 день", "3 дня"} <= {choice["name_localizations"]["ru"] for choice in clock["choices"]}


async def test_new_table_gets_a_thread_and_its_opener_a_link(discord: Discord) -> None:
    anna, _ = people(discord)
    channel = await discord.new_channel()
    answer = await anna.asks(channel, "new")
    thread = next(one for one in discord.world.channels.values() if one.parent == channel.id)
    assert f"<#{thread.id}>" in answer.content
    assert thread.name == "Bastide: Anna's table"
    lobby = await discord.world.until(lambda: current(thread))
    assert "Anna" in lobby.content
    (container,) = lobby.components
    assert [part["type"] for part in container["components"]] == [10, 1, 1, 1, 1, 1, 1]
    (card,) = channel.public()
    assert card.id == thread.id


async def test_invalid_new_command_leaves_no_thread(discord: Discord) -> None:
    anna, _ = people(discord)
    channel = await discord.new_channel()
    answer = await anna.asks(channel, "new", wishes="dragons_everywhere")
    assert "I don't know" in answer.content
    thread = next(one for one in discord.world.channels.values() if one.parent == channel.id)
    assert not thread.public()
    assert not channel.public()
    assert ("PATCH", f"/channels/{thread.id}") in discord.world.log  # folded up


@pytest.mark.parametrize(
    ("lacking", "locale", "words"),
    [
        (SEND, "en-US", "without the permission “Send Messages”"),
        (VIEW | SEND, "en-US", "“View Channel”, “Send Messages”"),
        (SEND, "ru", "Без права «Отправлять сообщения» я не могу"),
        (SEND, "bg", "липсва ми право „Изпращане на съобщения“"),
    ],
)
async def test_table_is_not_opened_without_a_required_permission(
    discord: Discord, lacking: int, locale: str, words: str
) -> None:
    anna, _ = people(discord, locale)
    channel = await discord.new_channel(allowed=ALL & ~lacking)
    assert words in (await anna.asks(channel, "new")).content
    assert not any(one.parent == channel.id for one in discord.world.channels.values())


async def test_table_without_pictures_and_threads_names_the_permissions_and_is_playable(
    discord: Discord,
) -> None:
    anna, _ = people(discord)
    channel = await discord.new_channel(allowed=ALL & ~ATTACH & ~THREADS)
    answer = await anna.asks(channel, "new")
    assert "“Attach Files” I describe the board in words" in answer.content
    assert "“Create Public Threads” the table stays in this channel" in answer.content
    await discord.world.until(lambda: current(channel))
    game = Game(discord, await discord.new_channel(allowed=ALL & ~ATTACH), people(discord))
    await game.open()
    message = current(game.channel)
    assert message is not None
    assert not message.attachments
    assert "The board: " in message.content


async def test_message_is_sent_in_words_when_pictures_become_forbidden(discord: Discord) -> None:
    game = await table(discord)
    message = current(game.channel)
    assert message is not None
    assert message.attachments
    game.channel.allowed &= ~ATTACH
    assert await game.step()
    message = current(game.channel)
    assert message is not None
    assert not message.attachments
    assert "The board: " in message.content


async def test_commands_are_completed_while_typing(discord: Discord) -> None:
    game = await table(discord)
    anna, _ = game.users
    boxes = await anna.complete(await discord.new_channel(), "new", "boxes", "riv")
    assert "river" in boxes
    assert "river abbot" in await anna.complete(await discord.new_channel(), "new", "boxes", "river a")
    assert await anna.complete(game.channel, "rules", "topic", "Cas") == ["Castles"]
    assert "Anna" in await anna.complete(game.channel, "seat kick", "who", "A")
    cells = await anna.complete(game.channel, "why", "cell", "")
    assert "field" in (await anna.asks(game.channel, "why", cell=cells[0])).content
    message = current(game.channel)
    assert message is not None
    mover = game.seated(options_of(message)[0])
    moves = await mover.complete(game.channel, "play", "move", "")
    assert any(kind in move for move in moves for kind in ("field", "road", "city", "monastery"))
    assert await mover.complete(game.channel, "play", "move", "zzz") == []


async def test_private_answers_are_ephemeral(discord: Discord) -> None:
    game = await table(discord, allowed=ALL)
    anna, boris = game.users
    before = len(game.channel.public())
    for line, words in (
        ("score", "If the game ended now"),
        ("tiles", "tiles left"),
        ("fields", "Nobody has a field"),
        ("why", "Nobody has scored"),
        ("help", "</bastide new:77>"),
        ("rules", "The rules at this table"),
        ("games record", "You'll get the seed"),
        ("games replay", "The game in 1 picture"),
        ("games review", "when the game is over"),
        ("seat resign", "Give up for good"),
        ("mygames", f"<#{game.channel.id}>"),
        ("settings", "Your settings"),
        ("options", "They stay as they are"),
    ):
        answer = await boris.asks(game.channel, line)
        assert words in answer.content, line
        assert answer.reader == boris.id, line
    assert len(game.channel.public()) == before
    assert not game.channel.private(anna.id)
    message = current(game.channel)
    assert message is not None
    id_ = options_of(message)[0]
    wrong = boris if game.seated(id_) is anna else anna
    made = await wrong.press(game.channel, message, id_)
    await discord.world.until(lambda: made.answers)
    assert "to decide" in made.answers[-1].content
    assert made.answers[-1].reader == wrong.id


async def test_russian_table_is_played_by_typing_and_ended_by_a_command(discord: Discord) -> None:
    game = await table(discord, "ru")
    message = current(game.channel)
    assert message is not None
    assert "квадратов" in message.content
    mover = game.seated(options_of(message)[0])
    line = (await mover.complete(game.channel, "play", "move", ""))[0]
    version = message.version
    made = await mover.command(game.channel, "play", move=line)
    await discord.world.until(lambda: made.finished)
    await discord.world.until(lambda: current(game.channel) is not message or message.version > version)
    boss = User(discord, "699", "Boss", "bg", ADMIN)
    ended = await boss.command(game.channel, "end")
    await discord.world.until(lambda: ended.finished and is_over(current(game.channel)))
    assert any("без победителя" in message.content for message in game.channel.public())


async def test_hint_is_private_and_its_button_plays_the_move(discord: Discord) -> None:
    game = await table(discord, allowed=ALL)
    message = current(game.channel)
    assert message is not None
    mover = game.seated(options_of(message)[0])
    other = next(user for user in game.users if user is not mover)
    hint = next(id_ for id_ in message.ids() if id_.endswith("!hint"))
    made = await mover.press(game.channel, message, hint)
    await discord.world.until(lambda: made.answers)
    told = made.answers[-1]
    assert "`/bastide play " in told.content
    assert told.reader == mover.id
    assert not game.channel.private(other.id)
    (button,) = options_of(told)
    await mover.press(game.channel, told, button)
    await discord.world.until(lambda: (now := current(game.channel)) and now.id != message.id)
    answer = await mover.asks(game.channel, "hint")
    assert "not your turn" in answer.content

    boss = User(discord, "699", "Boss", "en-US", ADMIN)
    ended = await boss.command(game.channel, "end")
    await discord.world.until(lambda: ended.finished and is_over(current(game.channel)))
    answer = await other.asks(game.channel, "games review")
    while "% done" in answer.content:  # on a machine with much else to do
        answer = await other.asks(game.channel, "games review")
    assert "Anna" in answer.content
    assert answer.reader == other.id


async def test_computer_command_sets_level_and_name(discord: Discord) -> None:
    anna, _ = people(discord)
    channel = await discord.new_channel(allowed=ALL & ~THREADS)
    await anna.asks(channel, "new")
    lobby = await discord.world.until(lambda: current(channel))
    await anna.command(channel, "computer", level="hard", name="Ada Byron")
    await discord.world.until(lambda: "**Ada Byron** (strong computer)" in lobby.content)


async def test_game_against_the_computer_in_a_private_chat(discord: Discord) -> None:
    anna = people(discord)[0]
    chat = discord.world.add_channel(discord.guilds[0], DM)
    game = Game(discord, chat, [anna])
    await game.open(computers=1)
    for _ in range(2):
        assert await game.step()


async def test_menu_can_be_used_twice(discord: Discord) -> None:
    anna, _ = people(discord)
    channel = await discord.new_channel(allowed=ALL & ~THREADS)
    await anna.asks(channel, "new")
    lobby = await discord.world.until(lambda: current(channel))
    for _ in range(2):
        before = [item["custom_id"] for item in lobby.items()]
        rule = next(id_ for id_ in lobby.ids() if id_.endswith(".next"))
        label = lobby.label(rule)
        made = await anna.press(channel, lobby, rule)
        await discord.world.until(lambda rule=rule, label=label: lobby.label(rule) != label)
        assert made.response["type"] == 7  # the menu is shown afresh, with nothing chosen
        shown = walk(made.response["data"]["components"])
        assert [item["custom_id"] for item in shown if item["type"] in (2, 3)] != before

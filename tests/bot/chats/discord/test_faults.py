"""What goes wrong on Discord: kills, cut lines, refusals, things that vanish. The game goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.conversation.protocol.catalogue import catalogue
from tests.support.discord.bot import Bot
from tests.support.discord.kills import KillCampaign
from tests.support.discord.people import AMOUNT, Game, User, current, options_of
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import ALL, ATTACH, PATIENCE, SEND, Message


async def table(discord: Discord, seed: str = "faults", allowed: int = ALL & ~ATTACH) -> Game:
    users = [User(discord, "501", "Anna"), User(discord, "502", "Boris")]
    return Game(discord, await discord.new_channel(allowed=allowed), users, seed)


async def steps(game: Game, count: int) -> None:
    for _ in range(count):
        assert await game.step()


async def test_every_button_works_after_a_kill_and_restart(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        game = await table(discord)
        await game.open()
        await steps(game, 4)
        message = current(game.channel)
        assert message is not None
        near = [id_ for id_ in options_of(message) if ":" in id_]
        user = game.seated(near[0])
        made = await user.press(game.channel, message, near[0])
        await discord.world.until(lambda: made.answers or current(game.channel) is not message)
        await bot.kill()
        await bot.start()
        if made.answers and not made.finished:  # the close-up that stood there before the kill
            again = await user.press(game.channel, made.answers[-1], options_of(made.answers[-1])[0])
            await discord.world.until(lambda: again.acknowledged and current(game.channel) is not message)
        tool = next(id_ for id_ in _now(game).ids() if id_.endswith(":!score"))
        score = await user.press(game.channel, _now(game), tool)
        await discord.world.until(lambda: score.answers)
        assert "Anna" in score.answers[-1].content
        await steps(game, 6)
        assert discord.world.breaches == []


def _now(game: Game) -> Message:
    message = current(game.channel)
    assert message is not None
    return message


def _pressable(game: Game) -> int:
    return sum(bool(message.items()) for message in game.channel.public())


def _asked(game: Game) -> list[str]:
    message = current(game.channel)
    return options_of(message) if message else []


async def test_open_number_window_works_after_a_kill(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        game = await table(discord, "bids")
        await game.open(boxes="bazaars")
        while not (amounts := [id_ for id_ in _now(game).ids() if AMOUNT.fullmatch(id_)]):
            assert await game.step()
        message, user = _now(game), game.seated(amounts[0])
        made = await user.press(game.channel, message, amounts[0])
        await discord.world.until(lambda: made.response)
        await bot.kill()
        await bot.start()
        wrong = await user.fill_in(game.channel, made.response["data"], "9999", message)
        await discord.world.until(lambda: wrong.answers)
        assert "whole number" in wrong.answers[0].content
        least = AMOUNT.fullmatch(amounts[0])[1]  # type: ignore[index]
        version = message.version
        await user.fill_in(game.channel, made.response["data"], least, message)
        await discord.world.until(lambda: _now(game).id != message.id or message.version > version)
        assert discord.world.breaches == []


async def test_connection_cuts_duplicate_events_and_refusals_lose_nothing(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        game = await table(discord)
        for user in game.users:
            user.times = 2  # everything is delivered twice
        await game.open()
        await steps(game, 3)
        await discord.gateway.cut()
        await _connected(discord)
        assert discord.gateway.resumed >= 1
        await steps(game, 3)
        discord.trouble("POST", "/messages", 429, 0, retry_after=0.3, **{"global": False})
        discord.trouble("POST", "/messages", 500, 0)
        discord.trouble("POST", "/messages", 503, 0)
        discord.trouble("PATCH", "/messages", 429, 0, retry_after=0.3, **{"global": False})
        await steps(game, 4)
        assert not discord.troubles
        posted = [message.content for message in game.channel.public()]
        assert len(posted) == len(set(posted)), "a turn was told twice"
        assert "acknowledged" not in bot.log
        assert discord.world.breaches == []


async def _connected(discord: Discord) -> None:
    async with asyncio.timeout(PATIENCE):
        while not discord.gateway.connected():
            await asyncio.sleep(0.05)


async def test_deleted_messages_and_missing_permissions_are_handled(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        game = await table(discord)
        await game.open(place="here")
        await steps(game, 2)
        _now(game).deleted = True  # the turn message is deleted: the board brings it back
        back = await game.users[0].command(game.channel, "board")
        await discord.world.until(lambda: back.finished and _asked(game))
        await steps(game, 2)
        discord.slow_edits = True  # edits are refused: a new message each time
        await steps(game, 3)
        discord.slow_edits = False
        await steps(game, 1)

        # No right to write any more: the player sees all of it, and the game goes on.
        game.channel.allowed &= ~SEND
        message = _now(game)
        user = game.seated(options_of(message)[0])
        made = await user.press(game.channel, message, options_of(message)[0])
        await discord.world.until(lambda: made.answers)
        if options_of(made.answers[-1]) and "can't write" not in made.answers[-1].content:
            made = await user.press(game.channel, made.answers[-1], options_of(made.answers[-1])[0])
            await discord.world.until(lambda: made.answers)
        assert "can't write" in made.answers[-1].content
        other = await game.users[1].asks(game.channel, "board")
        assert options_of(other) or "can't write" in other.content
        asked, game.channel.allowed = _asked(game), game.channel.allowed | SEND
        await discord.gateway.dispatch(game.channel.guild, "CHANNEL_UPDATE", game.channel.json())
        await discord.world.until(lambda: _asked(game) not in ([], asked))  # nobody has pressed anything
        await steps(game, 2)

        # The channel goes, and nobody is bound to it.
        before = await game.users[0].asks(await discord.new_channel(), "mygames")
        assert f"<#{game.channel.id}>" in before.content
        game.channel.deleted = True
        await discord.gateway.dispatch(game.channel.guild, "CHANNEL_DELETE", game.channel.json())
        elsewhere = await discord.new_channel()
        async with asyncio.timeout(PATIENCE):
            while f"<#{game.channel.id}>" in (await game.users[0].asks(elsewhere, "mygames")).content:
                await asyncio.sleep(0.1)
        assert discord.world.breaches == []


async def test_bot_is_removed_and_added_again(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        await bot.says("discord_ready")  # before that, a new server counts as one of those at the start
        game = await table(discord)
        await game.open(place="here")
        await steps(game, 1)
        shown = _now(game)
        guild, allowed = game.channel.guild, game.channel.allowed
        game.channel.allowed = 0
        await discord.gateway.dispatch(guild, "GUILD_DELETE", {"id": guild})
        user = game.seated(options_of(shown)[0])  # pressed in the instant before
        made = await user.press(game.channel, shown, options_of(shown)[0])
        await discord.world.until(lambda: made.acknowledged)
        game.channel.allowed = allowed
        await discord.gateway.dispatch(guild, "GUILD_CREATE", discord.gateway.guild(guild))
        back = await game.users[0].command(game.channel, "board")
        await discord.world.until(lambda: back.finished and _asked(game) and _now(game) is not shown)
        await steps(game, 3)
        assert discord.world.breaches == []


async def test_saved_move_that_was_not_shown_is_shown_later(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        game = await table(discord)
        await game.open()
        await steps(game, 2)
        public = game.channel.public
        await discord.world.until(lambda: _pressable(game) == 1)
        message = _now(game)
        id_ = options_of(message)[0]
        user = game.seated(id_)
        for _ in range(8):  # the move is saved, but the bot dies before anybody hears of it
            discord.trouble("POST", f"/channels/{game.channel.id}/messages", 500, 0)
            discord.trouble("PATCH", f"/channels/{game.channel.id}/messages", 500, 0)
        made = await user.press(game.channel, message, id_)
        await discord.world.until(lambda: made.answers or len(discord.troubles) < 16)
        if made.answers:
            await user.press(game.channel, made.answers[-1], options_of(made.answers[-1])[0])
            await discord.world.until(lambda: len(discord.troubles) < 16)
        await bot.kill()
        discord.troubles.clear()
        told = _now(game).version + len(public())
        await bot.start()
        await discord.world.until(lambda: _now(game).version + len(public()) > told)  # nobody has pressed
        late = await user.press(game.channel, message, id_)
        await discord.world.until(lambda: late.answers)
        assert "the game has moved on" in late.answers[-1].content
        await steps(game, 3)
        assert discord.world.breaches == []


async def test_kills_between_press_and_answer_leave_nobody_without_an_answer(tmp_path: Path) -> None:
    """Four of the moments that `python -m tools.discord_kills` draws by the hundred."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        campaign = KillCampaign(discord, bot, seed=3)
        for _ in range(4):
            await campaign.kill_once()
        assert campaign.outcomes.total() == 4
        assert discord.world.breaches == []


async def test_owed_message_is_posted_when_discord_is_back(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        game = await table(discord)
        await game.open()
        await steps(game, 2)
        await discord.world.until(lambda: _pressable(game) == 1)
        message = _now(game)
        asked, user = _asked(game), game.seated(_asked(game)[0])
        down = True

        async def keep_down() -> None:
            while down:
                for method in ("POST", "PATCH"):
                    discord.trouble(method, f"/channels/{game.channel.id}/messages", 503, 0)
                await asyncio.sleep(0.05)

        failing = asyncio.create_task(keep_down())
        made = await user.press(game.channel, message, asked[0])
        if asked[0].rpartition(":")[2][1] == "C":  # a cell: the second tap is in the close-up
            await discord.world.until(lambda: made.answers)
            near = made.answers[-1]
            made = await user.press(game.channel, near, options_of(near)[0])
        note = catalogue("en").text("discord.not_posted")
        await discord.world.until(lambda: any(note in one.content for one in made.answers))
        assert _asked(game) == asked
        down = False
        await failing
        discord.troubles.clear()
        await discord.world.until(lambda: _asked(game) not in ([], asked))  # nobody has pressed anything
        await discord.world.until(lambda: _pressable(game) == 1)
        await steps(game, 2)
        assert discord.world.breaches == []


async def test_sigterm_finishes_running_interactions(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        game = await table(discord, allowed=ALL)
        await game.open()
        message = _now(game)
        line = "pass" if not any(":C" in id_ for id_ in options_of(message)) else None
        user = game.seated(options_of(message)[0])
        made = await user.press(game.channel, message, options_of(message)[0])
        if line is None:
            await discord.world.until(lambda: made.answers or _now(game).id != message.id)
        await discord.world.until(lambda: made.acknowledged)
        assert await bot.stop() == 0
        assert made.answers or _now(game).id != message.id or _now(game).version > 1
        assert discord.world.breaches == []


async def test_lobby_buttons_work_after_a_kill_and_a_failed_start(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
        channel = await discord.new_channel(allowed=ALL & ~ATTACH)
        await anna.asks(channel, "new", place="here", boxes="river")
        lobby = await discord.world.until(lambda: current(channel))
        await anna.press(channel, lobby, next(id_ for id_ in lobby.ids() if id_.endswith("box.abbot")))
        await discord.world.until(lambda: "Abbot" in lobby.content)
        await bot.kill()
        discord.trouble("GET", "/users/@me", 503, 0)
        discord.trouble("GET", "/gateway/bot", 503, 0)
        await bot.start()
        assert not discord.troubles
        await boris.press(channel, lobby, next(id_ for id_ in lobby.ids() if id_.endswith("!join")))
        await discord.world.until(lambda: "Boris" in lobby.content)
        await anna.press(channel, lobby, next(id_ for id_ in lobby.ids() if id_.endswith("!start")))
        await discord.world.until(lambda: (now := current(channel)) and options_of(now))
        await discord.world.until(lambda: not lobby.items())
        assert discord.world.breaches == []


async def test_wrong_token_is_logged_without_the_token(tmp_path: Path) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, DISCORD_TOKEN="not-this-one")  # noqa: S106  # it opens nothing
        starting = asyncio.create_task(bot.start())
        while not bot.has_said("discord_token_refused"):
            assert not starting.done(), starting.exception()
            await asyncio.sleep(0.05)
        starting.cancel()
        assert "not-this-one" not in bot.log
        assert await bot.stop() == 0

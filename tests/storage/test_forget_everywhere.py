"""`/forget` on real servers: no key and no value holds the id or the name, and games replay as before."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import redis

from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.table.history import GameHistory
from engine.state import GameState
from storage import Store, Unavailable
from storage.open import open_store
from tests.support.redis_servers import Cluster, Server
from tests.support.stage import CHANNEL, Stage, option_choices, play_once

NAME, ID = "Annuschka", "web:annuschka"
YES = "me:0:!forget.yes"


def everything(client: redis.Redis) -> list[bytes]:
    """Every key, field and value of one server."""
    found: list[bytes] = []
    for key in client.scan_iter(count=500):
        found.append(key)
        match client.type(key):
            case b"string":
                found.append(client.get(key))
            case b"hash":
                found += [part for pair in client.hgetall(key).items() for part in pair]
            case b"list":
                found += client.lrange(key, 0, -1)
            case b"set":
                found += client.smembers(key)
            case b"zset":
                found += client.zrange(key, 0, -1)
            case b"none":
                found.remove(key)  # gone since it was found
            case kind:
                raise AssertionError(kind)
    return found


class World:
    """A store, and a look at all that it holds."""

    def __init__(self, store: Store, servers: list[Server]) -> None:
        self.store = store
        self.servers = servers

    def holding(self, *words: str) -> list[bytes]:
        wanted = [word.lower().encode() for word in words]
        found: list[bytes] = []
        for server in self.servers:
            with server.admin() as client:
                found += [
                    value for value in everything(client) if any(one in value.lower() for one in wanted)
                ]
        return found


@pytest.fixture(params=["server", "cluster"])
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    running: Server | Cluster = request.getfixturevalue(f"emptied_{request.param}")
    store = await open_store(running.url)
    yield World(store, running.nodes if isinstance(running, Cluster) else [running])
    await store.close()


Games = dict[tuple[str, str], tuple[int, GameState]]


async def _games(world: World, before: Games | None = None) -> Games:
    """The state to which every game replays, running and finished; or as it was after the lines of before."""
    found = {}
    for channel in (CHANNEL, "web:castle", "web:court", "web:mill"):
        stored = [
            await world.store.archive.load(channel, line.game)
            for line in await world.store.archive.of_channel(channel, limit=50)
        ]
        for game in [*stored, await world.store.tables.load(channel)]:
            if game is not None:
                key = (channel, game.game)
                count = before[key][0] if before else len(game.log)
                found[key] = count, GameHistory(channel, game.setup, game.log[:count]).live.state
    return found


async def _moves(stage: Stage, message: Outgoing, count: int) -> None:
    rng = random.Random(count)
    for _ in range(count):
        message = await play_once(stage, message, rng)


async def live_a_little(stage: Stage, store: Store) -> None:
    """Everything that leaves a trace of a user."""
    await stage.say(NAME, "/settings language bg")
    await stage.say(NAME, "/settings quiet 22-8+3")
    for _ in range(2):  # two games that end: one by hand, one after a change of seats and an undo
        await _moves(stage, await stage.open(NAME, "Boris", "Clara", wishes="farmers=off"), 5)
        await stage.say(NAME, "/undo")
        await stage.say(NAME, "/substitute computer")
        await stage.say("Dora", "/substitute A")
        await stage.say(NAME, "/substitute back")
        await stage.say(NAME, "/end")
    await store.statistics.add(ID, CHANNEL, {"games": 2}, once="g1")
    # kicked from a game that goes on; the name stays in set-up and log, the person is on no list of seats
    await _moves(stage, await stage.open("Boris", NAME, "Clara"), 4)
    stage.person("Boris", admin=True)
    await stage.say("Boris", f"/kick {NAME}")
    # a running seat elsewhere, a lobby, an act by an admin who does not sit there, a ban, a private chat
    for channel, names in (("web:castle", ("Boris", NAME, "Clara")), ("web:court", ("Clara", "Boris"))):
        await stage.say(names[0], "/new", channel)
        for name in names[1:]:
            await stage.say(name, "/join", channel)
        await stage.say(names[0], "/start", channel)
    stage.person(NAME, admin=True)
    await stage.say(NAME, "/pause", "web:court")
    await stage.say("Clara", "/new", "web:lobby")
    await stage.say(NAME, "/join", "web:lobby")
    ban = Command.line(stage.person("Boris"), "web:castle", stage.now, f"/ban {NAME}")
    assert "can't play" in (await stage.service.handle(replace(ban, group="web:club")))[0].text
    await stage.say(NAME, "/new computers=1", ID)
    await stage.say(NAME, "/start", ID)
    # a finished game in a channel where nothing else is left of them
    await stage.say(NAME, "/new computers=1", "web:mill")
    await stage.say(NAME, "/start", "web:mill")
    await stage.say(NAME, "/end", "web:mill")


async def test_forget_leaves_no_id_and_no_name(world: World) -> None:
    stage = Stage(world.store)
    await live_a_little(stage, world.store)
    assert len(world.holding(ID, NAME)) > 30
    before = await _games(world)
    assert len(before) == 6
    asked = (await stage.say(NAME, "/forget"))[-1]
    assert asked.to == ID
    assert [choice.token for choice in asked.choices] == [YES]
    done = await stage.press(NAME, YES)
    assert world.holding(ID, NAME) == []
    assert "Готово" in done[-1].text
    assert "3 изиграни игри" in done[-1].text
    assert "1 място" in done[-1].text
    assert "1 маса" in done[-1].text
    assert await _games(world, before) == before
    assert world.holding("web:boris", "Clara") != []


async def test_other_players_play_on_after_forget(world: World) -> None:
    stage = Stage(world.store)
    other = Stage(world.store)  # another worker, with the table in its memory
    message = await stage.open(NAME, "Boris", "Clara")
    await other.service.repository.load(CHANNEL)
    told = await stage.press(NAME, YES)
    assert NAME not in " ".join(message.text for message in told)
    assert "Player A" in told[0].text
    live = await other.service.repository.load(CHANNEL)
    assert live is not None
    assert live.table.names() == ("Player A (computer)", "Boris", "Clara")
    assert live.table.opener == "web:boris"
    other.people = stage.people
    message = (await other.say("Boris", "/board"))[0]
    await _moves(other, message, 4)
    await other.say("Boris", "/end")
    assert world.holding(ID, NAME) == []
    summary = (await world.store.archive.of_channel(CHANNEL))[0].summary
    assert b"Player A (computer)" in summary


async def test_forget_ends_a_table_without_other_people(world: World) -> None:
    stage = Stage(world.store)
    await stage.open(NAME, wishes="computers=1")
    await stage.press(NAME, YES)
    assert await world.store.tables.load(CHANNEL) is None
    assert world.holding(ID, NAME) == []


async def test_forget_can_be_repeated_after_a_crash_at_any_point(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(world.store)
    await live_a_little(stage, world.store)
    before = await _games(world)
    link = world.store._link  # type: ignore[attr-defined]  # private: the line that breaks
    command = Command(stage.person(NAME), CHANNEL, stage.now, token=YES)
    away = {catalogue(language).text("unavailable") for language in LANGUAGES}
    answered = False
    for most in range(6, 1000, 9):  # so many commands reach the server, then it is gone
        left = most
        for name in ("run", "call", "batch"):
            sending = getattr(link, name)

            async def send(*args: object, sending: object = sending) -> object:
                nonlocal left
                left -= 1
                if left < 0:
                    raise Unavailable("gone")
                return await sending(*args)  # type: ignore[operator]

            monkeypatch.setattr(link, name, send)
        told = await Stage(world.store).service.handle(command)
        monkeypatch.undo()
        if told[-1].text not in away:
            answered = True
            break
    assert answered
    assert world.holding(ID, NAME) == []
    assert await _games(world, before) == before
    again = await stage.press(NAME, YES)
    assert again[-1].text == "Done: your settings and statistics are deleted."
    assert world.holding(ID, NAME) == []


async def test_forget_leaves_a_user_whose_id_begins_alike(world: World) -> None:
    stage = Stage(world.store)
    await stage.open("Annuschka2", "Boris")
    await stage.say("Annuschka2", "/end")
    assert option_choices(await stage.open("Annuschka2", "Boris")) != []
    held = world.holding("web:annuschka2")
    await stage.say(NAME, "/rules")
    told = await stage.press(NAME, YES)
    assert "Done" in told[-1].text
    assert "finished" not in told[-1].text
    assert world.holding("web:annuschka2") == held

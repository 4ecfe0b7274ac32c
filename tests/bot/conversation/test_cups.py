"""Cups through the conversation: entry, tables that open by themselves, results once, no-shows, decisions."""

from __future__ import annotations

import asyncio
import json
import random
from base64 import b64decode
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.conversation.commands.group import bans
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.pictures import BracketPicture, PodiumPicture, SheetPicture
from bot.conversation.table.cups.documents import match_channel
from bot.conversation.table.cups.model import NOBODY, open_matches
from bot.conversation.table.cups.standings import standings
from bot.conversation.table.results import decode_result
from storage.errors import Conflict, Unavailable
from storage.open import open_store
from tests.support.cup_stage import GROUP, HOME, CupStage

FOUR = ("Anna", "Boris", "Clara", "Dora")


def refusal(key: str, **values: Any) -> str:
    return markup.plain(catalogue("en").text(key, **values))


async def refused(stage: CupStage, name: str, line: str, key: str, **values: Any) -> None:
    answers = await stage.in_group(name, line)
    assert [markup.plain(answer.text) for answer in answers] == [refusal(key, **values)]


async def test_a_cup_of_whole_games_is_played_from_entry_to_the_end() -> None:
    stage = CupStage()
    cup = await stage.opened("swiss wcc", FOUR)
    assert len(stage.chat.threads) == 2
    (first,) = stage.announced("r1")
    assert set(first.notify) == {stage.player(name).id for name in FOUR}  # everybody is told where to play
    assert all(thread in markup.plain(first.text) for thread in stage.chat.threads)
    while cup.status == "running":
        cup = await stage.play_round(random.Random(5), quick=False)
    assert len(cup.rounds) == 2
    end = stage.chat.posted[-1]
    winner = cup.entrants[standings(cup)[0].entrant]
    assert end.notify == (winner.user,)
    assert isinstance(end.picture, PodiumPicture)
    assert [name for name, _ in end.picture.best] == [cup.name(line.entrant) for line in standings(cup)[:3]]
    (table,) = await stage.taps("Anna", end.choices[0].token)
    assert isinstance(table.picture, SheetPicture)
    assert table.picture.places == 3
    results = [decode_result(line) for line in await stage.store.results.load(GROUP)]
    assert sorted(result.game for result in results) == sorted(m.games[0].id for m in cup.matches)
    for match in cup.matches:
        result = next(one for one in results if one.game == match.games[0].id)
        assert match.games[0].scores == tuple(seat.score for seat in result.seats)
        assert dict(result.options)["tie_break"] == "starter"


async def test_a_knock_out_of_three_games_ends_with_its_bracket() -> None:
    stage = CupStage()
    cup = await stage.opened("knockout bo3", ("Anna", "Boris", "Clara"))
    assert [match.why for match in cup.matches].count("bye") == 1
    while cup.status == "running":
        cup = await stage.play_round(random.Random(3))
    assert len(cup.rounds) == 2
    for match in cup.matches:
        if match.why == "played":
            assert max(match.wins(0), match.wins(1)) == 2
            assert [game.first for game in match.games][:2] == [0, 1]  # both begin in turn
    (answer,) = await stage.in_group("Anna", "/cup standings")
    assert isinstance(answer.picture, BracketPicture)
    assert len(answer.picture.columns) == 2
    await refused(stage, "Dora", "/cup enter", "cup.is_over")


async def test_who_does_not_come_is_reminded_then_loses_and_an_admin_may_decide_otherwise() -> None:
    stage = CupStage()
    cup = await stage.opened("robin round=4h", ("Anna", "Boris", "Clara"))
    match = next(iter(open_matches(cup)))
    await stage.come(cup, match, (0,))
    await stage.settle(3 * 3600)
    reminder = stage.announced("n")[-1]
    absent = cup.entrants[match.pair[1]].user
    assert reminder.notify == (absent,)
    await stage.settle(3600)
    decided = (await stage.cup()).match(match.number)
    assert decided is not None
    assert (decided.winner, decided.why) == (0, "no_show")
    assert [message.notify for message in stage.announced("n")].count((absent,)) == 1
    cup = await stage.cup()
    assert len(cup.rounds) == 2  # the next round has begun by itself
    await refused(stage, "Boris", f"/cup decide {match.number} draw", "cup.not_yours")
    await refused(stage, "Anna", f"/cup decide {match.number} draw", "cup.which_match")
    late = next(iter(open_matches(cup)))
    await stage.in_group("Anna", f"/cup decide {late.number} {cup.name(late.pair[1])}")
    await stage.settle()
    now = (await stage.cup()).match(late.number)
    assert now is not None
    assert (now.winner, now.why) == (1, "decided")
    assert "decision" in stage.announced("n")[-1].text


async def test_who_withdraws_loses_the_open_match_and_its_table_is_closed() -> None:
    stage = CupStage()
    cup = await stage.opened("swiss rounds=2", FOUR)
    match = next(iter(open_matches(cup)))
    await stage.come(cup, match)
    home = match_channel(cup, match.number)
    assert await stage.store.tables.load(home) is not None
    await stage.in_group(cup.name(match.pair[0]), "/cup withdraw")
    await stage.settle()
    cup = await stage.cup()
    now = cup.match(match.number)
    assert now is not None
    assert (now.winner, now.why) == (1, "withdrawn")
    assert await stage.store.tables.load(home) is None
    assert await stage.store.results.load(GROUP) == []  # no result of a game that was not played
    for other in list(open_matches(cup)):
        await stage.come(cup, other)
        await stage.resign(await stage.cup(), other, 0)
    cup = await stage.cup()
    assert len(cup.rounds) == 2
    assert NOBODY in cup.rounds[1].matches[-1].pair  # three are left: one rests


async def test_a_match_that_is_replayed_gets_a_new_game() -> None:
    stage = CupStage()
    cup = await stage.opened("robin", ("Anna", "Boris", "Clara"))
    match = next(iter(open_matches(cup)))
    await stage.come(cup, match)
    first = (await stage.cup()).match(match.number)
    await stage.in_group("Anna", f"/cup decide {match.number} replay")
    await stage.settle()
    await stage.come(cup, match)
    now = (await stage.cup()).match(match.number)
    assert first is not None
    assert first.current is not None
    assert now is not None
    assert now.current is not None
    assert now.current.id != first.current.id
    live = await stage.service.repository.load(match_channel(cup, match.number))
    assert live is not None
    assert live.game == now.current.id


async def test_hints_are_not_given_and_who_resigns_has_lost() -> None:
    stage = CupStage()
    cup = await stage.opened("robin", ("Anna", "Boris", "Clara"))
    match = next(iter(open_matches(cup)))
    place = await stage.come(cup, match)
    (answer,) = await stage.in_group(cup.name(match.pair[0]), "/hint", place)
    assert markup.plain(answer.text) == refusal("hint.cup")
    await stage.resign(cup, match, 0)
    now = (await stage.cup()).match(match.number)
    assert now is not None
    assert now.winner == 1


async def test_everybody_of_a_duplicate_round_plays_the_same_bag() -> None:
    stage = CupStage()
    cup = await stage.opened("swiss duplicate", FOUR)
    bags = []
    for match in list(open_matches(cup)):
        await stage.come(cup, match)
        live = await stage.service.repository.load(match_channel(cup, match.number))
        assert live is not None
        bags.append((live.state.bag, live.state.turn))
    assert bags[0] == bags[1]
    await refused(CupStage(), "Anna", "/cup new knockout duplicate", "cup.duplicate_only")


async def test_refusals_say_why() -> None:
    stage = CupStage()
    await refused(stage, "Anna", "/cup", "cup.none")
    await refused(stage, "Anna", "/cup dance", "cup.usage", word="dance")
    await stage.in_group("Anna", "/cup new")
    await refused(stage, "Boris", "/cup new", "cup.open_now")
    await refused(stage, "Boris", "/cup start", "cup.not_yours")
    await refused(stage, "Boris", "/cup withdraw", "cup.not_in")
    await refused(stage, "Boris", "/cup standings", "cup.not_started")
    await stage.in_group("Anna", "/cup enter")
    await refused(stage, "Anna", "/cup enter", "cup.in_already")
    await refused(stage, "Anna", "/cup start", "cup.few", n=3)
    for name in ("Boris", "Clara"):
        await stage.in_group(name, "/cup enter")
    await stage.in_group("Anna", "/cup start")
    await stage.settle()
    await refused(stage, "Dora", "/cup enter", "cup.too_late")
    await refused(stage, "Dora", "/cup mine", "cup.not_in")
    cup = await stage.cup()
    match = next(iter(open_matches(cup)))
    place = await stage.place_of(cup, match)
    (answer,) = await stage.in_group("Dora", "/cup here", place)
    assert markup.plain(answer.text) == refusal("cup.not_your_match")
    alone = Command(stage.player("Eva"), "discord:9", stage.now, "cup", ("new",), private=True)
    (answer,) = await stage.handle(alone)
    assert markup.plain(answer.text) == refusal("cup.private")


async def test_entry_ends_by_the_clock() -> None:
    stage = CupStage()
    await stage.in_group("Anna", "/cup new until=1d")
    await stage.in_group("Anna", "/cup enter")
    await stage.settle(86_400)
    assert (await stage.cup()).status == "cancelled"
    await stage.in_group("Anna", "/cup new until=1d")
    for name in FOUR:
        await stage.in_group(name, "/cup enter")
    await stage.settle(86_400)
    assert (await stage.cup()).status == "running"


@pytest.mark.parametrize("language", ["ru", "bg"])
async def test_a_cup_speaks_every_language(language: str) -> None:
    stage = CupStage(language=language)
    cup = await stage.opened("knockout round=4h", FOUR)
    await stage.settle(3 * 3600)
    match = next(iter(open_matches(cup)))
    await stage.come(cup, match)
    await stage.resign(cup, match, 1)
    await stage.settle(3600)
    assert (await stage.cup()).status == "over"
    words = " ".join(markup.plain(message.text) for message in stage.chat.posted)
    for key in ("cup.round", "cup.final", "cup.standings"):
        assert catalogue("en").label(key, n=1, total=2) not in words


async def test_forget_leaves_a_number_instead_of_a_name() -> None:
    stage = CupStage()
    cup = await stage.opened("robin", ("Anna", "Boris", "Clara"))
    match = next(iter(open_matches(cup)))
    gone = cup.name(match.pair[0])
    await stage.come(cup, match)
    await stage.taps(gone, "me:0:!forget.yes")
    await stage.settle()
    cup = await stage.cup()
    now = cup.match(match.number)
    assert now is not None
    assert (now.winner, now.why) == (1, "withdrawn")
    lines = [json.loads(line) async for line in stage.store.backup.dump()]
    values = [value for line in lines for *_, values in line["keys"] for value in values]
    kept = b"".join(map(b64decode, values))
    assert cup.name(1 - match.pair[0]).encode() in kept
    assert gone.encode() not in kept
    assert gone.lower().encode() not in kept


async def test_a_worker_that_is_killed_anywhere_loses_and_doubles_nothing() -> None:
    for life in range(1, 60, 2):
        stage = MortalStage(life)
        cup = await stage.opened("swiss rounds=2", FOUR)
        while cup.status == "running":
            cup = await stage.play_round(random.Random(life))
        assert stage.kills > 3, life
        assert len(cup.rounds) == 2, life
        assert all(match.why == "played" and len(match.games) == 1 for match in cup.matches), life
        played = [decode_result(line).game for line in await stage.store.results.load(GROUP)]
        assert sorted(played) == sorted(match.games[0].id for match in cup.matches)
        told = {message.slot for message in stage.chat.posted}
        assert told >= {f"cup.{cup.id}.r1", f"cup.{cup.id}.r2", f"cup.{cup.id}.n2"}, life
        assert told >= {f"cup.{cup.id}.m{match.number}" for match in cup.matches}, life


class MortalStage(CupStage):
    """Its workers die after a while, one after the other; each lives a bit longer."""

    def __init__(self, life: int) -> None:
        super().__init__()
        self._life = life
        self.replace_worker(life)

    def next_life(self) -> int:
        self._life += 1
        return self._life


async def test_a_game_that_ends_while_its_cup_goes_on_is_not_opened_again() -> None:
    for delay in range(-15, 15):  # steps of the event loop
        stage = CupStage()
        cup = await stage.opened("swiss rounds=1", FOUR)
        presses = []
        for match in open_matches(cup):
            place, loser = await stage.come(cup, match), cup.name(match.pair[0])
            answers = await stage.in_group(loser, "/resign", place)
            presses.append((loser, answers[-1].choices[0].token, place))
        await stage.taps(*presses[0])
        await asyncio.gather(_later(-delay, stage.settle()), _later(delay, stage.taps(*presses[1])))
        await stage.settle()
        cup = await stage.cup()
        assert [(match.why, len(match.games)) for match in cup.matches] == [("played", 1)] * 2, delay
        assert await stage.store.tables.count() == 0, delay


async def _later(steps: int, doing: Coroutine[Any, Any, object]) -> None:
    for _ in range(steps):
        await asyncio.sleep(0)
    await doing


async def test_a_cup_is_shown_where_it_is_asked_for() -> None:
    stage = CupStage()
    await stage.in_group("Anna", "/cup new")
    (entry,) = await stage.in_group("Boris", "/cup", "discord:2")
    assert entry.channel == "discord:2"
    enter = next(choice for choice in entry.choices if "enter" in choice.token)
    (said,) = await stage.taps("Boris", enter.token, "discord:2")
    assert said.to == "discord:boris"
    await stage.settle()
    told = stage.chat.posted[-1]
    assert (told.channel, told.slot) == (HOME, entry.slot)  # the home's own worker shows it there
    assert "Boris" in told.text


async def test_a_cup_is_entered_by_its_link_from_a_private_chat() -> None:
    stage = CupStage()
    (entry,) = await stage.in_group("Anna", "/cup new")
    cup = await stage.cup()
    assert [one.address for one in entry.choices if one.address] == [f"https://example.org/cup/{cup.id}"]

    async def by_link(name: str, code: str, channel: str = "") -> Outgoing:
        who = stage.player(name)
        line = Command.line(who, channel or who.id, stage.now, f"/cup enter {code}")
        (answer,) = await stage.handle(replace(line, private=True))
        return answer

    said = await by_link("Boris", cup.id)
    assert refusal("cup.you_are_in") in markup.plain(said.text)
    await stage.settle()
    assert "Boris" in stage.chat.posted[-1].text
    assert (await by_link("Boris", cup.id.upper())).text == said.text  # once more: once in
    assert [one.name for one in (await stage.cup()).entrants] == ["Boris"]
    out = Command(stage.player("Boris"), "discord:boris", stage.now, token=said.choices[0].token)
    await stage.handle(replace(out, private=True))
    await stage.settle()
    assert (await stage.cup()).entrants == ()
    assert "Boris" not in stage.chat.posted[-1].text

    clara = bans.Bans("salt", {}).mark("discord:clara")
    await stage.store.users.set_channel_setting(
        GROUP, bans.NAME, bans.Bans("salt", {clara: "Clara"}).encode()
    )
    expected = [
        (await by_link("Clara", cup.id), "banned"),  # where the cup is at home
        (await by_link("Dora", "nosuch"), "cup.link_unknown"),
        (await by_link("Dora", "../x"), "cup.link_unknown"),
        (await by_link("Dora", "x" * 300), "cup.link_unknown"),
        (await by_link("Dora", cup.id, "telegram:14"), "cup.link_unknown"),  # of another platform
    ]
    for name in ("Anna", "Dora", "Emil"):
        await stage.in_group(name, "/cup enter swiss")  # a word about new cups, as it may be completed
    await stage.in_group("Anna", "/cup start")
    expected.append((await by_link("Boris", cup.id), "cup.link_late"))
    await stage.in_group("Anna", "/cup cancel")
    expected.append((await by_link("Boris", cup.id), "cup.link_over"))
    for answer, key in expected:
        assert markup.plain(answer.text) == refusal(key)


async def test_a_cup_survives_backup_and_restore(tmp_path: Path) -> None:
    async with await open_store(None, folder=tmp_path / "one") as first:
        stage = CupStage(first)
        cup = await stage.opened("robin", ("Anna", "Boris", "Clara"))
        match = next(iter(open_matches(cup)))
        await stage.come(cup, match)
        lines = [line async for line in first.backup.dump()]
        kept = await stage.cup()
    async with await open_store(None, folder=tmp_path / "two") as second:
        for line in lines:
            await second.backup.restore(line)
        again = CupStage(second)
        again.people, again.now = stage.people, stage.now
        assert await again.cup() == kept
        await again.resign(kept, match, 0)
        now = (await again.cup()).match(match.number)
        assert now is not None
        assert now.winner == 1


async def test_an_alarm_that_meets_conflicts_only_stays_due(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = CupStage()
    cup = await stage.opened("swiss", FOUR)
    await stage.come(cup, next(iter(open_matches(cup))), (0,))
    stage.now += cup.limit

    async def faster(*_: Any, **__: Any) -> int:
        raise Conflict("another worker")

    monkeypatch.setattr(stage.store.lobbies, "save", faster)
    with pytest.raises(Unavailable):
        await stage.service.alarm(HOME, stage.now, f"cup:{cup.id}")

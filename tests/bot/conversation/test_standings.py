"""Rated tables, `/top`, `/profile`, `/history`, seasons, and the file with one's own data."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import replace

import pytest

from bot.conversation.commands.group.ladder_settings import SEASON
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Command, Outgoing
from bot.conversation.protocol.pictures import ProfilePicture, ResultCard, SheetPicture
from bot.conversation.protocol.polyglot import public_texts, spoken
from bot.conversation.show.emoji import without
from bot.conversation.show.group.result_card import card_alt
from bot.conversation.show.words import Words
from bot.conversation.table.final import ended_of
from bot.conversation.table.history import GameHistory
from bot.conversation.table.results import GameResult, SeatResult, decode_result
from bot.conversation.table.seasons import Seasons, decode_seasons
from tests.support.stage import CHANNEL, NOON, Stage, play_to_end

YES = "me:0:!forget.yes"


async def laddered(*names: str, language: str = "en") -> Stage:
    """A group whose ladder is on, and people who allow rated games."""
    stage = Stage(language=language)
    stage.person(names[0], admin=True)
    await stage.say(names[0], "/settings ladder on")
    for name in names:
        await stage.say(name, "/settings rated on")
    return stage


async def played(stage: Stage, *names: str, seed: int = 1) -> Outgoing:
    return await play_to_end(stage, await stage.open(*names, wishes="rated"), random.Random(seed))


async def fill(stage: Stage, games: int, at: float = NOON, rated: bool = True) -> None:
    """Results of duels that Anna wins against Boris, and Clara against nobody."""
    points = (("city", 40), ("road", 5))
    for number in range(games):
        seats = tuple(
            SeatResult(f"web:{name.lower()}", name, place, 80 - 9 * place, points, seconds=70)
            for place, name in enumerate(("Anna", "Boris"), start=1)
        )
        game, ended = f"f{number}x{int(at)}", int(at) + number
        result = GameResult(game, CHANNEL, "carcassonne", seats, ("river",), ended=ended, rated=rated)
        await stage.store.results.add(CHANNEL, result.game, result.encode())


async def results(stage: Stage) -> list[GameResult]:
    return [decode_result(line) for line in await stage.store.results.load(CHANNEL)]


async def test_a_rated_game_counts_on_the_ladder() -> None:
    stage = await laddered("Anna", "Boris")
    end = await played(stage, "Anna", "Boris")
    assert isinstance(end.picture, ResultCard)
    assert "rated" in end.picture.foot
    assert [one.rated for one in await results(stage)] == [True]
    (top,) = await stage.say("Boris", "/top")
    assert top.to is None
    assert isinstance(top.picture, SheetPicture)
    assert len(top.picture.rows) == 2
    assert "provisional" in top.text
    assert top.picture.marked != ()


@pytest.mark.parametrize(
    ("ladder", "allows", "wishes", "said"),
    [
        (False, True, "rated", "no ladder here yet"),
        (True, False, "rated", "Allow that first"),
        (True, True, "rated computers=1", "for people only"),
    ],
)
async def test_a_rated_table_is_refused_with_the_reason(
    ladder: bool, allows: bool, wishes: str, said: str
) -> None:
    stage = Stage()
    stage.person("Anna", admin=True)
    if ladder:
        await stage.say("Anna", "/settings ladder on")
    if allows:
        await stage.say("Anna", "/settings rated on")
    (answer,) = await stage.say("Anna", f"/new {wishes}")
    assert said in answer.text
    assert answer.to == "web:anna"
    assert (await stage.store.lobbies.load(CHANNEL)).version == 0


async def test_joining_a_rated_table_asks_for_consent_once() -> None:
    stage = await laddered("Anna", "Clara")
    await stage.say("Anna", "/new rated")
    (asked,) = await stage.say("Boris", "/join")
    assert "goes on this group's ladder" in asked.text
    (joined,) = await stage.press("Boris", asked.choices[0].token)
    assert "Boris" in joined.text
    assert "Rated" in joined.text
    assert (await stage.store.users.settings("web:boris"))["rated"] == b"on"
    (refused,) = await stage.say("Boris", "/computer easy")
    assert "people only" in refused.text


async def test_no_hints_at_a_rated_table() -> None:
    stage = await laddered("Anna", "Boris")
    message = await stage.open("Anna", "Boris", wishes="rated")
    assert "No hints" in (await stage.say(stage.name_of(message.notify[0]), "/hint"))[0].text


async def test_resigning_a_rated_duel_ends_it_and_loses() -> None:
    stage = await laddered("Anna", "Boris")
    await stage.open("Anna", "Boris", wishes="rated")
    (sure,) = await stage.say("Anna", "/resign")
    (end,) = await stage.press("Anna", sure.choices[0].token)
    assert "Boris wins" in markup.plain(end.text)
    (result,) = await results(stage)
    assert [(seat.place, seat.ended) for seat in result.seats] == [(2, "resign"), (1, "played")]
    (top,) = await stage.say("Anna", "/top all duel")
    assert top.text.index("Boris") < top.text.index("Anna")


async def test_top_shows_ten_and_the_own_row() -> None:
    stage = await laddered("Anna")
    for number in range(14):
        seats = (
            SeatResult(f"web:p{number}", f"P{number}", 1, 90),
            SeatResult("web:anna", "Anna", 2, 40),
        )
        result = GameResult(f"g{number}", CHANNEL, "carcassonne", seats, ended=int(NOON) + number, rated=True)
        await stage.store.results.add(CHANNEL, result.game, result.encode())
    (top,) = await stage.say("P13", "/top")
    assert isinstance(top.picture, SheetPicture)
    assert len(top.picture.rows) == 11
    assert top.picture.rows[top.picture.marked[0]][1] == "P13"
    assert top.alt
    assert "no ladder" in (await Stage().say("Anna", "/top"))[0].text
    assert "Like this" in (await stage.say("Anna", "/top nonsense"))[0].text


async def test_profile_tells_what_the_group_knows() -> None:
    stage = await laddered("Anna", "Boris")
    await fill(stage, 6)
    (mine,) = await stage.say("Anna", "/profile")
    text = markup.plain(mine.text)
    assert "Games / wins: 6 / 6" in text
    assert "Rivals: Boris 6:0" in text
    assert "Usual time for a move: 1 min" in text
    assert "River" in text
    assert isinstance(mine.picture, ProfilePicture)
    assert mine.picture.bars[0][0] == "city"
    assert mine.picture.course == tuple(sorted(mine.picture.course))
    (other,) = await stage.say("Anna", "/profile boris")
    assert "6 / 0" in other.text
    assert "Nobody called Zoe" in (await stage.say("Anna", "/profile Zoe"))[0].text
    assert "haven't finished" in (await stage.say("Clara", "/profile"))[0].text


async def test_history_lists_games_and_shows_their_cards() -> None:
    stage = Stage()
    assert "No finished games" in (await stage.say("Anna", "/history"))[0].text
    await play_to_end(stage, await stage.open("Anna", "Boris"), random.Random(1))
    (listed,) = await stage.say("Clara", "/history")
    assert isinstance(listed.picture, SheetPicture)
    (card,) = await stage.press("Clara", listed.choices[0].token)
    assert isinstance(card.picture, ResultCard)
    assert card.alt.startswith("Result card. ")
    (record,) = await stage.archived()
    history = GameHistory(CHANNEL, record.setup, record.log)
    ended = ended_of(history.live)
    assert ended is not None
    for words in (Words(texts, history.table) for texts in (catalogue("en"), public_texts(CHANNEL, "en"))):
        alt = spoken(card_alt(words, history, replace(ended, places=(1, 1))), "en")
        assert "Anna, Boris: shared win. " in alt
        assert not re.search(r"[.!]\.", alt)
    assert {choice.label for choice in card.choices} >= {"Replay", "Review", "Play again"}
    assert "can't find that game" in (await stage.say("Clara", "/history nope"))[0].text.lower()


async def test_a_game_is_found_from_another_channel_of_its_group() -> None:
    stage = Stage()

    async def said(name: str, channel: str, text: str) -> list[Outgoing]:
        line = Command.line(stage.person(name), channel, stage.now, text)
        return await stage.handle(replace(line, group="web:club"))

    await said("Anna", CHANNEL, "/new")
    await stage.say("Boris", "/join")
    await play_to_end(stage, (await stage.say("Anna", "/start"))[-1], random.Random(1))
    assert await stage.store.results.count("web:club") == 1
    (listed,) = await said("Clara", "web:two", "/history")
    (card,) = await said("Clara", "web:two", f"/history {listed.choices[0].token.rpartition('.')[2]}")
    assert isinstance(card.picture, ResultCard)
    assert "No finished games" in (await stage.say("Clara", "/history", "web:two"))[0].text


async def test_a_seasons_end_is_told_once_and_the_next_is_scheduled() -> None:
    stage = await laddered("Anna", "Boris")
    await fill(stage, 6)
    seasons = decode_seasons((await stage.store.users.channel_settings(CHANNEL))["ladder"])
    end = seasons.end(seasons.number(NOON))
    assert end is not None
    assert await stage.tick(end - 1) == []
    (told,) = await stage.tick(end + 1)
    assert "That was season" in told.text
    assert told.text.index("Anna") < told.text.index("Boris")
    assert told.slot == f"season.{seasons.number(NOON)}"
    assert isinstance(told.picture, SheetPicture)
    assert await stage.tick(end + 2) == []
    again = await stage.service.alarm(CHANNEL, end + 3, f"{SEASON}{seasons.number(NOON)}:{CHANNEL}")
    assert [message.slot for message in again] == [told.slot], "a repeated alarm replaces the same message"
    due = await stage.store.deadlines.claim(math.inf)
    assert f"{SEASON}{seasons.number(NOON) + 1}:{CHANNEL}" in [one.name for one in due]


async def test_a_group_without_emoji_gets_its_ladder_and_its_season_without() -> None:
    stage = await laddered("Anna", "Boris")
    await fill(stage, 6)
    (top,) = await stage.say("Anna", "/top")
    assert without(top.text) != top.text
    await stage.say("Anna", "/settings season word")
    stage.now += 1000
    await stage.say("Anna", "/settings channel emoji off")
    for line in ("/top", "/settings season end"):
        (told,) = await stage.say("Anna", line)
        assert "Anna" in told.text
        assert without(told.text) == told.text


async def test_a_season_ends_by_the_admins_word() -> None:
    stage = await laddered("Anna", "Boris")
    await fill(stage, 6)
    await stage.say("Anna", "/settings season word")
    stage.now += 1000
    assert "admin" in (await stage.say("Boris", "/settings season end"))[0].text.lower()
    (told,) = await stage.say("Anna", "/settings season end")
    assert "That was season" in told.text
    assert told.slot == "season.0"
    stage.now += 10
    (top,) = await stage.say("Anna", "/top")
    assert "Nobody here yet" in top.text
    (nothing,) = await stage.say("Anna", "/settings season end")
    assert "Nobody has played" in nothing.text


async def test_ladder_settings_are_for_admins() -> None:
    stage = Stage()
    assert "admin" in (await stage.say("Boris", "/settings ladder on"))[0].text.lower()
    assert Seasons().on is False
    stage.person("Anna", admin=True)
    assert "no ladder" in (await stage.say("Anna", "/settings season end"))[0].text
    assert "ladder on" in (await stage.say("Anna", "/settings ladder maybe"))[0].text


async def test_a_forgotten_player_is_on_no_list_and_others_keep_their_numbers() -> None:
    stage = await laddered("Anna", "Boris")
    await fill(stage, 6)
    for user in ("web:anna", "web:boris"):
        await stage.store.users.note(user, CHANNEL)
    before = markup.plain((await stage.say("Boris", "/top"))[0].text)
    await stage.press("Anna", YES)
    after = markup.plain((await stage.say("Boris", "/top"))[0].text)
    assert "Anna" in before
    assert "Anna" not in after
    assert "Player A" not in after
    number = before.partition("Boris: ")[2].split()[0]
    assert f"Boris: {number}" in after


async def test_export_holds_all_of_ones_own_and_nobody_elses() -> None:
    stage = await laddered("Anna", "Boris")
    await played(stage, "Anna", "Boris")
    (answer,) = await stage.say("Anna", "/settings export")
    assert answer.to == "web:anna"
    assert answer.attachment is not None
    found = json.loads(answer.attachment.content)
    assert found["settings"]["rated"] == "on"
    assert [one["user"] for one in found["results"][CHANNEL]] == ["web:anna"]
    assert "web:boris" not in answer.attachment.content.decode()
    assert found["counters"]["games"] == 1
    (game,) = found["finished_games"]
    assert (game["game"], game["kind"], len(game["scores"])) == ("g1", "carcassonne", 2)


@pytest.mark.parametrize("language", ["ru", "bg"])
async def test_everything_is_told_in_other_languages(language: str) -> None:
    stage = await laddered("Anna", "Boris", language=language)
    await played(stage, "Anna", "Boris")
    for said in ("/top", "/profile", "/history", "/settings export"):
        (answer,) = await stage.say("Anna", said)
        assert not set("qwz") & set(markup.plain(answer.text).replace("/new", "")), answer.text

"""Reviews: the costliest moves of each player, computed once and in the background."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import ReviewPicture
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.table.log import game_lines
from bot.conversation.table.model import decode_table
from bot.conversation.table.review_cache import REVIEWS, STORED, ReviewCache
from engine.players import GameReview, PlayerReview
from engine.players.review import NOISE
from engine.record import Record
from tests.bot.conversation.test_seats import button
from tests.support.stage import CHANNEL, QuickComputer, Stage, play_to_end


class Reviewer(QuickComputer):
    """Counts its requests, and answers when `free` is set."""

    def __init__(self) -> None:
        self.asked: list[Record] = []
        self.free = asyncio.Event()
        self.fails = False

    async def review(self, game: Record, progress: Callable[[float], None]) -> GameReview:
        self.asked.append(game)
        progress(0.4)
        await self.free.wait()
        if self.fails:
            raise NoAnswer("tired")
        fine = PlayerReview(100.0, 30, 2.0, ())
        return GameReview((fine, fine), ((0.0, 0.0), (3.0, 1.0)), ())


async def finished(undo: bool = False) -> tuple[Stage, Outgoing]:
    stage = Stage()
    message = await stage.open("Anna", "Boris", wishes="farmers=off")
    if undo:
        name = "Anna" if "web:anna" in message.notify else "Boris"
        await stage.say(name, "/play 1a")
        message = (await stage.say(name, "/undo"))[-1]
        assert "takes back" in message.text
    return stage, await play_to_end(stage, message, random.Random(5))


async def test_review_tells_accuracy_luck_and_turning_points() -> None:
    stage, end = await finished(undo=True)
    (answer,) = await stage.press("Clara", button([end], "Review"))
    assert answer.to == "web:clara"
    text = markup.plain(answer.text)
    assert text.index("Anna: accuracy") < text.index("Boris: accuracy")
    (game,) = await stage.archived()
    record = Record(decode_table(game.setup).setup, game_lines(game.log))
    found = await stage.service.reviews.of(game, record)
    assert found is not None
    assert text.count("\n·") == sum(len(one.worst) for one in found.players)
    worst = found.players[0].worst[0]
    assert worst.lost >= NOISE
    assert f"· turn {worst.turn} (" in text
    assert f"(about {round(worst.lost)} point" in text
    assert all(0 < one.accuracy < 100 for one in found.players)
    assert isinstance(answer.picture, ReviewPicture)
    assert len(answer.picture.points) == len(found.turning) > 0
    assert (await stage.say("Boris", "/review"))[0].text == answer.text
    assert (await stage.say("Boris", f"/review {game.game}"))[0].text == answer.text
    for language, word in (("ru", "точность"), ("bg", "точност")):
        await stage.say("Boris", f"/settings language {language}")
        assert (await stage.say("Boris", "/review"))[0].text.count(word) == 2


async def test_a_running_game_is_not_reviewed() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    assert "when the game is over" in (await stage.say("Anna", "/review"))[0].text
    assert "when the game is over" in (await stage.say("Anna", "/review g1"))[0].text
    assert "can't find that game" in (await stage.say("Anna", "/review nope"))[0].text.lower()


async def test_a_slow_review_is_pending_and_computed_once() -> None:
    stage, end = await finished()
    slow = Reviewer()
    stage.service.reviews = ReviewCache(slow, stage.store, patience=0.01)
    (first,) = await stage.press("Anna", button([end], "Review"))
    assert "40% done" in first.text
    (second,) = await stage.press("Boris", first.choices[0].token)
    assert "40% done" in second.text
    slow.free.set()
    (third,) = await stage.press("Boris", first.choices[0].token)
    assert "Anna: accuracy 100%, luck of the draw +2" in markup.plain(third.text)
    assert len(slow.asked) == 1


async def test_a_review_outlives_the_process_that_made_it() -> None:
    stage, _ = await finished()
    before = (await stage.say("Anna", "/review"))[0]
    idle = Reviewer()
    stage.service.reviews = ReviewCache(idle, stage.store)
    after = (await stage.say("Anna", "/review"))[0]
    assert (after.text, after.picture) == (before.text, before.picture)
    assert not idle.asked


async def test_of_a_channel_the_reviews_of_its_last_games_are_kept() -> None:
    stage, _ = await finished()
    quick = Reviewer()
    quick.free.set()
    (game,) = await stage.archived()
    record = Record(decode_table(game.setup).setup, game_lines(game.log))
    for number in range(STORED + 3):
        one = replace(game, game=f"x{number}", ended=float(number))
        await ReviewCache(quick, stage.store).of(one, record)
    kept = await stage.store.users.channel_settings(f"{CHANNEL}{REVIEWS}")
    assert set(kept) == {f"x{number}" for number in range(3, STORED + 3)}


async def test_a_failed_review_is_computed_again(caplog: pytest.LogCaptureFixture) -> None:
    stage, _ = await finished()
    slow = Reviewer()
    slow.fails = True
    slow.free.set()
    stage.service.reviews = ReviewCache(slow, stage.store)
    assert "didn't work out" in (await stage.say("Anna", "/review"))[0].text
    assert "tired" in caplog.text
    slow.fails = False
    assert "No clear mistakes" in (await stage.say("Anna", "/review"))[0].text
    assert len(slow.asked) == 2

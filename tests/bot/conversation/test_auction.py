"""Off-turn decisions: bids by button, by amount, by a written number; standing answers; forced choices."""

from __future__ import annotations

import random

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.show.auction import SALE
from bot.conversation.show.live_board.question import asked_of
from bot.conversation.show.words import Words
from bot.conversation.table.options import prompts_of
from engine.expansions.bazaars import PART
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import Stage, play_once


async def until(
    stage: Stage, ask: str, wishes: str = "bazaars", names: tuple[str, ...] = ("Anna", "Boris")
) -> Outgoing:
    """Play at random until a player is asked this."""
    rng = random.Random(5)
    message = await stage.open(*names, wishes=wishes)
    for _ in range(600):
        if (await table(stage)).waits[0].ask == ask:
            return message
        message = await play_once(stage, message, rng)
    raise AssertionError(f"nobody was asked {ask}")


def amount_token(message: Outgoing, number: int = 0) -> str:
    return [choice.token for choice in message.choices if choice.amount is not None][number]


async def test_an_opening_bid_by_amount() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    assert message.picture is not None
    assert isinstance(message.picture, BoardPicture)
    assert len(message.picture.offer) == 2
    assert "For sale: 1 " in markup.plain(message.text)
    mine, other = await whose(stage)
    for wrong in ("", "x", "-1", "10000", "1.5"):
        answers = await stage.press(mine, amount_token(message, 1), wrong)
        assert "whole number from 0 to 999" in answers[0].text
    title = [choice.amount.title for choice in message.choices if choice.amount is not None][1]
    assert title.startswith("Your bid for tile 2: ")
    answers = await sure(stage, mine, await stage.press(mine, amount_token(message, 1), " 17 "))
    assert answers[0].notify == (f"web:{other.lower()}",)
    assert (answers[0].slot, answers[0].fresh) == (message.slot, False)  # it is edited
    assert isinstance(answers[0].picture, BoardPicture)
    assert answers[0].picture.lot == 2
    assert f"{mine} leads with 17 points" in markup.plain(answers[0].text)


async def test_an_auction_is_one_message_that_is_edited() -> None:
    stage = Stage()
    names = ("Anna", "Boris", "Clara")
    message = await until(stage, "auction", "bazaars bazaar_mode=auction", names)
    assert message.fresh
    rng, shown, asked = random.Random(1), [message], {"auction"}
    while (ask := (await table(stage)).waits[0].ask) in ("auction", "bid", "settle"):
        asked.add(ask)
        stage.now += 60  # quick people
        shown.append(await play_once(stage, shown[-1], rng))
    *sale, after = shown
    assert asked == {"auction", "bid", "settle"}
    assert len(sale) > 5
    assert {one.slot for one in sale} == {message.slot}
    assert [one.fresh for one in sale] == [True] + [False] * (len(sale) - 1)
    assert after.fresh  # the tiles are played
    assert message.slot in after.closes


async def test_bidder_who_is_away_is_called_by_a_new_message() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    stage.now += 3600
    called = (await sure(stage, first, await stage.press(first, amount_token(message), "2")))[0]
    assert (called.slot, called.fresh) == (message.slot, True)
    assert called.notify == (f"web:{second.lower()}",)
    back = await sure(stage, second, await stage.say(second, "3"))
    assert not back[0].fresh  # the first one has just bid


async def sure(stage: Stage, name: str, answers: list[Outgoing]) -> list[Outgoing]:
    """A user who is warned of debt presses on."""
    return await stage.press(name, answers[0].choices[0].token) if answers[0].to else answers


async def test_a_bid_that_leads_into_debt_is_asked_about_once_more() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    mine, _ = await whose(stage)
    live = await table(stage)
    points = live.state.scores[live.waits[0].seat]
    quick = [choice.label for choice in message.choices if "Bid" in choice.label]
    assert all(int(label.split("Bid ")[1].split(":")[0]) <= max(0, points) for label in quick)
    for answers in (
        await stage.press(mine, amount_token(message), str(points + 3)),
        await stage.say(mine, f"/play 1 {points + 3}"),
    ):
        assert answers[0].to == f"web:{mine.lower()}"
        assert "−3 points" in markup.plain(answers[0].text)
        assert (await table(stage)).version == live.version
    done = await stage.press(mine, answers[0].choices[0].token)
    assert f"{mine} leads with {points + 3}" in markup.plain(done[0].text)
    other = (await whose(stage))[0]
    told = await stage.say(other, "/play pass")
    assert (await table(stage)).state.scores[live.waits[0].seat] == -3, told[0].text


async def test_a_purchase_that_leads_into_debt_is_asked_about_once_more() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    seat = (await table(stage)).waits[0].seat
    await sure(stage, first, await stage.press(first, amount_token(message), "3"))
    points = (await table(stage)).state.scores[seat]
    await sure(stage, second, await stage.say(second, str(points + 5)))
    before = (await table(stage)).version
    asked = await stage.say(first, "/play buy")
    assert asked[0].to == f"web:{first.lower()}"
    assert "−5 points" in markup.plain(asked[0].text)
    assert (await table(stage)).version == before
    await stage.press(first, asked[0].choices[0].token)
    assert (await table(stage)).state.scores[seat] == -5


async def test_an_auction_says_who_leads_and_who_passed() -> None:
    stage = Stage()
    message = await until(stage, "auction", names=("Anna", "Boris", "Clara"))
    first, second = await whose(stage)
    answers = await sure(stage, first, await stage.press(first, amount_token(message), "2"))
    assert f"{first} leads with 2 points" in markup.plain(answers[0].text)
    assert "passed" not in answers[0].text
    told = await stage.say(second, "/play pass")
    assert f"{first} leads with 2 points · passed: {second}" in markup.plain(told[0].text)


async def test_what_was_sold_stays_in_the_message_until_the_auction_is_over() -> None:
    stage, names = Stage(), ("Anna", "Boris", "Clara", "Dora", "Emil")
    message = await until(stage, "auction", names=names)
    opening = next(line for line in message.text.split("\n") if "the bazaar opens" in line)
    rng, owners = random.Random(1), 0
    while (live := await table(stage)).waits[0].ask in SALE:
        text = markup.plain(message.text)
        owned = [names[seat] for seat, _ in PART.of(live.state).owned]
        sold = next((line for line in text.split("\n") if "Sold: " in line), "")
        assert opening in text
        twice = {tile for tile in PART.of(live.state).offer if PART.of(live.state).offer.count(tile) > 1}
        assert ("×2" in text) == (bool(twice) and "For sale" in text)
        assert "more" not in text.replace("bid more", "")
        assert all(f"→ {name} for " in sold for name in owned)
        owners = max(owners, len(owned))
        message = await play_once(stage, message, rng)
    assert owners >= 3
    assert "Sold: " in markup.plain(message.text)  # the last ones


async def test_an_opening_bid_in_one_line() -> None:
    stage = Stage()
    await until(stage, "auction")
    mine, _ = await whose(stage)
    assert "Say which tile" in (await stage.say(mine, "/play 7"))[0].text
    bid = (await sure(stage, mine, await stage.say(mine, "/play 2 9")))[0].text
    assert f"{mine} leads with 9 points" in markup.plain(bid)


async def test_a_higher_bid_by_a_written_number_then_buy_or_sell() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    await sure(stage, first, await stage.press(first, amount_token(message), "3"))
    assert await stage.say(first, "8") == []
    assert "from 4 to 999" in (await stage.say(second, "3"))[0].text
    assert "Bid 4 or more" in (await stage.say(second, "/play bid 2"))[0].text
    answers = await sure(stage, second, await stage.say(second, "8"))
    labels = [choice.label for choice in answers[0].choices]
    assert labels[:2] == ["Buy for 8 points", "Sell for 8 points"]
    live = await table(stage)
    question = asked_of(Words(catalogue("en"), live.table), live, live.waits[0].seat)
    assert question is not None
    assert [option["label"] for option in question.data["options"]] == labels[:2]
    await stage.say(first, "/play sell")
    live = await table(stage)
    assert min(live.state.scores) < max(live.state.scores)


async def test_passing_every_auction_above_three() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    await stage.say(second, "/settings standing bid pass>3")
    assert "bid pass&gt;3" in (await stage.say(second, "/settings standing"))[0].text
    answers = await sure(stage, first, await stage.press(first, amount_token(message), "3"))
    assert answers[0].notify != (f"web:{second.lower()}",) or (await table(stage)).waits[0].ask != "bid"


async def test_a_low_price_is_still_asked_about() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    await stage.say(second, "/settings standing bid pass>3")
    await sure(stage, first, await stage.press(first, amount_token(message), "1"))
    assert (await table(stage)).waits[0].ask == "bid"
    await stage.say(second, "/settings standing bid pass")
    assert (await table(stage)).waits[0].ask != "bid"
    assert any(f"→ {first} for 1" in markup.plain(message.text) for message in stage.said[-3:])


async def test_the_button_that_always_passes() -> None:
    stage = Stage()
    message = await until(stage, "auction")
    first, second = await whose(stage)
    asked = (await sure(stage, first, await stage.press(first, amount_token(message), "2")))[0]
    token = next(choice.token for choice in asked.choices if choice.label == "Always: Pass")
    answers = await stage.press(second, token)
    assert answers[-1].to == f"web:{second.lower()}"
    live = await table(stage)
    seat = live.table.seat_of(f"web:{second.lower()}")
    assert seat is not None
    assert live.table.seats[seat].standing == (("bid", "pass"),)
    assert "You can set it here" in (await stage.say(second, "/settings standing nonsense pass"))[0].text


async def test_dragon_steps_are_asked_one_player_after_the_other() -> None:
    stage = Stage()
    message = await until(stage, "dragon", "princess_dragon", ("Anna", "Boris", "Clara"))
    assert message.picture is not None
    assert isinstance(message.picture, BoardPicture)
    labels = [choice.label for choice in message.choices]
    assert labels[0].startswith("1 · Dragon to ")
    assert "the dragon's flying" in markup.plain(message.text)
    live = await table(stage)
    assert len(message.picture.cells) == len(prompts_of(live.state, live.waits[0].seat)[0].options)


async def test_decision_with_one_option_is_played_and_shown() -> None:
    stage = Stage()
    rng = random.Random(2)
    message = await stage.open("Anna", "Boris", wishes="princess_dragon river")
    for _ in range(400):
        if message.slot.endswith(".end") or "(only option)" in message.text:
            break
        message = await play_once(stage, message, rng)
    assert "(only option)" in message.text
    assert any(b" - " in line for line in (await stage.stored()).log)

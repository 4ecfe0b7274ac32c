"""The same scripts on Discord, on Telegram and in the room: what the conversation can do, people can do.

Each platform runs the unmodified program as a process with its real library, shared by all scripts; each
script has a place of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image

from bot.conversation.commands.group.daily_alarms import ASKING
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from storage.open import open_store
from tests.bot.chats.contract.discord import on_discord
from tests.bot.chats.contract.place import PEOPLE, Button, Place, Platform, Seen, seated
from tests.bot.chats.contract.room import in_rooms
from tests.bot.chats.contract.telegram import on_telegram

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLATFORMS = {"discord": on_discord, "telegram": on_telegram, "room": in_rooms}
Script = Callable[[Place], Awaitable[None]]
TOOLS = ("score", "fields", "tiles", "why")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=PLATFORMS)
async def platform(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Platform]:
    async with PLATFORMS[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="module")
async def place(platform: Platform) -> Place:
    return await platform.place()


def words(who: str, key: str, **values: str | int) -> str:
    """A text as a user reads it."""
    return markup.plain(catalogue(PEOPLE[who]).text(key, **values))


def other(who: str) -> str:
    return "Boris" if who == "Anna" else "Anna"


def shown(place: Place) -> list[tuple[str, str, tuple[str, ...]]]:
    """What everybody sees, to be compared."""
    return [(seen.id, seen.text, tuple(button.token for button in seen.buttons)) for seen in place.public()]


def first_cell(turn: Seen) -> Button:
    return next(button for button in turn.moves() if button.what[1] == "C")


def ranks(said: str) -> list[tuple[int, int]]:
    """The place and the points of all players in a ranking message."""
    return [
        (int(rank), int(points))
        for rank, points in re.findall(r"^(\d)\. .*?(\d+) points?$", said, re.MULTILINE)
    ]


def places(points: list[int]) -> list[int]:
    """BASE-42: who have the same share the place."""
    return [1 + sum(other > mine for other in points) for mine in points]


async def looking(place: Place) -> tuple[str, Seen]:
    """Play until a user is asked for a cell; who it is, and the question."""
    turn = await place.settled()
    while not any(button.what[1] == "C" for button in turn.moves()):
        await place.move()
        turn = await place.settled()
    return seated(first_cell(turn)), turn


async def test_first_move_needs_two_presses(place: Place) -> None:
    await place.say("Anna", "/new language=en")
    await place.until(lambda: place.find("!join"))
    assert "Anna" in place.public()[-1].text
    for chosen in (True, False):
        await place.choose("Anna", words("Anna", "menu.boxes"), "!change.box.river")
        await place.until(lambda on=chosen: (words("Anna", "box.river") in place.public()[-1].text) is on)
    await place.pressed("Boris", words("Anna", "button.join"))
    await place.until(lambda: "Boris" in place.public()[-1].text)
    assert len(place.public()) == 1  # all of it in one message
    await place.pressed("Anna", words("Anna", "button.start"))
    await place.ready()
    who, turn = await looking(place)
    cell = first_cell(turn)
    await place.press(who, cell)
    near = await place.until(lambda: place.closer(who, cell.question))
    await place.press(who, near[0])
    await place.until(lambda: (now := place.turn()) and now.question() != cell.question)
    now = await place.settled()  # old controls are gone
    assert now.id != turn.id  # a new turn, a new message


async def test_from_nothing_to_the_first_own_tile(platform: Platform, place: Place) -> None:
    presses = 0
    if platform.name == "room":  # the page itself welcomes: the button beside the name says this
        await place.say("Anna", "/practice")
    else:
        await place.say("Anna", "/start")
        await place.until(lambda: place.find("!practice"))
        welcome = place.public()[-1]
        assert len(welcome.text.splitlines()) == 5
        assert [button.what for button in welcome.buttons] == ["!practice", "!howto", "!invite"]
        await place.pressed("Anna", "!practice")
        presses += 1
    who, turn = await looking(place)
    assert who == "Anna"
    cell = first_cell(turn)
    await place.press("Anna", cell)
    presses += 1
    near = await place.until(lambda: place.closer("Anna", cell.question) or place.turn() != turn)
    if isinstance(near, list):
        await place.press("Anna", near[0])
        presses += 1
    await place.until(lambda: any("Anna →" in seen.text for seen in place.public()))
    assert presses <= (2 if platform.name == "room" else 3)


async def test_a_move_by_one_line(place: Place) -> None:
    await place.open("Boris")
    who, turn = await looking(place)
    await place.say(who, "/play 1a nobody")
    await place.until(lambda: (now := place.turn()) and now.id != turn.id)


async def test_a_refusal_is_for_its_author_and_changes_nothing(place: Place) -> None:
    await place.open("Boris")
    who, _ = await looking(place)
    before, heard = shown(place), place.told(other(who))
    assert words(who, "play.usage") in (await place.asks(who, "/play castle?")).text
    assert words(who, "play.no_such_cell", n=0)[:8] in (await place.asks(who, "/play 99")).text
    assert words(who, "too_long", n=400) in (await place.asks(who, f"/play {'x' * 450}")).text
    wrong = await place.asks(other(who), "/play 1a")
    assert words(other(who), "not_your_turn", player=who) in wrong.text
    assert shown(place) == before
    assert len(place.told(other(who))) == len(heard) + 1


async def test_old_buttons_and_those_of_others(place: Place) -> None:
    await place.open("Boris")
    who, turn = await looking(place)
    cell = first_cell(turn)
    before = shown(place)
    for stranger in (other(who), "Vera"):
        refusal = await place.hears(stranger, place.press, cell)
        assert words(stranger, "not_your_seat", player=who) in refusal.text
    assert shown(place) == before
    await place.move()
    await place.settled()
    before = shown(place)
    for late in (who, other(who)):
        key = "stale" if late == who else "not_your_seat"
        refusal = await place.hears(late, place.press, cell)
        assert words(late, key, player=who) in refusal.text
    assert shown(place) == before


async def test_looks_are_private(place: Place) -> None:
    turn = await place.open("Boris")
    before, heard = shown(place), place.told("Anna")
    for tool in TOOLS:
        button = next(button for button in turn.buttons if button.what == f"!{tool}")
        by_press = await place.hears("Boris", place.press, button)
        by_line = await place.asks("Boris", f"/{tool}")
        assert by_press.text == by_line.text
        assert bool(by_press.picture) == (tool != "why")
        assert any("а" <= letter <= "я" for letter in by_press.text), "not in his language"
    assert shown(place) == before
    assert place.told("Anna") == heard


async def test_pictures_can_be_seen_and_read(platform: Platform, place: Place) -> None:
    turn = await place.open("Boris")
    with Image.open(io.BytesIO(await place.picture(turn))) as image:
        assert min(image.size) > 100
    said = turn.alt if platform.name != "telegram" else turn.text  # Telegram has no alt text
    assert "Anna 0" in said
    assert "Boris 0" in said
    cells = [button for button in turn.moves() if button.what[1] == "C"]
    assert platform.name == "telegram" or all(f"{number} = " in said for number in range(1, len(cells) + 1))


async def test_number_is_asked_for_and_played(place: Place) -> None:
    turn = await place.open("Boris", wishes="bazaars bazaar_mode=auction")
    while not any(button.amount for button in turn.buttons):
        turn = await place.move()
    asking = next(button for button in turn.buttons if button.amount)
    assert turn.moves(), "no quick amounts beside it"
    who = seated(asking)
    wrong = await place.hears(who, place.name, asking, "9999")
    assert words(who, "amount.range", least=0, most=0)[:12] in wrong.text
    assert place.turn() == turn
    stranger = await place.hears("Vera", place.name, asking, "7")
    assert words("Vera", "not_your_seat", player=who) in stranger.text
    await place.name(who, asking, "0")  # what everybody can pay
    await place.until(lambda: (now := place.turn()) and now.question() != asking.question and now)


async def test_channel_has_one_table(platform: Platform, place: Place) -> None:
    await place.say("Anna", "/new language=en")
    await place.until(lambda: place.find("!start"))
    assert words("Boris", "lobby_open") in (await place.asks("Boris", "/new")).text
    elsewhere = await platform.place()
    first = await elsewhere.open("Boris")
    taken = "running.room" if elsewhere.address[0].startswith("web:") else "running"
    assert words("Boris", taken) in (await elsewhere.asks("Boris", "/new")).text
    await place.pressed("Boris", "!join")
    await place.until(lambda: "Boris" in place.public()[-1].text)
    await place.pressed("Anna", "!start")
    second = await place.settled()
    assert first.question() != second.question()


async def test_undo_with_consent(place: Place) -> None:
    await place.open("Boris")
    who, turn = await looking(place)
    now = await place.move()
    if seated(now.moves()[0]) == who:
        await place.move()  # a claim was asked for by itself
    now = await place.settled()
    await place.say(who, "/undo")
    await place.pressed(other(who), words("Anna", "button.refuse"))
    await place.until(
        lambda: any(words("Anna", "vote.refused", player=other(who)) in s.text for s in place.public())
    )
    assert place.turn() == now
    await place.say(who, "/undo")
    await place.until(lambda: sum(seen.has("!agree") for seen in place.public()) == 1)
    mine = await place.hears(who, place.pressed, words("Anna", "button.agree"))
    assert words(who, "vote.own") in mine.text
    await place.pressed(other(who), words("Anna", "button.agree"))
    back = await place.until(lambda: (now := place.turn()) and now.question() == turn.question() and now)
    assert [button.label for button in back.moves()] == [button.label for button in turn.moves()]
    assert words("Anna", "undo.done", player=who, what="")[:20] in back.text
    await place.until(lambda: not any(seen.has("!agree") for seen in place.public()))
    await place.move()


async def test_pause_and_resume(place: Place) -> None:
    await place.open("Boris")
    who, turn = await looking(place)
    await place.say("Boris", "/pause")
    await place.until(lambda: place.find("!resume"))
    await place.until(lambda: place.turn() is None)
    refused = await place.hears(who, place.press, first_cell(turn))
    assert words(who, "paused_now") in refused.text
    await place.pressed("Boris", words("Anna", "button.resume"))
    await place.ready()
    await place.move()


async def test_users_get_answers_in_their_language(place: Place) -> None:
    turn = await place.open("Boris")
    for who in PEOPLE:
        assert words(who, "help.title") in (await place.asks(who, "/help")).text
    await place.asks("Anna", "/settings language bg")
    try:
        assert words("Vera", "help.title") in (await place.asks("Anna", "/help")).text
        await place.say("Anna", "/board")
        board = await place.until(lambda: (now := place.turn()) and now.id != turn.id and now)
        assert words("Anna", "button.score") in [button.label for button in board.buttons]
    finally:
        await place.asks("Anna", "/settings language en")


async def test_a_ban_holds_until_it_is_lifted(place: Place) -> None:
    await place.open("Boris")
    assert words("Boris", "admin_only") in (await place.asks("Boris", "/ban Anna")).text
    done = await place.asks("Anna", "/ban Boris")
    assert words("Anna", "ban.done", player="Boris") in done.text
    before = shown(place)
    assert words("Boris", "banned") in (await place.asks("Boris", "/score")).text
    kick = place.find("!kick.B", [done])
    assert kick is not None
    await place.press("Anna", kick)
    await place.until(lambda: shown(place) != before)
    assert words("Anna", "ban.list") in (await place.asks("Anna", "/ban")).text
    assert words("Anna", "ban.lifted", player="Boris") in (await place.asks("Anna", "/unban Boris")).text
    assert words("Boris", "banned") not in (await place.asks("Boris", "/score")).text
    assert words("Anna", "ban.nobody") in (await place.asks("Anna", "/unban Boris")).text


async def test_every_command_is_offered_and_answered(platform: Platform, place: Place) -> None:
    for language in PEOPLE.values():
        assert set(COMMANDS) <= platform.offered(language)
    for name in COMMANDS:
        before = shown(place), place.told("Boris")
        await place.say("Boris", f"/{name}")
        await place.until(lambda before=before: (shown(place), place.told("Boris")) != before)
    assert words("Boris", "unknown_command") not in "".join(seen.text for seen in place.told("Boris"))


async def test_a_refusal_has_the_button_that_helps(place: Place) -> None:
    refused = await place.asks("Boris", "/leave")
    assert words("Boris", "no_lobby") in refused.text
    await place.press("Boris", next(button for button in refused.buttons if button.means("!new")))
    await place.until(lambda: place.find("!join"))
    waiting = await place.asks("Vera", "/board")
    await place.press("Vera", next(button for button in waiting.buttons if button.means("!join")))
    await place.until(lambda: any("Vera" in seen.text for seen in place.public() if seen.has("!join")))


async def test_every_button_works_after_a_kill(platform: Platform, place: Place) -> None:
    lobby = await platform.place()
    await lobby.say("Anna", "/new language=en")
    await lobby.until(lambda: lobby.find("!start"))
    await place.open("Boris")
    who, turn = await looking(place)
    cell = first_cell(turn)
    await place.press(who, cell)
    near = await place.until(lambda: place.closer(who, cell.question))
    await platform.restart()

    await lobby.pressed("Boris", words("Anna", "button.join"))
    await lobby.until(lambda: "Boris" in lobby.public()[-1].text)
    await lobby.pressed("Anna", words("Anna", "button.start"))
    await lobby.ready()

    for tool in TOOLS:
        button = next(button for button in turn.buttons if button.what == f"!{tool}")
        await place.hears(who, place.press, button)
    undo = next(button for button in turn.buttons if button.what == "!undo")
    assert words("Vera", "not_seated") in (await place.hears("Vera", place.press, undo)).text
    known = {one.token for one in near}
    for button in [button for button in turn.moves() if button.what[1] == "C"][1:4]:
        await place.press(who, button)
        known |= await place.until(
            lambda known=known: {one.token for one in place.closer(who, cell.question)} - known
        )
    await place.press(who, near[0])  # of a close-up from before
    await place.until(lambda: (now := place.turn()) and now.question() != cell.question)
    await place.move()


async def test_forgotten_user_loses_seat_and_name(place: Place) -> None:
    await place.open("Boris")
    sure = await place.asks("Boris", "/forget")
    assert words("Boris", "forget.sure") in sure.text
    yes = place.find("!forget.yes", [sure])
    assert yes is not None
    await place.press("Boris", yes)
    await place.until(lambda: any(words("Boris", "forget.done") in seen.text for seen in place.told("Boris")))
    await place.until(lambda: (now := place.turn()) and "Player B" in now.text)  # a room blanks it out first
    assert "Boris" not in (await place.settled()).text
    assert seated((await place.move()).moves()[0]) == "Anna"  # the computer minds the other seat


async def test_a_whole_game_of_the_channel_to_the_ranking(platform: Platform, place: Place) -> None:
    """Boris and Vera vote on every move of the channel's seat; a kill of the program loses no vote."""
    await place.say("Anna", "/new language=en computers=3_easy votes=2 vote=1d enough=2")
    await place.until(lambda: place.find("!start"))
    await place.choose("Anna", words("Anna", "menu.presets"), "!change.crowd.1")
    await place.until(lambda: words("Anna", "crowd.name") in place.public()[-1].text)
    await place.pressed("Anna", "!leave")
    await place.until(lambda: "Anna" not in place.public()[-1].text)
    await place.pressed("Anna", "!start")
    killed = False
    while not (turn := await place.settled()).has("!again"):
        answer = await voted(place, "Boris", turn)
        await place.until(lambda answer=answer: counts(place, answer))
        if not killed:
            await platform.restart()
            killed = True
        await place.press("Vera", answer)
        await place.until(lambda answer=answer: place.moved_on(answer))
    await place.settled()
    end = place.over()
    assert end is not None
    final = end.text
    assert final.startswith("🏆")
    assert "Chat" in final
    assert [rank for rank, _ in ranks(final)] == places([points for _, points in ranks(final)])
    assert len(ranks(final)) == 4
    assert sorted(ranks(final)) == ranks(final)
    await place.pressed("Boris", "!again")
    await place.until(lambda: place.find("!start"))


async def voted(place: Place, who: str, turn: Seen) -> Button:
    """A user votes by one press or two; the press that counted."""
    first = place.rng.choice(turn.moves())
    await place.press(who, first)
    if first.what[1] != "C":
        return first
    near = await place.until(lambda: place.closer(who, first.question) or counts(place, first))
    if not isinstance(near, list):
        return first  # there was one way to place the tile
    second = place.rng.choice(near)
    await place.press(who, second)
    return second


def counts(place: Place, answer: Button) -> bool:
    """Whether one vote on this question is shown."""
    turn = place.turn()
    tally = words("Anna", "crowd.tally", n=1, moves="")[:6]
    return turn is not None and turn.question() == answer.question and tally in turn.text


async def test_a_day_with_twenty_people(platform: Platform, place: Place) -> None:
    """The position of the day: asked when the clock is turned, answered in private, solved a day later."""
    await place.say("Anna", "/daily on 9")
    await place.until(lambda: any("9:00 (UTC)" in seen.text for seen in place.public()))
    people = ["Anna", *(f"Guest{number}" for number in range(19))] if platform.name != "room" else ["Anna"]
    for name in people[1:]:
        await place.invite(name)
    await platform.restart(asking(place, "2031-05-01"))
    question = await place.until(lambda: place.turn())
    assert "Position of the day" in question.text
    before = shown(place)
    for who in people:
        await answered(place, who, question)
    assert shown(place) == before  # nobody sees what the others answered
    again = await place.hears("Anna", place.press, question.moves()[0])
    assert words("Anna", "daily.once", move="")[:20] in again.text
    await platform.restart(asking(place, "2031-05-02"))
    solution = await place.until(
        lambda: next((s for s in place.public() if "Solution, 1 May" in s.text), None)
    )
    assert str(len(people)) in solution.text
    assert solution.picture
    await place.until(lambda: (now := place.turn()) and now.question() != question.question())
    late = await place.hears("Anna", place.press, question.moves()[0])
    assert words("Anna", "daily.over") in late.text
    assert "Anna" in (await place.asks("Anna", "/daily table")).text


def asking(place: Place, day: str) -> Callable[[Path], Awaitable[None]]:
    """Turn the clock: the question of a day is due."""

    async def turn(folder: Path) -> None:
        channel, group = place.address
        async with await open_store(folder=folder) as store:
            await store.deadlines.schedule(channel, f"{ASKING}{day}:{group}", 1.0)

    return turn


async def answered(place: Place, who: str, question: Seen) -> None:
    """A user answers the position of the day by one press or two."""
    told = catalogue("en").text("daily.answered", move="")[:11]

    def done() -> bool:
        return any(told in seen.text for seen in place.told(who))

    cell = place.rng.choice(question.moves())
    await place.press(who, cell)
    near = await place.until(lambda: done() or place.closer(who, cell.question))
    if isinstance(near, list):
        await place.press(who, place.rng.choice(near))
        await place.until(done)


async def test_one_table_in_two_places(platform: Platform, place: Place) -> None:
    other_place = await platform.place()
    await place.say("Anna", "/new language=en")
    await place.until(lambda: place.find("!start"))
    found = re.search(r"Code: (\w{6})", (await place.asks("Anna", "/link")).text)
    assert found is not None
    await other_place.say("Boris", f"/link {found[1]}")
    await other_place.until(lambda: other_place.find("!join"))
    await other_place.pressed("Boris", "!join")
    await place.until(lambda: "Boris" in place.public()[-1].text)
    await place.pressed("Anna", "!start")
    both = {"Anna": place, "Boris": other_place}
    for _ in range(2):
        turns = [await one.until(one.turn) for one in both.values()]
        who = seated(turns[0].moves()[0])
        before = turns[0].question()
        await both[who].move()
        for one in both.values():
            await one.until(lambda one=one, q=before: (turn := one.turn()) and turn.question() != q)
    reader = "Anna" if platform.name == "room" else "Boris"  # of the place, or each of their own
    assert words(reader, "button.score") in [button.label for button in other_place.turn().buttons]  # type: ignore[union-attr]
    count = len(other_place.public())
    await other_place.say("Boris", "/unlink")
    await other_place.until(lambda: len(other_place.public()) > count)
    assert words(reader, "unlink.done")[:20] in other_place.public()[-1].text

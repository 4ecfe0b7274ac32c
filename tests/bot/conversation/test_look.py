"""Commands that change nothing, the archive, settings and help."""

from __future__ import annotations

import random
import re

from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Person
from bot.conversation.protocol.pictures import Animation, BoardPicture, Chart
from bot.conversation.show.picture_requests import board_alt, named_cells
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from engine import record
from engine.coordinates import cell_name
from tests.bot.conversation.test_play import table, whose
from tests.support.stage import CHANNEL, Stage, play_once, play_to_end


async def played(stage: Stage, turns: int = 14, wishes: str = "") -> None:
    await stage.open("Anna", "Boris", wishes=wishes)
    rng = random.Random(3)
    for _ in range(turns):
        mine, _ = await whose(stage)
        for claim in rng.sample(["1", "2", "3", "nobody"], 4):
            answers = await stage.say(mine, f"/play {rng.randint(1, 4)}a {claim}")
            if answers[0].to is None:
                break
        else:
            await stage.say(mine, "/play 1a nobody")


async def test_commands_that_change_nothing_answer_in_private_with_text() -> None:
    stage = Stage()
    await played(stage)
    version = (await table(stage)).version
    for line, kind in (
        ("/tiles", "tiles"),
        ("/score", "score_sheet"),
        ("/fields", "fields"),
        ("/why M20", "feature"),
    ):
        answer = (await stage.say("Boris", line))[0]
        assert answer.to == "web:boris"
        assert answer.picture is not None
        assert answer.picture.kind == kind
        assert answer.alt
    assert (await table(stage)).version == version


async def test_bag_counts_its_cities_roads_and_monasteries() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    text = markup.plain((await stage.say("Boris", "/tiles"))[0].text)
    counted = re.search(r"city (\d+) · .*road (\d+) · .*monastery (\d+)", text)
    assert counted is not None, text
    state = (await table(stage)).state
    assert state.tile is not None
    kinds = {segment.kind for segment in state.rules.tile(state.tile).segments}  # of the tile in hand
    usual = {"city": 43, "road": 44, "monastery": 6}  # without the start tile
    assert {kind: int(n) for kind, n in zip(usual, counted.groups(), strict=True)} == {
        kind: n - (kind in kinds) for kind, n in usual.items()
    }


async def test_board_shows_the_saved_question_again() -> None:
    stage = Stage()
    await played(stage, 3)
    answer = (await stage.say("Anna", "/board"))[0]
    assert answer.to is None
    assert answer.fresh
    assert answer.notify == ()
    assert isinstance(answer.picture, BoardPicture)
    assert len(answer.picture.view.board.cells) == 4
    assert "Last tile" in answer.alt


async def test_score_lists_the_points_by_category() -> None:
    stage = Stage()
    await played(stage, 40)
    text = markup.plain((await stage.say("Anna", "/why"))[0].text)
    assert "tiles" in text
    assert "If the game ended now" in (await stage.say("Anna", "/score"))[0].text
    assert "no tile there" in (await stage.say("Anna", "/why Z99"))[0].text


async def test_why_names_completed_features_and_never_fields() -> None:
    stage = Stage()
    await played(stage, 40)
    fields = markup.plain((await stage.say("Anna", "/fields"))[0].text)
    assert "Now" in fields
    assert "complete" not in fields
    told = []
    for cell in (await table(stage)).state.board.cells:
        told += markup.plain((await stage.say("Anna", f"/why {cell_name(cell)}"))[0].text).splitlines()
        stage.now += 60
    done = [line for line in told if "completed," in line]
    assert done
    assert all("now" not in line for line in done)
    assert any(". Now" in line and ", completed" in line for line in told)


async def test_why_finds_no_feature_on_a_tile_within_carcassonne() -> None:
    stage = Stage()
    await played(stage, 2, wishes="count")
    assert "nothing to claim" in (await stage.say("Anna", "/why M20"))[0].text


async def test_a_table_without_aids_refuses_them() -> None:
    stage = Stage()
    await played(stage, 4, wishes="aids=off")
    for line in ("/tiles", "/fields", "/why M20"):
        assert "without help tools" in (await stage.say("Anna", line))[0].text
    assert "If the game ended now" not in (await stage.say("Anna", "/score"))[0].text
    labels = [choice.label for choice in (await stage.say("Anna", "/board"))[0].choices]
    assert "Bag" not in labels


async def test_the_record_of_a_running_game_has_no_seed() -> None:
    stage = Stage()
    await played(stage, 5)
    answer = (await stage.say("Anna", "/record"))[0]
    assert answer.attachment is not None
    text = answer.attachment.content.decode()
    assert "fixed" not in text
    assert len(record.read(text).lines) == (await table(stage)).stands


async def test_a_finished_game_can_be_checked_replayed_and_played_again() -> None:
    stage = Stage()
    message = await stage.open("Anna", "Boris", wishes="farmers=off")
    end = await play_to_end(stage, message, random.Random(5))
    tokens = {choice.label: choice.token for choice in end.choices}
    details = (await stage.press("Clara", tokens["Details"]))[0]
    tokens |= {choice.label: choice.token for choice in details.choices}
    answer = (await stage.press("Clara", tokens["Record"]))[0]
    assert answer.attachment is not None
    kept = record.read(answer.attachment.content.decode())
    assert record.last_state(kept).over
    assert kept.setup.commitment not in end.text
    assert kept.setup.commitment in details.text
    board = (await stage.press("Clara", tokens["Board"]))[0]
    assert isinstance(board.picture, BoardPicture)
    assert board.picture.view.over
    assert board.picture.view.board.cells == record.last_state(kept).board.cells
    assert "Last tile" in board.alt
    moving, chart = await stage.press("Clara", tokens["Replay"])
    assert isinstance(moving.picture, Animation)
    assert isinstance(chart.picture, Chart)
    frames = GameHistory("film", moving.picture.setup, moving.picture.log).frames()
    assert len(frames) > 60
    assert all(frame.secret is None for frame in frames)
    assert len(chart.picture.series) == len(frames)  # the scores after every tile
    (shared,) = await stage.press("Clara", moving.choices[0].token)
    assert (shared.to, shared.picture) == (None, moving.picture)
    assert chart.picture.series[-1] == tuple(record.last_state(kept).scores)
    assert chart.alt != moving.alt
    for name, score in zip(chart.picture.names, chart.picture.series[-1], strict=True):
        assert f"{name} {score}" in chart.alt
    assert "/replay g1" in (await stage.say("Boris", "/mygames"))[0].text
    assert (await stage.say("Boris", "/replay g1", "web:garden"))[0].picture is not None  # works everywhere
    assert (await stage.say("Zoe", "/replay g1", "web:garden"))[0].picture is None  # for its players
    await stage.press("Boris", tokens["Play again"])
    assert stage.said[-1].slot == "lobby.g2"


async def test_mygames_says_where_it_is_the_authors_turn() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    mine, other = await whose(stage)
    assert "Room “tower”: your turn" in (await stage.say(mine, "/mygames"))[0].text
    assert "waiting for" in (await stage.say(other, "/mygames"))[0].text
    assert "any games yet" in (await stage.say("Clara", "/mygames"))[0].text
    await stage.say("Clara", "/new", "web:garden")
    assert "hasn't started" in (await stage.say("Clara", "/mygames"))[0].text


async def test_help_lists_every_command() -> None:
    stage = Stage()
    short = (await stage.say("Anna", "/help"))[0]
    assert [f"/{name}<" in short.text for name in COMMANDS].count(True) == 6
    parts = [(await stage.press("Anna", choice.token))[0].text for choice in short.choices]
    assert all(sum(f"/{name}<" in text for text in parts) == 1 for name in COMMANDS)


async def test_settings() -> None:
    stage = Stage()
    shown = (await stage.say("Anna", "/settings"))[0]
    token = next(choice.token for choice in shown.choices if choice.label == "night")
    await stage.press("Anna", token)
    assert (await stage.store.users.settings("web:anna"))["theme"] == b"night"
    await stage.say("Anna", "/settings quiet 22-7+2")
    await stage.say("Anna", "/settings language ru")
    assert "Твои настройки" in (await stage.say("Anna", "/settings"))[0].text
    for line in (
        "/settings theme pink",
        "/settings quiet sometimes",
        "/settings x y",
        "/settings reminders 5m",
    ):
        assert "Например" in (await stage.say("Anna", line))[0].text


async def test_alt_text_names_cells_and_numbers_as_sentences_do() -> None:
    stage = Stage()
    await played(stage, 3)
    live = await stage.service.boards.table(CHANNEL)
    assert live is not None
    words = Words(catalogue("en"), live.table)
    alt = board_alt(words, live, (("1,2,3", (1, -3)), ("4", (0, 0))))
    assert "Numbers: 1, 2, 3 = N17; 4 = M20." in alt
    cells = [(x, 0) for x in range(9)]
    assert named_cells(words, cells[:8]).endswith("S20, T20")
    assert named_cells(words, cells).endswith("S20, T20, …")


async def test_alt_texts_are_plain_and_keep_names_unchanged() -> None:
    stage = Stage()
    for name, user in (("<b>Eve</b>", "web:eve"), ("T&amp;M <i>", "web:tom")):
        stage.people[name] = Person(user, name, "en")
    message = await stage.open(*stage.people)
    rng = random.Random(1)
    for _ in range(60):
        message = await play_once(stage, message, rng)
        for line in ("/fields", "/why M20", "/tiles"):
            for answer in (message, *await stage.say("<b>Eve</b>", line)):
                assert not re.search("<b>|&lt;", answer.alt.replace("<b>Eve</b>", ""))
    claimed = message.alt.count("<b>Eve</b>"), message.alt.count("T&amp;M <i>")
    assert min(claimed) > 1, message.alt


async def test_retell_returns_what_a_killed_process_did_not_show() -> None:
    stage, rng = Stage(), random.Random(3)
    lobby = (await stage.say("Anna", "/new"))[-1]
    assert await stage.service.retell(CHANNEL, stage.now) == [lobby]
    await stage.say("Boris", "/join")
    question = (await stage.say("Anna", "/start"))[-1]
    while not question.slot.endswith(".end"):
        asked, (again,) = question, await stage.service.retell(CHANNEL, stage.now)
        assert (again.slot, again.choices) == (asked.slot, asked.choices)
        question = await play_once(stage, asked, rng)
    for slots in ([asked.slot], [lobby.slot, asked.slot], [lobby.slot]):
        (end,) = await stage.service.retell(CHANNEL, stage.now, slots)
        assert end.slot == question.slot
        assert {*end.closes} == {*slots}
    others = [end.slot, "g1.hint", "aside.web:anna", ""]
    assert await stage.service.retell(CHANNEL, stage.now, others) == []


async def test_what_was_closed_while_nobody_could_be_told_is_closed_on_the_screen() -> None:
    stage = Stage()
    lobby = (await stage.say("Anna", "/new"))[-1]
    closed = await stage.press("Anna", "g1:0:!close")
    assert await stage.service.retell(CHANNEL, stage.now, [lobby.slot]) == closed
    question = await stage.open("Anna", "Boris")
    assert question.slot.startswith("g2.")
    (again,) = await stage.service.retell(CHANNEL, stage.now, [lobby.slot, "g1.7.a", question.slot])
    assert (again.slot, again.closes) == (question.slot, (lobby.slot, "g1.7.a"))

"""Refusals carry the buttons that help."""

from __future__ import annotations

import ast
import re

from bot.chats.web.page_format import body_of, tokens_of
from bot.chats.web.room_links import RoomLinks
from bot.conversation.commands.registry import ROWS
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.show.remedies import REMEDIES, remedies_of, remedy_choices
from tests.support.paths import ROOT
from tests.support.stage import Stage

WITHOUT = {  # why a refusal has no button: the keys
    "only others may do it": (
        "admin_only",
        "crowd.seated",
        "cup.not_your_match",
        "cup.not_yours",
        "daily.none",
        "first.opener_only",
        "opener_only",
        "rated.missing",
        "rated.no_ladder",
        "substitute.not_you",
        "unlink.not_yours",
        "vote.own",
    ),
    "it is so, and nothing changes it": (
        "already_seated",
        "ban.full",
        "ban.self",
        "crowd.undo",
        "cup.few",
        "cup.full",
        "cup.here_already",
        "cup.no_draw",
        "cup.private",
        "daily.first",
        "daily.no_table",
        "daily.once",
        "full",
        "hint.cup",
        "hint.rated",
        "link.closed",
        "link.full",
        "link.same",
        "no_aids",
        "no_computer",
        "not_seated",
        "seat_is_computer",
        "seat_taken",
        "unlink.home",
        "unlink.none",
    ),
    "it wants a name, a number or a word that only its author knows; the text has an example": (
        "*.usage",
        "ban.nobody",
        "ban.who",
        "cup.decide_usage",
        "cup.duplicate_only",
        "cup.none",
        "cup.who",
        "daily.usage",
        "kick.usage",
        "link.unknown",
        "name_taken",
        "no_such_seat",
        "standing.usage",
        "substitute.usage",
        "too_long",
        "unknown_level",
        "unknown_setting",
        "unknown_word",
        "unlink.which",
    ),
    "the same press works a moment later": ("busy", "review.failed", "too_busy", "too_fast"),
    "the buttons stand on the message of the table": ("first.unsaid.*",),
    "both ways out would end a game": ("link.busy",),
    "it has a link": ("running.room",),
}


async def test_without_results_a_table_is_offered_or_the_board_of_the_running_game() -> None:
    stage = Stage()
    for label in ("Open a table", "Board"):
        for line in ("/history", "/profile"):
            (told,) = await stage.say("Anna", line)
            assert [choice.label for choice in told.choices] == [label]
        await stage.open("Anna", "Boris")


async def test_river_beside_carcassonne_is_allowed_or_left_out_by_a_button() -> None:
    for number, boxes in ((0, ("count", "river")), (1, ("count",))):
        stage = Stage()
        await stage.say("Anna", "/new count river")
        await stage.say("Boris", "/join")
        (refused,) = await stage.say("Anna", "/start")
        assert "Carcassonne" in refused.text
        assert len(tokens_of(body_of(refused, None, None))) == 2  # the room shows both
        await stage.press("Anna", refused.choices[number].token)
        await stage.say("Anna", "/start")
        live = await stage.service.boards.table("web:tower")
        assert live is not None
        assert live.table.setup.boxes == boxes


async def test_who_finds_a_room_taken_is_offered_another_one() -> None:
    stage = Stage()
    stage.service.repository.rooms = RoomLinks("web:", "127.0.0.1", "")
    await stage.open("Anna", "Boris")
    for line in ("/practice", "/new", "/join"):
        (refused,) = await stage.say("Cleo", line)
        ((choice,),) = [group["choices"] for group in body_of(refused, None, None)["groups"]]
        assert "/board" not in refused.text  # it is on the screen
        assert re.fullmatch("/r/[a-z]{6}", choice["address"])


async def test_refusal_without_a_table_opens_one() -> None:
    stage = Stage()
    (refused,) = await stage.say("Anna", "/score")
    (choice,) = refused.choices
    opened = await stage.press("Anna", choice.token)
    assert opened[0].slot == "lobby.g1"


async def test_open_table_whose_game_has_not_started_offers_what_starts_it() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    for line in ("/board", "/new", "/hint"):
        (alone,) = await stage.say("Anna", line)
        assert "Add a computer or invite friends" in alone.text
        assert [choice.label for choice in alone.choices] == ["+ Computer", "Invite friends"]
    await stage.press("Anna", alone.choices[0].token)
    for line in ("/score", "/new"):
        (seated,) = await stage.say("Anna", line)
        assert "hasn't started yet. Press Start" in seated.text
        assert [choice.label for choice in seated.choices] == ["Start", "+ Computer"]
    for line, told in (("/board", "hasn't started"), ("/new", "already an open table")):
        (stranger,) = await stage.say("Boris", line)
        assert told in stranger.text
        assert [choice.label for choice in stranger.choices] == ["Join"]
    (eager,) = await stage.say("Boris", "/options river")
    assert eager.text == "Take a seat first: only players set up and start the table."
    assert [choice.label for choice in eager.choices] == ["Join"]
    await stage.press("Boris", stranger.choices[0].token)
    (waiting,) = await stage.say("Boris", "/board")
    await stage.press("Boris", waiting.choices[0].token)
    live = await stage.service.boards.table("web:tower")
    assert live is not None
    assert len(live.table.seats) == 3


def test_every_remedy_is_a_command_with_a_label_and_a_refusal_with_a_text() -> None:
    for key, deeds in REMEDIES.items():
        assert {deed.partition(".")[0] for deed in deeds} <= {row.name for row in ROWS}
        for language in LANGUAGES:
            assert catalogue(language).has(key)
            assert all(choice.label for choice in remedy_choices(catalogue(language), remedies_of(key)))
    labels = {f"remedy.{deed.replace('.', '_')}" for deeds in REMEDIES.values() for deed in deeds}
    assert labels == {key for key in catalogue("en").texts if key.startswith("remedy.")}


def refusals() -> set[str]:
    """The keys of all refusals in the code; of a key that is put together, its pattern."""
    found = set()
    for path in (ROOT / "bot" / "conversation").rglob("*.py"):
        for call in (
            one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Call)
        ):
            if isinstance(call.func, ast.Name) and call.func.id == "Refused":
                found |= keys_of(call.args[0])
    return found - {""}  # a text of the rules: the rules know no button


def keys_of(value: ast.expr) -> set[str]:
    if isinstance(value, ast.IfExp):
        return keys_of(value.body) | keys_of(value.orelse)
    if isinstance(value, ast.JoinedStr):
        return {"".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in value.values)}
    return {str(value.value)} if isinstance(value, ast.Constant) else {ast.unparse(value)}


def test_every_refusal_has_a_remedy_or_a_reason_to_have_none() -> None:
    reasons = [key for keys in WITHOUT.values() for key in keys]
    assert len(reasons) == len(set(reasons))
    assert not set(reasons) & set(REMEDIES)
    assert refusals() == {*reasons, *REMEDIES}


async def test_remedies_do_what_their_refusal_asks_for() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    await stage.say("Boris", "/substitute computer")
    (refused,) = await stage.say("Boris", "/undo")
    (choice,) = refused.choices
    assert choice.label == "Take my seat back"
    await stage.press("Boris", choice.token)
    live = await stage.service.boards.table("web:tower")
    assert live is not None
    assert live.table.seats[1].player == "web:boris"
    stale = live.table.game + ":999:a0"
    (refused,) = await stage.press("Anna", stale)
    (board,) = await stage.press("Anna", refused.choices[0].token)
    assert board.picture is not None
    for number, name in enumerate(("Clara", "Dora", "Emil", "Fanny", "Gert", "Hans")):
        line = "/new" if not number else "/join"
        answer = await stage.say(name, line, "web:other")
    assert answer[0].to == "web:hans"
    await stage.press("Clara", answer[0].choices[0].token, channel="web:other")
    assert "Hans" in (await stage.say("Hans", "/join", "web:other"))[0].text

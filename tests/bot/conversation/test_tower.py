"""The Tower at a table: what is asked, told and described, in three languages, and how far options fit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.protocol.tokens import PressMore
from bot.conversation.show.buttons import choices_of, token_of
from bot.conversation.show.close_up import MOST_BUTTONS, MOST_TOGETHER, CloseUpChoices
from bot.conversation.show.events import reason
from bot.conversation.show.hint_reasons import reason_lines
from bot.conversation.show.picture_requests import board_alt
from bot.conversation.show.story import told
from bot.conversation.show.words import Words
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.options import offer_of, placements, ways
from bot.conversation.table.state import LiveTable, Moment
from engine import notation
from engine.events import FigurePlaced, TilePlaced
from engine.expansions.tower.part import FigureCaptured, FigureRansomed, FloorBuilt, PrisonersExchanged
from engine.game import IllegalAction, apply, pending, view_for
from engine.players import hint
from engine.players.reasons import Captures, Guards, Threatens
from engine.state import GameState
from tests.bot.conversation.test_play import table, whose
from tests.replays.runner import run
from tests.support.stage import Stage, play_once

ANNA, BORIS = range(2)
PRISON = {
    "boxes": ["tower"],
    "board": ["to-field-garden 0,1 r0 B:tower", "to-cap 0,-1 r2"],
    "towers": {"0,1": 2, "0,-1": 1},
    "floors": {"A": 1},
    "prisoners": ["A holds B's meeple", "A holds B's meeple"],
    "scores": {"A": 2, "B": 4},
}


def words(state: GameState, language: str = "en", *, emoji: bool = True) -> Words:
    seats = tuple(Seat(f"web:{name}", name, f"web:{name}") for name in ("Anna", "Boris"))
    return Words(catalogue(language), Table("g", state.rules.setup, "", language, seats), emoji=emoji)


def position(**game: Any) -> GameState:
    return run({**PRISON, "stack": ["base-U"], **game}).state


def live_at(state: GameState) -> LiveTable:
    return LiveTable("web:tower", words(state).table, state, 1, 1, (), ())


def line(state: GameState, *events: Any, language: str = "en") -> list[str]:
    action = notation.read(state.rules, "A place 1,0 0")
    moment = Moment(Entry(0, "web:Anna", ""), action, events, 1, 1)
    return [markup.plain(text) for text in told(words(state, language), state, [moment])]


async def test_a_capture_is_asked_and_waits_and_can_be_declined_for_good() -> None:
    """TO-16, TO-59: like every other question, with buttons, a line of text, and a standing answer."""
    stage = Stage()
    message = await until(stage, "capture")
    asked, _ = await whose(stage)
    text = markup.plain(message.text)
    assert f"@{asked}, who goes to prison?" in text or f"{asked}, who goes to prison?" in text
    labels = [choice.label for choice in message.choices if choice.row < 9]
    assert labels[-1] == "Nobody"
    assert all(": " in label for label in labels[:-1])
    assert [choice.label for choice in message.choices if choice.row == 9] == ["Always: Nobody"]
    answers = await stage.say(asked, "/play 1")
    assert "prison" not in markup.plain(answers[0].text)


async def until(stage: Stage, ask: str) -> Outgoing:
    rng = random.Random(3)
    message = await stage.open("Anna", "Boris", wishes="tower")
    for _ in range(400):
        if (await table(stage)).waits[0].ask == ask:
            return message
        message = await play_once(stage, message, rng)
    raise AssertionError(f"nobody was asked {ask}")


async def test_a_floor_can_be_taken_back_with_its_tile() -> None:
    """TO-57: nothing hidden was seen."""
    stage = Stage()
    await until(stage, "capture")
    asked, _ = await whose(stage)
    built = (await table(stage)).state
    await stage.say(asked, "/undo")
    after = (await table(stage)).state
    assert len(after.board.cells) == len(built.board.cells) - 1
    assert sum(after.parts["tower"].floors) == sum(built.parts["tower"].floors) + 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Anna → N20 · 🗼 floor 2 on M19 · captures Boris's highwayman on M20"
                " · swaps prisoners with Boris"
            ],
        ),
        ("ru", ["Anna → N20 · 🗼 этаж 2 на M19 · в плен: Boris, разбойник с M20 · обмен пленными: Boris"]),
        (
            "bg",
            ["Anna → N20 · 🗼 етаж 2 на M19 · в плен: Boris, разбойник от M20 · размяна на пленници: Boris"],
        ),
    ],
)
def test_a_floor_and_what_it_brings_is_one_line(language: str, lines: list[str]) -> None:
    events = (
        TilePlaced(ANNA, "base-U", (1, 0), 0),
        FloorBuilt(ANNA, (0, -1), 2),
        FigureCaptured(ANNA, BORIS, "meeple", (0, 0), "r1"),
        PrisonersExchanged(ANNA, "meeple", BORIS, "meeple"),
    )
    assert line(position(), *events, language=language) == lines


def test_a_ransom_names_its_price_once_and_a_lookout_his_tower() -> None:
    table_now = run(
        {
            **PRISON,
            "first": "B",
            "moves": ["B base-U 1,0 r0 ...", "B ransom A meeple", "B claim 0,-1 t1 meeple"],
        }
    )
    events = tuple(event for event in table_now.events if not isinstance(event, TilePlaced))
    told_now = line(table_now.state, *[e for e in events if type(e).__name__ in ("Scored", "FigureRansomed")])
    assert told_now == ["⛓️ Boris: buys back from Anna for 3 points: meeple"]
    assert FigureRansomed(BORIS, "meeple", ANNA) in events
    climbed = (TilePlaced(ANNA, "base-U", (1, 0), 0), FigurePlaced(ANNA, "meeple", (0, -1), "t1"))
    assert line(table_now.state, *climbed) == ["Anna → N20 · 🗼 lookout → M19"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_floors_towers_and_prisoners_are_described(language: str) -> None:
    """TO-57: in words, as the picture shows them."""
    state = position()
    spoken = words(state, language, emoji=False)
    wanted = {
        "en": ("7 meeples, 1 floor, 2 prisoners (Boris, meeple)", "Tower on M21: 2 floors, Boris on top."),
        "ru": (
            "7 подданных, 1 этаж, 2 пленных (Boris, подданный)",
            "Башня на M21: 2 этажа, наверху Boris.",
        ),
        "bg": ("7 мийпъла, 1 етаж, 2 пленници (Boris, мийпъл)", "Кула на M21: 2 етажа, горе е Boris."),
    }[language]
    assert markup.plain(spoken.supply(state, ANNA)) == wanted[0]
    alt = board_alt(spoken, live_at(state))
    assert wanted[1] in alt
    assert "(M21), 0" not in alt  # a tower is no feature with points


REFUSED = {
    "A floor 0,1": "Boris: there's already a meeple on that tower. Pick another one.",
    "A floor 1,0": "There's no tower on N20. Pick a tile with a foundation.",
    "A ransom B meeple": "Boris isn't holding that one: meeple.",
    "A claim 0,1 t1 meeple": "Boris: there's already a meeple on that tower. Pick another one.",
}


@pytest.mark.parametrize("move", REFUSED)
def test_a_refusal_says_why(move: str) -> None:
    state = position(moves=["A base-U 1,0 r0 ..."])
    with pytest.raises(IllegalAction) as refused:
        apply(state, notation.read(state.rules, move))
    assert markup.plain(reason(words(state), state, refused.value.reason)) == REFUSED[move]
    for language in ("ru", "bg"):
        assert reason(words(state, language), state, refused.value.reason)


# -- many towers ---------------------------------------------------------------------------------------

MANY = [f"to-field-garden {x},{y} r0" for x in range(-3, 4) for y in (1, 2)]
CROWDED = {
    "boxes": ["tower"],
    "board": [
        "base-U 1,0 r0",
        "base-U 2,0 r0",
        "base-U 3,0 r0",
        "base-U -1,0 r0",
        "base-U -2,0 r0",
        "base-U -3,0 r0",
        *MANY,
    ],
    "towers": {f"{x},1": 1 for x in range(-3, 4)},
}


@pytest.mark.parametrize(("towers", "menus"), [(3, {""}), (8, {"", "On other tiles"})])
def test_options_on_many_other_tiles_share_a_menu(towers: int, menus: set[str]) -> None:
    """The tile's own spots, and declining, keep buttons of their own."""
    board = CROWDED["board"][: 6 + towers]
    state = run({**CROWDED, "board": board, "towers": {}, "moves": ["A base-U 4,0 r0 ..."]}).state
    offer = offer_of(pending(state)[0])
    shown = [choice for choice in choices_of(words(state), live_at(state), offer) if choice.row == 8]
    folded = [choice for choice in shown if choice.menu]
    assert {choice.menu for choice in shown} == menus
    assert len(folded) == (towers if len(menus) > 1 else 0)
    assert next(choice.label for choice in shown if not choice.menu) == "1 · highwayman (road)"
    assert shown[-1].label == "Nobody"


@pytest.mark.parametrize("count", [1, 14])
def test_a_close_up_fits_with_any_number_of_towers(count: int) -> None:
    game = {**CROWDED, "board": CROWDED["board"][: 6 + count], "towers": {}, "stack": ["base-V"]}
    state = run(game).state
    live, (prompt,) = live_at(state), pending(state)
    indices = max(placements(prompt).values(), key=len)
    close_up = CloseUpChoices(words(state), live, prompt, 1, ways(state, prompt, indices))
    first = close_up.at_first(close_up.likeliest())
    assert len(first) <= MOST_BUTTONS
    assert len(close_up.everything()) <= MOST_TOGETHER + 10
    more = token_of(live, prompt, PressMore, 1)
    assert any(choice.token == more for choice in first) == (count > 1)


# -- reasons ---------------------------------------------------------------------------------------------


def test_a_hint_says_what_a_floor_and_a_lookout_are_for() -> None:
    """The reasons of what a box adds are worded like all others."""
    state = run(
        {
            "boxes": ["tower"],
            "board": [
                "base-B 0,1 r0 B:monastery", "base-B 1,1 r0", "base-B -1,1 r0", "base-B -1,2 r0",
                "base-B 0,2 r0", "base-U 1,0 r0", "base-U -1,0 r0",
            ],
            "towers": {"0,3": 1},
            "moves": ["A to-field-garden 0,3 r0 ...", "A floor 0,3"],
        }
    ).state  # fmt: skip
    advice = hint(view_for(state, ANNA), ANNA)
    assert Captures(BORIS, "meeple") in advice.reasons
    said = reason_lines(
        words(state), ANNA, [Captures(BORIS, "meeple"), Threatens(1), Threatens(3), Guards(2)]
    )
    assert said == [
        "Boris: meeple becomes a prisoner",
        "one more floor there could capture 1 meeple of others",
        "one more floor there could capture one of 3 meeples of others",
    ]

"""The small parts: markup, tokens, names of cells, settings, and the engine's players behind the port."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import settings
from bot.conversation.protocol import markup, tokens
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Command, Person
from bot.conversation.protocol.tokens import (
    PressAmount,
    PressArea,
    PressBack,
    PressCell,
    PressCommand,
    PressMore,
    PressOption,
    PressPair,
    PressStanding,
    PressSure,
    PressWay,
)
from bot.conversation.show.story import told
from bot.conversation.show.words import Words
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.standing_answers import is_rule
from bot.conversation.table.state import Moment
from engine.actions import Pass
from engine.coordinates import cell_name, read_cell
from engine.events import FigureReturned
from engine.expansions.princess_dragon.part import DragonFlew
from engine.game import new_game
from engine.setup import agree


@given(st.text())
def test_escaped_text_is_shown_unchanged(text: str) -> None:
    escaped = markup.escape(text)
    assert markup.plain(escaped) == text
    assert [span.text for span in markup.spans(f"<b>{escaped}</b>")] == ([text] if text else [])


def test_spans() -> None:
    text = f"<b>a <i>b</i></b> {markup.person('web:x', '<A>')} <code>c</code>"
    found = markup.spans(text)
    assert [(span.text, span.bold, span.italic, span.code, span.user) for span in found] == [
        ("a ", True, False, False, None),
        ("b", True, True, False, None),
        (" ", False, False, False, None),
        ("<A>", False, False, False, "web:x"),
        (" ", False, False, False, None),
        ("c", False, False, True, None),
    ]


@given(st.integers(-300, 300), st.integers(-90, 90))
def test_every_cell_has_a_name_of_its_own(x: int, y: int) -> None:
    assert read_cell(cell_name((x, y))) == (x, y)
    assert read_cell(cell_name((x, y)).lower()) == (x, y)


def test_names_of_cells() -> None:
    assert cell_name((0, 0)) == "M20"
    assert [read_cell(text) for text in ("", "13", "M", "MMM1", "M1x", "М13")] == [None] * 6


@given(st.text(max_size=80))
def test_any_text_is_a_token_or_none(text: str) -> None:
    found = tokens.read(text)
    assert found is None or str(found) == text


def test_a_token_is_short_and_plain() -> None:
    assert str(PressPair("ab12cd34", 9999999, 1, 1234, 999)) == "ab12cd34:9999999:bP1234.999"
    with pytest.raises(ValueError, match="not a token"):
        tokens.command("a b", 0, "x")


@pytest.mark.parametrize(
    ("token", "press"),
    [
        ("g1:13:a0", PressOption("g1", 13, 0, 0)),
        ("g1:13:f120", PressOption("g1", 13, 5, 120)),
        ("g1:13:bC1", PressCell("g1", 13, 1, 1)),
        ("ab12cd34:7:cP12.3", PressPair("ab12cd34", 7, 2, 12, 3)),
        ("g1:13:a=1", PressAmount("g1", 13, 0, 1)),
        ("g1:13:aScastle_feature", PressStanding("g1", 13, 0, "castle_feature")),
        ("g1:13:aB", PressBack("g1", 13, 0)),
        ("g1:13:aW4.12", PressWay("g1", 13, 0, 4, 12)),
        ("g1:13:aA2", PressArea("g1", 13, 0, 2)),
        ("g1:13:aM4", PressMore("g1", 13, 0, 4)),
        ("g1:13:aY12", PressSure("g1", 13, 0, 12)),
        ("g1:5:!agree", PressCommand("g1", 5, "agree")),
        ("g1:0:!change.box.river", PressCommand("g1", 0, "change", ("box", "river"))),
        ("me:0:!settings.quiet.22-8+3", PressCommand("me", 0, "settings", ("quiet", "22-8+3"))),
    ],
)
def test_token_of_an_old_button_is_still_read(token: str, press: tokens.Press) -> None:
    assert tokens.read(token) == press
    assert str(press) == token


@pytest.mark.parametrize("what", ["g0", "aX1", "a", "aP1", "aC", "aC1x", "a=", "aS", "bB1", "0"])
def test_forged_token_is_none(what: str) -> None:
    assert tokens.read(f"g1:13:{what}") is None


def test_lines_become_commands() -> None:
    anna = Person("web:anna", "Anna")
    command = Command.line(anna, "web:x", 0.0, "/PLAY@bastide_bot 7b  city")
    assert (command.name, command.args) == ("play", ("7b", "city"))
    assert Command.line(anna, "web:x", 0.0, "hello").text == "hello"
    assert Command.line(anna, "web:x", 0.0, "/").name == ""


def test_standing_rules() -> None:
    assert [is_rule(text) for text in ("pass", "pass>3", "pass>", "bid", "pass>9999", "")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_settings_without_any() -> None:
    read = settings.read({})
    assert read == settings.Settings()
    assert read.web_host == "127.0.0.1"


def test_settings() -> None:
    read = settings.read(
        {
            "DISCORD_TOKEN": "d",
            "BASTIDE_WEB_PORT": "9000",
            "BASTIDE_DATA": "/srv/data",
            "BASTIDE_LANGUAGE": "bg",
            "COMPUTER_PACE": "0",
            "DISCORD_SHARDS": "2-3/4",
        }
    )
    assert (read.discord_token, read.web_port, read.language) == ("d", 9000, "bg")
    assert (read.computer_pace, settings.Settings().computer_pace) == (0, 2)
    assert read.data_folder == Path("/srv/data")
    assert settings.read_shards(read.discord_shards) == (range(2, 4), 4)
    assert settings.read_shards("0/1") == (range(1), 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"BASTIDE_WEB_PORT": "http"},
        {"BASTIDE_WEB_PORT": "70000"},
        {"LOG_LEVEL": "loud"},
        {"DISCORD_SHARDS": "4/4"},
        {"DISCORD_SHARDS": "3-2/4"},
        {"DISCORD_SHARDS": "all"},
    ],
)
def test_a_bad_setting_is_named(wrong: dict[str, str]) -> None:
    with pytest.raises(settings.BadSetting, match=next(iter(wrong))):
        settings.read(wrong)


def test_event_on_a_figure_is_not_worded_as_its_owners_action() -> None:
    state = new_game(agree(2, seed="told")).state
    seats = tuple(Seat(f"web:{name}", name, f"web:{name}") for name in ("Anna", "Boris"))
    words = Words(catalogue("en"), Table("g", state.rules.setup, "", "en", seats))
    eaten = FigureReturned(1, "meeple", (0, 0), "c1", "eaten")
    path = (DragonFlew(0, (0, 0), 1), eaten, DragonFlew(1, (1, 0), 2))
    flown = Moment(Entry(0, "web:Anna", ""), Pass(0), path, 1, 1)
    assert told(words, state, [flown]) == ["Anna: 🐉 dragon → M20 (eats Boris's knight) → N20"]

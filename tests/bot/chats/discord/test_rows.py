"""How choices and texts look on Discord: always within its limits, and nothing is ever left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.common.text import short
from bot.chats.discord.components import id_of, read_id, view_of
from bot.chats.discord.markdown import CUT, Marker, snowflake
from bot.chats.discord.rows import BUTTONS, LINES, ROWS, fitting, lay_out, pages
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Amount, Choice
from tests.support.discord.checks import message_breaches

MORE = Choice("More…", "m:g:0:!board")


def choices(count: int, row: int = 0, menu: str = "") -> list[Choice]:
    return [Choice(f"{row}.{n}", f"g:1:a{row}x{n}", row=row, menu=menu) for n in range(count)]


groups = st.lists(st.tuples(st.integers(1, 60), st.booleans()), min_size=1, max_size=8)


@given(groups)
def test_every_choice_is_in_one_row(shape: list[tuple[int, bool]]) -> None:
    offered = [
        choice
        for row, (count, menu) in enumerate(shape)
        for choice in choices(count, row, f"Menu {row}" if menu else "")
    ]
    rows = lay_out(offered)
    assert sorted(choice.token for row in rows for choice in row.choices) == sorted(
        choice.token for choice in offered
    )
    for bundle in pages(rows):
        body = {"components": view_of(bundle).to_components()}
        assert message_breaches(body, []) == []
    shown = fitting(offered, MORE)
    assert len(shown) <= ROWS
    assert message_breaches({"components": view_of(shown).to_components()}, []) == []
    kept = [choice for row in shown for choice in row.choices]
    assert len(kept) == len(offered) or MORE in kept


@pytest.mark.parametrize(
    ("offered", "rows"),
    [
        (choices(20, 1) + choices(5, 10), 5),  # twenty cells and the tools
        (choices(20, 1) + choices(1, 8) + choices(5, 10), 3),  # and a tile that may be thrown away
        (choices(60, 1, "Cells") + choices(1, 8) + choices(5, 10), 5),  # three menus, a button, the tools
        (
            [choice for lot in range(6) for choice in choices(5, lot)] + choices(5, 10),
            3,
        ),  # an auction for six
        (choices(24, 0) + choices(1, 1), 5),  # a close-up
    ],
)
def test_choices_that_fit_are_all_shown(offered: list[Choice], rows: int) -> None:
    shown = fitting(offered, MORE)
    assert len(shown) == rows
    assert MORE not in [choice for row in shown for choice in row.choices]
    assert all(len(row.choices) <= (LINES if row.menu else BUTTONS) for row in shown)


def test_parts_of_a_long_menu_name_their_lines() -> None:
    names = [row.menu for row in lay_out(choices(60, 1, "Cells"))]
    assert names == ["Cells (1–25)", "Cells (26–50)", "Cells (51–60)"]


def test_short_menus_share_a_row() -> None:
    offered = choices(4) + [choice for row in range(1, 6) for choice in choices(row + 2, row, f"M{row}")]
    rows = lay_out(offered)
    assert [row.menu for row in rows] == ["", "M1 · M2", "M3", "M4", "M5"]


def test_component_ids_are_read_back() -> None:
    plain = Choice("x", "g1:12:a4")
    asking = Choice("x", "g1:12:a=0", amount=Amount(3, 42, "How much?"))
    assert read_id(id_of(plain)) == ("b", None, "g1:12:a4")
    assert read_id(id_of(asking)) == ("a", (3, 42), "g1:12:a=0")
    for wrong in ("", "b", "b:", "z:g:1:a", "a:g:1:a=0", "b1-2:g:1:a", "b:" + "x" * 65, "b:ё"):
        assert read_id(wrong) is None


@pytest.fixture
def marker() -> Marker:
    marker = Marker({"play": "bastide play", "kick": "bastide seat kick"})
    marker.command_id = 77
    return marker


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<b>Anna</b> 3 · <i>soon</i>", "**Anna** 3 · *soon*"),
        ('<u id="discord:81">Anna</u>, your turn', "<@81>, your turn"),
        ('<u id="telegram:81">Anna_B</u>', "**Anna\\_B**"),
        (f"<b>{markup.escape('**x** <@1> @everyone')}</b>", "**\\*\\*x\\*\\* \\<\\@1> \\@everyone**"),
        ("discord:42: your turn", "<#42>: your turn"),
        ("<code>/play</code> or <code>/play 7b city</code>", "</bastide play:77> or `/bastide play 7b city`"),
        ("<code>/kick</code> <code>/unknown</code>", "</bastide seat kick:77> `/unknown`"),
        ("<code>a`b</code>", "`aˋb`"),
        ("# no heading\n- no list\nhttp://x", "\\# no heading\n\\- no list\nhttp\\://x"),
    ],
)
def test_markup_becomes_markdown(marker: Marker, text: str, written: str) -> None:
    assert marker.write(text) == written


@given(st.text(max_size=200))
def test_names_are_escaped_and_mention_no_one(name: str) -> None:
    written = Marker({}).write(f"<b>{markup.escape(name)}</b>")
    for sign in ("@everyone", "@here", "<@1"):
        if sign in name:
            assert sign not in written


@given(st.lists(st.text(alphabet="ab \n", max_size=300), max_size=12).map("\n".join), st.integers(40, 200))
def test_long_texts_are_split_without_loss(text: str, most: int) -> None:
    parts = Marker({}).pieces([markup.Span(text)], most)
    assert all(len(part) <= most for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert len(CUT + parts[-1]) <= most or len(parts) == 1
    assert len(short(text, most)) <= most


def test_ids_of_other_platforms_are_no_snowflakes() -> None:
    assert snowflake("discord:42") == 42
    for other in ("telegram:42", "discord:", "discord:x", "web:tower", "discord:" + "9" * 30):
        assert snowflake(other) is None

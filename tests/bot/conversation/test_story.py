"""How moves are told: whose points and titles they are, one bracket, what a short message leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.conversation.feeds.chronicle import act_note
from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.polyglot import public_texts, spoken
from bot.conversation.show.story import in_one_line, told
from bot.conversation.show.turn import folded
from bot.conversation.show.words import Words
from bot.conversation.table.acts import SeatAct
from bot.conversation.table.log import NOBODY, Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.state import Moment
from engine.actions import Action, Pass, PlaceTile
from engine.events import Event, FigureReturned, Item, Scored, TilePlaced
from engine.expansions.count.city import QuarterEntered
from engine.expansions.king_robber import TitleTaken
from engine.expansions.princess_dragon.part import DragonFlew, TileSetAside
from engine.expansions.traders_builders.part import SecondPart
from engine.game import new_game
from engine.setup import agree

ANNA, BORIS = range(2)
STATE = new_game(agree(2, seed="told")).state
CITY = Scored(ANNA, 14, "city", (Item("tiles", 7, 14),), 1)


def words(language: str = "en") -> Words:
    names = ("Anna", "Boris") if language == "en" else ("Аня", "Борис")
    seats = tuple(Seat(f"web:{name}", name, f"web:{name}") for name in names)
    texts = public_texts("web:tower", "en") if language == "all" else catalogue(language)
    return Words(texts, Table("g", STATE.rules.setup, "", "en", seats))


def moment(*events: Event, player: int = BORIS, by: str = "web:x", ask: str = "") -> Moment:
    chosen = any(isinstance(event, TilePlaced | DragonFlew) for event in events)
    action: Action = PlaceTile(player, (1, 0), 0) if chosen else Pass(player)
    return Moment(Entry(0, by, ""), action, events, 1, 1, ask=ask)


def placed(player: int, x: int) -> TilePlaced:
    return TilePlaced(player, next(iter(STATE.rules.shapes)), (x, 0), 0)


def lines(*moments: Moment, language: str = "en") -> list[str]:
    return [markup.plain(line) for line in told(words(language), STATE, moments)]


def test_seat_that_is_lost_by_misses_is_named_after_who_plays_it_now() -> None:
    table = words().table
    computer = replace(table.seats[BORIS], player="", title="Boris (computer)")
    now = Words(catalogue("en"), replace(table, seats=(table.seats[ANNA], computer)))
    act = SeatAct(seat=BORIS, player="", name="Boris (computer)", why="drop")
    assert act_note(now, act, "Boris") == "Too many missed turns. From now on Boris (computer) plays."


def test_title_stands_before_the_points_of_others() -> None:
    king, market = TitleTaken(BORIS, "king", 1, 7), QuarterEntered(BORIS, "meeple", "market")
    assert lines(moment(placed(BORIS, 1), CITY, king), moment(market)) == [
        "Boris → N20 · 👑 new king · meeple → market · Anna +14 (city, 7 tiles)"
    ]


def test_line_that_only_tells_of_others_does_not_begin_with_the_players_name() -> None:
    fairy = Scored(BORIS, 1, "fairy", (Item("fairy_start", 1, 1),))
    assert lines(moment(fairy, player=ANNA), language="ru") == ["🧚 Борис +1 (фея)"]
    assert lines(moment(fairy, player=BORIS), language="ru") == ["Борис: 🧚 +1 (фея)"]


@pytest.mark.parametrize("language", ["en", "all"])
def test_remarks_share_one_bracket(language: str) -> None:
    eaten = [FigureReturned(seat, "meeple", (0, 0), "c1", "eaten") for seat in (ANNA, BORIS)]
    flown = moment(DragonFlew(BORIS, (0, 0), 1), *eaten, by=NOBODY)
    scored = moment(placed(BORIS, 1), Scored(BORIS, 4, "city", (), 1), by=NOBODY)
    first, second = (spoken(line, "en") for line in told(words(language), STATE, [flown, scored]))
    name, other = words(language).name(BORIS), words(language).name(ANNA)
    eats = f"eats {other}'s knight; eats {name}'s knight"
    assert first == f"{name}: 🐉 dragon → M20 ({eats}; only option)"
    assert second == f"{name} → N20 (only option) · 🏰 <b>+4</b> (city)"


def test_remarks_that_read_alike_are_counted() -> None:
    eaten = [FigureReturned(ANNA, "meeple", (0, 0), "f1", "eaten") for _ in range(2)]
    (line,) = lines(moment(DragonFlew(BORIS, (0, 0), 1), *eaten))
    assert line == "Boris: 🐉 dragon → M20 (eats Anna's farmer × 2)"


def test_declining_because_there_is_nothing_else_is_no_remark_on_points() -> None:
    assert lines(moment(CITY, by=NOBODY, ask="act")) == ["🏰 Anna +14 (city, 7 tiles)"]


def test_undo_names_tiles_and_leaves_out_passes_and_points() -> None:
    moves = [
        moment(placed(ANNA, 1), CITY, player=ANNA),
        moment(player=ANNA, ask="act"),
        moment(placed(BORIS, 2), by=NOBODY),
        moment(player=BORIS, ask="bid"),
    ]
    assert in_one_line(words(), STATE, moves) == "Anna → N20 · Boris → O20"
    assert in_one_line(words(), STATE, moves[-1:]) == "Boris: passes"


def test_short_message_leaves_out_plain_placements_first() -> None:
    moves = [
        moment(placed(ANNA, 1), Scored(ANNA, 4, "city", (), 1), player=ANNA),
        moment(placed(BORIS, 2)),
        moment(placed(ANNA, 3), player=ANNA),
        moment(placed(BORIS, 4), TitleTaken(BORIS, "king", 1, 7)),
        moment(placed(ANNA, 5), player=ANNA),
    ]
    happened = told(words(), STATE, moves)
    points, _, _, title, last = happened
    assert folded(words(), happened, 5) == happened
    assert folded(words(), happened, 4) == ["… 2 more moves (Details)", points, title, last]
    assert folded(words(), happened, 3) == ["… 3 more moves (Details)", points, title]
    assert folded(words(), happened, 1) == [f"… 4 more moves (Details) · {title}"]
    assert folded(words(), happened, 0) == []
    assert folded(words("ru"), happened, 2)[0] == "… ещё 4 хода («Подробнее»)"
    assert folded(words("bg"), happened, 2)[0] == "… още 4 хода („Подробности“)"


def test_short_message_tells_newer_moves_rather_than_that_a_tile_follows() -> None:
    tile = next(iter(STATE.rules.shapes))
    moves = [
        moment(placed(ANNA, 1), SecondPart(ANNA), player=ANNA),
        moment(placed(ANNA, 2), TileSetAside(BORIS, tile), player=ANNA),
        moment(placed(BORIS, 3)),
        moment(placed(ANNA, 4), player=ANNA),
    ]
    happened = told(words(), STATE, moves)
    assert [markup.plain(line) for line in happened[:3]] == [
        "Anna → N20 · the builder brings a second tile",
        "Anna → O20",
        "🐉 Boris: sets a dragon tile aside (no volcano yet)",
    ]
    assert folded(words(), happened, 3) == ["… 3 more moves (Details)", "Boris → P20", "Anna → Q20"]

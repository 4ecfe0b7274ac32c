"""Live boards as data: whole once, then small patches; no secret in a frame; every decision can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.chats.web.boards import BoardFeed, read_cell_of, ways_with_art
from bot.conversation.commands.live_boards import LiveBoards
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.tokens import PressAmount, PressOption, PressPair, read
from bot.conversation.show.live_board.aids import aids_of, feature_at
from bot.conversation.show.live_board.question import ways_on
from bot.conversation.show.words import Words
from bot.conversation.table.log import CLOCK, Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.state import LiveTable, acted, opened
from bot.pictures.live_art import art_of
from engine.expansions import ALL
from engine.game import GAMES, pending
from engine.notation import write
from engine.over_hill_and_dale.part import PART
from engine.setup import agree
from renderer.views.sprite_sheets import sheet_plan
from tests.support.random_play import generous, random_action

SEED, SALT = "a seed nobody may know", "a salt nobody may know"
MOST_PATCH = 4096  # bytes of a move of the base game
BOARDS = LiveBoards(None)  # type: ignore[arg-type]  # views need no store
TABLES = [(box.key, "carcassonne", (box.key,)) for box in ALL] + [("hills", "over_hill_and_dale", ())]
each_box = pytest.mark.parametrize(
    ("game", "boxes"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES]
)


def table_of(game: str = "carcassonne", boxes: tuple[str, ...] = (), players: int = 3) -> LiveTable:
    setup = agree(players, boxes, game=game, seed=SEED, salt=SALT)
    seats = tuple(
        Seat(f"web:{n}", name, f"web:{n}") for n, name in enumerate(("Anna", "Boris", "Cleo")[:players])
    )
    return opened("web:tower", Table("g1", setup, "web:0", "en", seats), 0)


def game_of(live: LiveTable, choose: Any = random_action, most: int = 10**6) -> Iterator[LiveTable]:
    """A random game, one state after the other."""
    rng = random.Random(7)
    while not live.state.over and live.state.ply < most:
        action = choose(live.state, rng)
        live = acted(live, Entry(0, f"web:{action.player}", write(action)), action)
        yield live


def words_of(live: LiveTable) -> Words:
    return Words(catalogue("en"), live.table)


def followed(known: dict[str, Any] | None, frame: dict[str, Any] | None) -> dict[str, Any] | None:
    """What a page shows after a frame, as `table.js` does it."""
    frame = json.loads(json.dumps(frame))
    if frame is None:
        return known
    if frame["do"] == "board":
        return dict(frame["board"])
    assert known is not None
    return {**known, **frame["set"], **{name: known[name] + tail for name, tail in frame["more"].items()}}


def test_patches_of_a_base_game_are_small_and_add_up_to_the_whole() -> None:
    start = table_of()
    feeds = [BoardFeed() for _ in start.table.seats]
    known: list[dict[str, Any] | None] = [None] * len(feeds)
    largest = 0
    for live in game_of(start):
        for seat, feed in enumerate(feeds):
            frame = feed.running(BOARDS, live, f"web:{seat}", "en")
            if frame is not None and frame["do"] == "patch":
                largest = max(largest, len(json.dumps(frame, ensure_ascii=False).encode()))
            known[seat] = followed(known[seat], frame)
            whole = BoardFeed().running(BOARDS, live, f"web:{seat}", "en")
            assert known[seat] == followed(None, whole)
    assert 500 < largest < MOST_PATCH


@each_box
def test_no_frame_tells_a_secret(game: str, boxes: tuple[str, ...]) -> None:
    feed, hand = BoardFeed(), 1
    for live in game_of(table_of(game, boxes), generous, 120):
        feed.forget()
        text = json.dumps(feed.running(BOARDS, live, f"web:{hand}", "en"))
        assert SEED not in text
        assert SALT not in text
        board = json.loads(text)["board"]
        assert "bag" not in board
        if board["asked"]:
            assert board["asked"]["seat"] == hand
        if game == "over_hill_and_dale" and not live.state.over:
            shown = {sprite: count for sprite, count in board["supplies"][0] if "/" not in sprite}
            assert sum(shown.values()) == len(PART.of(live.state).held[0])
            assert set(shown) <= {"face_down"}


@each_box
def test_every_option_can_be_pressed_and_every_piece_has_a_sprite(game: str, boxes: tuple[str, ...]) -> None:
    start = table_of(game, boxes)
    art = art_of(start.state)
    plans = [sheet_plan(name) for name in (*art["tiles"], *art["pieces"])]
    sprites = {sprite for plan in plans if plan for sprite in plan.sprites}
    for live in game_of(start, generous, 150):
        for prompt in pending(live.state)[:1]:
            frame = BoardFeed().running(BOARDS, live, f"web:{prompt.player}", "en")
            board = json.loads(json.dumps(frame))["board"]
            assert {sprite for sprite, _, _ in board["pieces"]} <= sprites
            assert {sprite for hand in board["supplies"] for sprite, _ in hand} <= sprites
            asked = board["asked"]
            assert asked["ask"] == prompt.ask
            found = {index for index, option in prompt.listed if not hasattr(option, "rotation")}
            tokens = [option["token"] for option in asked.get("options", ())]
            presses = [read(token) for token in tokens]
            assert {press.index for press in presses if isinstance(press, PressOption)} == found
            assert {option["sprite"] for option in asked.get("options", ()) if "sprite" in option} <= sprites
            assert all(isinstance(read(one["token"]), PressAmount) for one in asked.get("amounts", ()))
            assert len(asked.get("amounts", ())) == len(prompt.amounts)


def test_ways_of_a_cell_carry_the_tokens_of_pairs_and_where_figures_stand() -> None:
    live = list(game_of(table_of(), most=11))[-1]
    while pending(live.state)[0].ask != "place":
        live = next(game_of(live))
    prompt = pending(live.state)[0]
    cell = prompt.options[0].cell  # type: ignore[attr-defined]
    ways = ways_with_art(ways_on(words_of(live), live, prompt.player, cell))
    placements = [option for option in prompt.options if option.cell == cell]  # type: ignore[attr-defined]
    assert [way["rotation"] for way in ways] == sorted(option.rotation for option in placements)  # type: ignore[attr-defined]
    for way in ways:
        for option in way.get("follow", ()):
            pressed = read(option["token"])
            assert isinstance(pressed, PressPair)
            assert prompt.options[pressed.first].rotation == way["rotation"]  # type: ignore[attr-defined]
            if option["verb"] == "claim":
                assert abs(option["at"][0] - cell[0] - 0.5) <= 0.5
                assert abs(option["at"][1] - cell[1] - 0.5) <= 0.5
    other = (prompt.player + 1) % 3
    assert ways_on(words_of(live), live, other, cell) == []


def test_aids_name_features_fields_and_the_bag() -> None:
    live = list(game_of(table_of(), most=60))[-1]
    cell, placed = next(iter(live.state.board.cells.items()))
    segment = placed.turned.parts[0].segment.id
    feature = feature_at(live, cell, segment)
    assert feature is not None
    assert [*cell, segment] in feature["parts"]
    assert feature_at(live, cell, "nothing") is None
    assert feature_at(live, (99, 99), segment) is None
    aids = aids_of(live)
    assert sum(count for _, count in aids["bag"]) == len(live.state.bag)
    assert len(aids["projected"]) == 3


@pytest.mark.parametrize("bad", [None, "M20", [1], [1, "2"], [1, 2, 3], [10**9, 0], [True, 1], [1.5, 2]])
def test_a_cell_that_is_none_is_not_read(bad: object) -> None:
    assert read_cell_of({"cell": bad}) is None


def test_every_box_is_tried() -> None:
    assert {member.key for game in GAMES.values() for member in game.boxes} <= {row[0] for row in TABLES}


def test_undo_is_offered_to_players_who_have_moved() -> None:
    moved = set()
    for live in game_of(table_of(), most=40):
        action = live.recent[-1].action
        assert action is not None
        moved.add(action.player)
        for seat in range(3):
            offered = BOARDS.view(live, f"web:{seat}", "en").data["undo"]
            assert bool(offered) == (seat in moved)
        assert not BOARDS.view(live, "web:spectator", "en").data["undo"]
    assert moved == {0, 1, 2}


def test_undo_is_offered_when_the_last_move_is_long_ago() -> None:
    (*_, live) = game_of(table_of(), most=120)
    assert len(live.recent) < live.state.ply
    others = tuple(replace(moment, entry=replace(moment.entry, by="web:9")) for moment in live.recent)
    assert BOARDS.view(replace(live, recent=others), "web:0", "en").data["undo"]


def test_undo_is_not_offered_for_a_move_that_the_clock_made() -> None:
    live = table_of()
    action = pending(live.state)[0].options[0]
    live = acted(live, Entry(0, CLOCK, write(action)), action)
    assert not BOARDS.view(live, f"web:{action.player}", "en").data["undo"]

"""Numbers on pictures: every number that can be pressed is on the picture, and none hides a figure."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.conversation.context import public_words
from bot.conversation.protocol.messages import buttons_of
from bot.conversation.protocol.pictures import BoardPicture
from bot.conversation.show import picture_requests
from bot.conversation.show.areas import MOST_LIKELY, MOST_NUMBERS, areas, asked_offer
from bot.conversation.show.board_news import mover, news
from bot.conversation.show.buttons import choices_of
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.options import Offer
from bot.conversation.table.state import LiveTable, advanced, opened
from bot.pictures.draw import markers_of
from engine import notation
from engine.events import TilePlaced
from engine.expansions import ALL
from engine.game import pending
from engine.setup import agree
from renderer.board.board import frame_for
from renderer.board.markers import Spot
from renderer.board.plates import placed_plates
from renderer.pieces.standing import standing
from tests.support.random_play import generous
from tests.support.stage import CHANNEL

PLIES = 240


def table(players: int, seed: str) -> LiveTable:
    """A table with every box."""
    setup = agree(players, [box.key for box in ALL], {"river_with_carcassonne": "allowed"}, seed=seed)
    seats = tuple(Seat(f"web:{seat}", f"P{seat}", f"web:{seat}") for seat in range(players))
    return opened(CHANNEL, Table("g1", setup, "web:0", "en", seats, aids=False), 0)


def check_numbers(live: LiveTable, offer: Offer) -> None:
    """Every number on a button is on the picture, within its frame."""
    cells = picture_requests.numbered(offer)
    picture = picture_requests.prompt_picture(live, offer, cells)
    assert isinstance(picture, BoardPicture)
    shown = [label for label, *_ in (*picture.cells, *picture.spots)]
    numbers = {number for label in shown for number in label.split(",")}
    numbers |= {str(number) for number in range(1, len(picture.offer) + 1)}
    for choice in buttons_of(choices_of(public_words(live), live, offer)):
        head = choice.label.split(" ")[0]
        assert not head.isdecimal() or head in numbers, (offer.prompt.ask, choice.label, live.state.ply)
    frame = frame_for(picture.view, markers_of(picture))
    assert all(frame.shows(cell) for _, cell in picture.cells)
    assert all(frame.shows(cell) for _, cell, _ in picture.spots)


def hidden(live: LiveTable, offer: Offer) -> float:
    """The largest share of a figure that a plate with a number hides."""
    picture = picture_requests.prompt_picture(live, offer, picture_requests.numbered(offer))
    assert isinstance(picture, BoardPicture)
    markers = markers_of(picture)
    frame = frame_for(picture.view, markers)
    stands = [stand for stand in standing(picture.view) if frame.shows(stand.cell)]
    spots = [*markers.spots, *(Spot(cell, "", text) for cell, text in markers.steps)]
    most = 0.0
    for _, box in placed_plates(picture.view, spots, stands, frame, "day"):
        for stand in stands:
            left, top, right, bottom = stand.box
            x, y = frame.port.spot(left, top)
            x2, y2 = frame.port.spot(right, bottom)
            wide = max(0.0, min(box[2], x2) - max(box[0], x))
            high = max(0.0, min(box[3], y2) - max(box[1], y))
            most = max(most, wide * high / ((x2 - x) * (y2 - y)))
    return most


@pytest.mark.parametrize(("players", "seed"), [(2, "numbers"), (4, "figures")])
def test_every_number_that_can_be_pressed_is_on_the_picture(players: int, seed: str) -> None:
    live, rng = table(players, seed), random.Random(seed)
    asked: Counter[str] = Counter()
    for _ in range(PLIES):
        if live.state.over:
            break
        offer = asked_offer(live, pending(live.state)[0])
        asked[offer.prompt.ask] += 1
        check_numbers(live, offer)
        if offer.prompt.ask in ("act", "dragon", "castle", "quarters"):
            assert hidden(live, offer) < 0.35, (offer.prompt.ask, live.state.ply)
        live = advanced(live, Entry(0, "web:0", notation.write(generous(live.state, rng))))
    assert len(asked) > 4, asked
    assert asked["place"] > 50


def test_many_cells_are_divided_into_areas_that_hold_all_of_them() -> None:
    live, rng = table(3, "areas"), random.Random(3)
    while True:
        offer = asked_offer(live, pending(live.state)[0])
        if offer.places_tile and len(offer.cells) > MOST_NUMBERS:
            break
        live = advanced(live, Entry(0, "web:0", notation.write(generous(live.state, rng))))
    buttons = [choice for choice in buttons_of(choices_of(public_words(live), live, offer)) if choice.cell]
    assert len(buttons) == MOST_LIKELY
    whole = picture_requests.prompt_picture(live, offer, picture_requests.numbered(offer))
    assert isinstance(whole, BoardPicture)
    assert {*whole.dots, *(cell for _, cell in whole.cells)} == {*offer.cells}
    assert len(whole.dots) == len(offer.cells) - MOST_LIKELY
    assert f"{MOST_LIKELY} of {len(offer.cells)}" in whole.note
    found = areas(list(offer.cells))
    assert sorted(number for area in found for number in area) == list(range(1, len(offer.cells) + 1))
    assert max(map(len, found)) <= MOST_NUMBERS - 1
    for numbers in found:
        picture = picture_requests.area_picture(live, offer, numbers, "day", "en")
        frame = frame_for(picture.view, markers_of(picture))
        assert all(frame.shows(cell) for _, cell in picture.cells)


def test_what_changed_since_the_last_move_is_marked() -> None:
    live, rng = table(3, "news"), random.Random(5)
    marked = scored = 0
    for _ in range(150):
        prompt = pending(live.state)[0]
        if prompt.ask == "place":
            placed, spots = news(live, prompt.player)
            mine = [one for one in live.recent if one.action and one.action.player == prompt.player]
            since = live.recent[live.recent.index(mine[-1]) :] if mine else live.recent
            events = [event for moment in since for event in moment.events]
            tiles = [event for event in events if isinstance(event, TilePlaced)]
            others = [(event.cell, event.player) for event in tiles if event.player != prompt.player]
            assert list(placed) == others
            assert not tiles or mover(live) == tiles[-1].player
            marked += len(placed)
            scored += len(spots)
            assert all(spot.points and spot.cell in live.state.board.cells for spot in spots)
        live = advanced(live, Entry(0, "web:0", notation.write(generous(live.state, rng))))
    assert marked > 50
    assert scored > 3

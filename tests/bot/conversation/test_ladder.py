"""Ladders: places become numbers, seasons reset softly, and the same results give the same numbers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.conversation.table.ladder import BASE, PROVISIONAL, Ladders, kind_of, ladders_of, numbers
from bot.conversation.table.results import GameResult, SeatResult
from bot.conversation.table.seasons import Seasons, decode_seasons, quarter_start
from bot.conversation.table.standings import ladders, rebuilt, set_seasons, write
from engine.plain import BadData
from tests.support.empty_store import empty_store

GROUP = "discord:guild:1"
START = quarter_start(2026 * 4 + 1)


def game(number: int, *places: int, at: float = START, rated: bool = True, left: int = -1) -> GameResult:
    endings = ["resign" if index == left else "played" for index in range(len(places))]
    seats = tuple(
        SeatResult(f"web:{index}", f"P{index}", place, 50 - place, ended=endings[index])
        for index, place in enumerate(places)
    )
    return GameResult(f"g{number}", "web:x", "carcassonne", seats, ended=int(at + number), rated=rated)


def test_who_wins_more_stands_higher_and_is_settled_after_five_games() -> None:
    found = ladders_of([game(number, 1, 2) for number in range(PROVISIONAL)], Seasons())
    first, second = found.of("duel", -1).ranked()
    assert first.user == "web:0"
    assert (first.games, first.wins, first.streak) == (PROVISIONAL, PROVISIONAL, PROVISIONAL)
    assert first.number > BASE > second.number
    assert not first.provisional
    assert first.course[-1] == first.number
    assert found.of("table", -1).ranked() == []


def test_three_players_go_to_the_other_ladder() -> None:
    result = game(1, 1, 3, 2)
    assert kind_of(result) == "table"
    found = ladders_of([result], Seasons())
    assert [one.user for one in found.of("table", -1).ranked()] == ["web:0", "web:2", "web:1"]
    assert all(one.provisional for one in found.of("table", -1).ranked())


def test_games_that_are_not_rated_do_not_count() -> None:
    assert ladders_of([game(1, 1, 2, rated=False)], Seasons()).of("duel", -1).ranked() == []


def test_player_who_left_counts_as_last_even_if_the_computer_won() -> None:
    found = ladders_of([game(1, 1, 2, left=0)], Seasons()).of("duel", -1)
    assert [(one.user, one.wins) for one in found.ranked()] == [("web:1", 1), ("web:0", 0)]


def test_a_new_season_begins_nearer_to_the_middle() -> None:
    seasons = Seasons()
    end = seasons.end(seasons.number(START))
    assert end == quarter_start(2026 * 4 + 2)
    results = [game(number, 1, 2) for number in range(20)]
    later = [game(100, 1, 2, at=end), game(101, 2, 1, at=end)]
    found = ladders_of([*results, *later], seasons)
    old, new = found.of("duel", seasons.number(START)), found.of("duel", seasons.number(end))
    assert (old.standings["web:0"].games, new.standings["web:0"].games) == (20, 2)
    assert new.standings["web:0"].rating.mu * 100 > BASE
    assert new.standings["web:0"].rating.mu < old.standings["web:0"].rating.mu
    assert new.standings["web:0"].rating.sigma > old.standings["web:0"].rating.sigma
    assert found.of("duel", -1).standings["web:0"].games == 22


def test_seasons_end_by_the_admins_word() -> None:
    seasons = Seasons(on=True).closed(START + 100)
    assert (seasons.number(START), seasons.number(START + 100)) == (0, 1)
    assert seasons.end(0) is None
    assert decode_seasons(seasons.encode()) == seasons
    with pytest.raises(BadData):
        decode_seasons(b"[]")


async def test_saved_and_rebuilt_ladders_are_identical_to_the_last_digit() -> None:
    store, rng = empty_store(), random.Random(4)
    await set_seasons(store, GROUP, Seasons(on=True))
    for number in range(300):
        players = rng.choice([2, 2, 3, 4])
        places = rng.sample(range(1, players + 1), players)
        result = game(number, *places, at=START + number * 86400)
        order = rng.sample(range(9), players)
        seats = tuple(replace(seat, user=f"web:{who}") for seat, who in zip(result.seats, order, strict=True))
        await store.results.add(GROUP, result.game, replace(result, seats=seats).encode())
        if number % 50 == 0:
            await ladders(store, GROUP)
    saved: Ladders = await ladders(store, GROUP)
    again = await ladders(store, GROUP)
    made = await rebuilt(store, GROUP)
    assert numbers(saved) == numbers(again) == numbers(made)
    assert len(made.seasons) > 3
    assert write(made, 300, Seasons(on=True)) == await store.results.derived(GROUP)

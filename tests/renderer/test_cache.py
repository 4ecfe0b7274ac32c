"""Caches stay within their bound and keep what is in use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from renderer.board.board import render
from renderer.board.markers import Markers
from renderer.board.tile_layer import clear
from renderer.style.cache import Cache
from tests.golden.table import table
from tests.support.boards import random_board


def test_a_cache_keeps_within_its_weight() -> None:
    cache: Cache[int, str] = Cache(10, len)
    for number in range(50):
        cache.put(number, "abc")
    assert len(cache) == 3
    assert cache.weight == 9


def test_a_cache_lets_go_what_was_not_used_for_longest() -> None:
    cache: Cache[str, str] = Cache(2)
    cache.put("a", "1")
    cache.put("b", "2")
    assert cache.get("a") == "1"
    cache.put("c", "3")
    assert cache.get("b") is None
    assert cache.get("a") == "1"
    cache.clear()
    assert len(cache) == 0


def test_pictures_can_be_drawn_in_several_threads() -> None:
    views = [table(random_board(("base",), 20 + n, n), 3, 5, n) for n in range(6)]
    markers = Markers(side=700)
    clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: render(view, markers).tobytes(), views * 2))
    clear()
    assert together == [render(view, markers).tobytes() for view in views] * 2

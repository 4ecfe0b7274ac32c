"""Caches stay within their budget and keep what is in use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from renderer.board.board import render
from renderer.board.markers import Markers
from renderer.style.cache import OVERHEAD, PICTURES, Cache, kept, weight_of
from tests.golden.table import table
from tests.support.boards import random_board


def test_a_cache_keeps_within_its_weight() -> None:
    cache: Cache[int, str] = Cache(10, len)
    for number in range(50):
        cache.put(number, "abc")
    assert len(cache) == 3
    assert cache.weight == 9


def test_a_value_put_again_counts_once() -> None:
    cache: Cache[str, str] = Cache(10, len)
    for text in ("abc", "a", "abcdef"):
        cache.put("key", text)
        assert cache.weight == len(text)
    assert cache.get("key") == "abcdef"


def test_a_cache_drops_what_was_not_used_for_longest() -> None:
    cache: Cache[str, str] = Cache(2)
    cache.put("a", "1")
    cache.put("b", "2")
    assert cache.get("a") == "1"
    cache.put("c", "3")
    assert cache.get("b") is None
    assert cache.get("a") == "1"
    cache.clear()
    assert len(cache) == 0


def test_the_weight_of_a_picture_is_its_bytes() -> None:
    flat, colour = Image.new("P", (10, 20)), Image.new("RGB", (10, 20))
    assert weight_of(flat) == 200 + OVERHEAD
    assert weight_of((flat, (colour, None))) == 200 + 4 * 200 + 2 * OVERHEAD


def test_a_kept_picture_is_drawn_once_and_counts_in_the_budget() -> None:
    drawn = []

    @kept
    def draw(size: int, theme: str) -> Image.Image:
        drawn.append((size, theme))
        return Image.new("P", (size, size))

    PICTURES.clear()
    assert draw(30, "day") is draw(30, "day")
    draw(30, "night")
    assert drawn == [(30, "day"), (30, "night")]
    assert PICTURES.weight == 2 * (900 + OVERHEAD)


def test_pictures_can_be_drawn_in_several_threads() -> None:
    views = [table(random_board(("base",), 20 + n, n), 3, 5, n) for n in range(6)]
    markers = Markers(scale=2)
    PICTURES.clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: render(view, markers).tobytes(), views * 2))
    PICTURES.clear()
    assert together == [render(view, markers).tobytes() for view in views] * 2

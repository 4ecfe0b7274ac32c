"""The mapping that keeps the entries used last."""

from bot.cache import LruCache


def test_the_least_recently_used_entry_is_dropped() -> None:
    cache: LruCache[str, int] = LruCache(2)
    cache["a"], cache["b"] = 1, 2
    assert cache["a"] == 1  # reading marks as used
    cache["c"] = 3
    assert dict(cache) == {"a": 1, "c": 3}


def test_writing_marks_as_used_and_asking_whether_an_entry_exists_does_not() -> None:
    cache: LruCache[str, int] = LruCache(2)
    cache["a"], cache["b"] = 1, 2
    assert "a" in cache
    cache["b"] = 4
    cache["c"] = 3
    assert dict(cache) == {"b": 4, "c": 3}


def test_busy_entries_stay_and_go_as_soon_as_they_are_idle() -> None:
    busy = {1, 2}
    cache: LruCache[str, int] = LruCache(1, busy=busy.__contains__)
    cache["a"], cache["b"], cache["c"] = 1, 2, 3
    assert set(cache) == {"a", "b", "c"}
    busy.clear()
    cache["d"] = 4
    assert set(cache) == {"d"}


def test_dropped_values_are_reported_and_deleted_ones_are_not() -> None:
    dropped: list[int] = []
    cache: LruCache[str, int] = LruCache(1, dropped=dropped.append)
    cache["a"] = 1
    cache["b"] = 2
    del cache["b"]
    assert dropped == [1]


def test_entries_are_iterated_from_the_least_to_the_most_recently_used() -> None:
    cache: LruCache[str, int] = LruCache(3)
    cache["a"], cache["b"], cache["c"] = 1, 2, 3
    assert cache.get("a") == 1
    assert list(cache.items()) == [("b", 2), ("c", 3), ("a", 1)]
    assert list(cache) == ["b", "c", "a"]

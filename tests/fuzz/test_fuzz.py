"""Every parser meets its seeds, everything that ever broke it, and a few hundred accidents."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import BITS, Target, names, splice, target

WANTED = 15  # parsers that take something from outside


@st.composite
def inputs(draw: st.DrawFn, found: Target) -> bytes:
    """Bytes, text, or a seed after an accident or two."""
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return draw(st.binary(max_size=200))
    if kind == 1:
        return draw(st.text(max_size=100)).encode()
    data = draw(st.sampled_from(list(found.seeds)))
    for _ in range(kind - 1):
        bit = draw(st.one_of(st.sampled_from(BITS), st.binary(max_size=4)))
        data = splice(data, draw(st.integers(0, 4000)), draw(st.integers(0, 20)), bit)
    return data


def test_every_parser_has_a_target() -> None:
    assert len(names()) >= WANTED


@pytest.mark.parametrize("name", names())
def test_seeds_and_corpus_raise_nothing_undeclared(name: str) -> None:
    found = target(name)
    assert len(found.seeds) >= 3
    for data in [*found.seeds, *found.kept(), *BITS]:
        found.fuzz(data)


@pytest.mark.parametrize("name", names())
def test_changed_seeds_raise_nothing_undeclared(name: str) -> None:
    found = target(name)

    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs(found))
    def check(data: bytes) -> None:
        found.fuzz(data)

    check()

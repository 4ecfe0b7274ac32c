"""The tuning of weights: what is fitted to games is what moved them."""

from __future__ import annotations

import random

import pytest

from engine.players.weights import FAR
from tools.bench.tune import SPREAD, Tried, changed, fitted, report

SLOPES, CURVES = (2.0, -1.0, 0.0), (-1.0, -0.5, -0.25)


def pairs(noise: float, count: int = 400) -> list[Tried]:
    """Margins that follow the slopes and curves, but for some noise."""
    rng = random.Random(1)
    found = []
    for _ in range(count):
        steps = tuple(rng.gauss(0, 1) for _ in SLOPES)
        way = sum(slope * step for slope, step in zip(SLOPES, steps, strict=True))
        both = sum(curve * step * step for curve, step in zip(CURVES, steps, strict=True))
        found.append(Tried(steps, both + way + rng.gauss(0, noise), both - way + rng.gauss(0, noise)))
    return found


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_slopes_and_curves_are_found_again(noise: float) -> None:
    for one, slope, curve in zip(fitted(pairs(noise)), SLOPES, CURVES, strict=True):
        assert one.slope == pytest.approx(slope, abs=1e-6 + 4 * one.error)
        assert one.curve == pytest.approx(curve, abs=0.01 + 0.2 * noise)
        assert one.error == pytest.approx(noise / 2**0.5 / 20, rel=0.15, abs=1e-6)


def test_report_goes_from_the_slope_to_the_top_of_the_curve() -> None:
    lines = report(("a", "b", "c"), pairs(0.0)).splitlines()
    assert [line.split()[-1] for line in lines[2:]] == ["1.35", "0.74", "1.00"], "e to the 0.3, -0.3 and 0"


def test_a_step_changes_a_weight_by_its_logarithm() -> None:
    far = changed(FAR, ("fill", "free"), (1.0, -1.0))
    assert far.fill == pytest.approx(FAR.fill * 2.718281828**SPREAD)
    assert far.free == pytest.approx([one / 2.718281828**SPREAD for one in FAR.free])
    assert far.power == FAR.power

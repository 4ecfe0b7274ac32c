"""Houses, towers and churches, seen from the south and a little from above."""

from __future__ import annotations

from functools import lru_cache

from renderer.style.canvas import RGB, Pen, Stamp, make_stamp
from renderer.style.palette import THEMES, Theme

ROOFS = ("roof_a", "roof_b", "roof_c")


@lru_cache(maxsize=64)  # one size and theme needs some thirty
def _house_stamp(n: int, theme: str, w: float, h: float, roof: str, gable: bool) -> Stamp:
    def draw(pen: Pen, middle: float) -> None:
        house(pen, THEMES[theme], middle, middle + h / 2, w, h, roof, gable)

    return make_stamp(n, 0.26, draw)


def quick_house(
    pen: Pen, theme: Theme, x: float, y: float, w: float, h: float, roof: str, gable: bool
) -> None:
    """The same as `house`, of a few ready sizes."""
    w, h = round(w * 60) / 60, round(h * 60) / 60
    pen.stamp(_house_stamp(pen.n, theme.name, w, h, roof, gable), x, y - h / 2)


@lru_cache(maxsize=64)
def _tower_stamp(n: int, theme: str, r: float, roof: str | None) -> Stamp:
    def draw(pen: Pen, middle: float) -> None:
        tower(pen, THEMES[theme], middle, middle + r, r, roof)

    return make_stamp(n, r * 7, draw)


def quick_tower(pen: Pen, theme: Theme, x: float, y: float, r: float, roof: str | None = None) -> None:
    """The same as `tower`, drawn once."""
    pen.stamp(_tower_stamp(pen.n, theme.name, r, roof), x, y - r)


def house(pen: Pen, theme: Theme, x: float, y: float, w: float, h: float, roof: str, gable: bool) -> None:
    """A house whose front stands on (x, y); `gable` turns its gable to the front."""
    left, right = x - w / 2, x + w / 2
    eaves = y - h * 0.42
    rim = 0.006
    over = w * 0.07
    pen.poly(
        ((right, y), (right + w * 0.24, y - h * 0.12), (right + w * 0.24, eaves), (right, eaves)),
        theme["paving_shade"],
    )
    if gable:
        ridge = y - h
        split = left + w * 0.52
        peak = (left + split) / 2
        pen.poly(
            (
                (left - rim, y + rim),
                (left - rim, eaves),
                (peak, ridge - rim),
                (right - w * 0.2, ridge - rim),
                (right + over, eaves),
                (right + rim, y + rim),
            ),
            theme["ink"],
        )
        pen.poly(
            ((left, y), (left, eaves), (peak, ridge + rim), (split, eaves), (split, y)), theme["plaster"]
        )
        pen.rect(split, eaves, right, y, theme["plaster_shade"])
        pen.poly(
            ((peak, ridge), (right - w * 0.2, ridge), (right + over - rim, eaves), (split + rim, eaves)),
            theme[roof],
        )
        pen.line(((peak, ridge), (split + rim, eaves)), 0.008, theme[f"{roof}_dark"])
        pen.rect(peak - w * 0.06, eaves, peak + w * 0.06, eaves + h * 0.16, theme["window"])
        return
    pen.poly(
        (
            (left - rim, y + rim),
            (left - over, eaves + rim),
            (left + w * 0.16, y - h - rim),
            (right - w * 0.16, y - h - rim),
            (right + over, eaves + rim),
            (right + rim, y + rim),
        ),
        theme["ink"],
    )
    pen.rect(left, eaves, right, y, theme["plaster"])
    pen.rect(x + w * 0.14, eaves, right, y, theme["plaster_shade"])
    pen.poly(
        (
            (left - over + rim, eaves),
            (left + w * 0.17, y - h),
            (right - w * 0.17, y - h),
            (right + over - rim, eaves),
        ),
        theme[roof],
    )
    pen.poly(
        (
            (left - over + rim, eaves),
            (left - over + w * 0.06, eaves - h * 0.12),
            (right + over - w * 0.06, eaves - h * 0.12),
            (right + over - rim, eaves),
        ),
        theme[f"{roof}_dark"],
    )
    for dx in (-0.22, 0.2):
        pen.rect(
            x + dx * w - w * 0.06, eaves + h * 0.1, x + dx * w + w * 0.06, eaves + h * 0.27, theme["window"]
        )


def tower(pen: Pen, theme: Theme, x: float, y: float, r: float, roof: str | None = None) -> None:
    """A round tower whose foot is centred on (x, y)."""
    height = r * 1.25
    rim = 0.008
    pen.disc(x, y, r + rim, theme["ink"], r * 0.72 + rim)
    pen.rect(x - r - rim, y - height, x + r + rim, y, theme["ink"])
    pen.disc(x, y, r, theme["wall_face"], r * 0.72)
    pen.rect(x - r, y - height, x + r, y, theme["wall_face"])
    pen.rect(x + r * 0.25, y - height, x + r, y + r * 0.4, theme["wall_shade"])
    pen.rect(x - r * 0.12, y - height * 0.35, x + r * 0.12, y + r * 0.1, theme["window"])
    if roof is None:
        pen.disc(x, y - height, r * 1.12 + rim, theme["ink"], r * 0.8 + rim)
        pen.disc(x, y - height, r * 1.12, theme["wall"], r * 0.8)
        pen.disc(x, y - height, r * 0.66, theme["wall_shade"], r * 0.44)
        return
    base = y - height
    pen.poly(
        ((x - r * 1.22 - rim, base + r * 0.2), (x, base - r * 1.75), (x + r * 1.22 + rim, base + r * 0.2)),
        theme["ink"],
    )
    pen.disc(x, base + r * 0.15, r * 1.22 + rim, theme["ink"], r * 0.5 + rim)
    pen.disc(x, base + r * 0.12, r * 1.2, theme[roof], r * 0.48)
    pen.poly(
        ((x - r * 1.2, base + r * 0.12), (x, base - r * 1.6), (x + r * 1.2, base + r * 0.12)), theme[roof]
    )
    pen.poly(
        (
            (x + r * 0.3, base + r * 0.58),
            (x, base - r * 1.6),
            (x + r * 1.2, base + r * 0.12),
            (x + r * 0.9, base + r * 0.42),
        ),
        theme[f"{roof}_dark"],
    )


def flag(pen: Pen, theme: Theme, x: float, y: float, size: float, colour: RGB) -> None:
    """A pennant on a pole whose foot is (x, y)."""
    pen.line(((x, y), (x, y - size)), 0.009, theme["ink"])
    pen.poly(((x, y - size), (x + size * 0.62, y - size * 0.78), (x, y - size * 0.55)), colour)


def cross(pen: Pen, x: float, y: float, size: float, colour: RGB) -> None:
    """A cross that stands on (x, y)."""
    pen.rect(x - size * 0.1, y - size, x + size * 0.1, y, colour)
    pen.rect(x - size * 0.32, y - size * 0.78, x + size * 0.32, y - size * 0.58, colour)


def church(pen: Pen, theme: Theme, x: float, y: float, s: float) -> None:
    """A monastery: a nave with a slate roof and a bell tower with a cross; its front stands on (x, y)."""
    ink, rim = theme["ink"], 0.007
    # the nave
    left, right, eaves, ridge = x - s * 0.2, x + s * 0.52, y - s * 0.3, y - s * 0.62
    pen.poly(
        (
            (left - rim, y + rim),
            (left - rim, ridge),
            (right - s * 0.1, ridge - rim),
            (right + s * 0.06 + rim, eaves + rim),
            (right + rim, y + rim),
        ),
        ink,
    )
    pen.rect(left, eaves, right, y, theme["plaster"])
    pen.rect(x + s * 0.3, eaves, right, y, theme["plaster_shade"])
    pen.poly(
        ((left, eaves), (left, ridge), (right - s * 0.11, ridge), (right + s * 0.05, eaves)), theme["slate"]
    )
    pen.poly(
        (
            (left, eaves),
            (left, eaves - s * 0.08),
            (right + s * 0.01, eaves - s * 0.08),
            (right + s * 0.05, eaves),
        ),
        theme["slate_dark"],
    )
    for dx in (0.06, 0.2, 0.34):
        pen.rect(
            x + s * dx - s * 0.035, eaves + s * 0.08, x + s * dx + s * 0.035, y - s * 0.06, theme["window"]
        )
    # the bell tower
    tl, tr, top = x - s * 0.46, x - s * 0.14, y - s * 0.66
    mid = (tl + tr) / 2
    pen.poly(
        (
            (tl - rim, y + s * 0.04 + rim),
            (tl - rim, top),
            (mid, top - s * 0.42),
            (tr + rim, top),
            (tr + rim, y + s * 0.04 + rim),
        ),
        ink,
    )
    pen.rect(tl, top, tr, y + s * 0.04, theme["plaster"])
    pen.rect(mid + s * 0.04, top, tr, y + s * 0.04, theme["plaster_shade"])
    pen.poly(((tl - s * 0.04, top), (mid, top - s * 0.38), (tr + s * 0.04, top)), theme["slate"])
    pen.poly(((mid, top), (mid, top - s * 0.38), (tr + s * 0.04, top)), theme["slate_dark"])
    pen.disc(mid, top + s * 0.14, s * 0.06, theme["window"], s * 0.08)
    pen.disc(mid, y - s * 0.1, s * 0.07, theme["wood_dark"], s * 0.08)
    pen.rect(mid - s * 0.07, y - s * 0.1, mid + s * 0.07, y + s * 0.04, theme["wood_dark"])
    cross(pen, mid, top - s * 0.34, s * 0.24, ink)

"""A pen that draws in unit coordinates: the tile is the square from (0, 0) to (1, 1), y grows south."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import PIL.Image
from PIL import ImageDraw

Image = PIL.Image.Image  # what all pictures are
Point = tuple[float, float]
RGB = tuple[int, int, int]
Stamp = tuple[Image, Image]  # a small drawing and its mask


class Pen:
    """Draws flat shapes on an enlarged image; `finish` brings it down to its true size."""

    __slots__ = ("draw", "image", "n", "oversample", "size", "transparent")

    def __init__(self, size: int, oversample: int, ground: RGB | Image | None = None) -> None:
        self.size = size
        self.oversample = oversample
        self.n = size * oversample
        self.transparent = ground is None
        if isinstance(ground, Image):
            self.image = ground.copy()
        elif ground is None:
            self.image = PIL.Image.new("RGBA", (self.n, self.n), (0, 0, 0, 0))
        else:
            self.image = PIL.Image.new("RGB", (self.n, self.n), ground)
        self.draw = ImageDraw.Draw(self.image)

    def poly(self, points: Iterable[Point], fill: RGB) -> None:
        """Fill a polygon."""
        n = self.n
        self.draw.polygon([(x * n - 0.5, y * n - 0.5) for x, y in points], fill=fill)

    def shape(self, x: float, y: float, s: float, points: Iterable[Point], fill: RGB) -> None:
        """Fill a polygon whose points are given around (x, y), in units of s."""
        self.poly([(x + s * px, y + s * py) for px, py in points], fill)

    def line(self, points: Iterable[Point], width: float, fill: RGB) -> None:
        """Stroke an open line of a given width in tile units."""
        n = self.n
        pixels = max(1, round(width * n))
        self.draw.line([(x * n - 0.5, y * n - 0.5) for x, y in points], fill=fill, width=pixels)

    def disc(self, x: float, y: float, r: float, fill: RGB, ry: float | None = None) -> None:
        """Fill a circle, or an ellipse if a second radius is given."""
        n = self.n
        ry = r if ry is None else ry
        left, top = x * n - r * n - 0.5, y * n - ry * n - 0.5
        self.draw.ellipse((left, top, left + 2 * r * n, top + 2 * ry * n), fill=fill)

    def rect(self, left: float, top: float, right: float, bottom: float, fill: RGB) -> None:
        """Fill an upright rectangle."""
        self.poly(((left, top), (right, top), (right, bottom), (left, bottom)), fill)

    def stamp(self, sprite: Stamp, x: float, y: float) -> None:
        """Paste a small drawing whose middle comes to (x, y)."""
        picture, mask = sprite
        half = picture.width / 2
        self.image.paste(picture, (round(x * self.n - half), round(y * self.n - half)), mask)

    def finish(self) -> Image:
        """Bring the enlarged drawing down to its true size."""
        if not self.transparent:
            return self.image.reduce(self.oversample)
        return self.image.convert("RGBa").reduce(self.oversample).convert("RGBA")


def make_stamp(n: int, span: float, draw: Callable[[Pen, float], None]) -> Stamp:
    """A small drawing for a pen of n pixels, `span` tiles wide; `draw` gets its middle."""
    pen = Pen(max(2, round(span * n)), 1)
    side = pen.n
    pen.n = n
    draw(pen, side / n / 2)
    return pen.image.convert("RGB"), pen.image.getchannel("A").convert("1")


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """Blend two colours; `share` is how much of the second."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def turn(point: Point, rotation: int) -> Point:
    """Turn a point of the tile by quarter turns clockwise about its middle."""
    x, y = point
    rotation %= 4
    if rotation == 1:
        return 1 - y, x
    if rotation == 2:
        return 1 - x, 1 - y
    if rotation == 3:
        return y, 1 - x
    return x, y


def turned(points: Iterable[Point], rotation: int) -> list[Point]:
    """Turn many points."""
    return [turn(point, rotation) for point in points]


def normals(points: Sequence[Point]) -> list[Point]:
    """The unit vector to the right of the way at each point of a polyline."""
    out: list[Point] = []
    last = len(points) - 1
    for i in range(last + 1):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(last, i + 1)]
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy) or 1.0
        out.append((-dy / length, dx / length))
    return out


def ribbon(points: Sequence[Point], left: float, right: float) -> list[Point]:
    """The outline of a band that runs `left` and `right` of a polyline."""
    return band(points, normals(points), left, right)


def band(
    points: Sequence[Point], sides: Sequence[Point], left: float, right: float, dy: float = 0
) -> list[Point]:
    """The same for known normals, lowered by `dy`."""
    out = [(x + nx * right, y + ny * right + dy) for (x, y), (nx, ny) in zip(points, sides, strict=True)]
    back = [(x - nx * left, y - ny * left + dy) for (x, y), (nx, ny) in zip(points, sides, strict=True)]
    back.reverse()
    return out + back


def shifted(points: Sequence[Point], right: float) -> list[Point]:
    """A polyline moved sideways."""
    return [
        (x + nx * right, y + ny * right) for (x, y), (nx, ny) in zip(points, normals(points), strict=True)
    ]


def spaced(points: Sequence[Point], step: float, start: float = 0.0) -> list[tuple[Point, Point]]:
    """Points at even distances along a polyline, each with the normal to its right."""
    out: list[tuple[Point, Point]] = []
    due = start
    walked = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        if length == 0:
            continue
        normal = (-(by - ay) / length, (bx - ax) / length)
        while due <= walked + length:
            share = (due - walked) / length
            out.append(((ax + (bx - ax) * share, ay + (by - ay) * share), normal))
            due += step
        walked += length
    return out


def length_of(points: Sequence[Point]) -> float:
    """How long a polyline is."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], share: float) -> Point:
    """The point at a share of a polyline's length."""
    target = length_of(points) * share
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if target <= length and length > 0:
            part = target / length
            return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        target -= length
    return points[-1]


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 14) -> list[Point]:
    """A cubic curve as a polyline."""
    out: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        out.append(
            (
                k0 * a[0] + k1 * b[0] + k2 * c[0] + k3 * d[0],
                k0 * a[1] + k1 * b[1] + k2 * c[1] + k3 * d[1],
            )
        )
    return out

"""The shapes of figures and pieces, part by part."""

from __future__ import annotations

import math
from collections.abc import Callable

from renderer.style.canvas import RGB, Pen, Point, mix
from renderer.style.palette import Theme
from renderer.tile.crops import harvest
from renderer.tile.symbols import dragon_shape

MEEPLE = (
    (-0.17, -0.46), (-0.2, -0.3), (-0.52, -0.22), (-0.72, -0.02), (-0.66, 0.16), (-0.36, 0.18), (-0.42, 0.42),
    (-0.64, 0.82), (-0.56, 1.0), (-0.14, 1.0), (0.0, 0.66), (0.14, 1.0), (0.56, 1.0), (0.64, 0.82),
    (0.42, 0.42), (0.36, 0.18), (0.66, 0.16), (0.72, -0.02), (0.52, -0.22), (0.2, -0.3), (0.17, -0.46),
)  # fmt: skip
ROBE = (
    (-0.18, -0.44), (-0.42, -0.2), (-0.56, 0.3), (-0.66, 1.0), (0.66, 1.0), (0.56, 0.3), (0.42, -0.2),
    (0.18, -0.44),
)  # fmt: skip
ABBOT = (
    (0.0, -1.0), (-0.3, -0.66), (-0.24, -0.34), (-0.44, -0.22), (-0.5, 0.24), (-0.84, 0.34), (-0.74, 0.54),
    (-0.52, 0.52), (-0.66, 1.0), (0.66, 1.0), (0.52, 0.52), (0.74, 0.54), (0.84, 0.34), (0.5, 0.24),
    (0.44, -0.22), (0.24, -0.34), (0.3, -0.66),
)  # fmt: skip
STABLE = ((0.0, -0.72), (-0.86, -0.1), (-0.7, 0.08), (-0.7, 0.86), (0.7, 0.86), (0.7, 0.08), (0.86, -0.1))

TOKENS = ("apple", "strawberry", "pumpkin", "sunflower", "wheat", "scarecrow", "face_down")


class Sketch:
    """Shapes in a box from -1 to 1, outlined dark with a light halo so that they read on any ground."""

    def __init__(self, pixels: int) -> None:
        self.pen = Pen(pixels, 4)
        self.shapes: list[tuple[list[Point], tuple[float, float] | None, RGB]] = []

    def add(self, points: list[Point], fill: RGB) -> None:
        """One more part of the figure: a polygon."""
        self.shapes.append(([(0.5 + x * 0.4, 0.5 + y * 0.4) for x, y in points], None, fill))

    def round(self, x: float, y: float, r: float, fill: RGB, ry: float | None = None) -> None:
        """One more part of the figure: an ellipse."""
        radii = r * 0.4, (r if ry is None else ry) * 0.4
        self.shapes.append(([(0.5 + x * 0.4, 0.5 + y * 0.4)], radii, fill))

    def paint(self, ink: RGB, halo: RGB) -> None:
        """Paint the halo, then the outline, then all parts."""
        pen = self.pen
        for extra, colour in ((0.075, halo), (0.04, ink)):
            for points, radii, _ in self.shapes:
                if radii is not None:
                    pen.disc(*points[0], radii[0] + extra, colour, radii[1] + extra)
                    continue
                pen.line([*points, points[0]], extra * 2, colour)
                for x, y in points:
                    pen.disc(x, y, extra, colour)
        for points, radii, fill in self.shapes:
            if radii is not None:
                pen.disc(*points[0], radii[0], fill, radii[1])
            else:
                pen.poly(points, fill)


def nothing(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del sketch, look, colour


def _meeple(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del look
    sketch.round(0, -0.6, 0.34, colour)
    sketch.add(list(MEEPLE), colour)


def _knight(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.66, 0.3), (0.66, -1.0), (0.78, -1.0), (0.78, 0.3)], look["wall_face"])
    _meeple(sketch, look, colour)
    sketch.add([(-0.36, -0.56), (-0.34, -0.8), (0.0, -1.0), (0.34, -0.8), (0.36, -0.56)], look["wall_face"])


def _robber(sketch: Sketch, look: Theme, colour: RGB) -> None:
    _meeple(sketch, look, colour)
    sketch.add(
        [(-0.56, -0.66), (-0.3, -0.74), (-0.2, -1.0), (0.24, -1.0), (0.3, -0.74), (0.56, -0.66)],
        look["wood_dark"],
    )


def _monk(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.round(0, -0.58, 0.38, mix(colour, (0, 0, 0), 0.35) if sum(colour) > 150 else look["rock"])
    sketch.add(list(ROBE), colour)
    sketch.round(0, -0.54, 0.24, look["skin"])


def _abbot(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.72, 1.0), (0.72, -0.5), (0.82, -0.5), (0.82, 1.0)], look["gold"])
    sketch.round(0.77, -0.62, 0.17, look["gold"])
    sketch.add(list(ABBOT), colour)


def _abbot_cross(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.rect(0.485, 0.16, 0.515, 0.32, look["gold"])
    sketch.pen.rect(0.45, 0.2, 0.55, 0.23, look["gold"])


def _traveller(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.6, 1.0), (0.74, -0.8), (0.86, -0.8), (0.74, 1.0)], look["wood"])
    sketch.round(-0.5, 0.05, 0.3, look["wood_light"], 0.36)
    _meeple(sketch, look, colour)
    sketch.add([(-0.62, -0.64), (-0.26, -0.74), (0.0, -1.0), (0.26, -0.74), (0.62, -0.64)], look["straw"])


def _stable(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del look
    sketch.add(list(STABLE), colour)


def _stable_door(sketch: Sketch, look: Theme, colour: RGB) -> None:
    pen = sketch.pen
    pen.poly(
        [(0.5, 0.2), (0.13, 0.47), (0.2, 0.53), (0.5, 0.31), (0.8, 0.53), (0.87, 0.47)],
        mix(colour, look["black"], 0.3),
    )


def _dragon(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    body = [
        (-0.5, 0.2),
        (-0.2, -0.1),
        (0.2, 0.05),
        (0.5, -0.1),
        (0.8, 0.1),
        (0.98, 0.5),
        (0.98, 0.8),
        (0.82, 0.62),
        (0.6, 0.9),
        (-0.3, 0.92),
        (-0.6, 0.6),
    ]
    wing = [
        (0.0, 0.1),
        (-0.1, -0.62),
        (0.22, -0.96),
        (0.3, -0.6),
        (0.58, -0.86),
        (0.6, -0.48),
        (0.92, -0.56),
        (0.7, 0.0),
        (0.4, 0.2),
    ]
    head = [(px - 0.42, py - 0.2) for px, py in dragon_shape(0, 0, 0.58)]
    sketch.add(wing, look["lava"])
    sketch.add(body, look["dragon"])
    sketch.add(head, look["dragon"])


def _dragon_eye(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.disc(0.5 - 0.47 * 0.4, 0.5 - 0.33 * 0.4, 0.035, look["gold"])
    for k in range(3):
        sketch.pen.line(((0.52 + k * 0.08, 0.6), (0.56 + k * 0.09, 0.82)), 0.014, look["dragon_dark"])


def _fairy(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    for side in (-1, 1):
        sketch.add(
            [(0.0, 0.0), (side * 0.5, -0.72), (side * 0.95, -0.6), (side * 0.86, -0.1), (side * 0.4, 0.16)],
            look["water_light"],
        )
        sketch.add(
            [(0.0, 0.1), (side * 0.7, 0.12), (side * 0.7, 0.5), (side * 0.3, 0.44)], look["water_light"]
        )
    sketch.add([(-0.16, -0.3), (-0.5, 1.0), (0.5, 1.0), (0.16, -0.3)], look["rose_light"])
    sketch.round(0, -0.52, 0.27, look["skin"])
    sketch.add(
        [(-0.3, -0.5), (-0.26, -0.8), (0.0, -0.9), (0.26, -0.8), (0.3, -0.5), (0.0, -0.66)], look["hair"]
    )


def _count(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.add(
        [(-0.2, -0.36), (-0.6, -0.14), (-0.78, 1.0), (0.78, 1.0), (0.6, -0.14), (0.2, -0.36)], look["violet"]
    )
    sketch.round(0, -0.46, 0.28, look["skin"])
    sketch.add(
        [(-0.38, -0.6), (-0.42, -1.0), (-0.18, -0.8), (0.0, -1.05), (0.18, -0.8), (0.42, -1.0), (0.38, -0.6)],
        look["gold"],
    )


def _token(sketch: Sketch, ground: RGB) -> None:
    sketch.round(0, 0, 0.94, ground)


def _king(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    _token(sketch, look["roof_a"])


def _king_crown(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.poly(
        [(0.24, 0.66), (0.2, 0.34), (0.36, 0.48), (0.5, 0.26), (0.64, 0.48), (0.8, 0.34), (0.76, 0.66)],
        look["gold"],
    )
    sketch.pen.rect(0.25, 0.68, 0.75, 0.74, look["gold"])


def _baron(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    _token(sketch, look["road"])


def _baron_mask(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    pen = sketch.pen
    pen.disc(0.5, 0.55, 0.24, look["skin"])
    pen.poly([(0.2, 0.42), (0.34, 0.36), (0.38, 0.2), (0.62, 0.2), (0.66, 0.36), (0.8, 0.42)], look["ink"])
    pen.rect(0.27, 0.47, 0.73, 0.58, look["ink"])
    for dx in (-0.1, 0.1):
        pen.disc(0.5 + dx, 0.525, 0.035, look["white"])


def _castle(sketch: Sketch, look: Theme, colour: RGB) -> None:
    roof = colour
    for x in (-0.66, 0.66):
        sketch.add([(x - 0.28, 0.8), (x - 0.28, -0.36), (x + 0.28, -0.36), (x + 0.28, 0.8)], look["wall"])
        sketch.add([(x - 0.34, -0.36), (x, -0.98), (x + 0.34, -0.36)], roof)
    sketch.add([(-0.5, 0.8), (-0.5, -0.06), (0.5, -0.06), (0.5, 0.8)], look["wall_face"])


def _castle_gate(sketch: Sketch, look: Theme, colour: RGB) -> None:
    pen = sketch.pen
    pen.poly([(0.33, 0.4), (0.67, 0.4), (0.67, 0.72), (0.5, 0.82), (0.33, 0.72)], look["black"])
    pen.poly([(0.35, 0.42), (0.65, 0.42), (0.65, 0.71), (0.5, 0.795), (0.35, 0.71)], colour)


def _bridge(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    arch = [(-0.46 + 0.92 * i / 12, 0.5 - math.sin(math.pi * i / 12) * 0.42) for i in range(13)]
    top = [(1.0 - 2.0 * i / 12, 0.0 - math.sin(math.pi * i / 12) * 0.34) for i in range(13)]
    sketch.add([(-1.0, 0.0), (-1.0, 0.5), *arch, (1.0, 0.5), *top], look["wood_light"])


def _harvest_token(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    _token(sketch, look["medal"])


def _back(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """The back of a token: a furrowed field."""
    del colour
    for k in range(-2, 3):
        half = (0.3, 0.3, 0.24)[abs(k)]
        sketch.pen.rect(0.5 - half, 0.47 + k * 0.11, 0.5 + half, 0.53 + k * 0.11, look["soil"])


def _harvest_of(symbol: str) -> _Draw:
    def finish(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        harvest(sketch.pen, look, symbol, 0.5, 0.5, 0.27)

    return finish


_Draw = Callable[[Sketch, Theme, RGB], None]
DRAW: dict[str, _Draw] = {
    "meeple": _meeple,
    "knight": _knight,
    "robber": _robber,
    "monk": _monk,
    "farmer": _meeple,
    "abbot": _abbot,
    "traveller": _traveller,
    "stable": _stable,
    "dragon": _dragon,
    "fairy": _fairy,
    "count": _count,
    "king": _king,
    "robber_baron": _baron,
    "castle": _castle,
    "bridge": _bridge,
    **dict.fromkeys(TOKENS, _harvest_token),
}
FINISH: dict[str, _Draw] = {
    "abbot": _abbot_cross,
    "stable": _stable_door,
    "dragon": _dragon_eye,
    "king": _king_crown,
    "robber_baron": _baron_mask,
    "castle": _castle_gate,
    **{symbol: _harvest_of(symbol) for symbol in TOKENS if symbol != "face_down"},
    "face_down": _back,
}

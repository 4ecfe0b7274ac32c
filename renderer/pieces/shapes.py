"""The shapes of figures and pieces, part by part."""

from __future__ import annotations

import math
from collections.abc import Callable

from renderer.pieces.sketch import Sketch
from renderer.style.canvas import RGB, mix
from renderer.style.palette import Theme
from renderer.tile.harvest import HARVESTS
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
Draw = Callable[[Sketch, Theme, RGB], None]  # the colour is the owner's
STABLE = ((0.0, -0.72), (-0.86, -0.1), (-0.7, 0.08), (-0.7, 0.86), (0.7, 0.86), (0.7, 0.08), (0.86, -0.1))


def nothing(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del sketch, look, colour


def meeple(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del look
    sketch.round(0, -0.6, 0.34, colour)
    sketch.add(list(MEEPLE), colour)


def knight(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.66, 0.3), (0.66, -1.0), (0.78, -1.0), (0.78, 0.3)], look["wall_face"])
    meeple(sketch, look, colour)
    sketch.add([(-0.36, -0.56), (-0.34, -0.8), (0.0, -1.0), (0.34, -0.8), (0.36, -0.56)], look["wall_face"])


def robber(sketch: Sketch, look: Theme, colour: RGB) -> None:
    meeple(sketch, look, colour)
    sketch.add(
        [(-0.56, -0.66), (-0.3, -0.74), (-0.2, -1.0), (0.24, -1.0), (0.3, -0.74), (0.56, -0.66)],
        look["wood_dark"],
    )


def monk(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.round(0, -0.58, 0.38, mix(colour, (0, 0, 0), 0.35) if sum(colour) > 150 else look["rock"])
    sketch.add(list(ROBE), colour)
    sketch.round(0, -0.54, 0.24, look["skin"])


def abbot(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.72, 1.0), (0.72, -0.5), (0.82, -0.5), (0.82, 1.0)], look["gold"])
    sketch.round(0.77, -0.62, 0.17, look["gold"])
    sketch.add(list(ABBOT), colour)


def abbot_cross(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.rect(0.485, 0.16, 0.515, 0.32, look["gold"])
    sketch.pen.rect(0.45, 0.2, 0.55, 0.23, look["gold"])


def traveller(sketch: Sketch, look: Theme, colour: RGB) -> None:
    sketch.add([(0.6, 1.0), (0.74, -0.8), (0.86, -0.8), (0.74, 1.0)], look["wood"])
    sketch.round(-0.5, 0.05, 0.3, look["wood_light"], 0.36)
    meeple(sketch, look, colour)
    sketch.add([(-0.62, -0.64), (-0.26, -0.74), (0.0, -1.0), (0.26, -0.74), (0.62, -0.64)], look["straw"])


def stable(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del look
    sketch.add(list(STABLE), colour)


def stable_door(sketch: Sketch, look: Theme, colour: RGB) -> None:
    pen = sketch.pen
    pen.poly(
        [(0.5, 0.2), (0.13, 0.47), (0.2, 0.53), (0.5, 0.31), (0.8, 0.53), (0.87, 0.47)],
        mix(colour, look["black"], 0.3),
    )


def dragon(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    body = [
        (-0.5, 0.2), (-0.2, -0.1), (0.2, 0.05), (0.5, -0.1), (0.8, 0.1), (0.98, 0.5), (0.98, 0.8),
        (0.82, 0.62), (0.6, 0.9), (-0.3, 0.92), (-0.6, 0.6),
    ]  # fmt: skip
    wing = [
        (0.0, 0.1), (-0.1, -0.62), (0.22, -0.96), (0.3, -0.6), (0.58, -0.86), (0.6, -0.48), (0.92, -0.56),
        (0.7, 0.0), (0.4, 0.2),
    ]  # fmt: skip
    head = [(px - 0.42, py - 0.2) for px, py in dragon_shape(0, 0, 0.58)]
    sketch.add(wing, look["lava"])
    sketch.add(body, look["dragon"])
    sketch.add(head, look["dragon"])


def dragon_eye(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.disc(0.5 - 0.47 * 0.4, 0.5 - 0.33 * 0.4, 0.035, look["gold"])
    for k in range(3):
        sketch.pen.line(((0.52 + k * 0.08, 0.6), (0.56 + k * 0.09, 0.82)), 0.014, look["dragon_dark"])


def fairy(sketch: Sketch, look: Theme, colour: RGB) -> None:
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


def count(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.add(
        [(-0.2, -0.36), (-0.6, -0.14), (-0.78, 1.0), (0.78, 1.0), (0.6, -0.14), (0.2, -0.36)], look["violet"]
    )
    sketch.round(0, -0.46, 0.28, look["skin"])
    sketch.add(
        [(-0.38, -0.6), (-0.42, -1.0), (-0.18, -0.8), (0.0, -1.05), (0.18, -0.8), (0.42, -1.0), (0.38, -0.6)],
        look["gold"],
    )


def token(sketch: Sketch, ground: RGB) -> None:
    sketch.round(0, 0, 0.94, ground)


def king(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    token(sketch, look["roof_a"])


def king_crown(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    sketch.pen.poly(
        [(0.24, 0.66), (0.2, 0.34), (0.36, 0.48), (0.5, 0.26), (0.64, 0.48), (0.8, 0.34), (0.76, 0.66)],
        look["gold"],
    )
    sketch.pen.rect(0.25, 0.68, 0.75, 0.74, look["gold"])


def baron(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    token(sketch, look["road"])


def baron_mask(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    pen = sketch.pen
    pen.disc(0.5, 0.55, 0.24, look["skin"])
    pen.poly([(0.2, 0.42), (0.34, 0.36), (0.38, 0.2), (0.62, 0.2), (0.66, 0.36), (0.8, 0.42)], look["ink"])
    pen.rect(0.27, 0.47, 0.73, 0.58, look["ink"])
    for dx in (-0.1, 0.1):
        pen.disc(0.5 + dx, 0.525, 0.035, look["white"])


def castle(sketch: Sketch, look: Theme, colour: RGB) -> None:
    roof = colour
    for x in (-0.66, 0.66):
        sketch.add([(x - 0.28, 0.8), (x - 0.28, -0.36), (x + 0.28, -0.36), (x + 0.28, 0.8)], look["wall"])
        sketch.add([(x - 0.34, -0.36), (x, -0.98), (x + 0.34, -0.36)], roof)
    sketch.add([(-0.5, 0.8), (-0.5, -0.06), (0.5, -0.06), (0.5, 0.8)], look["wall_face"])


def castle_gate(sketch: Sketch, look: Theme, colour: RGB) -> None:
    pen = sketch.pen
    pen.poly([(0.33, 0.4), (0.67, 0.4), (0.67, 0.72), (0.5, 0.82), (0.33, 0.72)], look["black"])
    pen.poly([(0.35, 0.42), (0.65, 0.42), (0.65, 0.71), (0.5, 0.795), (0.35, 0.71)], colour)


def bridge(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    arch = [(-0.46 + 0.92 * i / 12, 0.5 - math.sin(math.pi * i / 12) * 0.42) for i in range(13)]
    top = [(1.0 - 2.0 * i / 12, 0.0 - math.sin(math.pi * i / 12) * 0.34) for i in range(13)]
    sketch.add([(-1.0, 0.0), (-1.0, 0.5), *arch, (1.0, 0.5), *top], look["wood_light"])


def harvest_token(sketch: Sketch, look: Theme, colour: RGB) -> None:
    del colour
    token(sketch, look["medal"])


def back(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """The back of a token: a furrowed field."""
    del colour
    for k in range(-2, 3):
        half = (0.3, 0.3, 0.24)[abs(k)]
        sketch.pen.rect(0.5 - half, 0.47 + k * 0.11, 0.5 + half, 0.53 + k * 0.11, look["soil"])


def harvest_of(symbol: str) -> Draw:
    def finish(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        HARVESTS[symbol](sketch.pen, look, 0.5, 0.5, 0.27)

    return finish

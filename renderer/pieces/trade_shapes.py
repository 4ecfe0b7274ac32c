"""The figures of Inns & Cathedrals and of Traders & Builders, and the tokens of goods."""

from __future__ import annotations

from renderer.pieces.shapes import MEEPLE, Draw
from renderer.pieces.sketch import Sketch
from renderer.style.canvas import RGB, mix
from renderer.style.palette import Theme
from renderer.tile.goods import GOODS, RIMS

APRON = (
    (-0.26, -0.3), (-0.6, -0.1), (-0.62, 1.0), (0.5, 1.0), (0.48, 0.1), (0.72, 0.22), (0.86, -0.02),
    (0.5, -0.2), (0.2, -0.3),
)  # fmt: skip


def large(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """A meeple with broad shoulders and a golden collar, dark-edged: it shows on yellow too."""
    sketch.round(0, -0.6, 0.36, colour)
    sketch.add([(x * 1.28, y) for x, y in MEEPLE], colour)
    sketch.add([(-0.46, -0.43), (0.46, -0.43), (0.56, -0.12), (-0.56, -0.12)], look["black"])
    sketch.add([(-0.42, -0.36), (0.42, -0.36), (0.5, -0.19), (-0.5, -0.19)], look["gold"])


def builder(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """A figure in an apron with a helmet and a raised hammer."""
    sketch.add([(0.66, 0.24), (0.66, -0.7), (0.8, -0.7), (0.8, 0.24)], look["wood"])
    sketch.add([(0.42, -1.0), (1.02, -1.0), (1.02, -0.62), (0.42, -0.62)], look["rock"])
    sketch.add(list(APRON), colour)
    sketch.round(-0.06, -0.5, 0.3, look["skin"])
    sketch.add([(-0.5, -0.5), (-0.42, -0.78), (-0.06, -0.94), (0.3, -0.78), (0.38, -0.5)], look["gold"])


def pig(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """A pig that looks left, in its owner's colour."""
    dark = mix(colour, look["black"], 0.35)
    sketch.add([(0.76, -0.16), (0.98, -0.36), (1.0, -0.1), (0.82, 0.06)], dark)
    for x in (-0.34, 0.46):
        sketch.add([(x - 0.16, 0.2), (x + 0.16, 0.2), (x + 0.13, 0.84), (x - 0.13, 0.84)], dark)
    sketch.round(0.14, 0.1, 0.74, colour, 0.5)
    sketch.add([(-0.66, -0.36), (-0.5, -0.74), (-0.26, -0.38)], dark)
    sketch.round(-0.56, 0.0, 0.4, colour, 0.42)
    sketch.round(-0.9, 0.12, 0.15, look["pig"], 0.19)


def pig_face(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """Its eye and nostrils."""
    del colour
    sketch.pen.disc(0.27, 0.46, 0.026, look["white"])
    sketch.pen.disc(0.265, 0.46, 0.016, look["black"])
    for dy in (-0.03, 0.03):
        sketch.pen.disc(0.135, 0.55 + dy, 0.014, look["black"])


def goods_token(kind: str) -> Draw:
    """A round token in the colour of its kind."""

    def draw(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        sketch.round(0, 0, 0.94, look[RIMS[kind]])

    return draw


def goods_of(kind: str) -> Draw:
    """What lies on the token."""

    def finish(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        sketch.pen.disc(0.5, 0.5, 0.315, look["white"])
        GOODS[kind](sketch.pen, look, 0.5, 0.5, 0.225)

    return finish

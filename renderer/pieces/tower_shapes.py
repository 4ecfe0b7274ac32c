"""The pieces of the Tower: towers with the number of their floors, a floor of the supply, and prisoners."""

from __future__ import annotations

from PIL import ImageDraw

from renderer.pieces.liveries import livery
from renderer.pieces.shapes import Draw
from renderer.pieces.sketch import Sketch
from renderer.style.canvas import RGB
from renderer.style.palette import Theme
from renderer.style.text import font

MOST_FLOORS = 30  # TO-02: no tower is higher
MOST_BANDS = 4  # of a higher tower no more are drawn
TOP, FOOT, HALF = -0.4, 1.0, 0.62  # of a tower without its battlements
PLATE = (0.24, 0.53, 0.76, 0.93)  # where its number stands
BARS = (0.26, 0.5, 0.74)  # of a prison


def tower_of(height: int) -> Draw:
    """A tower with battlements whose floors are lighter and darker in turn."""

    def draw(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        bands = min(height, MOST_BANDS)
        step = (FOOT - TOP) / bands
        for band in range(bands):
            ground = look["wall_shade" if band % 2 else "wall"]
            top = TOP + band * step
            sketch.add([(-HALF, top), (HALF, top), (HALF, top + step), (-HALF, top + step)], ground)
        for x in (-0.54, 0.0, 0.54):
            merlon = [(x - 0.18, TOP - 0.28), (x + 0.18, TOP - 0.28), (x + 0.18, TOP), (x - 0.18, TOP)]
            sketch.add(merlon, look["wall"])

    return draw


def number_of(height: int) -> Draw:
    """The number of its floors on its foot."""

    def finish(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        left, top, right, bottom = PLATE
        sketch.pen.rect(left - 0.025, top - 0.025, right + 0.025, bottom + 0.025, look["black"])
        sketch.pen.rect(*PLATE, look["white"])
        size = 0.44 if height < 10 else 0.34
        _write(sketch, str(height), (0.5, (top + bottom) / 2), size, look["black"])

    return finish


def floor(sketch: Sketch, look: Theme, colour: RGB) -> None:
    """One floor: a block of stone."""
    del colour
    sketch.add(
        [(-0.8, -0.3), (-0.56, -0.56), (0.8, -0.56), (0.8, 0.36), (0.56, 0.62), (-0.8, 0.62)], look["wall"]
    )
    sketch.add([(-0.8, -0.3), (-0.56, -0.56), (0.8, -0.56), (0.56, -0.3)], look["wall_shade"])


def captive_of(figure: Draw, seat: int) -> Draw:
    """A figure in the colour of its owner, whoever holds it."""

    def draw(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        figure(sketch, look, livery(seat).colour)

    return draw


def bars_of(seat: int) -> Draw:
    """Iron bars, and the letter of the owner between them."""

    def finish(sketch: Sketch, look: Theme, colour: RGB) -> None:
        del colour
        for x in BARS:
            sketch.pen.rect(x - 0.035, 0.1, x + 0.035, 0.92, look["white"])
            sketch.pen.rect(x - 0.022, 0.1, x + 0.022, 0.92, look["black"])
        for y in (0.12, 0.9):
            sketch.pen.rect(0.16, y - 0.03, 0.84, y + 0.03, look["black"])
        dress = livery(seat)
        sketch.pen.disc(0.5, 0.56, 0.2, look["black"])
        sketch.pen.disc(0.5, 0.56, 0.175, dress.colour)
        _write(sketch, dress.mark, (0.5, 0.56), 0.3, dress.ink)

    return finish


def _write(sketch: Sketch, text: str, at: tuple[float, float], size: float, ink: RGB) -> None:
    pen = sketch.pen
    face = font("DejaVuSans-Bold.ttf", round(pen.n * size))
    ImageDraw.Draw(pen.image).text((at[0] * pen.n, at[1] * pen.n), text, fill=ink, font=face, anchor="mm")

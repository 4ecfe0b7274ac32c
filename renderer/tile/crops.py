"""The crops of the second game: ploughed ground with hedges."""

from __future__ import annotations

from PIL import Image

from renderer.geometry.plan import of_kind, side_point
from renderer.style.canvas import Pen, Point, ribbon, spaced
from renderer.style.palette import Theme
from renderer.tile.plants import bush
from renderer.tile.scene import Scene

FURROWS = 12  # a tile


def crop_ground(scene: Scene) -> None:
    """Furrows that run on from tile to tile, under all crops of a tile."""
    pen, theme = scene.pen, scene.theme
    areas = [scene.layout.plan.areas[s.id] for s in of_kind(scene.tile, "crop")]
    if not areas:
        return
    rows = Pen(pen.size, pen.oversample, theme["soil"])
    for k in range(FURROWS + 1):
        y = k / FURROWS
        rows.rect(0, y - 0.018, 1, y + 0.012, theme["soil_dark"])
        rows.rect(0, y - 0.03, 1, y - 0.018, theme["soil_light"])
        for i in range(12):
            x = (i + (0.25 if k % 2 else 0.75)) / 12
            rows.poly(
                ((x - 0.017, y - 0.03), (x, y - 0.006), (x + 0.017, y - 0.03), (x, y - 0.042)),
                theme["sprout"],
            )
    mask = Image.new("L", rows.image.size, 0)
    brush = Pen(pen.size, pen.oversample, mask.convert("RGB"))
    for area in areas:
        for outline in area.outlines:
            brush.poly(scene.path(outline), (255, 255, 255))
    pen.image.paste(rows.image, (0, 0), brush.image.convert("L"))


def hedges(scene: Scene) -> None:
    """Hedges around all crops of a tile."""
    for segment in of_kind(scene.tile, "crop"):
        for curve in scene.layout.plan.areas[segment.id].walls:
            hedge(scene.pen, scene.theme, scene.path(curve))


def hedge(pen: Pen, theme: Theme, curve: list[Point]) -> None:
    """A hedge along a curve whose crop lies to the right."""
    pen.poly(ribbon(curve, 0.014, 0.05), theme["leaf_dark"])
    for (x, y), (nx, ny) in spaced(curve, 0.042, 0.02):
        pen.disc(x + nx * 0.018, y + ny * 0.018, 0.033, theme["leaf_dark"])
    for (x, y), (nx, ny) in spaced(curve, 0.042, 0.02):
        pen.disc(x + nx * 0.016, y + ny * 0.016 - 0.006, 0.026, theme["leaf"])
    for (x, y), (nx, ny) in spaced(curve, 0.084, 0.03):
        pen.disc(x + nx * 0.01 - 0.004, y + ny * 0.01 - 0.014, 0.011, theme["leaf_light"])


def corner_bushes(scene: Scene) -> None:
    """The part of the bushes at the ends of crop edges that lies on this tile."""
    for side in (0, 3, 1, 2):
        if scene.edge(side) == "crop":
            for u in (0.0, 1.0):
                corner_bush(scene.pen, scene.theme, *side_point(side, u, 0))


def corner_bush(pen: Pen, theme: Theme, x: float, y: float) -> None:
    """The bush at a corner where a crop edge ends."""
    bush(pen, theme, x, y + 0.03, 0.075)

"""A sketch of a piece: flat shapes with a dark outline and a light halo, so that they read on any ground."""

from __future__ import annotations

from renderer.style.canvas import RGB, Pen, Point


class Sketch:
    """Shapes in a box from -1 to 1; `pen` draws the finishing touches in a box from 0 to 1."""

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

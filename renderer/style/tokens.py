"""The tokens that pictures and the page share: colours of the themes and seats, sizes, radii, spaces."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from renderer.style.canvas import RGB


def _rgb(value: list[int]) -> RGB:
    red, green, blue = value
    return red, green, blue


TOKENS: dict[str, Any] = tomllib.loads(
    resources.files("renderer.style").joinpath("tokens.toml").read_text("utf-8")
)
SIZE: dict[str, int] = TOKENS["size"]
RADIUS: dict[str, int] = TOKENS["radius"]
SPACE: dict[str, int] = TOKENS["space"]
PLACE: dict[str, float] = TOKENS["place"]
PLAYERS: tuple[RGB, ...] = tuple(_rgb(seat["colour"]) for seat in TOKENS["seats"].values())
MARKS = "".join(seat["mark"] for seat in TOKENS["seats"].values())
WISHES = {"night": "prefers-color-scheme: dark", "contrast": "prefers-contrast: more"}  # the last one counts


def colours(theme: str) -> dict[str, RGB]:
    """The colours that a theme sets itself."""
    return {name: _rgb(value) for name, value in TOKENS[theme].items()}


def css() -> str:
    """The tokens as custom properties, in the theme that the reader's system asks for."""
    themes = ""
    for theme, wish in WISHES.items():
        themes += f"@media ({wish}) {{\n{_rule(_colours('day') | _colours(theme))}}}\n"
    return _rule(_colours("day") | _seats() | _lengths()) + themes


def _rule(properties: dict[str, str]) -> str:
    lines = (f"  --{name.replace('_', '-')}: {value};\n" for name, value in properties.items())
    return f":root {{\n{''.join(lines)}}}\n"


def _colours(theme: str) -> dict[str, str]:
    found = {name: _hex(colour) for name, colour in colours(theme).items()}
    if "place" in found:
        found["place-fill"] = f"{found['place']}{round(255 * PLACE['fill']):02x}"
    return found


def _seats() -> dict[str, str]:
    return {f"seat-{seat}": _hex(colour) for seat, colour in enumerate(PLAYERS)}


def _lengths() -> dict[str, str]:
    return {
        f"{kind}-{name}": f"{length}px"
        for kind in ("size", "radius", "space")
        for name, length in TOKENS[kind].items()
    }


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)

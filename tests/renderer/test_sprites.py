"""Sprites: every tile and figure can be drawn, the same way every time."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import new_game
from engine.setup import agree
from engine.tiles import SETS, Tile, load
from renderer.geometry.face import shown
from renderer.pieces.designs import DESIGNS
from renderer.pieces.figures import figure_sprite
from renderer.style.cache import PICTURES
from renderer.style.canvas import Image, Pen
from renderer.style.palette import THEMES
from renderer.style.text import clean, fit, runs, width
from renderer.tile import sprites
from renderer.tile.marks import DRAW
from renderer.tile.sprites import LARGE, SMALL, VARIANTS, tile_picture, tile_sprite
from tests.support.boards import edge, random_board

SMALL_TILE = 20  # pixels of a tile late in a long game, 400 pixels wide
LEAST_MARK, LEAST_FIGURE = 7, 10
SEEN = ("inn", "shield", "princess", "portal", "volcano", "shrine", "dragon", "wine", "grain", "apple")


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_sprite_is_the_same_bytes_every_time(theme: str) -> None:
    for name in SETS:
        for tile in load(name).tiles[:6]:
            first = tile_picture(tile, 1, 64, theme, 1)
            tile_picture(tile, 2, 64, theme, 0)
            assert first.tobytes() == tile_picture(tile, 1, 64, theme, 1).tobytes()


def test_a_sprite_has_the_requested_size_and_a_palette() -> None:
    tile = load("base").tiles[0]
    for size in (64, 96, 128):
        sprite = tile_sprite(tile, 0, size)
        assert sprite.mode == "P"
        assert sprite.size == (size, size)


def test_a_tile_is_drawn_once_for_all_small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def picture(tile: Tile, rotation: int, size: int, *more: Any) -> Image:
        drawn.append(size)
        return tile_picture(tile, rotation, size, *more)

    monkeypatch.setattr(sprites, "tile_picture", picture)
    PICTURES.clear()
    for size in (64, 72, SMALL, LARGE):
        tile_sprite(load("base").tiles[0], 0, size)
    assert drawn == [LARGE]


@pytest.mark.parametrize("name", SEEN)
def test_a_mark_is_seen_on_a_small_tile(name: str) -> None:
    pen = Pen(400, 1)
    DRAW[name](pen, THEMES["day"], 0.5, 0.5)
    left, top, right, bottom = pen.image.getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) / 400 * SMALL_TILE >= LEAST_MARK


def test_a_figure_is_seen_on_a_small_tile() -> None:
    box = figure_sprite("meeple", 0, 400).getbbox() or (0, 0, 0, 0)
    assert (box[3] - box[1]) / 400 * SMALL_TILE >= LEAST_FIGURE


def test_a_garden_is_drawn_only_where_it_is_a_feature() -> None:
    garden = next(tile for tile in load("base").tiles if tile.id == "base-E-garden")
    plain = next(tile for tile in load("base").tiles if tile.id == "base-E")
    for boxes, shown_as in (((), plain), (("abbot",), garden)):
        view = new_game(agree(2, boxes, seed="garden")).state
        drawn = tile_picture(shown(view, garden.id), 0, 96)
        assert drawn.tobytes() == tile_picture(shown_as, 0, 96).tobytes()


def test_variants_of_a_tile_differ() -> None:
    tile = next(t for t in load("base").tiles if t.id == "base-U")
    pictures = {tile_picture(tile, 0, 96, "day", variant).tobytes() for variant in range(VARIANTS)}
    assert len(pictures) == VARIANTS


def test_buildings_stay_upright_on_a_turned_tile() -> None:
    tile = next(t for t in load("base").tiles if t.id == "base-B")
    upright = tile_picture(tile, 0, 96)
    assert tile_picture(tile, 1, 96).tobytes() != upright.rotate(-90).tobytes()


@pytest.mark.parametrize("design", [name for name, design in DESIGNS.items() if design.owned])
def test_every_player_has_every_figure(design: str) -> None:
    pictures = {figure_sprite(design, seat, 96).tobytes() for seat in range(6)}
    assert len(pictures) == 6


def test_designs_are_all_different() -> None:
    sprites = [figure_sprite(name, 0 if design.owned else None, 96) for name, design in DESIGNS.items()]
    assert len({sprite.tobytes() for sprite in sprites}) == len(DESIGNS)


def test_figures_have_a_dark_outline_and_a_light_halo() -> None:
    for seat in range(6):
        sprite = figure_sprite("meeple", seat, 128)
        row = [sprite.getpixel((x, sprite.height // 2)) for x in range(sprite.width)]
        solid = [pixel for pixel in row if isinstance(pixel, tuple) and pixel[3] > 250]
        assert max(sum(pixel[:3]) for pixel in solid) > 700
        assert min(sum(pixel[:3]) for pixel in solid) < 120


def test_text_in_any_script_can_be_written() -> None:
    for name in (
        "Zoë",
        "Дарья",
        "Ελένη",
        "小明",
        "ひかり",
        "민준",
        "محمد",
        "👩🏽‍🌾 Ana",
        "\u202eabc",
        "🀄",
        "",
    ):
        assert width(name, 24) >= 0
        assert "".join(piece for _, piece in runs(name)).strip() or not clean(name).strip()
    assert fit("A very long name indeed", 24, 120).endswith("…")
    assert width(fit("A very long name indeed", 24, 120), 24) <= 120


def test_sample_boards_are_legal() -> None:
    laid = random_board(("base", "princess_dragon"), 30, 4)
    assert len(laid) > 20
    for (x, y), (tile, rotation) in laid.items():
        right = laid.get((x + 1, y))
        if right is not None:
            assert edge(tile, rotation, 1) == edge(*right, 3)

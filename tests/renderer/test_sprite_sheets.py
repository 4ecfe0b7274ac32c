"""Sheets of sprites: small, complete, and true to the pictures of the chats."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.pictures.live_art import LiveArt, art_version
from engine.game import GAMES
from engine.tiles import POSTS, SETS, SITES, load
from renderer.geometry.contours import contours
from renderer.geometry.layout import layout_of
from renderer.pieces.boxes import DESIGNS_OF, PIECES
from renderer.pieces.designs import DESIGNS
from renderer.tile.sprites import tile_sprite
from renderer.views.sprite_sheets import SIZES, designs_of, sheet_plan
from tests.support.paths import ROOT

MOST_BASE = 400_000  # bytes of a base game, at the larger size
MEMBERS = [member.key for game in GAMES.values() for member in (game.base, *game.boxes)]


def test_sprites_of_a_base_game_weigh_little() -> None:
    tiles, pieces = sheet_plan("tiles.base"), sheet_plan("pieces.base.5")
    assert tiles is not None
    assert pieces is not None
    assert len(tiles.draw("day", 2)) + len(pieces.draw("day", 2)) < MOST_BASE


def test_a_sheet_shows_the_pixels_of_the_chats_pictures() -> None:
    plan = sheet_plan("tiles.river")
    assert plan is not None
    sheet = Image.open(io.BytesIO(plan.draw("night", 1))).convert("RGB")
    tile = load("river").tiles[2]
    rotation = plan.facts["tiles"][tile.id]["turns"][1]  # type: ignore[index]
    place = list(plan.sprites).index(f"{tile.id}/{rotation}")
    left, top = place % plan.columns * SIZES[1], place // plan.columns * SIZES[1]
    found = sheet.crop((left, top, left + SIZES[1], top + SIZES[1]))
    wanted = tile_sprite(tile, rotation, SIZES[1], "night", corners=False).convert("RGB")
    assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("name", SETS)
def test_every_segment_of_every_tile_has_an_outline_or_a_place(name: str) -> None:
    plan = sheet_plan(f"tiles.{name}")
    assert plan is not None
    for tile in load(name).tiles:
        facts = plan.facts["tiles"][tile.id]  # type: ignore[index]
        for segment in tile.segments:
            shown = facts["segments"][segment.id]
            assert shown["kind"] == segment.kind
            assert bool(shown["rings"]) == (segment.kind not in SITES | POSTS), (tile.id, segment.id)
            assert all(0 <= number <= 100 for ring in shown["rings"] for number in ring)


def test_a_bare_sheet_has_the_same_tiles_without_gardens() -> None:
    full, bare = sheet_plan("tiles.base"), sheet_plan("tiles.base.bare")
    assert full is not None
    assert bare is not None
    assert full.facts["tiles"].keys() == bare.facts["tiles"].keys()  # type: ignore[attr-defined]
    for name in ("base-E-garden/0", "base-E/0"):
        drawn = [plan.sprites[name](SIZES[1], "day").tobytes() for plan in (full, bare)]
        assert (drawn[0] == drawn[1]) is (name == "base-E/0")


def test_an_outline_encloses_the_anchor_of_its_segment() -> None:
    tile = next(tile for tile in load("base").tiles if any(one.kind == "city" for one in tile.segments))
    city = next(one.id for one in tile.segments if one.kind == "city")
    layout = layout_of(tile)
    rings = contours(layout.regions, city)
    x, y = layout.anchors[city]
    assert sum(_crosses(ring, x, y) for ring in rings) % 2 == 1
    assert contours(layout.regions, "nothing") == ()


def _crosses(ring: tuple[tuple[float, float], ...], x: float, y: float) -> int:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(
        (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in pairs
    )


@pytest.mark.parametrize("box", MEMBERS)
def test_every_box_names_its_pieces(box: str) -> None:
    assert box in DESIGNS_OF
    assert set(designs_of(box)) <= DESIGNS.keys()
    assert sheet_plan(f"pieces.{box}.3") is not None


def test_no_box_is_left_over_and_no_other_sheet_is_drawn() -> None:
    assert DESIGNS_OF.keys() == PIECES.keys()
    for name in (
        "tiles.none",
        "tiles.",
        "tiles.base.",
        "tiles.base.3",
        "pieces.base",
        "pieces.base.7",
        "pieces.none.2",
        "other.base",
        "",
    ):
        assert sheet_plan(name) is None


async def test_art_is_drawn_once_and_only_under_its_name(tmp_path) -> None:  # type: ignore[no-untyped-def]
    art = LiveArt(tmp_path)
    name = f"pieces.base.2-day-1-{art_version()}.webp"
    path = await art.file(name)
    assert path is not None
    drawn = path.stat().st_mtime_ns
    assert (await art.file(name)) == path
    assert path.stat().st_mtime_ns == drawn
    for wrong in (
        f"pieces.base.2-day-1-{'0' * 12}.webp",
        f"pieces.base.2-dusk-1-{art_version()}.webp",
        f"pieces.base.2-day-3-{art_version()}.webp",
        f"../{name}",
        f"pieces.none.2-{art_version()}.json",
        "secret",
    ):
        assert await art.file(wrong) is None
    assert sorted(file.name for file in tmp_path.iterdir()) == [name]
    art.close()


def test_pages_weigh_less_than_300_kb() -> None:
    files = (ROOT / "bot/chats/web/static").iterdir()
    assert sum(file.stat().st_size for file in files if file.is_file()) < 300_000

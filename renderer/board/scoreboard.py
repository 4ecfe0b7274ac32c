"""The strip of a board picture: the players' cards, the tile to lay or to bid for, the tiles left."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.state import GameState
from engine.tiles import Tile
from renderer.board.badges import Sprite, plate, stamp
from renderer.board.frame import CARD, GAP, INFO, RIM, Frame
from renderer.board.markers import Markers
from renderer.pieces.boxes import cards_of, lot_of
from renderer.pieces.figures import KINDS, NEUTRALS, SCALE, figure_sprite
from renderer.pieces.liveries import livery
from renderer.style.palette import THEMES, quantise
from renderer.style.text import fit, numeral, width, write
from renderer.tile.sprites import tile_sprite

Counts = tuple[tuple[str, int], ...]
SUPPLY_SIZES = (28, 24, 20, 16, 13, 11, 9)  # of a number in a card's lower line, the largest first
ICON = 3.7  # how large its icon is drawn, with its rim


def draw_strip(image: Image.Image, view: GameState, markers: Markers, frame: Frame, theme: str) -> None:
    """Paste all cards."""
    if frame.strip is None:
        return
    left, top, w, h = frame.strip
    side = left > 0
    a_row, wide = frame.cards
    turns = set() if view.over else {asked.player for asked in view.questions} or {view.player}
    cards = (*cards_of(view), *markers.cards)
    y = top + (RIM if side else 4)
    for seat, score in enumerate(view.scores):
        name = markers.names[seat] if seat < len(markers.names) else livery(seat).mark
        counts = tuple(
            (kind, count) for (player, kind), count in view.supply.items() if player == seat and kind in KINDS
        )
        extra = tuple((card.icon, card.count) for card in cards if card.seat == seat)
        spot = left + RIM + seat % a_row * (wide + GAP), y + seat // a_row * (CARD + GAP)
        image.paste(card(seat, name, score, counts + extra, seat in turns, wide, theme), spot)
    lines = -(-len(view.scores) // a_row)
    corner = (left + RIM, y + lines * (CARD + GAP)) if side else (left + w - INFO + 10, top + 4)
    _info(image, view, corner, min(INFO - 20, h - 12), theme)


def _info(image: Image.Image, view: GameState, spot: tuple[int, int], room: int, theme: str) -> None:
    """The tile to lay or to bid for, and the tiles left."""
    x, y = spot
    size = min(104, room) // 4 * 4
    held = lot_of(view) if view.tile is None else (view.tile, view.placer)
    if held is not None:
        tile, seat = held
        image.paste(_held(view.rules.shapes[tile].tile, seat, size, theme), (x, y))
    left = len(view.bag) + sum(pile(view) for pile in view.rules.hooks.piles_left)
    sprite = _stack(left, theme)
    if held is not None and room >= INFO - 20:
        stamp(image, sprite, (x + size + 4 - sprite[0].width / 2 + 14, y + size + 4))
    else:
        stamp(image, sprite, (x + INFO / 2 - 12, y + room - 10))


@lru_cache(maxsize=128)
def _held(tile: Tile, seat: int, size: int, theme: str) -> Image.Image:
    """The tile, framed in the colour of whoever lays it or bids most for it."""
    framed = Image.new("RGB", (size + 8, size + 8), livery(seat).colour)
    framed.paste(tile_sprite(tile, 0, size, theme).convert("RGB"), (4, 4))
    return quantise(framed, theme)


@lru_cache(maxsize=256)
def _stack(left: int, theme: str) -> Sprite:
    """A small pile of tiles with its number."""
    return plate(f"\u25a7 {left}", 28, theme)


@lru_cache(maxsize=512)
def card(seat: int, name: str, score: int, counts: Counts, turn: bool, w: int, theme: str) -> Image.Image:
    """One player's card: mark, name, score, and what is left in the supply."""
    look, dress = THEMES[theme], livery(seat)
    h = CARD
    picture = Image.new("RGB", (w * 2, h * 2), look["page"])
    draw = ImageDraw.Draw(picture)
    ground, edge = (look["turn"], look["accent"]) if turn else (look["card"], look["page_edge"])
    box = (1, 1, w * 2 - 2, h * 2 - 2)
    draw.rounded_rectangle(box, 20, fill=ground, outline=edge, width=8 if turn else 3)
    draw.rounded_rectangle((16, 16, 108, 108), 18, fill=dress.colour, outline=(24, 20, 22), width=4)
    picture = picture.reduce(2)
    write(picture, (31, 31), dress.mark, 32, dress.ink, anchor="mm")
    figure = numeral(score)
    points = 40
    write(picture, (w - 14, 31), figure, points, look["text"], anchor="rm")
    room = w - 62 - 14 - width(figure, points) - 12
    points = 28 if width(name, 28) <= room else 23
    write(picture, (62, 31), fit(name, points, room), points, look["text"], anchor="lm")
    shown = tuple((icon, count) for icon, count in counts if icon in KINDS + NEUTRALS)
    _write_supply(picture, shown, seat, theme)
    return quantise(picture, theme)


def _write_supply(picture: Image.Image, shown: Counts, seat: int, theme: str) -> None:
    """What is left, as large as fits into the card's lower line."""
    for points in SUPPLY_SIZES:
        sprites = [_icon(icon, seat, round(points * ICON), theme) for icon, _ in shown]
        numbers = [str(count) for _, count in shown]
        wide = sum(sprite.width + 1 for sprite in sprites) + sum(width(number, points) for number in numbers)
        if 12 + wide + points * 0.4 * len(shown) <= picture.width - 4:
            break
    x = 12.0
    for sprite, number in zip(sprites, numbers, strict=True):
        picture.paste(sprite, (round(x), 80 - sprite.height // 2), sprite)
        x += sprite.width + 1
        x += write(picture, (x, 81), number, points, THEMES[theme]["text"], anchor="lm") + points * 0.4


def _icon(icon: str, seat: int, size: int, theme: str) -> Image.Image:
    owned = icon in KINDS or icon == "castle"
    return figure_sprite(icon, seat if owned else None, round(0.9 * size / SCALE.get(icon, 1.0)), theme)

"""Some thirty situations, each a picture: every box, both games, overlays, 2 to 6 players, all themes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

from engine import queries
from engine.board import Board
from engine.game import new_game
from engine.queries import claimed_features
from engine.setup import agree
from engine.state import Figure, GameState
from renderer.board.board import render
from renderer.board.markers import Markers, Spot
from renderer.pieces.boxes import Card
from renderer.style.canvas import Image
from renderer.style.palette import blank
from renderer.views.animation import frames
from renderer.views.chart import score_chart
from renderer.views.closeup import closeup
from renderer.views.sheets import score_sheet, tiles_sheet
from tests.golden.table import EVERY, NAMES, shapes, table
from tests.replays.runner import run
from tests.support.boards import legal, random_board, river_board

SCALE = 2
BOXES = ("base", "ordinary", "cult", "princess_dragon", "bridges_castles_bazaars")
TRADE = {  # every figure, inn, cathedral and good of two boxes at once
    "players": 4,
    "boxes": ["abbot", "castles", "inns_cathedrals", "traders_builders"],
    "board": [
        "ic-straight-inn-garden 1,0 r0 A:r1/large",
        "base-U 2,0 r0 A:r1/builder A:f1",
        "base-U 3,0 r0 A:f1/pig",
        "ic-cathedral 0,-1 r0 B:c1/large",
        "tb-through-wine 0,-2 r1 B:c1/builder",
        "tb-corner-grain -1,-1 r1",
        "tb-corner-road-cloth-garden 1,-1 r0",
        "ic-curve-inn -1,0 r3 C:r1",
        "base-B 0,1 r0 C:m1/large",
        "base-B 1,1 r0 D:f1/large",
        "base-B 2,1 r0 D:f1/pig",
        "base-U 0,2 r0 D:r1",
        "base-U 1,2 r0 D:r1/builder",
        "ic-crossing3-inn 2,2 r0",
    ],
    "moves": [
        "? given the goods of A are 2 wine, 1 grain",
        "? given the goods of B are 4 wine, 3 cloth",
        "? given the goods of D are 1 grain, 1 cloth",
    ],
}
GUESTS = ("palace", "market", "market", "smithy", "cathedral", "cathedral", "palace")
HILLS = ("over_hill_and_dale",)


def _markers(**more: object) -> Markers:
    return replace(
        Markers(names=NAMES, title="Zoë-Marguerite, your tile", note="29 tiles left", scale=SCALE), **more
    )  # type: ignore[arg-type]


def _numbered(state: GameState) -> tuple[tuple[tuple[int, int], str], ...]:
    laid = {cell: (placed.turned.tile, placed.turned.rotation) for cell, placed in state.board.cells.items()}
    cells = sorted({cell for cell, _ in legal(laid, EVERY[state.tile or "base-L"])})
    return tuple((cell, str(i + 1)) for i, cell in enumerate(cells))


def _base(count: int = 40, players: int = 3, figures: int = 9, seed: int = 3) -> GameState:
    return table(random_board(("base",), count, seed), players, figures)


def start() -> Image:
    state = table({(0, 0): (EVERY["base-D"], 0)}, 2, 0)
    return render(state, _markers(cells=_numbered(state)))


def numbers(theme: str = "day") -> Image:
    state = _base()
    return render(state, _markers(cells=_numbered(state)), theme)


def whole(theme: str = "day", players: int = 5) -> Image:
    state = _base(72, players, 16, 5)
    return render(state, _markers(), theme)


def fields() -> Image:
    state = _base(figures=14)
    return render(state, _markers(fields=True))


def lit() -> Image:
    state = _base(figures=14)
    info = max(claimed_features(state), key=lambda info: (info.kind == "city", len(info.cells)))
    spots = [
        Spot(cell, segment)
        for cell in info.cells
        for segment, _, feature in state.board.segments_at(cell)
        if feature == info.id
    ]
    spots[0] = replace(spots[0], text=str(info.points_now), seat=info.owners[0])
    return render(state, _markers(lit=tuple(spots)))


def dead() -> Image:
    state = _base()
    holes = list(state.board.frontier)[:4]
    return render(state, _markers(dead=tuple(holes)))


def river(name: str) -> Image:
    state = table(river_board(name, ("base",), 26, 1), 4, 9)
    return render(state, _markers())


def dragon() -> Image:
    state = table(random_board(("base", "princess_dragon"), 46, 9), 4, 10)
    cells = list(state.board.cells)
    companion = next(iter(state.all_figures()))
    state.parts["princess_dragon"] = SimpleNamespace(
        dragon=cells[12], fairy=companion.cell, companion=companion
    )
    x, y = cells[12]
    near = [cell for cell in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if cell in state.board.cells]
    return render(state, _markers(steps=tuple((cell, "NESW"[i]) for i, cell in enumerate(near))))


def count() -> Image:
    state = table(random_board(("base", "cult", "ordinary"), 40, 12, block=True), 5, 10)
    guests = [
        SimpleNamespace(quarter=quarter, player=i % 5, figure="meeple")
        for i, quarter in enumerate(
            ("palace", "market", "market", "smithy", "cathedral", "cathedral", "palace")
        )
    ]
    state.parts["count"] = SimpleNamespace(count="market", guests=guests)
    state.parts["king_robber"] = SimpleNamespace(
        king=SimpleNamespace(holder=1, size=7), robber=SimpleNamespace(holder=3, size=9)
    )
    return render(state, _markers())


def built() -> Image:
    state = table(random_board(("base", "bridges_castles_bazaars"), 46, 21), 4, 8)
    board = state.board
    able = [c for c, p in board.cells.items() if p.turned.edges[1] == p.turned.edges[3] == "field"]
    for cell in able[:3]:
        if all(board.edge(n, s) == "field" for n, s in _sides(board, cell)):
            board.build_span(cell, 1)
    caps = [
        c for c, p in board.cells.items() if p.turned.edges[2] == "city" and (c[0], c[1] + 1) in board.cells
    ]
    lord = Figure(2, "meeple", caps[0], "c1")
    castle = SimpleNamespace(owner=2, cells=(caps[0], (caps[0][0], caps[0][1] + 1)), lord=lord)
    state.parts["castles"] = SimpleNamespace(castles=(castle,), tokens=(3, 3, 2, 3))
    state.parts["bridges"] = SimpleNamespace(left=(3, 2, 3, 1))
    return render(state, _markers())


def _sides(board: Board, cell: tuple[int, int]) -> list[tuple[tuple[int, int], int]]:
    x, y = cell
    return [(near, side) for near, side in (((x + 1, y), 3), ((x - 1, y), 1)) if near in board.cells]


def auction() -> Image:
    state = _base()
    names = ("base-C", "bcb-bazaar-city4", "kr-city-bridge", "pd-volcano-curve")
    shapes(state, names)
    return tiles_sheet([(name, i + 1) for i, name in enumerate(names)], state)


def hills(theme: str = "day") -> Image:
    state = table(random_board(HILLS, 44, 8), 4, 8)
    cards = [Card(0, "apple", 3), Card(0, "wheat", 2), Card(1, "scarecrow", 1), Card(2, "face_down", 4)]
    return render(state, _markers(cards=tuple(cards)), theme)


def everything() -> Image:
    state = table(random_board(BOXES, 150, 17), 6, 22)
    return render(state, _markers())


def trade(theme: str = "day") -> Image:
    """Inns & Cathedrals and Traders & Builders: their figures, marks and tokens."""
    return render(run(TRADE).state, _markers(), theme)


def long() -> Image:
    straight = EVERY["base-U"]
    state = table({(x, 0): (straight, 0) for x in range(70)}, 2, 2)
    return render(state, _markers(cells=(((70, 0), "1"), ((40, 1), "2"))))


def close(rotations: tuple[int, ...]) -> Image:
    state = _base()
    cell = _numbered(state)[2][0]
    tile = EVERY[state.tile or ""]
    letters = {r: [(s.id, "ABCDEFGH"[i]) for i, s in enumerate(tile.segments)] for r in rotations}
    return closeup(state, tile.id, cell, rotations, letters)


def census() -> Image:
    view = new_game(agree(2, seed="census")).state
    unseen = queries.census(view)
    return tiles_sheet([(tile, unseen[tile]) for tile in view.rules.shapes if unseen[tile]], view)


def scores() -> Image:
    kinds = ("road", "city", "monastery", "field", "castle", "fairy")
    points = [{kind: (seat * 7 + i * 11) % 29 for i, kind in enumerate(kinds)} for seat in range(6)]
    return score_sheet(NAMES, kinds, points)


def chart() -> Image:
    rows = [
        [(turn * (seat + 3) // 4 + max(0, turn - 24) ** 2 // (20 + 9 * seat)) for seat in (0, 0, 0, 2, 3, 3)]
        for turn in range(60)
    ]
    return score_chart(NAMES, rows)


def course() -> Image:
    laid = random_board(("base",), 30, 2)
    views = [table(dict(list(laid.items())[: n + 1]), 3, n // 4) for n in range(0, len(laid), 5)]
    pictures = [*frames(views, NAMES, side=300)]
    w, h = pictures[0].size
    sheet = blank((3 * (w + 8) + 8, 2 * (h + 8) + 8), "page", "day")
    for i, picture in enumerate(pictures[:6]):
        sheet.paste(picture, (8 + i % 3 * (w + 8), 8 + i // 3 * (h + 8)))
    return sheet


SITUATIONS: dict[str, Callable[[], Image]] = {
    "start": start,
    "numbers": numbers,
    "numbers-night": lambda: numbers("night"),
    "numbers-contrast": lambda: numbers("contrast"),
    "whole": whole,
    "whole-night": lambda: whole("night"),
    "six-players": lambda: whole(players=6),
    "fields": fields,
    "lit": lit,
    "dead": dead,
    "river": lambda: river("river"),
    "river2": lambda: river("river2"),
    "dragon": dragon,
    "count": count,
    "built": built,
    "auction": auction,
    "hills": hills,
    "hills-night": lambda: hills("night"),
    "everything": everything,
    "trade": trade,
    "trade-night": lambda: trade("night"),
    "long": long,
    "close-one": lambda: close((1,)),
    "close-two": lambda: close((0, 2)),
    "close-four": lambda: close((0, 1, 2, 3)),
    "census": census,
    "scores": scores,
    "chart": chart,
    "course": course,
}

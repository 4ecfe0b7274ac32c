"""The pictures of the documents: games written as replays whose sentences hold, drawn where they stop."""

from __future__ import annotations

import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any

from bot.conversation.show.picture_requests import numbered
from bot.conversation.table.options import offer_of, placements, ways
from engine.actions import Claim, PlaceTile
from engine.events import FigureReturned
from engine.expansions.bazaars.part import PART as BAZAARS
from engine.game import apply, new_game, pending, view_for
from engine.geometry import Cell
from engine.players import choose
from engine.setup import agree
from engine.state import Figure, GameState
from renderer.board.board import frame_for, render
from renderer.board.frame import RIM
from renderer.board.markers import Markers, Spot
from renderer.style.canvas import Image
from renderer.views.animation import frames, webp
from renderer.views.closeup import closeup
from renderer.views.sheets import tiles_sheet
from tests.replays.runner import Table, run

HERE = Path(__file__).parent
IMAGES = HERE.parents[1] / "docs" / "images"
NAMES = ("Anna", "Boris", "Clara", "David")
SCALE = 2
EDGE = RIM * SCALE  # around a picture without free cells
FILM = "game.webp"


def situations() -> dict[str, dict[str, Any]]:
    """Every situation by the name of its picture."""
    games = tomllib.loads((HERE / "situations.toml").read_text("utf-8"))["game"]
    return {game["picture"]: game for game in games}


def draw(game: dict[str, Any]) -> Image:
    """Play a situation, check its sentences, and draw it."""
    table = run({key: value for key, value in game.items() if key != "final"})
    if "final" in game:
        run(game)
    state = view_for(_with_returned(table) if game.get("returned") else table.state, None)
    if game.get("kind") == "offer":
        return tiles_sheet(
            [(tile, i + 1) for i, tile in enumerate(BAZAARS.of(state).offer)], state, numbered=True
        )
    if game.get("kind") == "close_up":
        return _close_up(state, _cell(game["at"]))
    markers = Markers(
        names=NAMES,
        title=NAMES[state.player],  # the same in every language
        cells=_numbered(state) if game.get("numbers") else (),
        steps=tuple((_cell(step.split()[0]), step.split()[1]) for step in game.get("steps", ())),
        lit=tuple(spot for line in game.get("lit", ()) for spot in _lit(table, line)),
        fields=game.get("fields", False),
        strip=game.get("strip", False),
        scale=SCALE,
        last=list(state.board.cells)[-1] if game.get("numbers") else None,
    )
    picture = render(state, markers)
    return picture if markers.strip or markers.cells else _trimmed(picture, state, markers)


def _trimmed(picture: Image, state: GameState, markers: Markers) -> Image:
    """Without the free cells around and their names, so that the tiles are large on a phone."""
    cells = state.board.cells
    frame = frame_for(state, markers)
    corners = [frame.port.corner(cell) for cell in cells]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners) + frame.tile, max(y for _, y in corners) + frame.tile
    return picture.crop((left - EDGE, top - EDGE, right + EDGE, bottom + EDGE))


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _with_returned(table: Table) -> GameState:
    """The table with the figures that came home, as if they stood there still."""
    state = table.state.fork()
    for event in table.events:
        if isinstance(event, FigureReturned):
            state.stand(Figure(event.player, event.figure, event.cell, event.segment))
    return state


def _numbered(state: GameState) -> tuple[tuple[Cell, str], ...]:
    labelled = numbered(offer_of(pending(state)[0]))
    return tuple((cell, label) for label, cell in labelled)


def _lit(table: Table, line: str) -> list[Spot]:
    """`0,0 c1 4`: light the whole feature of a segment, and write its points there."""
    place, word, *text = line.split()
    cell, board = _cell(place), table.state.board
    segment = table.segment(cell, word)
    feature = board.feature_id(cell, segment)
    spots = [
        Spot(other, name)
        for other in board.cells
        for name, _, found in board.segments_at(other)
        if found == feature and (other, name) != (cell, segment)
    ]
    return [Spot(cell, segment, *text), *spots]


def _close_up(state: GameState, cell: Cell) -> Image:
    """What the second tap shows: every way to lay the tile in hand on a cell, claims numbered."""
    prompt = pending(state)[0]
    found = ways(state, prompt, placements(prompt)[cell])
    letters = [
        [
            (option.segment, str(number))
            for number, option in enumerate(way.follow, 1)
            if isinstance(option, Claim)
        ]
        for way in found
    ]
    rotations = [way.action.rotation for way in found if isinstance(way.action, PlaceTile)]
    names = [way.letter for way in found]
    return closeup(state, state.tile or "", cell, rotations, None, "day", names, letters)


def film() -> bytes:
    """A whole game of computer players as an animation."""
    state = new_game(agree(3, ["abbot"], seed="README")).state
    views = []
    while not state.over:
        prompt = pending(state)[0]
        if prompt.ask == "place":
            views.append(view_for(state, None))
        state = apply(state, choose("normal-0.1", view_for(state, prompt.player), prompt.player)).state
    return webp(frames([*views, view_for(state, None)], NAMES, side=640))


def png(image: Image) -> bytes:
    """The bytes of a picture, small."""
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()

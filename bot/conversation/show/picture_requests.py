"""Which picture goes with a message, and its description in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.pictures import (
    BoardPicture,
    CloseUp,
    FeaturesPicture,
    FieldsPicture,
    Labelled,
    TilesPicture,
    Variant,
    ViewPicture,
)
from bot.conversation.show import towers
from bot.conversation.show.auction import offered_tiles
from bot.conversation.show.board_news import mover, news
from bot.conversation.show.words import Words
from bot.conversation.table.options import Offer
from bot.conversation.table.state import LiveTable
from engine.actions import Action, Claim
from engine.coordinates import cell_name
from engine.game import pending, view_for
from engine.geometry import Cell
from engine.queries import claimed_features, newest_cell
from engine.state import GameState
from engine.steps.draw import tiles_left
from engine.tiles import POSTS

MOST_CELLS = 8  # named of one feature


def board_picture(
    live: LiveTable, *, cells: Labelled = (), theme: str = "day", language: str = "", seat: int | None = None
) -> BoardPicture:
    """The board with labelled cells, and with what changed since the last move of a seat."""
    offer, lot = offered_tiles(live.state)
    placed, scored = news(live, seat) if seat is not None else ((), ())
    return BoardPicture(
        cells=cells,
        mover=mover(live),
        placed=placed,
        scored=scored,
        offer=offer,
        lot=lot,
        **_common(live, theme, language),
    )


def fields_picture(live: LiveTable, theme: str, language: str) -> FieldsPicture:
    """The board with coloured fields."""
    return FieldsPicture(**_common(live, theme, language))


def features_picture(live: LiveTable, cell: Cell, theme: str, language: str) -> FeaturesPicture:
    """The board with the features of a tile lit."""
    return FeaturesPicture(cell=cell, **_common(live, theme, language))


def tiles_picture(
    live: LiveTable, tiles: tuple[tuple[str, int], ...], theme: str, language: str = "", *, numbered: bool
) -> TilesPicture:
    """Tiles side by side."""
    return TilesPicture(tiles=tiles, numbered=numbered, **_common(live, theme, language))


def _common(live: LiveTable, theme: str, language: str) -> dict[str, Any]:
    """The fields of every picture of a table."""
    words = Words(catalogue(language or live.table.language), live.table, emoji=False)
    return {
        "game": live.game,
        "ply": live.state.ply,
        "names": live.table.names(),
        "theme": theme,
        "language": language or live.table.language,
        "view": view_for(live.state, None),
        "title": _title(words, live.state),
        "note": "" if live.state.over else left_line(words, live.state),
    }


def _title(words: Words, state: GameState) -> str:
    """Whose turn it is: of those who decide at the same time, the first."""
    if state.over:
        return ""
    prompt = pending(state)[0]
    held = state.tile is not None and state.placer == prompt.player
    key = "picture.tile" if held else "picture.turn"
    return markup.plain(words.text(key, player=words.name(prompt.player)))


def prompt_picture(live: LiveTable, offer: Offer | None, cells: Labelled, theme: str = "day") -> ViewPicture:
    """The picture of a turn message: the cells or the tiles that the prompt chooses between are numbered."""
    if offer is None:
        return board_picture(live, cells=cells, theme=theme)
    board = board_picture(live, cells=cells, theme=theme, seat=offer.prompt.player)
    if offer.likely:
        return _with_dots(board, live, offer)
    return board if cells or offer.cells else replace(board, spots=_spots(offer.options))


def _with_dots(board: BoardPicture, live: LiveTable, offer: Offer) -> BoardPicture:
    """The places without a number as dots, and how many there are in words."""
    words = Words(catalogue(live.table.language), live.table)
    dots = tuple(cell for number, cell in enumerate(offer.cells, start=1) if number not in offer.shown)
    counted = words.text("picture.places", shown=len(offer.shown), places=len(offer.cells))
    return replace(board, dots=dots, note=f"{board.note} · {counted}")


def spots_picture(
    live: LiveTable, options: Sequence[tuple[int, Action]], theme: str, language: str
) -> BoardPicture:
    """The part of the board around a tile, with the numbers of the spots to choose from."""
    return BoardPicture(spots=_spots(options), focus=True, **_common(live, theme, language))


def _spots(options: Sequence[tuple[int, Action]]) -> tuple[tuple[str, Cell, str], ...]:
    """The spots that some options choose between, with the numbers of the choices."""
    found: dict[tuple[Cell, str], list[str]] = {}
    for number, (_, option) in enumerate(options, start=1):
        cell, segment = getattr(option, "cell", None), getattr(option, "segment", None)
        if cell is not None and segment:
            found.setdefault((cell, segment), []).append(str(number))
    return tuple((",".join(numbers), cell, segment) for (cell, segment), numbers in found.items())


def numbered_cells(offer: Offer, numbers: Iterable[int]) -> Labelled:
    """Some of the cells to choose first, with their numbers."""
    cells = list(offer.cells)
    return tuple((str(number), cells[number - 1]) for number in numbers)


def area_picture(
    live: LiveTable, offer: Offer, numbers: Sequence[int], theme: str, language: str
) -> BoardPicture:
    """A part of the board with the numbers of its cells."""
    return BoardPicture(cells=numbered_cells(offer, numbers), focus=True, **_common(live, theme, language))


def numbered(offer: Offer) -> Labelled:
    """The cells that a prompt chooses between, with their numbers."""
    if offer.cells:
        return numbered_cells(offer, offer.shown)
    found: dict[Cell, str] = {}
    for index, option in offer.options:
        cell = getattr(option, "cell", None)
        if cell is not None:
            found[cell] = f"{found[cell]},{index + 1}" if cell in found else str(index + 1)
    if len(found) == 1 and isinstance(offer.options[0][1], Claim):
        return ()  # all on the tile just laid
    return tuple((label, cell) for cell, label in found.items())


def close_up(
    live: LiveTable,
    cell: Cell,
    shown: Sequence[Variant],
    theme: str,
    language: str,
    chosen: str = "",
    board: Labelled | None = None,
) -> CloseUp:
    """Ways to lay the tile on a cell, side by side; in the shape of the board that it replaces, if any."""
    tile = live.state.tile or ""
    common = _common(live, theme, language)
    return CloseUp(cell=cell, tile=tile, variants=tuple(shown), chosen=chosen, board=board, **common)


def board_alt(words: Words, live: LiveTable, cells: Labelled = ()) -> str:
    """The board in plain words: its size, the last tile, who claims what, the scores, the numbered cells."""
    state = live.state
    parts = [words.text("alt.board", n=len(state.board.cells))]
    last = newest_cell(state)
    if last is not None:
        parts.append(words.text("alt.last", cell=cell_name(last)))
    parts.append(f"{score_line(words, live)}.")
    if state.tile:
        parts.append(words.text("alt.tile", tile=words.tile(state, state.tile)))
    claims = [
        words.text(
            "alt.claim",
            kind=words.word(info.kind, "kind"),
            cells=named_cells(words, info.cells),
            players=words.listed(words.name(seat) for seat in info.owners),
            n=info.points_now,
        )
        for info in claimed_features(state)
        if info.kind not in POSTS
    ]
    parts += [*claims, *towers.standing(words, state)]
    if cells:
        comma = "; " if any("," in label for label, _ in cells) else ", "
        listed = comma.join(f"{label.replace(',', ', ')} = {cell_name(cell)}" for label, cell in cells)
        parts.append(words.text("alt.cells", cells=listed))
    return markup.plain(" ".join(parts))


def named_cells(words: Words, cells: Sequence[Cell]) -> str:
    """The first cells of a feature; "…" stands for the others."""
    named = [cell_name(cell) for cell in cells[:MOST_CELLS]]
    return words.listed([*named, *(["…"] if len(cells) > MOST_CELLS else [])])


def score_line(words: Words, live: LiveTable) -> str:
    """All scores in one line."""
    return words.scores(live.state.scores)


def left_line(words: Words, state: GameState) -> str:
    """How many tiles are left."""
    left = tiles_left(state)
    return words.text("tiles_left", n=left) if left else words.text("tiles_left.none")

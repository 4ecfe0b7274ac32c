"""Which picture goes with a message, and what it shows in words for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import PictureKind, PictureRequest, Variant
from bot.conversation.show.words import Words
from bot.conversation.table.options import Way, by_cell, is_placement, placements
from bot.conversation.table.state import Live
from engine.actions import Claim
from engine.coordinates import cell_name
from engine.game import view_for
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.queries import claimed_features, newest_cell
from engine.state import GameState
from engine.steps.draw import tiles_left

Labelled = tuple[tuple[str, Cell], ...]


def board_picture(
    live: Live,
    *,
    kind: PictureKind = "board",
    cells: Labelled = (),
    highlight: Sequence[Cell] = (),
    viewer: int | None = None,
    theme: str = "day",
    language: str = "",
) -> PictureRequest:
    """The board as somebody may see it."""
    return PictureRequest(
        kind,
        live.game,
        view_for(live.state, viewer),
        live.state.ply,
        live.table.names(),
        cells=cells,
        highlight=tuple(highlight),
        tile=live.state.tile,
        theme=theme,
        language=language or live.table.language,
    )


def prompt_picture(live: Live, prompt: Prompt | None, theme: str = "day") -> PictureRequest:
    """The picture of a turn message: what the prompt chooses between is numbered in it."""
    if prompt is None:
        return board_picture(live, theme=theme)
    cells = numbered(prompt)
    if cells:
        placing = is_placement(prompt.options[0])
        return board_picture(live, kind="board" if placing else "choice", cells=cells, theme=theme)
    tiles = list(dict.fromkeys(tile for option in prompt.options if (tile := getattr(option, "tile", None))))
    if tiles:
        return PictureRequest(
            "tiles",
            live.game,
            view_for(live.state, None),
            live.state.ply,
            live.table.names(),
            tiles=tuple((tile, 1) for tile in tiles),
            theme=theme,
            language=live.table.language,
        )
    return board_picture(live, theme=theme)


def numbered(prompt: Prompt) -> Labelled:
    """The cells that a prompt chooses between, with their numbers."""
    spots = placements(prompt) or by_cell(prompt)
    if spots:
        return tuple((str(number), cell) for number, cell in enumerate(spots, start=1))
    found: dict[Cell, str] = {}
    for number, option in enumerate(prompt.options, start=1):
        cell = getattr(option, "cell", None)
        if cell is not None:
            found[cell] = f"{found[cell]},{number}" if cell in found else str(number)
    if len(found) == 1 and isinstance(prompt.options[0], Claim):
        return ()  # all on the tile just laid
    return tuple((label, cell) for cell, label in found.items())


def close_up(live: Live, cell: Cell, found: Sequence[Way], theme: str, language: str) -> PictureRequest:
    """Every way to lay the tile on a cell, side by side."""
    variants = tuple(
        Variant(
            way.letter,
            int(getattr(way.action, "rotation", 0)),
            tuple(
                (str(number), option.segment)
                for number, option in enumerate(way.follow, start=1)
                if isinstance(option, Claim) and option.cell == cell
            ),
        )
        for way in found
    )
    return PictureRequest(
        "close_up",
        live.game,
        view_for(live.state, None),
        live.state.ply,
        live.table.names(),
        focus=cell,
        tile=live.state.tile,
        variants=variants,
        theme=theme,
        language=language,
    )


def board_alt(words: Words, live: Live, cells: Labelled = ()) -> str:
    """The board in plain words: its size, the last tile, who claims what, the scores, the numbered cells."""
    state = live.state
    parts = [words.text("alt.board", n=len(state.board.cells))]
    last = newest_cell(state)
    if last is not None:
        parts.append(words.text("alt.last", cell=cell_name(last)))
    parts.append(score_line(words, live))
    claims = [
        words.text(
            "alt.claim",
            kind=words.word(info.kind, "kind"),
            cells=", ".join(cell_name(cell) for cell in info.cells[:6]),
            players=", ".join(words.name(seat) for seat in info.owners),
            n=info.points_now,
        )
        for info in claimed_features(state)
    ]
    parts += claims
    if cells:
        listed = ", ".join(f"{label} = {cell_name(cell)}" for label, cell in cells)
        parts.append(words.text("alt.cells", cells=listed))
    return markup.plain(" ".join(parts))


def score_line(words: Words, live: Live) -> str:
    """All scores in one line."""
    return words.scores(live.state.scores)


def left_line(words: Words, state: GameState) -> str:
    """How many tiles are left."""
    return words.text("tiles_left", n=tiles_left(state))

"""Picture requests, drawn by the renderer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.conversation.protocol.pictures import (
    BoardPicture,
    BracketPicture,
    Chart,
    CloseUp,
    FeaturesPicture,
    FieldsPicture,
    PictureRequest,
    PodiumPicture,
    ProfilePicture,
    ResultCard,
    ReviewPicture,
    ScoreSheet,
    SheetPicture,
    TilesPicture,
    ViewPicture,
)
from bot.locales.languages import ENGLISH, best_language
from engine.geometry import Cell
from engine.queries import newest_cell
from engine.state import GameState
from engine.tiles import LANDS
from renderer.board.board import frame_for, render
from renderer.board.markers import Markers, Spot
from renderer.style.canvas import Image
from renderer.style.palette import THEMES
from renderer.style.png import png
from renderer.style.text import lettering
from renderer.views.bracket import bracket
from renderer.views.card import CardRow, CardTexts, result_card
from renderer.views.chart import score_chart
from renderer.views.closeup import closeup, shaped
from renderer.views.podium import podium
from renderer.views.profile import ProfileTexts, profile_card
from renderer.views.report import ReportRow, ReportTexts, TurningPoint, report_card
from renderer.views.sheets import score_sheet, stacked, tiles_sheet
from renderer.views.text_sheet import text_sheet

Box = tuple[float, float, float, float]  # left, top, width, height, as shares of the picture


@dataclass(frozen=True, slots=True)
class ShownCell:
    """Where a labelled cell is in a picture."""

    cell: Cell
    label: str
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    content: bytes
    mime: str
    width: int
    height: int
    cells: tuple[ShownCell, ...] = ()


def draw(request: PictureRequest) -> Picture:
    """Draw a picture that does not move."""
    with lettering(fonts_of(request)):
        return _drawn(request)


def fonts_of(request: PictureRequest) -> tuple[str, ...]:
    """The fonts that the language of a picture asks first."""
    return (best_language(request.language) or ENGLISH).fonts


def _drawn(request: PictureRequest) -> Picture:
    if request.theme not in THEMES:
        request = replace(request, theme="day")
    match request:
        case BoardPicture() | FieldsPicture() | FeaturesPicture():
            return _board(request, markers_of(request))
        case CloseUp():
            return _close_up(request)
        case TilesPicture():
            numbered = request.numbered and len(request.tiles) > 1
            return _still(tiles_sheet(request.tiles, request.view, request.theme, numbered=numbered))
        case ScoreSheet():
            return _score_sheet(request)
        case ResultCard():
            return _result_card(request)
        case ReviewPicture():
            return _review(request)
        case SheetPicture():
            sheet = text_sheet(
                request.title,
                request.note,
                request.heads,
                request.rows,
                request.theme,
                marked=request.marked,
                medals=request.places,
            )
            return _still(sheet)
        case ProfilePicture():
            return _profile(request)
        case PodiumPicture():
            return _still(podium(request.title, request.note, request.best, request.foot, request.theme))
        case BracketPicture():
            return _still(bracket(request.title, request.heads, request.columns, request.theme))
        case Chart():
            return _still(score_chart(request.names, request.series, request.theme))
    raise TypeError(f"no picture of a {type(request).__name__}")


def _still(image: Image, cells: tuple[ShownCell, ...] = ()) -> Picture:
    return Picture(png(image), "image/png", image.width, image.height, cells)


def _board(request: ViewPicture, markers: Markers) -> Picture:
    image = render(request.view, markers, request.theme)
    if isinstance(request, BoardPicture) and request.offer:
        image = _with_offer(image, request)
    return _still(image, _shown_cells(request.view, markers, image))


def _with_offer(image: Image, request: BoardPicture) -> Image:
    """The board, and below it the tiles for sale."""
    tiles = [(tile, 1) for tile in request.offer]
    return stacked(image, tiles_sheet(tiles, request.view, request.theme, numbered=True, chosen=request.lot))


def markers_of(request: BoardPicture | FieldsPicture | FeaturesPicture) -> Markers:
    markers = Markers(names=request.names, title=request.title, note=request.note)
    match request:
        case FieldsPicture():
            return replace(markers, fields=True)
        case FeaturesPicture():
            lit = tuple(_reach(request.view, request.cell))
            return replace(markers, lit=lit, steps=() if lit else ((request.cell, "•"),))
        case BoardPicture():
            board = request.view.board.cells
            empty = tuple((cell, label) for label, cell in request.cells if cell not in board)
            laid = tuple((cell, label) for label, cell in request.cells if cell in board)
            scored = tuple(Spot(at.cell, at.segment, f"{at.points:+d}", at.seat) for at in request.scored)
            return replace(
                markers,
                cells=empty,
                dots=request.dots,
                steps=laid,
                last=newest_cell(request.view),
                mover=request.mover,
                placed=request.placed,
                scored=scored,
                spots=tuple(Spot(cell, segment, label) for label, cell, segment in request.spots),
                focus=request.focus,
                strip=not request.focus,
            )


def _reach(view: GameState, cell: Cell) -> list[Spot]:
    """Every segment of the features on a tile; fields are left out, they would light the whole board."""
    board = view.board
    features = {feature for _, kind, feature in board.segments_at(cell) if kind not in LANDS}
    return [
        Spot(other, segment)
        for other in board.cells
        for segment, _, feature in board.segments_at(other)
        if feature in features
    ]


def _shown_cells(view: GameState, markers: Markers, image: Image) -> tuple[ShownCell, ...]:
    labelled: list[tuple[Cell, str]] = [*markers.cells, *markers.steps]
    frame = frame_for(view, markers)
    width, height = image.size
    found = []
    for cell, label in labelled:
        if frame.shows(cell):
            left, top = frame.port.corner(cell)
            box = (left / width, top / height, frame.tile / width, frame.tile / height)
            found.append(ShownCell(cell, label, box))
    return tuple(found)


def _close_up(request: CloseUp) -> Picture:
    rotations = [variant.rotation for variant in request.variants]
    names = [variant.letter for variant in request.variants]
    letters = [[(segment, letter) for letter, segment in variant.spots] for variant in request.variants]
    image = closeup(
        request.view,
        request.tile,
        request.cell,
        rotations,
        None,
        request.theme,
        names,
        letters,
        chosen=request.chosen,
        bridges=[variant.bridge for variant in request.variants],
    )
    if request.board is not None:
        board = BoardPicture(game=request.game, names=request.names, view=request.view, cells=request.board)
        image = shaped(image, frame_for(request.view, markers_of(board)).size, request.theme)
    return _still(image)


def _score_sheet(request: ScoreSheet) -> Picture:
    categories = [name for name, _ in request.rows]
    points = [{name: values[seat] for name, values in request.rows} for seat in range(len(request.names))]
    return _still(score_sheet(request.names, categories, points, request.theme))


def _result_card(request: ResultCard) -> Picture:
    texts = CardTexts(request.title, request.fact, request.course_title, request.foot)
    rows = [CardRow(place, seat, request.names[seat], score) for place, seat, score in request.ranking]
    return _still(result_card(request.view, texts, rows, request.course, request.theme))


def _review(request: ReviewPicture) -> Picture:
    texts = ReportTexts(request.title, *request.heads, *request.labels)
    rows = [ReportRow(seat, name, *request.rows[seat]) for seat, name in enumerate(request.names)]
    points = [
        TurningPoint(one.turn, one.title, one.text, one.played_cell, one.played, one.better, one.better_cell)
        for one in request.points
    ]
    return _still(report_card(texts, rows, request.course, points, request.theme))


def _profile(request: ProfilePicture) -> Picture:
    texts = ProfileTexts(
        request.name, request.number, request.number_note, request.facts, request.bars_title, request.titles
    )
    return _still(profile_card(texts, request.course, request.bars, request.theme))

"""What a picture shows, for those who cannot see it: facts with keys of the catalogue, worded elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from engine.queries import FeatureInfo, claimed_features, fields
from engine.state import GameState
from renderer.markers import Markers
from renderer.names import cell_name


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key of the catalogue and the facts that its sentence needs."""

    key: str
    facts: tuple[tuple[str, object], ...]

    def __getitem__(self, name: str) -> object:
        return dict(self.facts)[name]


def _phrase(key: str, **facts: object) -> Phrase:
    return Phrase(f"alt.{key}", tuple(facts.items()))


def describe(view: GameState, markers: Markers) -> list[Phrase]:
    """Everything that a player needs to decide: whose turn, scores, tile, places, claims, the last move."""
    out = [_phrase("board", tiles=len(view.board.cells), left=len(view.bag))]
    for seat, score in enumerate(view.scores):
        name = markers.names[seat] if seat < len(markers.names) else ""
        supply = {kind: count for (player, kind), count in view.supply.items() if player == seat}
        out.append(_phrase("player", seat=seat, name=name, score=score, supply=supply))
    if not view.over:
        out.append(_phrase("turn", seat=view.player, tile=view.tile))
    last = markers.last or view.last
    if last is not None and last in view.board.cells:
        turned = view.board.cells[last].turned
        out.append(_phrase("last", cell=cell_name(last), tile=turned.tile.id, rotation=turned.rotation))
    if markers.cells:
        choices = tuple((text, cell_name(cell), _around(view, cell)) for cell, text in markers.cells)
        out.append(_phrase("choices", cells=choices))
    if markers.steps:
        out.append(_phrase("steps", cells=tuple((text, cell_name(cell)) for cell, text in markers.steps)))
    infos = fields(view) if markers.fields else claimed_features(view)
    return out + [_claim(info) for info in infos if info.figures]


def _claim(info: FeatureInfo) -> Phrase:
    return _phrase(
        "claim",
        kind=info.kind,
        cells=tuple(cell_name(cell) for cell in info.cells),
        owners=info.owners,
        open=info.open,
        points=info.points_now,
        figures=tuple((f.player, f.kind, cell_name(f.cell)) for f in info.figures),
    )


def _around(view: GameState, cell: tuple[int, int]) -> tuple[str | None, ...]:
    """What the neighbours of an empty cell show towards it: north, east, south, west."""
    x, y = cell
    board = view.board
    near = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return tuple(
        board.edge(other, (side + 2) % 4) if other in board.cells else None for side, other in enumerate(near)
    )

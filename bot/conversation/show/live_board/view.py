"""A table as data for a live board: what lies there, who plays, what the viewer is asked. No secrets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.conversation.show.live_board.question import asked_of
from bot.conversation.show.words import Words
from bot.conversation.table.model import Table
from bot.conversation.table.state import LiveTable, Moment
from engine.actions import Action
from engine.events import Scored
from engine.expansions.princess_dragon.part import DragonFlew
from engine.game import view_for
from engine.geometry import Cell
from engine.queries import newest_cell
from engine.state import GameState
from engine.steps.draw import tiles_left
from engine.turned import Turned

Plain = dict[str, Any]  # what JSON can hold


@dataclass(frozen=True, slots=True)
class BoardView:
    """A game as one viewer may see it: `view` to draw pieces from, `data` for the page.

    `options` are the actions that the options of its question stand for.
    """

    view: GameState
    data: Plain
    options: tuple[Action, ...] = ()


def board_view(words: Words, live: LiveTable, seat: int | None, voting: int | None = None) -> BoardView:
    """The running game for the player of a seat, or for a spectator, who may vote for another seat."""
    asking = voting if seat is None else seat
    asked = asked_of(words, live, asking) if asking is not None and not live.table.paused else None
    found = past_view(words.table, live.state, seat)
    found.data.update(
        version=live.version,
        paused=bool(live.table.paused),
        aids=live.table.aids,
        limit=live.table.clock.limit,
        waits=[[wait.seat, wait.since] for wait in live.waits],
        asked=asked and asked.data,
    )
    return replace(found, options=asked.options) if asked else found


def past_view(table: Table, state: GameState, seat: int | None = None) -> BoardView:
    """The game as it stood at one time."""
    view = view_for(state, seat)
    return BoardView(
        view,
        {
            "game": table.game,
            "ply": view.ply,
            "turn": view.turn,
            "over": view.over,
            "seat": seat,
            "tile": view.tile,
            "last": newest_cell(view),
            "left": tiles_left(view),
            "player": view.player,
            "tiles": [
                [*cell, at.turned.tile.id, at.turned.rotation] for cell, at in view.board.cells.items()
            ],
            "spans": [[*cell, span.axis] for cell, span in view.board.spans.items()],
            "players": [_player(table, view, seat) for seat in range(len(table.seats))],
        },
    )


def _laid(turned: Turned) -> tuple[str, int]:
    return turned.tile.id, turned.rotation


def _player(table: Table, view: GameState, seat: int) -> Plain:
    """A seat with its name and score; the level of a computer."""
    there = table.seats[seat]
    return {"name": there.shown, "score": view.scores[seat], "computer": "" if there.player else there.level}


def happened(live: LiveTable, since: int) -> list[Plain]:
    """What can be animated of the last lines of the log, those after a version."""
    count = min(live.version - since, len(live.recent))
    return (
        [shown for moment in live.recent[-count:] for shown in _shown(live.state, moment)]
        if count > 0
        else []
    )


def _shown(state: GameState, moment: Moment) -> list[Plain]:
    found: list[Plain] = []
    for event in moment.events:
        if isinstance(event, Scored) and event.points:
            where = _middle(state, event.feature)
            found.append({"what": "points", "seat": event.player, "points": event.points, "at": where})
        elif isinstance(event, DragonFlew):
            found.append({"what": "dragon", "at": event.cell})
    return found


def _middle(state: GameState, feature: int | None) -> Cell | None:
    """A cell of a feature near its middle; None if it has merged with another by now."""
    if feature is None or feature not in state.board.features.by_id:
        return None
    cells = sorted(state.board.tiles_of(feature))
    return cells[len(cells) // 2] if cells else None


def patch(before: Plain, after: Plain) -> Plain:
    """What has changed: whole values in `set`, and in `more` what was added to the end of a list."""
    changed: Plain = {}
    more: Plain = {}
    for name, value in after.items():
        old = before.get(name)
        if old == value:
            continue
        if isinstance(value, list) and isinstance(old, list) and old and value[: len(old)] == old:
            more[name] = value[len(old) :]
        else:
            changed[name] = value
    return {"set": changed, "more": more}

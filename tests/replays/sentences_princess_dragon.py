"""What replays say of the dragon, the fairy and the tiles set aside."""

import re
from dataclasses import replace

from engine.expansions.princess_dragon.part import PART, FlightEnded
from engine.geometry import Cell
from engine.setup import SEAT_LETTERS
from tests.replays.runner import Table, arrangement, sentence

AT = r"(?P<x>-?\d+),(?P<y>-?\d+)"


def cell_of(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


@arrangement("dragon")
def _put_dragon(table: Table, where: str) -> None:
    """The dragon is there already: dragon tiles that were drawn without it go back on top of the bag."""
    state = table.state
    aside = PART.of(state).aside
    PART.set(state, replace(PART.of(state), dragon=cell_of(where), aside=()))
    if aside and state.tile:
        *rest, state.tile = *state.bag, state.tile, *reversed(aside)
        state.bag = tuple(rest)


@arrangement("fairy")
def _put_fairy(table: Table, where: str) -> None:
    state = table.state
    *seat, cell = where.split()[:2] if where[0].isalpha() else [where]
    companion = None
    if seat:
        segment = table.segment(cell_of(cell), where.split()[2])
        companion = next(
            figure
            for figure in state.all_figures()
            if (figure.player, figure.cell, figure.segment)
            == (SEAT_LETTERS.index(seat[0]), cell_of(cell), segment)
        )
    PART.set(state, replace(PART.of(state), fairy=cell_of(cell), companion=companion))


@sentence(rf"the (?P<who>dragon|fairy) is (?:on {AT}|off the board)")
def _where(table: Table, match: re.Match[str]) -> None:
    part = PART.of(table.state)
    there = part.dragon if match["who"] == "dragon" else part.fairy
    assert there == ((int(match["x"]), int(match["y"])) if match["x"] else None), there


@sentence(rf"the fairy accompanies (?:(?P<seat>[A-F]) on {AT} (?P<segment>\w+)|nobody)")
def _companion(table: Table, match: re.Match[str]) -> None:
    companion = PART.of(table.state).companion
    if match["seat"] is None:
        assert companion is None, companion
        return
    cell = (int(match["x"]), int(match["y"]))
    wanted = (SEAT_LETTERS.index(match["seat"]), cell, table.segment(cell, match["segment"]))
    assert companion is not None
    assert (companion.player, companion.cell, companion.segment) == wanted, companion


@sentence(r"set aside: (?P<tiles>.*)")
def _aside(table: Table, match: re.Match[str]) -> None:
    aside = PART.of(table.state).aside
    assert aside == (() if match["tiles"] == "nothing" else tuple(match["tiles"].split())), aside


@sentence(r"the bag holds (?P<count>\d+) tiles?(?:, (?P<dragons>\d+) of them with a dragon)?")
def _bag(table: Table, match: re.Match[str]) -> None:
    bag = table.state.bag
    dragons = sum("dragon" in table.state.rules.tile(tile).symbols for tile in bag)
    assert len(bag) == int(match["count"]), len(bag)
    assert match["dragons"] is None or dragons == int(match["dragons"]), dragons


@sentence(r"(?P<tile>\S+) is discarded")
def _discarded(table: Table, match: re.Match[str]) -> None:
    assert match["tile"] in table.state.discarded, table.state.discarded


@sentence(r"(?P<seat>[A-F]) holds (?P<tile>\S+)")
def _holds(table: Table, match: re.Match[str]) -> None:
    assert (table.state.placer, table.state.tile) == (SEAT_LETTERS.index(match["seat"]), match["tile"])


@sentence(r"the flight ended after (?P<steps>\d+) steps?")
def _flight(table: Table, match: re.Match[str]) -> None:
    steps = [event.steps for event in table.events if isinstance(event, FlightEnded)]
    assert steps == [int(match["steps"])], steps

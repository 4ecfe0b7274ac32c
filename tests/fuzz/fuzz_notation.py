"""Actions as lines of text: BadNotation or an action that writes itself back."""

from __future__ import annotations

from engine import notation
from engine.coordinates import cell_name, read_cell
from engine.notation import BadNotation
from tests.fuzz import tables

SEEDS = [
    *(
        b"A place 1,0 2",
        b"B claim 1,0 c1 meeple",
        b"C pass",
        b"D bid 3",
        b"a place -1,-0 3",
        b"M20",
        b"zz-99",
        b"AA007",
    ),
    *(f"A {verb} 1,0 1 1".encode() for rules in tables.rules() for verb in rules.verbs),
]


def fuzz(data: bytes) -> None:
    """Read a line as every game would, and as the name of a cell."""
    text = tables.text_of(data)
    for rules in tables.rules():
        try:
            action = notation.read(rules, text)
        except BadNotation as error:
            assert error.code
        else:
            assert notation.read(rules, notation.write(action)) == action
    cell = read_cell(text)
    assert cell is None or read_cell(cell_name(cell)) == cell

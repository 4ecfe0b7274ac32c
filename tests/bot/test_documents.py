"""Saved documents: what an older program makes of what a newer one wrote, and defaults that never change."""

from __future__ import annotations

import importlib
import json
import pkgutil
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.conversation.table.acts import KINDS
from bot.documents import Document, NeedsNewer, Unknown, facts_of
from engine.plain import BadData

DEFAULTS = json.loads((Path(__file__).parent / "saved_defaults.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Leaf:
    """Data that every program may use."""

    colour: str
    veins: tuple[int, ...] = ()
    unknown: Unknown = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tree:
    """Data that a program must know all of."""

    kind: str = "oak"
    height: int = 0
    leaves: tuple[Leaf, ...] = ()
    nests: Mapping[str, Leaf] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewerLeaf(Leaf):
    """The same with a field of a later version."""

    shape: str = "round"


@dataclass(frozen=True, slots=True)
class NewerTree(Tree):
    """The same with a field of a later version."""

    hollow: bool = False


TREE, NEWER_TREE = Document(Tree, "tree", version=2), Document(NewerTree, "tree", version=2)
LEAF = Document(Leaf)


def test_fields_with_their_defaults_are_not_written() -> None:
    tree = Tree(height=7, leaves=(Leaf("green"),))
    assert json.loads(TREE.write(tree)) == {
        "version": 2,
        "tree": {"height": 7, "leaves": [{"colour": "green"}]},
    }
    assert TREE.read(TREE.write(tree)) == tree
    assert json.loads(LEAF.write(Leaf("red", (1,)))) == {"version": 1, "colour": "red", "veins": [1]}


def test_older_program_reads_what_a_newer_one_wrote_without_its_new_field() -> None:
    assert TREE.read(NEWER_TREE.write(NewerTree("ash"))) == Tree("ash")


def test_older_program_refuses_a_field_that_it_does_not_know() -> None:
    with pytest.raises(NeedsNewer, match="hollow"):
        TREE.read(NEWER_TREE.write(NewerTree("ash", hollow=True)))


def test_class_with_unknown_carries_what_a_newer_one_wrote() -> None:
    leaves = (NewerLeaf("green"), NewerLeaf("red", shape="heart"))
    nests = {"owl": NewerLeaf("brown", shape="long")}
    found = TREE.read(TREE.write(Tree(leaves=leaves, nests=nests)))
    assert found.leaves[1] == Leaf("red", unknown={"shape": "heart"})
    changed = replace(found, leaves=(replace(found.leaves[1], colour="gold"), found.leaves[0]))
    written = json.loads(TREE.write(changed))["tree"]
    assert written["leaves"] == [{"colour": "gold", "shape": "heart"}, {"colour": "green"}]
    assert written["nests"] == {"owl": {"colour": "brown", "shape": "long"}}


@pytest.mark.parametrize("document", [{"version": 3, "tree": {}}, {"version": 2, "tree": {}, "wood": 1}])
def test_document_of_a_higher_version_or_with_more_beside_it_needs_a_newer_program(document: object) -> None:
    with pytest.raises(NeedsNewer):
        TREE.read(json.dumps(document).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b"{",
        b'{"version": 2}',
        b'{"tree": {}}',
        b'{"version": 0, "tree": {}}',
        b'{"version": 2, "tree": 5}',
        b'{"version": 2, "tree": {"height": "7"}}',
        b'{"version": 2, "tree": {"height": true}}',
        b'{"version": 2, "tree": {"leaves": [{}]}}',
        b'{"version": 2, "tree": {"kind": "\\ud800"}}',
        b'{"version": 1, "tree": ["oak", "7"]}',
        b'{"version": 2, "tree": ' + b"[" * 100_000,
    ],
)
def test_broken_document_is_said_to_be_broken(data: bytes) -> None:
    with pytest.raises(BadData):
        TREE.read(data)


def test_fields_by_position_are_read_as_version_1_wrote_them() -> None:
    assert TREE.read(b'{"version": 1, "tree": ["ash", 3, [["red", [1, 2]]]]}') == Tree(
        "ash", 3, (Leaf("red", (1, 2)),)
    )


def test_defaults_of_saved_data_are_what_they_always_were() -> None:
    """A field that is not written means its default: add fields to the file, but change none."""
    assert {kind.__name__: _defaults_of(kind) for kind in _saved_kinds()} == DEFAULTS


def _saved_kinds() -> set[Any]:
    """The classes of all documents, and of what is in them."""
    names = [module.name for module in pkgutil.walk_packages(bot.__path__, "bot.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    documents = {one for module in modules for one in vars(module).values() if isinstance(one, Document)}
    found: set[Any] = set()
    for kind in (*(document.kind for document in documents), *KINDS):
        found |= set(_inside(kind))
    return found


def _inside(kind: Any) -> Iterator[Any]:
    if is_dataclass(kind):
        yield kind
        hints = typing.get_type_hints(kind)
        for one in fields(kind):
            yield from _inside(hints[one.name])
    for part in typing.get_args(kind):
        yield from _inside(part)


def _defaults_of(kind: Any) -> dict[str, Any]:
    return {one.name: _default(one) for one in fields(kind)}


def _default(one: Any) -> Any:
    if one.default_factory is not MISSING:
        return facts_of(one.default_factory())
    return "required" if one.default is MISSING else facts_of(one.default)

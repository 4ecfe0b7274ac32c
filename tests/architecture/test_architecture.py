"""The shape of the project: which code may name which, and that every rule has a test."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.expansions
from bot.conversation.show import offered
from engine import record
from engine.expansions import ALL
from engine.game import GAMES
from engine.ruleset import Expansion
from engine.tiles import LINES, SETS
from tests.architecture.command_names import (
    CHATS,
    HOMES,
    NAMES,
    NO_COMMANDS,
    known_commands,
    lists_of_commands,
)
from tests.architecture.private_names import borrowed
from tests.architecture.rooms import PAGE, listing, page_with_listing
from tests.architecture.rule_ids import excepted, named_by_tests, rule_book
from tests.engine.golden import FOLDER
from tests.replays.runner import load_all
from tests.support.paths import ROOT

ENGINE = ROOT / "engine"
PACKAGES = ("bot", "engine", "renderer", "storage")
BOX_MODULES = list(pkgutil.iter_modules(engine.expansions.__path__))


def _product_code() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


@pytest.mark.parametrize("name", sorted(rule_book()))
def test_every_rule_is_named_by_a_test(name: str) -> None:
    missing = [rule for rule in rule_book()[name] if rule not in named_by_tests() | set(excepted())]
    assert missing == []


def test_exceptions_have_reasons_and_are_rules() -> None:
    known = {rule for ids in rule_book().values() for rule in ids}
    for rule, reason in excepted().items():
        assert rule in known
        assert reason


def test_the_core_names_no_box() -> None:
    """A box is known by its module, turn_order.TURN and ALL alone; computer players are no core.

    (`river` is a kind of edge as well.)
    """
    keys = {box.key for box in ALL} - LINES
    modules = [
        path
        for path in ENGINE.rglob("*.py")
        if not {"expansions", "over_hill_and_dale", "players", "tiles"} & set(path.relative_to(ENGINE).parts)
    ]
    assert len(modules) > 15
    found = []
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in keys and path.name != "turn_order.py":
                found.append(f"{path.name}: {node.value}")
    assert found == []


@pytest.mark.parametrize("box", ALL, ids=[box.key for box in ALL])
def test_box_has_module_tiles_replays_and_golden_record(box: Expansion) -> None:
    """docs/adding-a-box.md: a module, tile data, replays, a golden record, and names of its own."""
    modules = [importlib.import_module(f"engine.expansions.{found.name}") for found in BOX_MODULES]
    assert any(value is box for module in modules for value in vars(module).values())
    assert set(box.tile_sets + box.apart) <= set(SETS)
    replays = [game for _, game in load_all() if box.key in game.get("boxes", ())]
    assert len(replays) >= 5
    assert any(len(game["boxes"]) > 1 for game in replays), "no game in which it meets another box"
    golden = [record.read(path.read_text("utf-8")).setup.boxes for path in FOLDER.glob("*.txt")]
    assert (box.key,) in golden
    others = [other for other in ALL if other is not box and (other.part is not box.part or box.part is None)]
    taken = {name for other in others for name in (*other.steps, *other.asks, *other.options)}
    assert not taken & {*box.steps, *box.asks, *box.options}


def test_verbs_are_unique() -> None:
    """The word of an action says which action it is, with any boxes."""
    members = (GAMES["carcassonne"].base, *ALL)
    verbs = [action.verb for member in members for action in member.handlers]
    assert len(verbs) == len(set(verbs))
    assert all(verbs)


def test_the_engine_uses_the_standard_library_only_and_no_clock() -> None:
    forbidden = {"random", "time", "datetime", "asyncio", "socket", "os", "secrets", "threading"}
    for path in ENGINE.rglob("*.py"):
        if "players" in path.relative_to(ENGINE).parts:  # they roll dice of their own, from a given seed
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] not in forbidden, f"{path.name} imports {name}"


def test_every_step_of_every_box_stands_in_the_turn() -> None:
    """A step that no turn names would never run."""
    for game in GAMES.values():
        asks = {ask for member in (game.base, *game.boxes) for ask in member.asks}
        for member in (game.base, *game.boxes):
            for step in member.steps:
                assert step in game.turn + game.finale, f"{member.key}: {step}"
            for ask in member.passes:
                assert ask in asks, f"{member.key}: {ask}"


def test_lists_of_commands_stand_in_the_registry() -> None:
    """What is true of a command stands in its row: no other module lists commands by their names."""
    paths = {str(path.relative_to(ROOT)): path for path in (ROOT / "bot").rglob("*.py")}
    assert {*HOMES, *NO_COMMANDS, *CHATS} <= set(paths)
    others = set(paths) - {*HOMES, *NO_COMMANDS, *CHATS}
    assert {name: lists for name in others if (lists := lists_of_commands(paths[name]))} == {}


def test_adapters_know_no_command_by_its_name() -> None:
    paths = list((ROOT / "bot" / "chats").rglob("*.py"))
    known = {str(path.relative_to(ROOT)): names for path in paths if (names := known_commands(path))}
    assert known == {}


@pytest.mark.parametrize(
    ("source", "lists", "names"),
    [
        ("PRIVATE = frozenset(('score', 'hint'))", 1, {"score", "hint"}),
        ("LOOKS = {'a': ('board',), 'b': ('change.box.river', 'again')}", 1, {"board", "again"}),
        ("def f(token: str) -> bool:\n    return '!settings' in token", 0, {"!settings"}),
        ("def f(name: str) -> bool:\n    return name == 'new' or f'/{name}' == '/link'", 0, {"new", "/link"}),
        ("WORDS = ('yes', 'no')", 0, set()),
    ],
)
def test_names_of_commands_are_found(source: str, lists: int, names: set[str], tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, "utf-8")
    assert len(lists_of_commands(path)) == lists
    assert known_commands(path) == names


def test_buttons_and_remedies_are_commands() -> None:
    """A button of a command that is gone would be refused."""
    lists = (value for name, value in vars(offered).items() if name.isupper())
    under = {one[0] if isinstance(one, tuple) else one for names in lists for one in names}
    assert under <= NAMES


def test_files_have_at_most_500_lines() -> None:
    """Above 500 lines a file needs a reason; none has one."""
    for path in _product_code():
        assert len(path.read_text("utf-8").splitlines()) <= 500, path


def test_folders_are_listed_in_the_architecture_page() -> None:
    """If it fails: `python -m tests.architecture.rooms` writes the list."""
    page = PAGE.read_text("utf-8")
    assert listing() in page
    assert page_with_listing(page) == page


def test_class_names_are_used_once() -> None:
    places: dict[str, list[str]] = {}
    for path in _product_code():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_tests_use_no_private_names_of_others() -> None:
    """A line that must says why: `# private: the reason`."""
    found = {}
    for folder in ("tests", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            lines = borrowed(path.read_text("utf-8"))
            if lines:
                found[str(path.relative_to(ROOT))] = lines
    assert found == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("computers._running", ["1: _running"]),
        ("from storage.redis.backup import _parsed", ["1: _parsed"]),
        ("computers._running  # private: it is shown nowhere else", []),
        ("class A:\n    def f(self, other):\n        self._x = other._x", []),
        ("super()._init()", []),
        ("value.__class__", []),
    ],
)
def test_private_names_are_found(source: str, found: list[str]) -> None:
    assert borrowed(source) == found


def test_no_test_is_skipped_and_no_note_is_left() -> None:
    """No skipped test, no expected failure, no note to do something later."""
    pattern = re.compile(r"TO" r"DO|FIX" r"ME|pytest\.mark\.(skip|xfail)|pytest\.skip\(")
    for folder in ("engine", "bot", "renderer", "storage", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not pattern.search(path.read_text("utf-8")), path

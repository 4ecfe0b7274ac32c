"""What the documents say is there: links, pictures, files, commands, settings; and their examples run."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import bot.cli
from bot import settings
from bot.conversation.commands.registry import COMMANDS
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Command, Outgoing, Person
from bot.conversation.show.rules import entry_title
from bot.conversation.show.topics import TOPICS
from engine.game import GAMES
from storage.open import open_store
from tests.docs.pages import HOW_TO_PLAY, NAMES, ROOT, anchors, blocks, links, spans, structure, text_of
from tests.support.stage import QuickComputer, Stage

ELSEWHERE = {"newbot", "revoke", "setcommands", "setinline", "setjoingroups"}  # said to Telegram's @BotFather
WEB = {"health", "healthz", "metrics"}  # addresses, not commands
REFUSED = ("I don't know", "don't know that command", "Like this")  # how a wrong example is answered


@pytest.mark.parametrize("name", NAMES)
def test_every_link_and_picture_is_there(name: str) -> None:
    for target in links(name):
        if target.startswith(("http:", "https:")):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(str(file.resolve().relative_to(ROOT))), target


def test_every_picture_is_shown_somewhere() -> None:
    shown = {target.rpartition("/")[2] for name in NAMES for target in links(name)}
    assert {path.name for path in (ROOT / "docs" / "images").iterdir()} - shown == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_file_named_exists(name: str) -> None:
    for span in spans(name):
        if re.fullmatch(r"(bot|engine|renderer|storage|tests|docs)/[\w./*-]*", span):
            assert any(ROOT.glob(span.rstrip("/"))), span


@pytest.mark.parametrize("name", NAMES)
async def test_every_command_of_the_chat_is_known(name: str) -> None:
    for span in spans(name):
        match = re.fullmatch(r"/(?:bastide )?([a-z]+)(?:@\w+)?( [^/]*)?", span)
        if not match or match[1] in ELSEWHERE | WEB:
            continue
        assert match[1] in {*COMMANDS, "bastide", "seat"}, span
        if match[1] in ("new", "settings", "rules"):
            stage = Stage()
            stage.person("Anna", admin=True)
            said = (await stage.say("Anna", f"/{match[1]}{match[2] or ''}"))[0].text
            assert not any(words in said for words in REFUSED), (span, said)


@pytest.mark.parametrize("name", HOW_TO_PLAY.values())
def test_how_to_play_tells_of_every_box_and_game(name: str) -> None:
    told = set(spans(name))
    names = {name for name in GAMES if name != "carcassonne"} | {
        box.key for game in GAMES.values() for box in game.boxes
    }
    assert {f"/new {name}" for name in names} - told == set()


@pytest.mark.parametrize("language", HOW_TO_PLAY)
def test_how_to_play_has_the_same_structure_in_every_language(language: str) -> None:
    assert structure(HOW_TO_PLAY[language]) == structure(HOW_TO_PLAY["en"])


@pytest.mark.parametrize("language", HOW_TO_PLAY)
def test_how_to_play_names_every_box_as_the_chat_does(language: str) -> None:
    titles = re.findall(r"^## (.+)$", text_of(HOW_TO_PLAY[language]), re.MULTILINE)
    owners = [owner for owner in TOPICS if owner != "carcassonne"]
    assert titles[2:] == [entry_title(catalogue(language), owner) for owner in owners]


def test_every_field_of_a_message_is_explained() -> None:
    told = {word for span in spans("docs/conversation.md") for word in re.findall(r"\w+", span)}
    assert {field.name for field in dataclasses.fields(Outgoing)} - told == set()


class _Asked(Mapping[str, str]):
    """An empty environment that remembers what it was asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_exists(name: str) -> None:
    asked = _Asked()
    settings.read(asked)
    composed = (ROOT / "docker-compose.yml").read_text("utf-8")
    for span in spans(name):
        for word in re.findall(r"\b(?:DISCORD|TELEGRAM|BASTIDE|REDIS|LOG)_[A-Z_]+\b", span):
            assert word in asked.names or word in composed, span


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bastide", exit_on_error=False)
    commands = parser.add_subparsers(required=True)
    for module in pkgutil.iter_modules(bot.cli.__path__):
        found = importlib.import_module(f"bot.cli.{module.name}")
        if hasattr(found, "add_parser"):
            found.add_parser(commands)
    return parser


def _understood(words: list[str]) -> bool:
    try:
        _parser().parse_args(words)
    except SystemExit as end:
        return not end.code
    except argparse.ArgumentError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_every_command_line_is_understood(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for span in spans(name):
        line = re.sub(r"\w+='[^']*' |[\[\]]", "", span.partition(" #")[0])
        words = re.sub(r"<box>|\.\.\.", "river", line).split()
        if words[:1] == ["bastide"] and len(words) > 1:
            assert _understood(words[1:] if len(words) > 2 else [words[1], "--help"]), span
        elif words[:1] == ["make"]:
            assert set(words[1:]) <= targets, span
        elif words[:2] == ["python", "-m"]:
            assert importlib.util.find_spec(words[2]) is not None, span


EXAMPLES = [(name, code) for name in NAMES for code in blocks(name, "python")]


@pytest.mark.parametrize(("name", "code"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
async def test_every_example_runs(name: str, code: str, tmp_path: Path) -> None:
    store = await open_store(folder=tmp_path, fsync="everysec")
    given = {
        "store": store,
        "command": Command.line(Person("web:anna", "Anna", "en"), "web:tower", 0.0, "/new"),
        "now": 0.0,
        "channel": "web:tower",
        "to": "web:garden",
        "slots": ["lobby.g1"],
        "computer": QuickComputer(),
    }
    compiled = compile(code, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    try:
        result = eval(compiled, given)  # noqa: S307  # our own pages
        if inspect.isawaitable(result):
            await result
    finally:
        await store.close()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2

"""The catalogues: complete where they say so, sound in what they have, a word for all of the engine."""

from __future__ import annotations

import ast
import gettext
import logging
import re
import string
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.conversation.protocol.catalogue import Catalogue, catalogue, language_of
from bot.conversation.show.words import Words
from bot.conversation.table.model import Table
from bot.locales.languages import LANGUAGES, Language, best_language
from engine.events import Event
from engine.game import GAMES, new_game
from engine.ruleset import Expansion
from engine.setup import agree
from engine.tiles import SETS, load
from tests.support.paths import ROOT
from tests.support.voice import COMPLETE

SILENT = {
    "GameStarted",
    "TurnStarted",
    "TileDrawn",
    "FeatureCompleted",
    "GameEnded",
    "Scored",
    "FigureReturned",
}


PAGES = [path for path in (ROOT / "bot/chats/web/static").iterdir() if path.suffix in (".js", ".html")]


def keys() -> set[str]:
    return set(catalogue("en").texts)


def own(language: str) -> dict[str, tuple[str, ...]]:
    """What a catalogue has itself."""
    return catalogue(language).translations[0].forms


def files(language: str) -> list[Path]:
    return sorted((ROOT / "bot" / "locales" / LANGUAGES[language].folder / "LC_MESSAGES").glob("*.po"))


def trees(*folders: str) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield ast.parse(path.read_text("utf-8"))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def members() -> list[Expansion]:
    return [member for game in GAMES.values() for member in (game.base, *game.boxes)]


def option_values(member: Expansion, name: str) -> set[str]:
    return {f"option.{name}.{value}" for value in member.options[name]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(language: str) -> None:
    found = [
        key
        for path in files(language)
        for key in re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(found) == len(set(found))
    assert set(own(language)) <= set(found) <= keys()


@pytest.mark.parametrize("language", COMPLETE)
def test_no_key_of_a_complete_language_is_missing_or_empty(language: str) -> None:
    assert set(own(language)) == keys()
    assert catalogue(language).percent() == 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_all_there(language: str) -> None:
    for key, forms in own(language).items():
        several = len(own("en")[key]) > 1
        assert len(forms) == (get_plural(LANGUAGES[language].locale).num_plurals if several else 1), key
        if several:
            assert "n" in placeholders(forms[0]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_headers_have_the_plural_rule_of_the_language(language: str) -> None:
    rule = catalogue(language).translations[0].plural
    for path in files(language):
        header = read_po(BytesIO(path.read_bytes()))
        written = gettext.c2py(header.plural_expr)
        assert [written(n) for n in range(300)] == [rule(n) for n in range(300)], path
        assert str(header.locale_identifier) == LANGUAGES[language].folder, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_do_not_differ(language: str) -> None:
    english = own("en")
    for key, forms in own(language).items():
        for form in forms:
            assert placeholders(form) == placeholders(english[key][0]), (key, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_is_balanced(language: str) -> None:
    for key, forms in own(language).items():
        for form in forms:
            for tag in ("b", "i", "code"):
                assert form.count(f"<{tag}>") == form.count(f"</{tag}>"), key
            assert form.count('<t id="{at}">') == form.count("</t>"), key  # a time that counts down
            assert not re.search(r"<(?!/?(b|i|code)>|t id=\"\{at\}\">|/t>)", form), key


def test_a_board_has_words_for_every_question() -> None:
    asks = {ask for member in members() for ask in member.asks}
    assert {f"web.ask.{ask}" for ask in asks} <= keys()
    assert {key for key in keys() if key.startswith("web.ask.")} == {f"web.ask.{ask}" for ask in asks}


def test_no_key_is_unused() -> None:
    literal = {
        key for page in PAGES for key in re.findall(r"(?:web|watch)\.[a-z_.]+", page.read_text("utf-8"))
    }
    patterns = [f"{re.escape(key)}\\w+" for key in literal if key.endswith(".")]  # a page adds the rest
    for tree in trees("bot"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literal.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                    for part in node.values
                ]
                if re.match(r"[a-z_]+\\\.", parts[0]):
                    patterns.append("".join(parts))
    families = {
        "word",
        "kind",
        "figure",
        "role",
        "source",
        "box",
        "option",
    }  # looked up by the engine's words
    found = [
        key
        for key in sorted(keys() - literal)
        if key.partition(".")[0] not in families and not any(re.fullmatch(one, key) for one in patterns)
    ]
    assert found == []


# -- everything the engine can say ----------------------------------------------------------------------


def test_every_box_option_and_figure_has_a_word() -> None:
    wanted = {f"game.{game}" for game in GAMES}
    wanted |= {
        f"{family}.{box.key}"
        for game in GAMES.values()
        for box in game.boxes
        for family in ("box", "about_box")
    }
    hidden: set[str] = set()
    for member in members():
        wanted |= {f"option.{name}" for name in member.options if name not in hidden}
        wanted |= {
            key for name in member.options if name not in hidden for key in option_values(member, name)
        }
        wanted |= {f"figure.{name}" for name in member.figures}
        wanted |= {f"kind.{kind}" for kind in member.kinds}
    assert sorted(wanted - keys()) == []


def test_every_mark_on_a_tile_has_a_word() -> None:
    words = set()
    for name in SETS:
        for tile in load(name).tiles:
            words |= tile.symbols | {mark for segment in tile.segments for mark in segment.marks}
            words |= {segment.symbol for segment in tile.segments if segment.symbol}
    words -= {"inner"}
    assert sorted(word for word in words if f"word.{word}" not in keys()) == []


def test_every_decision_has_a_question_and_every_option_a_label() -> None:
    wanted = set()
    for member in members():
        wanted |= {f"ask.{ask}" for ask in member.asks}
        wanted |= {f"choice.{action.verb}" for action in member.handlers}
        wanted |= {f"pass.{ask}" for ask in member.passes}
    assert sorted(wanted - keys()) == []


def test_every_event_has_a_sentence() -> None:
    names = {kind.__name__ for kind in _all_events(Event)} - SILENT
    assert sorted(name for name in names if f"event.{name}" not in keys()) == []


def _all_events(kind: type[Event]) -> Iterator[type[Event]]:
    for child in kind.__subclasses__():
        yield child
        yield from _all_events(child)


def test_every_refusal_has_its_reason() -> None:
    wanted = set()
    for tree in trees("engine"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                family = {"refuse": "refusal", "BadSetup": "setup"}.get(node.func.id)
                if family and isinstance(first, ast.Constant):
                    wanted.add(f"{family}.{first.value}")
    assert len(wanted) > 20
    assert sorted(wanted - keys()) == []


def test_every_refusal_names_only_facts_that_it_has() -> None:
    for tree in trees("engine"):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            family = {"refuse": "refusal", "BadSetup": "setup"}.get(node.func.id)
            first = node.args[0]
            if family and isinstance(first, ast.Constant):
                facts = {keyword.arg for keyword in node.keywords}
                needed = placeholders(catalogue("en").texts[f"{family}.{first.value}"][0])
                assert needed <= facts, (first.value, needed, facts)


def literals(function: str, place: int) -> set[str]:
    """What the engine writes out as this argument wherever it calls this function."""
    return {
        str(node.args[place].value)
        for tree in trees("engine")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function
        and len(node.args) > place
        and isinstance(node.args[place], ast.Constant)
    }


def test_every_item_of_a_score_has_a_word() -> None:
    names = literals("Item", 0)
    assert {"tiles", "shields"} <= names
    assert sorted(name for name in names if f"item.{name}" not in keys()) == []


def test_every_source_of_points_has_a_word() -> None:
    names = literals("award", 3)
    assert {"king", "fairy"} <= names
    places = ("source", "kind", "figure", "word")
    assert sorted(name for name in names if not keys() & {f"{place}.{name}" for place in places}) == []


def test_catalogue_has_no_word_unknown_to_the_engine() -> None:
    engine: set[str] = {"ask", "item", "refusal", "refusal.mismatch", "choice.pass"}
    for member in members():
        engine |= {f"ask.{ask}" for ask in member.asks} | {f"pass.{ask}" for ask in member.passes}
        engine |= {f"{family}.act.{action.verb}" for family in ("ask", "pass") for action in member.handlers}
        engine |= {f"choice.{action.verb}" for action in member.handlers}
        engine |= {f"way.{action.verb}" for action in member.handlers}
        engine |= {f"option.{name}" for name in (*member.options, "aids", "rated", "emoji")}
        engine |= {key for name in member.options for key in option_values(member, name)}
        engine |= {f"figure.{name}" for name in member.figures}
    engine |= {f"box.{box.key}" for game in GAMES.values() for box in game.boxes}
    engine |= {f"event.{kind.__name__}" for kind in _all_events(Event)} | {"event.FigurePlaced.other"}
    texts = {
        str(node.value)
        for tree in trees("engine")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    for family in ("refusal", "setup", "item", "source", "event.FigureReturned", "kind", "role"):
        engine |= {f"{family}.{text}" for text in texts}
    engine |= {
        f"kind.{segment.kind}" for name in SETS for tile in load(name).tiles for segment in tile.segments
    }
    engine |= {
        f"role.{segment.kind}" for name in SETS for tile in load(name).tiles for segment in tile.segments
    }
    families = (
        "ask",
        "refusal",
        "choice",
        "pass",
        "way",
        "option",
        "figure",
        "box",
        "event",
        "setup",
        "item.",
    )
    families += ("source", "kind", "role")
    spare = [key for key in keys() if key.partition(".")[0] in families and key not in engine]
    assert sorted(spare) == []


# -- how a text is found ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 1, "1 point"),
        ("en", 2, "2 points"),
        ("ru", 1, "1 очко"),
        ("ru", 3, "3 очка"),
        ("ru", 11, "11 очков"),
        ("ru", 21, "21 очко"),
        ("bg", 1, "1 точка"),
        ("bg", 5, "5 точки"),
        ("ru", -2, "-2 очка"),
    ],
)
def test_plurals(language: str, n: int, text: str) -> None:
    assert catalogue(language).text("points", n=n) == text


def test_the_first_language_that_we_speak() -> None:
    assert language_of("xy", "bg-BG") == "bg"
    assert language_of("", "RU_ru") == "ru"
    assert language_of("xy") == language_of() == language_of("*", "ru!") == "en"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("pt", "pt-BR"),  # the likeliest region
        ("pt-PT", "pt-PT"),
        ("pt-AO", "pt-PT"),  # another region is read, too: the first of them
        ("zh", "zh-Hans"),
        ("zh_CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("ZH-hans-cn", "zh-Hans"),
        ("zh-TW", "en"),  # another script is not
        ("zh-Hant-HK", "en"),
        ("es-419", "es"),
        ("en-GB", "en"),
    ],
)
def test_a_region_may_differ_and_a_script_may_not(
    wanted: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tag in ("pt-PT", "pt-BR", "zh-Hans", "es"):
        monkeypatch.setitem(LANGUAGES, tag, Language(tag, tag))
    best_language.cache_clear()
    try:
        assert language_of(wanted) == found
    finally:
        best_language.cache_clear()


# -- what is missing -------------------------------------------------------------------------------------


def spoilt(language: str, **forms: tuple[str, ...]) -> Catalogue:
    """A catalogue with other forms of some texts; without any, the text is missing."""
    translation, english = catalogue(language).translations
    left = {key: found for key, found in (translation.forms | forms).items() if found}
    return Catalogue(replace(translation, forms=left), english)


def test_a_missing_text_is_shown_in_english_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    texts = spoilt("bg", points=())
    with caplog.at_level(logging.INFO):
        assert [texts.text("points", n=n) for n in (1, 5)] == ["1 point", "5 points"]
    assert texts.has("points")
    assert texts.label("box.river") == catalogue("bg").label("box.river")
    assert [line for line in caplog.messages if "points" in line] == ["text_missing language=bg key=points"]


@pytest.mark.parametrize("forms", [("{wrong}",) * 3, ("{", "{", "{"), ("{0}",), ("{n} очко", "{n} очка")])
def test_a_text_with_unknown_values_or_too_few_forms_is_shown_in_english(forms: tuple[str, ...]) -> None:
    assert spoilt("ru", points=forms).text("points", n=5) == "5 points"


def test_a_text_that_english_lacks_is_shown_by_its_name_and_fails_a_test(unknown_texts: list[str]) -> None:
    texts = catalogue("bg")
    assert texts.text("refusal.no_such_moon", player="Anna", n=3) == "no such moon Anna 3"
    assert texts.first(("ask.moon", "ask.act.moon")) == "moon"
    assert unknown_texts == ["text_unknown key=refusal.no_such_moon", "text_unknown key=ask.act.moon"]
    unknown_texts.clear()  # each of them would have failed this test


@pytest.mark.parametrize("language", ["ru", "bg"])
@pytest.mark.parametrize("game", GAMES)
def test_every_tile_and_figure_has_words_of_the_language(game: str, language: str) -> None:
    boxes = tuple(box.key for box in GAMES[game].boxes)
    options = {"river_with_carcassonne": "allowed"} if "river" in boxes else {}
    state = new_game(agree(2, boxes, options, game=game, seed="words")).state
    words = Words(catalogue(language), Table("g", state.rules.setup, "", language, ()))
    for tile in state.rules.shapes:
        described = words.tile(state, tile)
        assert not any(letter in string.ascii_letters for letter in described), described
        kinds = {segment.kind for segment in state.rules.tile(tile).segments} - {"field", "meadow"}
        assert all(words.word(kind, "kind") in described for kind in kinds), described
    for figure in state.rules.figures:
        refused = words.facts(state, {"figure": figure, "kind": "river"})
        assert refused == {"figure": words.word(figure, "figure"), "kind": words.word("river", "kind")}

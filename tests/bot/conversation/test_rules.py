"""`/rules`: what a table plays, every topic in three languages, and the names by which it is found."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, Catalogue, catalogue
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show.rules import (
    ALL_OPTIONS,
    MOST,
    entry_title,
    find,
    option_words,
    overview,
    owner_title,
    told,
    topic_title,
)
from bot.conversation.show.topics import (
    BOOKS,
    DEFAULTS,
    ONLY_IF,
    ONLY_WITH,
    OPTIONS,
    OWNERS,
    TOPICS,
    TableRules,
)
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from tests.support.stage import CHANNEL, Stage

VALUES = {
    name: values
    for game in GAMES.values()
    for member in (game.base, *game.boxes)
    for name, values in member.options.items()
    if name in DEFAULTS
}
CODES = re.compile(r"\b[A-Z]+-\d+\b|\b[a-z]+_[a-z_]+\b|\bO\d+\b")
HILL = "over_hill_and_dale"


def words(messages: list[Outgoing]) -> str:
    return markup.plain("\n".join(message.text for message in messages))


def text_of(language: str, topic: str, **options: str) -> str:
    """A topic at a table with every box and these options."""
    table = TableRules(BOOKS.owners, {**DEFAULTS, **options})
    return markup.plain("\n".join(told(catalogue(language), (topic,), table)))


# -- the tables of topics -------------------------------------------------------------------------------


def test_every_game_and_box_has_topics() -> None:
    owners = {*GAMES, *(box.key for game in GAMES.values() for box in game.boxes)}
    assert set(TOPICS) == owners
    assert all(TOPICS.values())


def test_every_option_is_described_by_a_topic() -> None:
    assert {name for names in OPTIONS.values() for name in names} == set(DEFAULTS)
    assert set(ONLY_WITH) <= set(DEFAULTS)
    assert all(value in VALUES[option] for option, value in ONLY_IF.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_option_and_edition_has_its_texts(language: str) -> None:
    texts = catalogue(language)
    wanted = {f"rules.title.{topic}" for topic in (*OWNERS, ALL_OPTIONS)}
    wanted |= {f"rules.text.{topic}" for topic in OWNERS}
    for option, values in VALUES.items():
        wanted |= {f"rules.option.{option}.{value}" for value in values}
        wanted |= {f"option.{option}.{value}" for value in values} | {f"option.{option}"}
    for edition in ("newest", "older", "mixed"):
        wanted |= {f"rules.edition.{edition}", f"rules.edition_name.{edition}"}
    assert {key for key in wanted if not texts.has(key)} == set()
    named = tuple(f"rules.{family}." for family in ("title", "text", "option", "edition", "edition_name"))
    assert {key for key in texts.texts if key.startswith(named)} - wanted == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_rules_has_a_code(language: str) -> None:
    texts = catalogue(language)
    told_here = {key: forms[0] for key, forms in texts.texts.items() if key.startswith(("rules.", "option."))}
    shown = {key: re.sub(r"<code>.*?</code>|\{\w+\}", "", text) for key, text in told_here.items()}
    assert {key: text for key, text in shown.items() if CODES.search(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_fits_every_chat(language: str) -> None:
    texts = catalogue(language)
    for pick in (0, -1):
        table = TableRules(BOOKS.owners, {name: values[pick] for name, values in VALUES.items()})
        for name in (*TOPICS.values(), (ALL_OPTIONS,)):
            for message in told(texts, name, table):
                assert len(markup.plain(message)) <= MOST, name
        assert len(markup.plain(overview(texts, table))) <= 2 * MOST
    assert len(markup.plain(overview(texts, None))) <= MOST


# -- what a table plays ---------------------------------------------------------------------------------


def listed(texts: Catalogue, text: str) -> tuple[set[str], set[str]]:
    """The boxes and the changed options that an overview names, in words."""
    lines = markup.plain(text).splitlines()
    boxes, changed = (
        markup.plain(texts.text(key, **{name: "|"})).partition("|")[0]
        for key, name in (("rules.boxes", "boxes"), ("rules.changed", "options"))
    )
    found = [line.removeprefix(boxes) for line in lines if line.startswith(boxes)]
    names = {re.sub(r", .*| \(.*", "", name) for line in found for name in line.split(" · ")}
    options = [line.removeprefix(changed) for line in lines if line.startswith(changed)]
    return names, {option for line in options for option in line.split(" · ")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_table_names_exactly_its_boxes_and_changed_options(preset: str, language: str) -> None:
    stage, texts = Stage(language=language), catalogue(language)
    await stage.open("Anna", "Boris", wishes=preset)
    (answer,) = await stage.say("Boris", "/rules")
    boxes, options = listed(texts, answer.text)
    assert boxes == {owner_title(texts, box) for box in PRESETS[preset].boxes} or (
        boxes == {texts.text("rules.no_boxes")} and not PRESETS[preset].boxes
    )
    assert options == {option_words(texts, *option) for option in PRESETS[preset].options}
    by_the_book = texts.text("rules.by_the_book") in answer.text
    assert by_the_book == (not PRESETS[preset].options)


MATTER = {  # the options that change something at a table of a preset
    "newest": "farmers tie_break",
    "wcc": "farmers tie_break",
    "first_game": "farmers tie_break",
    "pd_classic": "farmers tie_break princess princess_blocks_fairy fairy_attach fairy_final_bonus",
    "big_box": "farmers tie_break river_uturn inn_cathedral_final builder_double_turn",
    "royal_gift": "farmers tie_break princess princess_blocks_fairy fairy_attach fairy_final_bonus"
    " carcassonne_start"
    " carcassonne_border count_moves_to_empty count_fairy_points_block count_final_quarters"
    " ordinary_tiles bridge_isolated bridge_only_tile bazaar_mode bazaar_turns bazaar_unplaceable",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
async def test_the_list_of_options_names_exactly_those_that_matter(preset: str, language: str) -> None:
    stage, texts = Stage(language=language), catalogue(language)
    await stage.open("Anna", "Boris", wishes=preset)
    (answer,) = await stage.say("Boris", "/rules options")
    options = {**DEFAULTS, **dict(PRESETS[preset].options)}
    wanted = {option_words(texts, name, options[name]) for name in MATTER[preset].split()}
    assert set(markup.plain(answer.text).splitlines()[1:]) == wanted


async def test_options_without_effect_are_not_listed() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="count carcassonne_start=plain")
    text = words(await stage.say("Anna", "/rules options"))
    assert "City of Carcassonne: just a big start" in text
    assert "quarter" not in text.lower()
    assert "Count and quarters" not in words(await stage.say("Anna", "/rules count"))


async def test_a_table_of_the_older_edition_tells_its_princess_and_fairy() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="pd_classic")
    assert "older edition" in words(await stage.say("Anna", "/rules"))
    assert "you must send one away" in words(await stage.say("Anna", "/rules princess"))
    assert "may still move the fairy" in words(await stage.say("Anna", "/rules princess"))
    assert "She's with the tile" in words(await stage.say("Anna", "/rules fairy"))
    assert "plays the older edition" in words(await stage.say("Anna", "/rules two editions"))
    elsewhere = words(await stage.say("Anna", "/rules Princess & Dragon", "web:elsewhere"))
    assert "It's up to you" in elsewhere
    assert "She's with that one meeple" in elsewhere
    assert "This table" not in elsewhere


async def test_mixed_editions_are_called_so() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="princess_dragon princess=must")
    assert "both editions mixed" in words(await stage.say("Anna", "/rules"))


async def test_rules_describe_a_table_that_has_not_started() -> None:
    stage = Stage()
    await stage.say("Anna", "/new abbot farmers=off")
    (answer,) = await stage.say("Anna", "/rules")
    assert listed(catalogue("en"), answer.text) == ({"Abbot"}, {"Farmers: no"})
    assert "Fields and farmers" not in answer.text


async def test_topic_that_is_not_in_play_is_shown_and_marked() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes="farmers=off")
    for topic in ("castle", "field"):
        assert "This table plays without it" in words(await stage.say("Anna", f"/rules {topic}"))
    assert "plays without it" not in words(await stage.say("Anna", "/rules castle", "web:elsewhere"))
    assert "plays without farmers" in words(await stage.say("Anna", "/rules figure"))


async def test_the_second_game_tells_its_own_topics() -> None:
    stage = Stage()
    await stage.open("Anna", "Boris", wishes=HILL)
    (answer,) = await stage.say("Anna", "/rules")
    titles = {topic_title(catalogue("en"), topic) for topic in (*TOPICS[HILL], ALL_OPTIONS)}
    assert {choice.label for choice in answer.choices} == titles
    assert "Expansions" not in answer.text
    assert "each set of five" in words(await stage.say("Anna", "/rules end"))


# -- finding a topic ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_table_everything_is_listed_by_box(language: str) -> None:
    stage, texts = Stage(language=language), catalogue(language)
    (answer,) = await stage.say("Anna", "/rules")
    text = markup.plain(answer.text)
    assert all(markup.plain(owner_title(texts, owner)) in text for owner in TOPICS)
    assert [choice.label for choice in answer.choices] == [entry_title(texts, owner) for owner in TOPICS]
    for choice in answer.choices:
        assert not (await stage.press("Anna", choice.token))[0].choices


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("owner", TOPICS)
async def test_every_box_is_found_by_its_name_in_any_language(owner: str, language: str) -> None:
    stage = Stage()
    await stage.open("Anna", "Boris")
    name = entry_title(catalogue(language), owner)
    wanted = words(await stage.say("Anna", f"/rules {owner}"))
    for wish in (name, name.upper(), name.replace("ё", "е")):
        assert words(await stage.say("Anna", f"/rules {wish}")) == wanted
    for topic in TOPICS[owner]:
        title = topic_title(catalogue("en"), topic)
        assert title in wanted or owner == "carcassonne"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_found_by_its_title(language: str) -> None:
    for topic, owner in OWNERS.items():
        found = find(topic_title(catalogue(language), topic), None)
        assert found in ((topic,), TOPICS[owner]), topic
        assert topic in found


def test_no_two_entries_of_a_list_have_the_same_name() -> None:
    for language in LANGUAGES:
        for first, second in combinations(OWNERS, 2):
            texts = catalogue(language)
            assert topic_title(texts, first) != topic_title(texts, second)


@pytest.mark.parametrize(
    ("wish", "topics"),
    [
        ("drag", ("dragon",)),
        ("принцесса дракон", TOPICS["princess_dragon"]),
        ("кресть", ("field",)),
        ("граф", ("count",)),
        ("quantum", ()),
        ("!?", ()),
    ],
)
def test_names_may_be_shortened(wish: str, topics: tuple[str, ...]) -> None:
    assert find(wish, None) == topics


async def test_an_unknown_topic_is_answered_with_the_list() -> None:
    stage = Stage()
    (answer,) = await stage.say("Anna", "/rules <b>quantum")
    assert "“<b>quantum”" in markup.plain(answer.text)
    assert answer.choices


async def test_buttons_of_old_lists_still_tell_their_topic() -> None:
    stage = Stage()
    old = "turn tile figure majority road city monastery field end river abbot king cult count dragon fairy"
    for topic in (
        *old.split(),
        "princess",
        "portal",
        "bridge",
        "castle",
        "bazaar",
        "trail",
        "crop",
        "stable",
    ):
        answers = await stage.press("Anna", f"me:0:!rules.{topic}", channel=CHANNEL)
        assert not answers[0].choices, topic


# -- complete -------------------------------------------------------------------------------------------

MENTIONED = {  # topic: what it must mention, in English, Russian and Bulgarian
    "river2": [("fork", "развилк", "разклонение"), ("two branches", "два рукава", "два ръкава")],
    "dragon": [
        ("before anything is scored", "до подсчёта", "преди оценяването"),
        ("set aside", "откладывают", "настрана"),
        ("dead end", "тупике", "задънена"),
    ],
    "abbot": [("only the abbot takes a garden", "только аббат", "само абатът")],
    "cult": [
        ("one tile completes both, both score", "завершил оба, по 9", "завърши и двете, и двете вземат")
    ],
    "count": [
        (
            "market empties even if the count is there",
            "рынок пустеет, даже если там граф",
            "пазарът се изпразва дори",
        )
    ],
    "fortress": [("For fields Carcassonne counts", "Для полей Каркассон", "За поляните Каркасон")],
    "bazaar": [
        ("With no higher bid", "Если никто не повысил", "Ако никой не е наддал"),
        ("last tile is free", "Последний квадрат достаётся бесплатно", "Последната плочка е безплатна"),
        ("opens no new one", "нового базара не открывает", "не открива нов базар"),
    ],
    "hill": [("two stables", "два хлева", "два обора"), ("journey", "путешествие", "пътешествие")],
    "crop": [("share the tokens", "жетоны они делят", "жетоните си ги делят")],
    "hill_end": [
        ("last tile", "последний квадрат", "последната плочка"),
        ("set of five", "набор из пяти", "комплект от пет"),
    ],
    "inn": [
        ("2 points per tile", "по 2 очка за квадрат", "по 2 точки за плочка"),
        ("gives nothing", "не приносят ничего", "не носят нищо"),
    ],
    "cathedral": [
        ("3 points per tile", "по 3 очка за квадрат", "по 3 точки за плочка"),
        ("gives nothing", "не приносят ничего", "не носят нищо"),
    ],
    "large": [("counts as two", "за двоих", "за двама")],
    "goods": [("10 points", "10 очков", "10 точки")],
    "builder": [("second tile", "ещё один квадрат", "втора плочка")],
    "pig": [("4 points instead of 3", "4 очка вместо 3", "4 точки вместо 3")],
    "tower": [
        ("nine, seven, six and five", "девять, семь, шесть и пять", "девет, седем, шест и пет"),
        ("before anything is scored", "до подсчёта очков", "преди оценяването"),
    ],
    "prisoner": [("one for one", "одного на одного", "един за един"), ("3 points", "3 очка", "3 точки")],
}


@pytest.mark.parametrize("topic", MENTIONED)
def test_a_topic_mentions_what_players_ask_about(topic: str) -> None:
    for phrases in MENTIONED[topic]:
        for language, phrase in zip(("en", "ru", "bg"), phrases, strict=True):
            assert phrase in text_of(language, topic), (topic, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", VALUES)
def test_a_topic_tells_the_value_in_force(option: str, language: str) -> None:
    topic = next(topic for topic, names in OPTIONS.items() if option in names)
    told_values = {text_of(language, topic, **{option: value}) for value in VALUES[option]}
    assert len(told_values) == len(VALUES[option])

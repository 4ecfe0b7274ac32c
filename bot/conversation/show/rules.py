"""The rules in words: what a table plays, and each topic as it is played there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from bot.conversation.protocol.catalogue import Catalogue, catalogue
from bot.conversation.protocol.formats import listed
from bot.conversation.protocol.markup import plain
from bot.conversation.protocol.messages import Choice
from bot.conversation.protocol.tokens import NO_GAME, command
from bot.conversation.show.topics import BOOKS, OWNERS, TOPICS, TableRules
from bot.locales.languages import LANGUAGES
from engine.game import GAMES

ALL_OPTIONS = "options"  # the list of all options, asked for like a topic
MOST = 1900  # characters of a message: Discord takes 2000 with its markup

Names = tuple[str, ...]  # words of a name, or topics


def option_words(texts: Catalogue, name: str, value: str) -> str:
    """An option and its value: "Fairy after princess: allowed"."""
    return f"{texts.text(f'option.{name}')}: {texts.text(f'option.{name}.{value}')}"


def owner_title(texts: Catalogue, owner: str) -> str:
    """The name of a game or box."""
    return texts.text(f"game.{owner}" if owner in GAMES else f"box.{owner}")


def topic_title(texts: Catalogue, topic: str) -> str:
    """The title of a topic."""
    return texts.text(f"rules.title.{topic}")


# -- finding a topic ------------------------------------------------------------------------------------


def find(name: str, table: TableRules | None) -> Names:
    """The topics that a name in any language stands for; those in play at the table come first.

    A name may be shortened: every word begins a word of it. Without exactly one answer, nothing is found.
    """
    words = _words(name)
    exact = {topics for known, topics in _named() if known == words}
    close = {topics for known, topics in _named() if _begins(words, known)}
    for found in (_played(exact, table), _played(close, table), exact, close):
        narrow = [topics for topics in found if not any(set(other) < set(topics) for other in found)]
        if len(narrow) == 1:
            return narrow[0]
    return ()


def _played(found: set[Names], table: TableRules | None) -> set[Names]:
    return {topics for topics in found if table and any(_is_here(topic, table) for topic in topics)}


def _is_here(topic: str, table: TableRules) -> bool:
    return topic == ALL_OPTIONS or table.plays(topic)


def _words(name: str) -> Names:
    return tuple(re.findall(r"[^\W_]+", name.casefold().replace("ё", "е")))


def _begins(typed: Names, name: Names) -> bool:
    return all(any(word.startswith(part) for word in name) for part in typed)


@cache
def _named() -> tuple[tuple[Names, Names], ...]:
    """Every name of a topic, box or game in words, with the topics that it stands for."""
    spoken = [catalogue(language) for language in LANGUAGES]
    found: dict[Names, Names] = {}
    for topic in (ALL_OPTIONS, *OWNERS):
        names = (topic, *(plain(topic_title(texts, topic)) for texts in spoken))
        found |= {_words(name): (topic,) for name in names}
    for owner, topics in TOPICS.items():
        names = (owner, *(plain(owner_title(texts, owner)) for texts in spoken))
        found |= {_words(name): topics for name in names}
    return tuple(found.items())


# -- telling it -----------------------------------------------------------------------------------------


def told(texts: Catalogue, topics: Names, table: TableRules | None) -> list[str]:
    """Topics as a table plays them, in messages that fit every chat."""
    here = [topic for topic in topics if table and _is_here(topic, table)]
    return _packed(_told(texts, topic, table) for topic in here or topics)


def _told(texts: Catalogue, topic: str, table: TableRules | None) -> str:
    heading = f"<b>{topic_title(texts, topic)}</b>"
    if topic == ALL_OPTIONS:
        return "\n".join([heading, *_options(texts, table or BOOKS)])
    rules = table if table and table.plays(topic) else BOOKS
    lines = [heading, texts.text(f"rules.text.{topic}")]
    lines += [texts.text(f"rules.option.{name}.{rules.options[name]}") for name in rules.options_of(topic)]
    if table and topic == "editions":
        lines.append(texts.text(f"rules.edition.{rules.edition}"))
    if table and rules is BOOKS:
        lines.append(texts.text("rules.not_here"))
    return "\n".join(lines)


def _options(texts: Catalogue, rules: TableRules) -> list[str]:
    return [option_words(texts, name, rules.options[name]) for name in rules.all_options()]


def _packed(parts: Iterable[str]) -> list[str]:
    messages: list[str] = []
    for part in parts:
        if messages and len(plain(messages[-1])) + len(plain(part)) < MOST:
            messages[-1] += f"\n\n{part}"
        else:
            messages.append(part)
    return messages


# -- the list -------------------------------------------------------------------------------------------


def overview(texts: Catalogue, table: TableRules | None) -> str:
    """What a table plays, and its topics; without a table, everything that can be asked for."""
    rules = table or BOOKS
    lines = [texts.text("rules.here" if table else "rules.everything")]
    for game in (name for name in GAMES if name in rules.owners):
        titles = listed(texts, [topic_title(texts, topic) for topic in rules.topics(game)])
        lines.append(f"<b>{owner_title(texts, game)}</b>: {titles}")
        boxes = [_box(texts, box, table) for box in rules.owners if box in _boxes(game)]
        if _boxes(game):
            lines.append(texts.text("rules.boxes", boxes=" · ".join(boxes) or texts.text("rules.no_boxes")))
    if table:
        lines.append(_changed(texts, table))
    return "\n".join([*lines, texts.text("rules.ask")])


def _boxes(game: str) -> set[str]:
    return {box.key for box in GAMES[game].boxes}


def _box(texts: Catalogue, box: str, table: TableRules | None) -> str:
    name = owner_title(texts, box)
    if table and box == "princess_dragon":
        name += f", {texts.text(f'rules.edition_name.{table.edition}')}"
    topics = (table or BOOKS).topics(box)
    return f"{name} ({', '.join(topic_title(texts, topic) for topic in topics)})" if topics[1:] else name


def _changed(texts: Catalogue, table: TableRules) -> str:
    names = table.changed_options()
    if not names:
        return texts.text("rules.by_the_book")
    changed = " · ".join(option_words(texts, name, table.options[name]) for name in names)
    return texts.text("rules.changed", options=changed)


def entries(table: TableRules | None) -> list[str]:
    """What can be asked for: games and boxes; at a table the topics of its game, its boxes, the options."""
    if table is None:
        return list(TOPICS)
    game, *boxes = table.owners
    return [*table.topics(game), *boxes, ALL_OPTIONS]


def entry_title(texts: Catalogue, entry: str) -> str:
    """The label of something that can be asked for."""
    return plain(owner_title(texts, entry) if entry in TOPICS else topic_title(texts, entry))


def choices(texts: Catalogue, table: TableRules | None) -> tuple[Choice, ...]:
    """A choice for everything that can be asked for."""
    menu = texts.label("menu.topics")
    return tuple(
        Choice(entry_title(texts, entry), command(NO_GAME, 0, "rules", entry), menu=menu)
        for entry in entries(table)
    )

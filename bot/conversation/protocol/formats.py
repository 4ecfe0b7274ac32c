"""Dates, numbers and lists as each language writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.conversation.protocol.catalogue import Catalogue
from bot.conversation.protocol.polyglot import spoken


def day(texts: Catalogue, when: date) -> str:
    """A date with its year: "19 Nov 2026"."""
    return texts.in_each(lambda one: format_date(when, "medium", one.locale))


def day_and_month(texts: Catalogue, when: date) -> str:
    """A day of this year: "19 November"."""
    return texts.in_each(lambda one: format_skeleton("MMMMd", when, locale=one.locale))


def month(texts: Catalogue, when: date) -> str:
    """A month: "November 2026"."""
    return texts.in_each(lambda one: format_skeleton("yMMMM", when, locale=one.locale))


def day_and_time(texts: Catalogue, when: datetime) -> str:
    """A time of this year: "19 Nov, 18:05"."""
    return texts.in_each(lambda one: _day_and_time(one, when))


def _day_and_time(texts: Catalogue, when: datetime) -> str:
    day, time = (format_skeleton(part, when, locale=texts.locale) for part in ("MMMd", "Hm"))
    return str(texts.locale.datetime_formats["medium"]).format(time, day)


def tenths(texts: Catalogue, number: float) -> str:
    """A difference with one decimal: "+1.5"."""
    return texts.in_each(lambda one: format_decimal(number, "+0.0;−0.0", one.locale))


def percent(texts: Catalogue, number: int) -> str:
    """A share: "48%"."""
    return texts.in_each(lambda one: format_percent(number / 100, locale=one.locale))


def listed(texts: Catalogue, parts: Iterable[str]) -> str:
    """Things in a row: "Anna, Boris, Clara"."""
    found = list(parts)
    return texts.in_each(lambda one: _comma(one).join(_read(one, found)))


def _comma(texts: Catalogue) -> str:
    return str(texts.locale.list_patterns["standard"]["middle"]).format("", "")


def together(texts: Catalogue, parts: Sequence[str]) -> str:
    """Things as one phrase: "Anna, Boris and Clara"."""
    return texts.in_each(lambda one: format_list(_read(one, parts), locale=one.locale))


def _read(texts: Catalogue, parts: Sequence[str]) -> list[str]:
    return [spoken(part, texts.language) for part in parts]

"""A form: several questions in one window, for platforms that have windows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormOption:
    """One answer to a question; `word` is sent if it is chosen."""

    label: str
    word: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class FormField:
    """A question with at most ten answers, of which one or any number is chosen."""

    label: str
    options: tuple[FormOption, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A window. Who sends it presses `token`, with the words of all chosen options as text."""

    title: str
    token: str
    fields: tuple[FormField, ...]

"""How choices look on Telegram: rows of buttons; several menus are folded, each behind a button of its own.

What a button carries is `[limits~]token[@topic]`, or `>menu.page` to unfold a menu: within 64 bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from bot.chats.telegram.html import length, short
from bot.conversation.protocol.messages import Choice, buttons_of

MOST_BYTES = 64
MOST_BUTTONS = 96  # of 100, to leave room for leafing
IN_A_ROW = 8
ROW_LENGTH = 45  # characters that fit side by side on a phone
PADDING = 1  # what a button needs around its label, in characters
LABEL = 60
SHARE = "share:"  # begins what a button carries that asks for a chat and offers a card there
DISMISS = "<"  # what a button carries that takes an ephemeral message away
OPEN, BACK, EARLIER, LATER, TICK = "▸", "◂", "‹", "›", "✓"
_DATA = re.compile(r"(?:(\d{1,6})-(\d{1,6})~)?([\w.:=!+-]{1,64})(?:@(\d{1,19}))?", re.ASCII)
_FOLD = re.compile(r">(\d{1,2})\.(\d{1,2})(?:@(\d{1,19}))?", re.ASCII)

STYLES = frozenset(["primary", "success", "danger"])  # colours; every other button has the app's own


class Labelled(NamedTuple):
    """A label, what the button carries or the address that it opens, and its colour."""

    label: str
    data: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button carried: a token, with limits if it asks for a number."""

    token: str
    limits: tuple[int, int] | None = None
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class Unfold:
    """A press that asks for a page of a menu; menu 0: fold all menus."""

    menu: int
    page: int
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A press that takes an ephemeral message away."""

    topic: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that may be pressed under one message: rows of buttons, and folded menus."""

    rows: tuple[tuple[Labelled, ...], ...] = ()
    menus: tuple[tuple[str, tuple[Labelled, ...]], ...] = ()


def data_of(choice: Choice, topic: int | None) -> str:
    """What the button of a choice carries; raises ValueError if that does not fit."""
    data = choice.token
    if choice.amount is not None:
        data = f"{choice.amount.least}-{choice.amount.most}~{data}"
    if topic is not None and len(f"{data}@{topic}".encode()) <= MOST_BYTES:
        data = f"{data}@{topic}"
    if not 1 <= len(data.encode()) <= MOST_BYTES:
        raise ValueError(f"does not fit on a button: {data!r}")
    return data


def read_data(data: str) -> Pressed | Unfold | Dismiss | None:
    """What was pressed, or None if it is nothing of ours."""
    if data.partition("@")[0] == DISMISS:
        return Dismiss()
    if fold := _FOLD.fullmatch(data):
        return Unfold(int(fold[1]), int(fold[2]), int(fold[3]) if fold[3] else None)
    match = _DATA.fullmatch(data)
    if match is None:
        return None
    limits = (int(match[1]), int(match[2])) if match[1] else None
    return Pressed(match[3], limits, int(match[4]) if match[4] else None)


def sheet(choices: Sequence[Choice], topic: int | None = None) -> Sheet:
    """The choices of a message, arranged."""
    choices = buttons_of(choices)
    rows: dict[int, list[Labelled]] = {}
    menus: dict[str, list[Labelled]] = {}
    for choice in choices:
        style = choice.style if choice.style in STYLES else ""
        button = Labelled(short(choice.label, LABEL), choice.address or data_of(choice, topic), style)
        if choice.menu:
            menus.setdefault(choice.menu, []).append(button)
        else:
            rows.setdefault(choice.row, []).append(button)
    if len(menus) == 1 and len(choices) <= MOST_BUTTONS:  # a single menu needs no folding
        (only,) = menus.values()
        first = min((choice.row for choice in choices if choice.menu), default=0)
        rows.setdefault(first, []).extend(only)
        menus = {}
    wrapped = tuple(line for row in sorted(rows) for line in _wrapped(rows[row]))
    return Sheet(wrapped, tuple((name, tuple(found)) for name, found in menus.items()))


def keyboard(arranged: Sheet, topic: int | None = None, menu: int = 0, page: int = 0) -> InlineKeyboardMarkup:
    """The keyboard of a message, all menus folded or one of them unfolded."""
    mark = "" if topic is None else f"@{topic}"
    if not 0 < menu <= len(arranged.menus):
        folded = [
            Labelled(f"{short(name, LABEL)} {OPEN}", f">{number}.0{mark}")
            for number, (name, _) in enumerate(arranged.menus, start=1)
        ]
        return _markup([*arranged.rows, *_wrapped(folded)])
    name, found = arranged.menus[menu - 1]
    pages = -(-len(found) // MOST_BUTTONS)
    page = min(page, pages - 1)
    turning = [Labelled(f"{BACK} {short(name, LABEL)}", f">0.0{mark}")]
    if page > 0:
        turning.append(Labelled(EARLIER, f">{menu}.{page - 1}{mark}"))
    if page < pages - 1:
        turning.append(Labelled(LATER, f">{menu}.{page + 1}{mark}"))
    return _markup([*_wrapped(found[page * MOST_BUTTONS : (page + 1) * MOST_BUTTONS]), tuple(turning)])


def _wrapped(buttons: Sequence[Labelled]) -> list[tuple[Labelled, ...]]:
    """Buttons in rows that fit on a phone, of even width where there are many."""
    widest = max((length(button.label) for button in buttons), default=0) + PADDING
    columns = max(1, min(IN_A_ROW, ROW_LENGTH // max(widest, ROW_LENGTH // IN_A_ROW)))
    return [tuple(buttons[start : start + columns]) for start in range(0, len(buttons), columns)]


def disabled(shown: Mapping[str, Any], pressed: str) -> InlineKeyboardMarkup:
    """The buttons of a message, which do nothing any more; a tick is on the pressed one (Bot API 10.3)."""
    rows = [[_retired(button, pressed) for button in row] for row in shown["inline_keyboard"]]
    return InlineKeyboardMarkup(rows)


def _retired(button: Mapping[str, Any], pressed: str) -> InlineKeyboardButton:
    text = button["text"]
    tick = f"{TICK} " if button.get("callback_data") == pressed and not text.startswith(TICK) else ""
    return InlineKeyboardButton(f"{tick}{text}", api_kwargs={"disabled": {}})


def _markup(rows: Sequence[Sequence[Labelled]]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in rows if row])


def _button(button: Labelled) -> InlineKeyboardButton:
    """A button that is a choice, a link within Telegram, the live board in private, or a card to share."""
    label, data, style = button
    if data.startswith(SHARE):
        return InlineKeyboardButton(label, switch_inline_query=data.removeprefix(SHARE))
    if data.startswith("https://t.me/"):
        return InlineKeyboardButton(label, url=data)
    if data.startswith("https://"):
        return InlineKeyboardButton(label, web_app=WebAppInfo(data))
    return InlineKeyboardButton(label, callback_data=data, style=style or None)

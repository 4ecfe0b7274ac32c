"""Keyboards of the stand-in: what Telegram takes under a message, and what an old server makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.telegram.checks import DATA, Violation
from tests.support.telegram.refusals import Refusal

BUTTONS, IN_A_ROW = 100, 8
LOOKS = ("text", "icon_custom_emoji_id", "style")  # what is no type of a button
STYLES = ("danger", "success", "primary")
Keyboard = Mapping[str, Any]


def understood(markup: Keyboard | None, *, modern: bool) -> dict[str, Any] | None:
    """A keyboard as the server keeps it; an old one knows no colours and no disabled buttons."""
    if not markup or "inline_keyboard" not in markup:
        return dict(markup) if markup else None
    rows = markup["inline_keyboard"]
    if any(not 1 <= len(row) <= IN_A_ROW for row in rows) or sum(map(len, rows)) > BUTTONS:
        raise Violation(f"rows of {[len(row) for row in rows]} buttons")
    return {"inline_keyboard": [[_button(button, modern=modern) for button in row] for row in rows]}


def _button(button: Keyboard, *, modern: bool) -> dict[str, Any]:
    if "disabled" in button and not modern:
        raise Refusal(400, "Bad Request: Text buttons are unallowed in the inline keyboard")
    if not button["text"] or len(set(button).difference(LOOKS)) != 1:
        raise Violation(f"a button of no type, or of several: {button}")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= DATA:
        raise Violation(f"BUTTON_DATA_INVALID: {button}")
    if button.get("style", STYLES[0]) not in STYLES:
        raise Violation(f"BUTTON_STYLE_INVALID: {button}")
    return {key: value for key, value in button.items() if modern or key != "style"}

"""A form as a window: check boxes where several answers may be chosen, else radio buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.chats.common.text import short
from bot.chats.discord.components import LINE, TITLE, Interaction, data_of
from bot.conversation.protocol.forms import Form, FormField


def form_window(id_: str, form: Form) -> ui.Modal:
    """The window of a form. It is answered by its id, so an open one survives a restart."""
    window = ui.Modal(title=short(form.title, TITLE), custom_id=id_, timeout=900)
    for number, field in enumerate(form.fields):
        make = _check_boxes if field.several else _radio_buttons
        window.add_item(ui.Label(text=short(field.label, TITLE), component=make(f"f:{number}", field)))
    return window


def _check_boxes(id_: str, field: FormField) -> ui.CheckboxGroup[Any]:
    options = [
        discord.CheckboxGroupOption(label=short(one.label, LINE), value=one.word, default=one.chosen)
        for one in field.options
    ]
    return ui.CheckboxGroup(
        custom_id=id_, required=False, min_values=0, max_values=len(options), options=options
    )


def _radio_buttons(id_: str, field: FormField) -> ui.RadioGroup[Any]:
    options = [
        discord.RadioGroupOption(label=short(one.label, LINE), value=one.word, default=one.chosen)
        for one in field.options
    ]
    return ui.RadioGroup(custom_id=id_, required=False, options=options)


def words_in(interaction: Interaction) -> str:
    """The words of all chosen answers, with spaces between them."""
    return " ".join(_chosen(data_of(interaction).get("components")))


def _chosen(components: Any) -> Iterator[str]:
    for component in components if isinstance(components, list) else ():
        inner = component.get("component") if isinstance(component, dict) else None
        if isinstance(inner, dict):
            several = inner.get("values")
            yield from map(str, several if isinstance(several, list) else [inner.get("value") or ""])

"""Buttons, menus and the window for a number. All they know is in their ids: a restart costs nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self

import discord
from discord import ui

from bot.chats.discord.markdown import short
from bot.chats.discord.rows import MENU_NAME, Row
from bot.conversation.protocol.messages import Choice

LABEL = 80
LINE = 100  # characters of a menu's line, and of what stands below it
TITLE = 45
STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_ID = re.compile(r"(?P<kind>[bam])(?P<limits>(?:\d{1,6}-\d{1,6})?):(?P<token>[!-~]{1,64})")
BARE = "-"  # stands where a menu has nothing to say

Interaction = discord.Interaction[Any]


class Hand(Protocol):
    """Who takes what is pressed: the client."""

    async def pressed(self, interaction: Interaction, id_: str, *, menu: bool) -> None:
        """Do what a button or a menu's line stands for."""


def data_of(interaction: Interaction) -> dict[str, Any]:
    """What Discord says of an interaction."""
    data: Any = interaction.data
    return data if isinstance(data, dict) else {}


def id_of(choice: Choice) -> str:
    """What a button carries: its kind, the limits if it asks for a number, and the token."""
    if choice.amount is None:
        return f"b:{choice.token}"
    return f"a{choice.amount.least}-{choice.amount.most}:{choice.token}"


def more_id(token: str) -> str:
    """What the button for the rest carries."""
    return f"m:{token}"


def read_id(id_: str) -> tuple[str, tuple[int, int] | None, str] | None:
    """The kind, limits and token of an id, or None if it is none of ours."""
    match = _ID.fullmatch(id_)
    if match is None or (match["kind"] == "a") != bool(match["limits"]):
        return None
    least, _, most = match["limits"].partition("-")
    return match["kind"], (int(least), int(most)) if most else None, match["token"]


class Press(ui.DynamicItem[ui.Button[Any]], template=r"[bam][0-9-]*:[!-~]{1,64}"):
    """A button."""

    @classmethod
    def of(cls, id_: str, label: str, style: discord.ButtonStyle, row: int | None = None) -> Self:
        return cls(ui.Button(label=label, custom_id=id_, style=style, row=row))

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, _: Interaction, item: ui.Button[Any], __: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        hand: Hand = interaction.client
        await hand.pressed(interaction, self.custom_id, menu=False)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"s:\d{1,2}:\d"):
    """A menu."""

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, _: Interaction, item: ui.Select[Any], __: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        hand: Hand = interaction.client
        values = data_of(interaction).get("values") or [""]
        await hand.pressed(interaction, str(values[0]), menu=True)


def view_of(rows: Sequence[Row]) -> ui.View:
    """Rows of choices as a view that never ends."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        if row.menu:
            view.add_item(_menu(number, row))
            continue
        for choice in row.choices:
            id_ = choice.token if choice.token.startswith("m:") else id_of(choice)
            view.add_item(Press.of(id_, short(choice.label, LABEL), STYLES[choice.style], number))
    return view


def _menu(number: int, row: Row) -> Pick:
    options = []
    for choice in row.choices:
        below = choice.detail or (choice.amount.title if choice.amount else "")
        options.append(
            discord.SelectOption(
                label=short(choice.label, LINE), value=id_of(choice), description=short(below, LINE) or None
            )
        )
    name = short(row.menu, MENU_NAME)
    return Pick(ui.Select(custom_id=f"s:{number}:0", placeholder=name, options=options, row=number))


def reset(message: discord.Message) -> ui.View:
    """The same components with menus that have nothing chosen: a chosen line could not be chosen again."""
    view = ui.View(timeout=None)
    for number, row in enumerate(message.components):
        for item in row.children if isinstance(row, discord.ActionRow) else ():
            if isinstance(item, discord.Button) and item.custom_id:
                view.add_item(Press.of(item.custom_id, item.label or BARE, item.style, number))
            elif isinstance(item, discord.SelectMenu) and item.custom_id:
                id_ = item.custom_id[:-1] + ("0" if item.custom_id.endswith("1") else "1")
                menu: ui.Select[Any] = ui.Select(
                    custom_id=id_, placeholder=item.placeholder, options=item.options, row=number
                )
                view.add_item(Pick(menu))
    return view


def label_of(message: discord.Message | None, id_: str) -> str:
    """What the pressed button says."""
    for row in message.components if message else ():
        for item in row.children if isinstance(row, discord.ActionRow) else ():
            if isinstance(item, discord.Button) and item.custom_id == id_:
                return item.label or BARE
            for line in item.options if isinstance(item, discord.SelectMenu) else ():
                if line.value == id_:
                    return line.description or line.label
    return BARE


def number_window(id_: str, title: str, limits: tuple[int, int]) -> ui.Modal:
    """The window that asks for a number. It is answered by its id, so an open one survives a restart."""
    window = ui.Modal(title=short(title, TITLE), custom_id=id_, timeout=900)
    span = f"{limits[0]} – {limits[1]}"
    field: ui.TextInput[Any] = ui.TextInput(
        placeholder=span, custom_id="number", min_length=1, max_length=len(str(limits[1]))
    )
    return window.add_item(ui.Label(text=span, component=field))


def number_in(interaction: Interaction) -> str:
    """What was written into the window."""
    return _find_value(data_of(interaction).get("components"))


def _find_value(components: Any) -> str:
    for component in components if isinstance(components, list) else ():
        if isinstance(component, dict):
            if component.get("custom_id") == "number":
                return str(component.get("value", ""))
            inner = [component["component"]] if "component" in component else component.get("components")
            found = _find_value(inner)
            if found:
                return found
    return ""

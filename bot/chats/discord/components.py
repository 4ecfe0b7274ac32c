"""Buttons, menus and the window for a number. Their ids carry all they need, so they survive a restart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.chats.common.text import short
from bot.chats.discord.rows import MENU_NAME, ButtonRow
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
_ID = re.compile(r"(?P<kind>[bamw])(?P<limits>(?:\d{1,6}-\d{1,6})?):(?P<token>[!-~]{1,64})")
_CARD = re.compile(r"@(?P<table>\d{1,20}):(?P<token>[!-~]{1,64})")
BOARD = "d:board"  # the id of the button that opens the live board
REMOVE = "✕"
LAST = 4  # the last row that the library counts: a message in one piece may have more
BARE = "-"  # the label of a button without one

Interaction = discord.Interaction[Any]


def data_of(interaction: Interaction) -> dict[str, Any]:
    """The data of an interaction."""
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


def card_id(table: int, token: str) -> str:
    """What a button carries that belongs to the table of another channel."""
    return f"@{table}:{token}"


def window_id(token: str) -> str:
    """What a button carries that opens a window, and the window."""
    return f"w:{token}"


def read_card_id(id_: str) -> tuple[int, str] | None:
    """The channel and the token of a button on a card; None for other buttons."""
    match = _CARD.fullmatch(id_)
    return (int(match["table"]), match["token"]) if match else None


def read_id(id_: str) -> tuple[str, tuple[int, int] | None, str] | None:
    """The kind, limits and token of an id, or None if it is not of this bot."""
    match = _ID.fullmatch(id_)
    if match is None or (match["kind"] == "a") != bool(match["limits"]):
        return None
    least, _, most = match["limits"].partition("-")
    return match["kind"], (int(least), int(most)) if most else None, match["token"]


def pressed_id(interaction: Interaction) -> tuple[str, bool]:
    """The id of the button, window or menu line that was used, and whether it was a menu."""
    data = data_of(interaction)
    values = data.get("values")
    return str(values[0] if values else data.get("custom_id", "")), bool(values)


def _button(
    id_: str, label: str, style: discord.ButtonStyle, row: int, emoji: discord.PartialEmoji | str | None
) -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=id_, style=style, row=row, emoji=emoji or None)


class CopiedLayout(ui.LayoutView):
    """A layout whose components are given as data: copies of a message that stands there."""

    def __init__(self, components: list[Any]) -> None:
        super().__init__(timeout=None)
        self._copied = components
        self.stop()

    def has_components_v2(self) -> bool:
        """Always: only such messages are copied."""
        return True

    def to_components(self) -> list[Any]:
        """The data."""
        return self._copied


@dataclass(frozen=True, slots=True)
class MessageLayout:
    """What one message shows, from top to bottom."""

    text: str
    pictures: tuple[tuple[str, str], ...] = ()  # names of attached files, with descriptions
    files: tuple[str, ...] = ()  # names of attached files that are no pictures
    rows: Sequence[ButtonRow] = ()
    colour: int | None = None
    sections: Sequence[tuple[str, Choice]] = ()  # texts with a button beside them

    def view(self) -> ui.LayoutView:
        """The message in one piece, with a coloured edge; a text alone stands by itself."""
        items: list[ui.Item[Any]] = [ui.TextDisplay(self.text)]
        if self.pictures:
            shown = [
                discord.MediaGalleryItem(f"attachment://{name}", description=about or None)
                for name, about in self.pictures
            ]
            items.append(ui.MediaGallery(*shown))
        items += [ui.File(f"attachment://{name}") for name in self.files]
        items += [ui.Section(text, accessory=_beside(choice)) for text, choice in self.sections]
        items += [ui.ActionRow(*_items(number, row)) for number, row in enumerate(self.rows)]
        view = ui.LayoutView(timeout=None)
        if len(items) > 1 or self.colour is not None:
            view.add_item(ui.Container(*items, accent_colour=self.colour))
        else:
            view.add_item(items[0])
        view.stop()
        return view


def _view(items: Iterable[ui.Item[Any]]) -> ui.View:
    """A view that the library does not keep: the client handles every press by its id."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def view_of(rows: Sequence[ButtonRow]) -> ui.View:
    """Rows of choices as a view."""
    return _view(item for number, row in enumerate(rows) for item in _items(number, row))


def _items(number: int, row: ButtonRow) -> Iterator[ui.Item[Any]]:
    if row.menu:
        yield _menu(number, row)
        return
    for choice in row.choices:
        id_ = choice.token if choice.token.startswith(("m:", "w:", "@", BOARD)) else id_of(choice)
        label, style = short(choice.label, LABEL), STYLES[choice.style]
        yield _button(id_, label, style, min(number, LAST), choice.icon)


def _beside(choice: Choice) -> ui.Button[Any]:
    """The button beside a text, which says what it is about."""
    return ui.Button(label=REMOVE, custom_id=id_of(choice), style=STYLES[choice.style])


def _menu(number: int, row: ButtonRow) -> ui.Select[Any]:
    options = []
    for choice in row.choices:
        below = choice.detail or (choice.amount.title if choice.amount else "")
        options.append(
            discord.SelectOption(
                label=short(choice.label, LINE),
                value=id_of(choice),
                description=short(below, LINE) or None,
                emoji=choice.icon or None,
            )
        )
    name = short(row.menu, MENU_NAME)
    return ui.Select(custom_id=f"s:{number}:0", placeholder=name, options=options, row=min(number, LAST))


def _rows_in(components: Iterable[Any]) -> Iterator[discord.ActionRow]:
    """The rows of a message, wherever they stand."""
    for component in components:
        if isinstance(component, discord.ActionRow):
            yield component
        elif isinstance(component, discord.Container):
            yield from _rows_in(component.children)


def _shown(message: discord.Message) -> Iterator[tuple[int, discord.Button | discord.SelectMenu]]:
    """The buttons and menus of a message, with the numbers of their rows."""
    for number, row in enumerate(_rows_in(message.components)):
        for item in row.children:
            if isinstance(item, discord.Button | discord.SelectMenu) and item.custom_id:
                yield number, item


def reset(message: discord.Message) -> ui.View | ui.LayoutView:
    """The same components with menus that have nothing chosen: a chosen line could not be chosen again."""
    if message.flags.components_v2:
        return CopiedLayout([_as_sent(component.to_dict()) for component in message.components])
    return _view(_copied(number, item) for number, item in _shown(message))


def faded(message: discord.Message) -> ui.LayoutView:
    """The same without buttons and menus."""
    return CopiedLayout([_without_rows(_as_sent(component.to_dict())) for component in message.components])


PRESSED = (discord.ComponentType.action_row.value, discord.ComponentType.section.value)


def _without_rows(component: Any) -> Any:
    inner = component.get("components")
    kept = [child for child in inner or () if child["type"] not in PRESSED]
    return component | {"components": kept} if inner else component


def _as_sent(component: Any) -> Any:
    """A component of a message as it is sent again: files by their names, menus under their other ids."""
    component = {name: value for name, value in component.items() if name != "id"}
    for name in ("components", "items"):
        if name in component:
            component[name] = [_as_sent(child) for child in component[name]]
    if "accessory" in component:
        component["accessory"] = _as_sent(component["accessory"])
    for name in ("media", "file"):
        if name in component:
            component[name] = {
                "url": "attachment://" + urlsplit(component[name]["url"]).path.rpartition("/")[2]
            }
    if component.get("type") == discord.ComponentType.select.value:
        component["custom_id"] = _other_id(component["custom_id"])
    return component


def _other_id(id_: str) -> str:
    return id_[:-1] + ("0" if id_.endswith("1") else "1")


def _copied(number: int, item: discord.Button | discord.SelectMenu) -> ui.Item[Any]:
    id_ = item.custom_id or ""
    if isinstance(item, discord.Button):
        return _button(id_, item.label or BARE, item.style, number, item.emoji)
    return ui.Select(custom_id=_other_id(id_), placeholder=item.placeholder, options=item.options, row=number)


def label_of(message: discord.Message | None, id_: str) -> str:
    """The label of the pressed button or menu line."""
    for _, item in _shown(message) if message else ():
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

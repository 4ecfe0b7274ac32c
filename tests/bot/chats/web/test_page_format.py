"""Messages as data for the page."""

from __future__ import annotations

from bot.chats.web.page_format import picture_of
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.pictures.draw import Picture, ShownCell

BOX = (0.1, 0.2, 0.3, 0.4)


def _spots(*choices: Choice) -> list[tuple[str, str]]:
    cells = (ShownCell((0, 0), "1", BOX), ShownCell((5, 5), "2", BOX))
    shown = picture_of(Picture(b"", "image/png", 10, 10, cells), "/p", Outgoing("web:x", "", choices))
    return [(spot["token"], spot["label"]) for spot in shown.get("spots", ())]


def test_cell_of_one_choice_is_pressable_with_any_label() -> None:
    assert _spots(Choice("first · M20", "g:0:aC1", cell=(0, 0)), Choice("2", "g:0:a1")) == [("g:0:aC1", "1")]


def test_cell_of_several_choices_is_not_pressable() -> None:
    two = Choice("1 · road", "g:0:a0", cell=(0, 0)), Choice("2 · city", "g:0:a1", cell=(0, 0))
    assert _spots(*two) == []

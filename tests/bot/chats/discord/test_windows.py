"""The lobby in one window, and its guests with a button beside each."""

from __future__ import annotations

import pytest

from tests.support.discord.checks import breaches
from tests.support.discord.people import User, current
from tests.support.discord.stand_in import Discord
from tests.support.discord.world import Channel, Message


async def lobby_of(discord: Discord, user: User, **wishes: str | int) -> tuple[Channel, Message]:
    channel = await discord.new_channel()
    await user.command(channel, "new", place="here", **wishes)
    return channel, await discord.world.until(lambda: current(channel))


def _id(message: Message, ending: str) -> str:
    return next(id_ for id_ in message.ids() if id_.endswith(ending))


@pytest.mark.usefixtures("room")
async def test_window_sets_expansions_clock_and_pace_at_once(discord: Discord) -> None:
    anna = User(discord, "501", "Anna", "ru")
    channel, lobby = await lobby_of(discord, anna, boxes="abbot river", clock="1h")
    assert lobby.label(_id(lobby, ":!setup")) == "Настроить"
    made = await anna.press(channel, lobby, _id(lobby, ":!setup"))
    await discord.world.until(lambda: made.response)
    window = made.response["data"]
    assert made.response["type"] == 9
    assert window["title"] == "Настройка стола"
    fields = [label["component"] for label in window["components"]]
    assert [field["type"] for field in fields] == [22, 22, 21, 21, 21]
    chosen = {one["value"] for field in fields for one in field["options"] if one.get("default")}
    assert {"abbot", "river", "clock=1h"} <= chosen
    before = lobby.version
    await anna.send_form(channel, window, {"abbot", "bazaars", "clock=3d", "pace=0"}, lobby)
    await discord.world.until(lambda: lobby.version > before)
    boxes = next(line for line in lobby.content.splitlines() if line.startswith("Дополнения"))
    assert ("ббат" in boxes, "азар" in boxes, "Река" in boxes) == (True, True, False)
    assert "Время на ход: 3 дн" in lobby.content


@pytest.mark.usefixtures("room")
async def test_window_opens_only_for_who_sits_at_a_table_that_is_there(discord: Discord) -> None:
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel, lobby = await lobby_of(discord, anna)
    made = await boris.press(channel, lobby, _id(lobby, ":!setup"))
    await discord.world.until(lambda: made.answers)
    assert made.answers[-1].reader == boris.id
    opened = await anna.press(channel, lobby, _id(lobby, ":!setup"))
    await discord.world.until(lambda: opened.response)
    await anna.press(channel, lobby, _id(lobby, ":!close"))
    await discord.world.until(lambda: "closed" in lobby.content)
    sent = await anna.send_form(channel, opened.response["data"], {"river"}, lobby)
    await discord.world.until(lambda: sent.answers)
    assert sent.answers[-1].reader == anna.id


@pytest.mark.usefixtures("room")
async def test_guest_is_removed_by_the_button_beside_the_name(discord: Discord) -> None:
    anna, boris = User(discord, "501", "Anna"), User(discord, "502", "Boris")
    channel, lobby = await lobby_of(discord, anna)
    await boris.press(channel, lobby, _id(lobby, ":!join"))
    await discord.world.until(lambda: "Boris" in lobby.content)
    sections = [part for part in lobby.components[0]["components"] if part["type"] == 9]
    assert [section["components"][0]["content"] for section in sections] == ["**Anna**", "**Boris**"]
    remove_anna, remove_boris = (section["accessory"]["custom_id"] for section in sections)
    made = await boris.press(channel, lobby, remove_anna)
    await discord.world.until(lambda: made.answers)
    assert "Only the opener of the table" in made.answers[-1].content
    old = Message(lobby.id, channel.id, components=lobby.components, flags=lobby.flags)
    await anna.press(channel, lobby, remove_boris)
    await discord.world.until(lambda: "Boris" not in lobby.content)
    again = await anna.press(channel, old, remove_boris)
    await discord.world.until(lambda: again.answers)
    assert "Anna" in lobby.content


def _sections(lobby: Message) -> dict[str, str]:
    """What has a button beside it, with the id of the button."""
    parts = [part for part in lobby.components[0]["components"] if part["type"] == 9]
    return {part["components"][0]["content"]: part["accessory"]["custom_id"] for part in parts}


@pytest.mark.usefixtures("room")
async def test_chosen_expansion_has_its_switch_beside_it(discord: Discord) -> None:
    anna = User(discord, "501", "Anna")
    channel, lobby = await lobby_of(discord, anna, boxes="river abbot", computers=5)
    assert len(_sections(lobby)) == 6  # with the players there is no room for both
    await anna.press(channel, lobby, next(iter(reversed(_sections(lobby).values()))))
    await discord.world.until(lambda: "**Abbot**\nOne abbot each" in lobby.content)
    assert len(_sections(lobby)) == 7
    river = next(id_ for text, id_ in _sections(lobby).items() if text.startswith("**River**\n"))
    assert [id_ for id_ in lobby.ids() if id_.endswith("box.river")] == [river]  # not in the menu, too
    await anna.press(channel, lobby, river)
    await discord.world.until(lambda: "**River**" not in lobby.content)
    line = next(
        option
        for item in lobby.items()
        for option in item.get("options", [])
        if option["value"].endswith("box.river")
    )
    assert (line["label"], line["description"]) == ("River", "A river of 12 tiles starts the map")


def test_stand_in_refuses_windows_that_discord_would_refuse() -> None:
    option = {"label": "x", "value": "x", "default": True}
    radio = {"type": 21, "custom_id": "f:0", "options": [option, option | {"value": "y"}]}
    label = {"type": 18, "label": "l", "component": radio}
    window = {"custom_id": "w:x", "title": "t", "components": [label]}
    path = "/interactions/1/tok/callback"
    assert "several answers" in breaches("POST", path, {"type": 9, "data": window}, [])[0]
    boxes = radio | {"type": 22, "options": [option | {"value": str(number)} for number in range(11)]}
    window["components"] = [label | {"component": boxes}]
    assert breaches("POST", path, {"type": 9, "data": window}, [])

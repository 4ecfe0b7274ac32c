"""One table in several channels: everybody is told everything once, in their own language; one log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.table.channels import read_channels
from bot.conversation.table.history import GameHistory
from tests.support.linked_table import GROUP, HOME, LANGUAGES, PLACES, ROOM, LinkedTable
from tests.support.transcripts import Transcript, told_in_order


def words(name: str, key: str, **values: str | int) -> str:
    return markup.plain(catalogue(LANGUAGES[name]).text(key, **values))


async def opened(wishes: str = "") -> LinkedTable:
    """A lobby with all three, in three channels."""
    table = LinkedTable()
    await table.does("Anna", f"/new language=en {wishes}".rstrip())
    await table.linked("Boris", "Vera")
    await table.does("Boris", "/join")
    await table.does("Vera", "/join")
    return table


async def running(wishes: str = "") -> LinkedTable:
    table = await opened(wishes)
    await table.does("Anna", "/start")
    return table


async def members(table: LinkedTable) -> list[str]:
    return list(read_channels(HOME, await table.store.links.of(HOME)).members)


async def test_the_lobby_is_told_in_every_channel_in_its_language() -> None:
    table = await opened()
    for name, place in PLACES.items():
        shown = table.last_text(place)
        assert words(name, "lobby.ready") in shown
        assert all(player in shown for player in PLACES)
        platforms = ", ".join(words(name, f"platform.{one}") for one in ("discord", "telegram", "web"))
        assert platforms in shown  # where it is played
        assert f"Boris ({words(name, 'platform.telegram')})" in shown  # and who is where


async def test_a_whole_game_with_auctions_and_a_dragon_is_told_everywhere_once() -> None:
    table = await running("bazaars princess_dragon")
    movers = set()
    while await table.store.tables.load(HOME):
        movers.add(await table.move())
    assert movers == set(PLACES)
    (finished,) = await table.archived(HOME)
    history = GameHistory(HOME, finished.setup, finished.log)
    events = {type(event).__name__ for moment in history.moments for event in moment.events}
    assert {"DragonFlew", "BidMade"} <= events, events
    for name, place in PLACES.items():
        assert any(
            choice.token.endswith(f"!again.{finished.game}") for choice in table.shown[place][-1].choices
        )
        transcript = Transcript(LANGUAGES[name])
        for message in table.shown[place]:
            transcript.add(message)
        assert told_in_order(transcript, history) == []


async def test_a_press_is_answered_where_it_was_made() -> None:
    table = await running()
    answers = await table.does("Boris", "/score")
    assert [(answer.channel, answer.to) for answer in answers] == [(GROUP, "telegram:boris")]
    before = {place: len(messages) for place, messages in table.shown.items()}
    await table.does("Vera", "/board")
    after = {place: len(messages) for place, messages in table.shown.items()}
    assert after == before | {ROOM: before[ROOM] + 1}
    assert words("Vera", "button.score") in [choice.label for choice in table.shown[ROOM][-1].choices]


async def test_only_the_channel_of_a_player_mentions_them() -> None:
    table = await running()
    for _ in range(3):
        await table.move()
    for message in [message for messages in table.shown.values() for message in messages]:
        for user in message.notify:
            assert user.partition(":")[0] == message.channel.partition(":")[0]
    called = {user for messages in table.shown.values() for message in messages for user in message.notify}
    assert called == {person.id for person in table.people.values()}


async def test_a_player_who_moves_to_another_channel_is_mentioned_there() -> None:
    table = await running()
    table.shown["discord:99"] = []
    code = await table.linked()
    await table.does("Anna", f"/link {code}", "discord:99")
    await table.does("Anna", "/pause", "discord:99")
    await table.does("Anna", "/resume", "discord:99")
    while await table.on_turn() != "Anna":
        await table.move()
    assert table.shown["discord:99"][-1].notify == ("discord:anna",)
    assert table.shown[HOME][-1].notify == ()


async def test_a_channel_that_lags_hears_everything_at_once() -> None:
    table = await running()
    while await table.on_turn() != "Vera":
        await table.move()
    heard = table.shown.pop(GROUP)
    assert [await table.move(), await table.move()] == ["Vera", "Anna"]
    table.shown[GROUP] = list(heard)
    await table.told()
    (caught_up,) = table.shown[GROUP][len(heard) :]
    told = markup.plain(caught_up.text)
    assert told.index("Vera") < told.index("Anna")
    assert caught_up.notify == ("telegram:boris",)


async def test_an_undo_and_a_vote_are_told_and_decided_everywhere() -> None:
    table = await running()
    mover = await table.move()
    await table.does(mover, "/undo")
    asked = [one for one in table.shown[HOME] if ".vote" in one.slot]
    if asked:  # a tile was drawn since: the others must agree
        for name in [name for name in PLACES if name != mover]:
            await table.presses(name, next(c.token for c in asked[-1].choices if "!agree" in c.token))
    for name, place in PLACES.items():
        told = " ".join(table.texts(place)[-4:])
        assert words(name, "undo.done", player="", what="").split(":")[0][:6] in told


async def test_pause_resume_and_resign_are_told_everywhere() -> None:
    table = await running()
    await table.does("Boris", "/pause")
    for name, place in PLACES.items():
        assert words(name, "paused") in table.last_text(place)
    await table.does("Vera", "/resume")
    for name, place in PLACES.items():
        assert words(name, "resumed") in table.last_text(place)
    live = await table.service.repository.load(HOME)
    assert live is not None
    await table.presses("Vera", f"{live.game}:{live.state.ply}:!resign.yes")
    for name, place in PLACES.items():
        resigned = words(name, "seat.resign", old="Vera", player="", level="").split(".")[0]
        assert resigned[:10] in table.last_text(place)


async def test_a_code_of_nothing_and_a_busy_channel_are_refused() -> None:
    table = LinkedTable()
    await table.does("Anna", "/new")
    code = await table.linked()
    for line, channel, key in (
        ("/link nothing", GROUP, "link.unknown"),
        ("/link ../..", GROUP, "link.unknown"),
        (f"/link {code}", HOME, "link.same"),
    ):
        (answer,) = await table.does("Boris", line, channel)
        assert words("Boris", key) in markup.plain(answer.text)
    await table.does("Boris", "/new")
    (answer,) = await table.does("Boris", f"/link {code}")
    assert words("Boris", "link.busy") in markup.plain(answer.text)
    assert await members(table) == []


async def test_a_code_comes_with_the_addresses_of_all_workers() -> None:
    table = LinkedTable()
    await table.store.users.set_channel_setting("invitations", "telegram", b"https://t.me/x?start=link_")
    (answer,) = await table.does("Anna", "/link")
    code = (await table.store.links.of(HOME))["code"].decode()
    assert f"https://t.me/x?start=link_{code}" in markup.plain(answer.text)


async def test_a_saved_move_marks_every_channel() -> None:
    table = await running()
    await table.does("Boris", "/pause")
    live = await table.live()
    mark = f"{live.game}.{live.version}"  # a process that dies now leaves word to the others
    assert await table.store.screens.marked() == dict.fromkeys(PLACES.values(), mark)


async def test_unlink_leaves_the_table_to_the_others() -> None:
    table = await running()
    await table.does("Vera", "/unlink")
    assert words("Vera", "unlink.done") in table.last_text(ROOM)
    assert ROOM not in await members(table)
    assert words("Boris", "link.left", platform=words("Boris", "platform.web")) in table.last_text(GROUP)
    count = len(table.shown[ROOM])
    (gone,) = await table.does("Vera", "/score")
    assert words("Vera", "no_table") in markup.plain(gone.text)
    assert len(table.shown[ROOM]) == count


async def test_only_who_linked_a_channel_or_an_admin_unlinks_it() -> None:
    table = await running()
    (answer,) = await table.does("Anna", "/unlink", GROUP)
    assert words("Anna", "unlink.not_yours") in markup.plain(answer.text)
    assert GROUP in await members(table)


async def test_the_home_can_refuse_guests() -> None:
    table = await running()
    code = read_channels(HOME, await table.store.links.of(HOME)).code
    (answer,) = await table.does("Boris", "/unlink 1")
    assert words("Boris", "opener_only") in markup.plain(answer.text)
    await table.does("Anna", "/unlink 1")
    assert len(await members(table)) == 2
    await table.does("Anna", "/link off")
    left = await members(table)
    gone = next(name for name in ("Boris", "Vera") if PLACES[name] not in left)
    (answer,) = await table.does(gone, f"/link {code}")
    assert words(gone, "link.unknown") in markup.plain(answer.text)
    (answer,) = await table.does("Anna", "/link")
    assert words("Anna", "link.closed") in markup.plain(answer.text)


async def test_an_admin_of_a_guest_does_not_rule_the_table() -> None:
    table = await running()
    table.people["Boris"] = replace(table.people["Boris"], admin=True)
    (answer,) = await table.does("Boris", "/link off")
    assert words("Boris", "opener_only") in markup.plain(answer.text)
    await table.does("Boris", "/end")
    assert await table.store.tables.load(HOME) is not None  # a vote, no more
    await table.does("Boris", "/settings channel en")
    assert words("Anna", "settings.channel", language="English") in table.last_text(GROUP)
    await table.move()
    assert words("Anna", "button.score") in [choice.label for choice in table.question(GROUP).choices]


async def test_bans_of_the_home_and_of_the_own_group_hold() -> None:
    table = await running()
    table.people["Anna"] = replace(table.people["Anna"], admin=True)
    await table.does("Anna", "/ban Boris")
    (answer,) = await table.does("Boris", "/score")
    assert words("Boris", "banned") in markup.plain(answer.text)
    await table.does("Anna", "/unban 1")
    table.people["Admin"] = replace(table.people["Boris"], id="telegram:admin", name="Admin", admin=True)
    await table.does("Admin", "/ban Boris", GROUP)
    (answer,) = await table.does("Boris", "/score")
    assert words("Boris", "banned") in markup.plain(answer.text)


async def test_a_guest_that_is_gone_leaves_with_a_word_to_the_others() -> None:
    table = await running()
    await table.service.channel_deleted(ROOM, table.now)
    await table.told()
    assert await members(table) == [HOME, GROUP]
    for name in ("Anna", "Boris"):
        lost = words(name, "link.lost", platform=words(name, "platform.web"))
        assert lost in table.last_text(PLACES[name])


async def test_only_a_guest_that_cannot_be_reached_for_a_day_is_lost() -> None:
    table = await running()
    assert await table.service.is_lost(GROUP, 90_000)
    assert not await table.service.is_lost(GROUP, 80_000)
    assert not await table.service.is_lost(HOME, 90_000)


async def test_a_table_survives_its_home_and_ends_with_its_last_channel() -> None:
    table = await running()
    await table.service.channel_deleted(HOME, table.now)
    await table.told()
    assert sorted(await members(table)) == [GROUP, ROOM]
    assert words("Vera", "link.home") in table.last_text(ROOM)
    assert await table.store.tables.load(HOME) is not None
    for channel in (GROUP, ROOM):
        await table.service.channel_deleted(channel, table.now)
    assert await table.store.tables.count() == 0
    assert len(await table.archived(HOME)) == 1


async def test_again_after_a_game_is_a_lobby_for_all() -> None:
    table = await running()
    await table.does("Anna", "/end")
    again = next(choice for choice in table.shown[ROOM][-1].choices if "!again" in choice.token)
    await table.presses("Vera", again.token)
    for name, place in PLACES.items():
        assert words(name, "lobby.hint") in table.last_text(place)


async def test_a_guest_opens_the_next_table_in_the_language_of_the_home() -> None:
    table = await running()
    await table.does("Anna", "/end")
    await table.does("Boris", "/new")
    for name, place in PLACES.items():
        assert words(name, "lobby.hint") in table.last_text(place)
    (listed,) = await table.does("Boris", "/mygames")
    assert HOME not in listed.text  # he plays it in his own chat


async def test_forget_removes_a_guest_from_the_table_and_the_notes() -> None:
    table = await running()
    await table.does("Boris", "/forget")
    await table.presses("Boris", "me:0:!forget.yes")
    notes = await table.store.links.of(HOME)
    assert not any(b"Boris" in note or b"telegram:boris" in note for note in notes.values())
    assert "@telegram:boris" not in notes
    live = await table.live()
    assert "telegram:boris" not in live.table.people()
    seat = words("Vera", "seat.forgotten", seat="B")
    assert any(seat[:4] in text for text in table.texts(ROOM)[-2:])
    assert b"Boris" not in (await table.stored(HOME)).setup


# -- /find --------------------------------------------------------------------------------------------


async def test_public_tables_are_found_and_joined_from_a_private_chat() -> None:
    table = LinkedTable()
    await table.does("Anna", "/new public=1")
    private = "telegram:2"
    table.shown[private] = []
    (listed,) = await table.does("Boris", "/find", private)
    assert "Anna" in markup.plain(listed.text)
    await table.presses("Boris", listed.choices[0].token, private)
    assert "Boris" in table.last_text(private)
    assert "Boris" in table.last_text(HOME)
    await table.does("Anna", "/start")
    assert await table.store.links.home(private) == HOME
    (none,) = await table.does("Vera", "/find")
    assert words("Vera", "find.none") in markup.plain(none.text)
    await table.does("Anna", "/end")
    await table.does("Boris", "/new", private)  # its own table again
    assert await table.store.links.home(private) == ""
    assert (await table.store.lobbies.load(private)).data is not None


async def test_a_private_table_is_not_found() -> None:
    table = LinkedTable()
    await table.does("Anna", "/new")
    (none,) = await table.does("Boris", "/find")
    assert words("Boris", "find.none") in markup.plain(none.text)
    (gone,) = await table.presses("Boris", "me:0:!find.g1")
    assert words("Boris", "find.gone") in markup.plain(gone.text)


@pytest.mark.parametrize("switch", ["change.public.off", "close"])
async def test_a_table_that_is_closed_or_not_public_any_more_is_not_found(switch: str) -> None:
    table = LinkedTable()
    await table.does("Anna", "/new public=1")
    await table.presses("Anna", f"g1:0:!{switch}")
    (none,) = await table.does("Boris", "/find")
    assert words("Boris", "find.none") in markup.plain(none.text)
    assert await table.store.links.public() == []


async def test_a_seat_for_all_channels_is_voted_on_in_each() -> None:
    table = LinkedTable()
    await table.does("Anna", "/new language=en crowd=1 first=B votes=2 enough=2")
    await table.linked("Boris", "Vera")
    await table.does("Anna", "/start")
    await table.does("Boris", "/play 1a nobody")
    for name, place in PLACES.items():
        assert words(name, "crowd.tally", n=1, moves="")[:6] in table.last_text(place)
        assert words(name, "crowd.missing", n=1) in table.last_text(place)
    await table.does("Vera", "/play 1a nobody")
    assert (await table.live()).waits[0].seat == 0
    for place in PLACES.values():
        assert "Anna" in table.last_text(place).splitlines()[0]

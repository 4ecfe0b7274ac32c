"""The lobby, by buttons and by commands."""

from __future__ import annotations

import re

import pytest

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES, catalogue
from bot.conversation.show.rules import option_words
from bot.conversation.table.lobby import AS_USUAL, Lobby, clean_name, decode_lobby
from bot.conversation.table.repository import Policy
from tests.support.stage import CHANNEL, Stage


async def lobby(stage: Stage) -> Lobby:
    data = (await stage.store.lobbies.load(CHANNEL)).data
    assert data is not None
    return decode_lobby(data)


async def names(stage: Stage) -> list[str]:
    return [guest.name for guest in (await lobby(stage)).guests]


def token(stage: Stage, label: str) -> str:
    message = next(said for said in reversed(stage.said) if said.slot.startswith("lobby"))
    return next(
        choice.token for choice in message.choices if choice.label.removeprefix("✓ ").startswith(label)
    )


async def test_buttons_of_a_lobby_lead_to_a_started_game() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    await stage.press("Boris", token(stage, "Join"))
    await stage.press("Boris", token(stage, "+ easy computer"))
    await stage.press("Anna", token(stage, "River"))
    await stage.press("Anna", token(stage, "Farmers"))
    await stage.press("Anna", token(stage, "1 day"))
    await stage.press("Anna", token(stage, "the computer moves"))
    now = await lobby(stage)
    assert [guest.name for guest in now.guests] == ["Anna", "Boris", "Aimery"]
    assert (now.boxes, now.options) == (("river",), (("farmers", "off"),))
    assert (now.clock.limit, now.clock.rule) == (86400, "computer")
    chosen = {choice.label for choice in stage.said[-1].choices if choice.label.startswith("✓")}
    assert {"✓ River", "✓ 1 day", "✓ the computer moves"} <= chosen
    assert not chosen & {"✓ No clock", "✓ 1 h"}
    answers = await stage.press("Boris", token(stage, "Start"))
    assert answers[0].slot == "lobby.g1"
    assert answers[0].choices == ()
    assert "The game begins" in answers[1].text
    details = next(choice.token for choice in answers[1].choices if choice.label == "Details")
    assert "Fairness code" in (await stage.press("Clara", details))[0].text
    assert await stage.store.tables.load(CHANNEL) is not None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_lobby_asks_for_a_second_player_only_until_there_is_one(language: str) -> None:
    stage, texts = Stage(language=language), catalogue(language)
    await stage.say("Anna", "/new max_players=6")
    assert texts.text("lobby.hint") in stage.last()
    await stage.say("Boris", "/join")
    assert texts.text("lobby.hint") not in stage.last()
    assert texts.text("lobby.ready") in stage.last()
    assert option_words(texts, "max_players", "6") in stage.last()


async def test_new_takes_every_setting_in_one_line() -> None:
    stage = Stage()
    await stage.say("Anna", "/new river abbot farmers=off clock=2h rule=drop misses=2 aids=off computers=2")
    now = await lobby(stage)
    assert now.boxes == ("abbot", "river")
    assert (now.clock.limit, now.clock.rule, now.clock.misses) == (7200, "drop", 2)
    assert not now.aids
    assert len(now.guests) == 3
    await stage.say("Anna", "/options no-river farmers=on")
    assert (await lobby(stage)).boxes == ("abbot",)
    assert (await lobby(stage)).options == ()
    await stage.say("Anna", "/options first_game")
    assert (await lobby(stage)).boxes == ()
    assert (await lobby(stage)).options == (("farmers", "off"),)


@pytest.mark.parametrize(
    "setting", ["dragons", "clock=1s", "clock=99d", "farmers=maybe", "misses=0", "game=chess"]
)
async def test_an_unknown_setting_is_refused_and_no_lobby_opens(setting: str) -> None:
    stage = Stage()
    answers = await stage.say("Anna", f"/new {setting}")
    assert answers[0].to == "web:anna"
    assert setting.split("=")[0] in answers[0].text
    assert (await stage.store.lobbies.load(CHANNEL)).version == 0


async def test_refused_settings_are_explained_in_the_words_of_players() -> None:
    stage = Stage()
    said = {
        line: (await stage.say("Anna", f"/new {line}"))[0].text for line in ("dragons", "bot=2", "aids=x")
    }
    assert "Try: River, River II, Abbot, " in said["dragons"]
    assert "first_game" not in said["dragons"]
    assert "Use the buttons of the table" in said["bot=2"]
    assert "box" not in said["bot=2"] + said["aids=x"]
    value = (await stage.say("Anna", "/new farmers=maybe"))[0].text
    assert "Farmers: " in value
    assert "<code>farmers=off</code>" in value


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "River II, Princess & Dragon"),
        ("ru", "Река II Принцесса и дракон"),
        ("bg", "princess_dragon Река II"),
    ],
)
async def test_expansions_can_be_typed_by_their_names(language: str, line: str) -> None:
    stage = Stage(language=language)
    await stage.say("Anna", f"/new {line} clock=1d")
    assert (await lobby(stage)).boxes == ("princess_dragon", "river2")
    assert (await lobby(stage)).clock.limit == 86400


@pytest.mark.parametrize(("language", "line"), [("en", "inns River king"), ("ru", "таверны Река король")])
async def test_one_word_names_an_expansion_that_alone_begins_so(language: str, line: str) -> None:
    stage = Stage(language=language)
    await stage.say("Anna", f"/new {line}")
    assert (await lobby(stage)).boxes == ("inns_cathedrals", "king_robber", "river")


async def test_a_beginning_that_several_names_share_or_is_too_short_is_refused() -> None:
    stage = Stage()
    for line in ("riv", "in"):
        assert "Try: River" in (await stage.say("Anna", f"/new {line}"))[0].text
    assert (await stage.store.lobbies.load(CHANNEL)).version == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_levels_can_be_typed_as_the_lobby_shows_them(language: str) -> None:
    stage = Stage(language=language)
    await stage.say("Anna", "/new")
    for level in ("hard", "beginner"):
        shown = catalogue(language).text(f"level.{level}")
        short = max(
            re.split(r"[ -]", shown), key=lambda word: not word.casefold().startswith(("comp", "комп"))
        )
        for typed, name in ((level, "Ada"), (shown, "Bob"), (short.upper(), "")):
            await stage.say("Anna", f"/computer {typed} {name}".strip())
            guest = (await lobby(stage)).guests[-1]
            assert guest.level == level
            assert not name or guest.name == name
            await stage.say("Anna", "/computer off")
        await stage.say("Anna", f"/options computers=1_{short}")
        assert (await lobby(stage)).guests[-1].level == level
    (refused,) = await stage.say("Anna", "/computer clever")
    assert "hard" not in refused.text
    assert short in refused.text
    (refused,) = await stage.say("Anna", "/options computers=1_clever")
    assert short in refused.text


async def test_a_channel_has_one_lobby_or_table() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    assert (await stage.say("Boris", "/new"))[0].to == "web:boris"
    await stage.say("Boris", "/join")
    await stage.say("Anna", "/start")
    assert "already a game" in (await stage.say("Boris", "/new"))[0].text
    assert "already a game" in (await stage.say("Clara", "/join"))[0].text


async def test_a_lobby_with_one_player_does_not_start() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    answers = await stage.say("Anna", "/start")
    assert answers[0].to == "web:anna"
    assert "2 to 5 players" in answers[0].text
    assert "OPT-02" not in answers[0].text
    assert await lobby(stage)


async def test_leaving_passes_the_lobby_on_and_the_last_one_closes_it() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    await stage.say("Boris", "/join")
    await stage.say("Anna", "/leave")
    assert (await lobby(stage)).opener == "web:boris"
    assert await stage.store.users.seats("web:anna") == []
    await stage.say("Boris", "/leave")
    assert (await stage.store.lobbies.load(CHANNEL)).data is None
    assert stage.last() == "The table is closed."


async def test_only_guests_change_a_lobby_and_only_its_opener_closes_it() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    await stage.say("Boris", "/join")
    assert "Take a seat first" in (await stage.say("Clara", "/options river"))[0].text
    assert "Take a seat first" in (await stage.say("Clara", "/start"))[0].text
    assert "Only the opener of" in (await stage.press("Boris", token(stage, "Close")))[0].text
    await stage.say("Anna", "/end")
    assert (await stage.store.lobbies.load(CHANNEL)).data is None


async def test_a_button_of_an_old_lobby_is_refused() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    join = token(stage, "Join")
    await stage.say("Anna", "/leave")
    await stage.say("Boris", "/new")
    answers = await stage.press("Anna", join)
    assert "moved on" in answers[0].text
    assert len((await lobby(stage)).guests) == 1


async def test_a_full_lobby_refuses_one_more() -> None:
    stage = Stage()
    await stage.say("Anna", "/new seats=6 computers=4")
    await stage.say("Boris", "/join")
    assert "6 seats" in (await stage.say("Clara", "/join"))[0].text
    assert "already at this table" in (await stage.say("Anna", "/join"))[0].text
    await stage.say("Anna", "/computer off")
    await stage.say("Anna", "/computer easy")
    assert (await lobby(stage)).guests[-1].level == "easy"
    assert "levels" in (await stage.say("Anna", "/computer godlike"))[0].text


async def test_six_can_play_if_the_table_asks_for_it() -> None:
    stage = Stage()
    message = await stage.open("A", "B", "C", "D", "E", "F", wishes="max_players=6")
    assert message.picture is not None
    assert message.picture.names == ("A", "B", "C", "D", "E", "F")


async def test_a_user_has_a_limited_number_of_tables() -> None:
    stage = Stage(policy=Policy(tables_per_user=2, burst=1000))
    for channel in ("web:one", "web:two"):
        await stage.say("Anna", "/new", channel)
    answers = await stage.say("Anna", "/new", "web:three")
    assert "2 tables" in answers[0].text


async def test_a_user_who_sends_too_much_is_asked_to_wait() -> None:
    stage = Stage(policy=Policy(burst=3, per=60.0))
    for _ in range(3):
        await stage.say("Anna", "/help")
    assert "slow down" in (await stage.say("Anna", "/help"))[0].text
    stage.now += 61
    assert "slow down" not in (await stage.say("Anna", "/help"))[0].text


async def test_public_messages_use_the_channels_language_and_private_ones_the_users() -> None:
    stage = Stage(language="ru")
    await stage.say("Anna", "/new")
    assert "Стол" in stage.last()
    await stage.say("Boris", "/settings language bg")
    answers = await stage.say("Boris", "/start")
    assert "Първо седни на масата" in answers[0].text
    assert "администратор на този чат" in (await stage.say("Boris", "/settings channel bg"))[0].text
    stage.person("Chef", admin=True)
    assert "Български" in (await stage.say("Chef", "/settings channel bg"))[0].text
    await stage.say("Anna", "/leave")
    await stage.say("Clara", "/new")
    assert "Маса" in stage.last()


async def test_the_installations_language_is_the_default() -> None:
    stage = Stage(language="", policy=Policy(burst=10**9, language="bg"))
    await stage.say("Anna", "/new")
    assert "Маса" in stage.last()
    assert "Първо седни на масата" in (await stage.say("Boris", "/start"))[0].text
    stage.language = "ru"
    await stage.say("Anna", "/leave")
    await stage.say("Clara", "/new")
    assert "Стол" in stage.last()


async def test_computers_have_names_of_their_own() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    await stage.say("Anna", "/computer hard Ada  of\tKent")
    assert "Ada of Kent (strong computer)" in markup.plain(stage.said[-1].text)
    assert "already taken" in (await stage.say("Anna", "/computer easy anna"))[0].text
    assert "already taken" in (await stage.say("Anna", "/computer easy ada OF kent"))[0].text
    await stage.say("Anna", "/computer easy")
    assert await names(stage) == ["Anna", "Ada of Kent", "Aimery"]
    await stage.say("aimery", "/join")
    assert await names(stage) == ["Anna", "Ada of Kent", "Berenice", "aimery"]
    await stage.say("Anna", "/computer off ada of kent")
    assert await names(stage) == ["Anna", "Berenice", "aimery"]
    assert "no computer" in (await stage.say("Anna", "/computer off Zoe"))[0].text
    assert "Berenice (easy computer)" in markup.plain((await stage.say("Anna", "/options"))[0].text)
    assert "Berenice 0" in markup.plain((await stage.say("Anna", "/start"))[1].text)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_there_are_names_for_five_computers(language: str) -> None:
    stage = Stage(language=language)
    await stage.say("Anna", "/new computers=5")
    assert len({guest.name for guest in (await lobby(stage)).guests}) == 6
    label = catalogue(language).label("level.hard")
    (answer,) = await stage.press("Anna", token(stage, f"+ {label}"))
    assert answer.to == "web:anna"
    assert len((await lobby(stage)).guests) == 6


async def test_seats_limits_the_players_of_a_lobby() -> None:
    stage = Stage()
    await stage.say("Anna", "/new seats=3 computers=1")
    await stage.say("Boris", "/join")
    assert "3 seats" in (await stage.say("Clara", "/join"))[0].text


async def test_long_names_are_cut_to_one_line() -> None:
    stage = Stage()
    await stage.say("  \n\u202e Anna\tof the\x00 " + "very " * 40, "/new")
    name = (await lobby(stage)).guests[0].name
    assert name.startswith("Anna of the very")
    assert len(name) <= 32
    assert clean_name("\x00\n ") == "?"


async def test_again_opens_a_lobby_with_the_same_settings() -> None:
    stage = Stage()
    await stage.say(
        "Anna", "/new river abbot farmers=off clock=2h rule=drop misses=2 aids=off pace=7 seats=4 language=bg"
    )
    await stage.say("Anna", "/computer hard Ada")
    await stage.say("Boris", "/join")
    await stage.say("Anna", "/computer easy")
    before = await lobby(stage)
    await stage.say("Anna", "/start")
    (again,) = (await stage.say("Anna", "/end"))[-1].choices
    await stage.press("Boris", again.token)
    now = await lobby(stage)
    assert (now.boxes, now.options, now.clock) == (before.boxes, before.options, before.clock)
    assert (now.aids, now.pace, now.seats, now.language) == (False, 7, 4, "bg")
    shown = [(guest.name, guest.level, guest.user) for guest in now.guests]
    assert shown == [
        ("Boris", "normal", "web:boris"),
        ("Ada", "hard", ""),
        (before.guests[3].name, "easy", ""),
    ]
    await stage.say("Boris", "/leave")
    await stage.say("Clara", "/new over_hill_and_dale computers=1")
    await stage.say("Clara", "/start")
    (newer,) = (await stage.say("Clara", "/end"))[-1].choices
    await stage.press("ADA", again.token)  # not the last game, but the one under which it was pressed
    assert (await lobby(stage)).guests[0].name == "ADA"
    assert "Ada" not in await names(stage)
    assert (await lobby(stage)).boxes == before.boxes
    await stage.say("ADA", "/leave")
    await stage.press("Anna", newer.token)
    assert (await lobby(stage)).kind == "over_hill_and_dale"
    assert (await lobby(stage)).pace == AS_USUAL


async def test_again_without_a_record_opens_a_plain_lobby() -> None:
    stage = Stage()
    await stage.press("Anna", "g9:0:!again.g9")
    assert (await lobby(stage)).boxes == ()
    assert await names(stage) == ["Anna"]


async def test_a_game_without_boxes_lists_none_and_names_its_tiles_a_reconstruction() -> None:
    stage = Stage()
    assert "Expansions" in (await stage.say("Anna", "/new"))[0].text
    assert "Expansions" not in (await stage.say("Anna", "/options over_hill_and_dale"))[0].text
    await stage.say("Boris", "/join")
    await stage.say("Anna", "/start")
    assert "reconstruction" in (await stage.press("Anna", "g1:0:!details.g1"))[0].text
    other = Stage()
    await other.open("Anna", "Boris")
    assert "reconstruction" not in (await other.press("Anna", "g1:0:!details.g1"))[0].text


async def test_lobby_says_what_each_seated_level_is_like_and_that_no_computer_sees_the_bag() -> None:
    stage = Stage()
    (message,) = await stage.say("Anna", "/new")
    assert "bag" not in message.text
    await stage.say("Anna", "/computer beginner")
    await stage.say("Anna", "/computer beginner")
    shown = markup.plain((await stage.say("Anna", "/computer master"))[-1].text).splitlines()
    assert sum(line.startswith("beginner computer: ") for line in shown) == 1
    assert sum(line.startswith("master computer: ") for line in shown) == 1
    assert "The computers can't see what's in the bag." in shown
    assert not any(line.startswith("normal computer") for line in shown)


@pytest.mark.parametrize("wishes", ["", "abbot", "abbot river"])
async def test_the_sixth_colour_must_be_asked_for(wishes: str) -> None:
    stage = Stage()
    await stage.say("A", f"/new {wishes}")
    for name in "BCDE":
        await stage.say(name, "/join")
    assert "/options max_players=6" in (await stage.say("F", "/join"))[0].text
    await stage.say("A", "/options max_players=6")
    await stage.say("F", "/join")
    assert len((await lobby(stage)).guests) == 6


@pytest.mark.parametrize(
    "wishes", ["inns_cathedrals", "princess_dragon", "bridges", "seats=6", "river castles"]
)
async def test_boxes_for_six_bring_the_sixth_colour(wishes: str) -> None:
    stage = Stage()
    assert (await stage.open("A", "B", "C", "D", "E", "F", wishes=wishes)).picture is not None


async def test_presets_add_up_with_named_boxes() -> None:
    for line in ("/new river2 pd_classic", "/new pd_classic river2"):
        stage = Stage()
        await stage.say("Anna", line)
        assert (await lobby(stage)).boxes == ("princess_dragon", "river2")
        assert dict((await lobby(stage)).options)["princess"] == "must"
    await stage.say("Anna", "/options first_game")
    assert ((await lobby(stage)).boxes, (await lobby(stage)).options) == ((), (("farmers", "off"),))
    await stage.say("Anna", "/options abbot first_game")
    assert (await lobby(stage)).boxes == ("abbot",)


async def first_seat(stage: Stage) -> int:
    await stage.say("Anna", "/start")
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    return live.state.player


async def test_the_opener_chooses_who_begins() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    for name in ("Boris", "Clara"):
        await stage.say(name, "/join")
    assert "Only the opener of" in (await stage.say("Boris", "/options first=boris"))[0].text
    await stage.say("Anna", "/options first_player=chosen")
    assert "Who starts?" in (await stage.say("Anna", "/start"))[0].text
    await stage.press("Anna", token(stage, "Clara starts"))
    assert "Clara starts" in stage.last()
    await stage.say("Boris", "/leave")
    assert (await lobby(stage)).first == 1
    assert await first_seat(stage) == 1


async def test_anybody_may_say_who_is_the_youngest() -> None:
    stage = Stage()
    await stage.say("Anna", "/new first_player=youngest")
    await stage.say("Boris", "/join")
    assert "youngest" in (await stage.say("Anna", "/start"))[0].text
    await stage.say("Boris", "/options youngest=Boris")
    assert "Boris is the youngest" in stage.last()
    assert await first_seat(stage) == 1


async def test_if_the_first_player_leaves_the_table_is_asked_again() -> None:
    stage = Stage()
    await stage.say("Anna", "/new")
    for name in ("Boris", "Clara"):
        await stage.say(name, "/join")
    await stage.say("Anna", "/options first=Clara")
    await stage.say("Clara", "/leave")
    assert (await lobby(stage)).first == -1
    assert "Who starts?" in (await stage.say("Anna", "/start"))[0].text
    await stage.say("Anna", "/options first_player=random")
    assert await first_seat(stage) in (0, 1)


async def test_guest_is_removed_by_name_before_the_game_begins() -> None:
    stage = Stage()
    await stage.say("Anna", "/new computers=1")
    await stage.say("Boris", "/join")
    refused = (await stage.say("Boris", "/kick Anna"))[-1]
    assert "Only the opener of the table" in refused.text
    assert "can't find that player" in (await stage.say("Anna", "/kick Nobody"))[-1].text
    shown = (await stage.say("Anna", "/kick boris"))[-1].text
    assert "Boris" not in shown
    assert "Anna" in shown
    await stage.say("Boris", "/join")
    assert "Anna" not in (await stage.say("Anna", "/kick a"))[-1].text

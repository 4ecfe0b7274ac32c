"""The seat of the channel: everybody votes by two presses, and the most voted move is played."""

from __future__ import annotations

import random

from bot.conversation.protocol import markup
from bot.conversation.protocol.catalogue import LANGUAGES
from bot.conversation.protocol.messages import Choice, Command, Outgoing
from bot.conversation.service import Service
from bot.conversation.table.log import read_entry
from bot.conversation.table.polls.crowd import CROWD, Ballot, CrowdRules, cast, closing, tally
from bot.conversation.table.repository import Policy, Repository
from bot.conversation.table.results import decode_result
from bot.conversation.table.state import LiveTable
from tests.support.stage import CHANNEL, QuickComputer, Screens, Stage, option_choices

VOTERS = ("Boris", "Clara", "Dora", "Emil")


def ballot(user: str, move: str, since: int) -> Ballot:
    return Ballot(user, 1, 7, (move,), since)


def test_votes_are_counted_and_ties_go_to_the_earliest() -> None:
    votes: tuple[Ballot, ...] = ()
    for user, move, at in (("a", "x", 10), ("b", "y", 11), ("c", "y", 12), ("d", "x", 13)):
        votes = cast(votes, ballot(user, move, at))
    assert [(one.move, one.votes) for one in tally(votes)] == [(("x",), 2), (("y",), 2)]
    votes = cast(votes, ballot("a", "y", 14))  # a changes their mind
    assert [(one.move[0], one.votes) for one in tally(votes)] == [("y", 3), ("x", 1)]
    assert min(vote.since for vote in votes) == 10  # and the time goes on


def test_the_time_begins_with_the_first_vote() -> None:
    votes = [ballot("a", "x", 100), ballot("b", "x", 150), ballot("c", "x", 900)]
    assert closing([], CrowdRules(60)) is None
    assert closing(votes[:1], CrowdRules(60)) == 160
    assert closing(votes[:1], CrowdRules(60, least=2)) is None
    assert closing(votes[:2], CrowdRules(60, least=2)) == 160
    assert closing(votes, CrowdRules(60, least=3)) == 900  # at once with the last vote that was missing
    assert closing(votes[:2], CrowdRules(60, enough=2)) == 150
    assert closing(votes[:2], CrowdRules(60, least=3, enough=2)) is None


async def live_of(stage: Stage) -> LiveTable:
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    return live


async def opened(stage: Stage, wishes: str = "") -> Outgoing:
    """Anna against the channel, on whose turn it is."""
    message = await stage.open("Anna", wishes=f"crowd=1 first=B {wishes}")
    live = await live_of(stage)
    assert [seat.player for seat in live.table.seats] == ["web:anna", CROWD]
    assert live.waits[0].seat == 1
    return message


async def choices(stage: Stage, who: str, message: Outgoing) -> list[Choice]:
    """What a voter may choose after the first press."""
    near = await stage.press(who, option_choices(message)[0].token)
    assert near[0].to == stage.person(who).id
    return option_choices(near[0])


async def test_everybody_votes_by_two_presses() -> None:
    stage = Stage()
    message = await opened(stage, "vote=10m")
    assert "Chat, your turn! Everyone votes" in markup.plain(message.text)
    assert not message.notify
    offered = await choices(stage, "Boris", message)
    told = await stage.press("Boris", offered[0].token)
    assert told[0].slot == message.slot
    assert "1 vote: " in told[0].text
    assert told[1].to == "web:boris"
    await stage.press("Clara", offered[1].token)
    stage.now += 300
    told = await stage.press("Dora", offered[1].token)
    assert "3 votes: " in told[0].text
    assert (await live_of(stage)).state.ply == 0
    assert await stage.ring(299) == []
    (decided,) = await stage.ring(1)  # ten minutes after the first
    assert "2 of 3 votes" in decided.text
    assert decided.notify == ("web:anna",)
    live = await live_of(stage)
    assert live.ballots == ()
    assert live.recent[-1].entry.by == CROWD


async def test_the_board_of_a_page_asks_who_may_vote() -> None:
    stage = Stage()
    await opened(stage)
    live, boards = await live_of(stage), stage.service.boards
    asked = boards.view(live, "web:boris", "en").data["asked"]
    assert asked["seat"] == 1
    cell = tuple(asked["cells"][0][:2])
    assert await boards.ways(CHANNEL, "web:boris", "en", cell)  # type: ignore[arg-type]  # x and y
    assert boards.view(live, "web:anna", "en").data["asked"] is None
    assert await boards.ways(CHANNEL, "web:anna", "en", cell) == []  # type: ignore[arg-type]  # x and y
    lines = await stage.service.suggest(Command(stage.person("Boris"), CHANNEL, stage.now, "play", ("1",)))
    assert "1a nobody" in lines


async def test_a_vote_can_be_changed_and_typed() -> None:
    stage = Stage()
    message = await opened(stage)
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    told = await stage.press("Boris", offered[1].token)
    assert "1 vote: " in told[0].text
    told = await stage.say("Clara", "/play 1a nobody")
    assert "2 votes: " in told[0].text


async def test_least_and_enough_votes() -> None:
    stage = Stage()
    message = await opened(stage, "vote=1m votes=2 enough=3")
    assert "2 votes to go" in message.text
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    assert await stage.ring(120) == []  # one vote is too few, however long it takes
    told = await stage.press("Clara", offered[0].token)
    assert "2 of 2 votes" in told[0].text
    assert "That settled it" in told[-1].text


async def test_refusals_change_nothing() -> None:
    stage = Stage()
    message = await opened(stage)
    seated = await stage.press("Anna", option_choices(message)[0].token)
    assert "seat of your own" in seated[0].text
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    await stage.ring(600)
    version = (await live_of(stage)).version
    late = await stage.press("Clara", offered[1].token)
    assert late[0].to == "web:clara"
    assert "don't have a seat" in (await stage.say("Clara", "/play 1a"))[0].text  # it is Anna's turn
    assert (await live_of(stage)).version == version


async def test_what_does_not_go_together() -> None:
    stage = Stage()
    await stage.say("Anna", "/new crowd=1 bank=15m")
    assert "don't go together" in (await stage.say("Anna", "/start"))[0].text
    assert (await stage.say("Anna", "/options crowd=maybe"))[0].to == "web:anna"
    await stage.say("Anna", "/options bank=off seats=2")
    assert "2" in (await stage.say("Boris", "/join"))[0].text  # the seat is taken
    shown = await stage.say("Anna", "/options crowd=0")
    assert "🗳️" not in shown[0].text


async def test_the_channel_against_a_computer_by_buttons() -> None:
    stage = Stage()
    lobby = (await stage.say("Anna", "/new computers=1"))[0]
    crowd = next(choice for choice in lobby.choices if choice.token.endswith("!change.crowd.1"))
    lobby = (await stage.press("Anna", crowd.token))[0]
    assert "🗳️" in lobby.text
    for what in ("!change.vote.1h", "!change.votes.2"):
        press = next(choice for choice in lobby.choices if choice.token.endswith(what))
        lobby = (await stage.press("Anna", press.token))[0]
    assert "for 1 h after" in lobby.text
    lobby = (await stage.say("Anna", "/leave"))[0]
    assert lobby.choices  # the table is still open
    await stage.say("Anna", "/start")
    live = await live_of(stage)
    assert [bool(seat.player) for seat in live.table.seats] == [False, True]
    assert live.table.crowd == CrowdRules(3600, 2)
    await stage.say("Anna", "/end")  # the opener still rules
    assert await stage.service.repository.load(CHANNEL) is None


async def test_undo_cannot_take_back_what_the_channel_chose() -> None:
    stage = Stage()
    await stage.open("Anna", wishes="crowd=1 first=A vote=1m")
    await stage.say("Anna", "/play 1a nobody")
    message = (await stage.say("Boris", "/board"))[0]
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    await stage.ring(60)
    assert "has voted since" in (await stage.say("Anna", "/undo"))[0].text


async def test_a_pause_stops_the_vote() -> None:
    stage = Stage()
    message = await opened(stage, "vote=10m")
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    stage.now += 60
    await stage.say("Anna", "/pause")
    assert (await stage.press("Clara", offered[0].token))[0].to == "web:clara"
    assert await stage.ring(6000) == []
    await stage.say("Anna", "/resume")
    assert await stage.ring(539) == []
    assert "1 of 1 vote" in (await stage.ring(1))[0].text


async def test_without_votes_the_clock_of_the_table_counts() -> None:
    stage = Stage()
    await opened(stage, "vote=2h clock=1h rule=safe")
    assert all("Chat" in message.text for message in await stage.ring(3601))
    assert (await live_of(stage)).waits[0].seat == 1  # the channel has its time to vote
    await stage.ring(3600)
    assert (await live_of(stage)).waits[0].seat == 0


async def test_a_whole_game_with_restarts() -> None:
    """Every restart reads the votes again; the result knows whose seat it was, and no voter is lost."""
    stage, rng = Stage(language="ru"), random.Random(5)
    message = await stage.open("Anna", wishes="crowd=1 votes=2 enough=4 computers=1 river")
    voted = 0
    while not message.slot.endswith(".end"):
        live = await live_of(stage)
        if live.table.seats[live.waits[0].seat].by_vote:
            voters = rng.sample(VOTERS, rng.choice((2, 3, 4)))
            for voter in voters:
                if rng.random() < 0.2:
                    stage.service = restarted(stage)
                    stage.screens = Screens(stage.service)
                message = await step(stage, voter, message, rng)
            voted += 1
            if len(voters) < 4:
                (message,) = await stage.ring(600)
        else:
            message = await step(stage, "Anna", message, rng)
    assert voted > 20
    result = decode_result((await stage.store.results.load(CHANNEL))[0])
    assert sorted((seat.user, seat.level) for seat in result.seats) == [
        ("", CROWD),
        ("", "normal"),
        ("web:anna", ""),
    ]
    again = (await stage.press("Anna", next(c.token for c in message.choices if "!again" in c.token)))[0]
    assert "🗳️" in again.text


async def step(stage: Stage, who: str, message: Outgoing, rng: random.Random) -> Outgoing:
    """Press a choice, and one of the close-up; the public message that follows."""
    told = await stage.press(who, rng.choice(option_choices(message)).token)
    while told[0].preview:
        told = await stage.press(who, rng.choice(option_choices(told[0])).token)
    assert told[0].to is None, told[0].text
    return told[0]


def restarted(stage: Stage) -> Service:
    """A process that knows only the store."""
    old, policy = stage.service.repository, Policy(burst=10**9)
    return Service(Repository(stage.store, QuickComputer(), policy, old.new_id, old.new_secret))


async def test_a_forgotten_voter_leaves_no_name() -> None:
    stage = Stage()
    message = await opened(stage)
    offered = await choices(stage, "Boris", message)
    await stage.press("Boris", offered[0].token)
    sure = (await stage.say("Boris", "/forget"))[0]
    await stage.press("Boris", sure.choices[0].token)
    record = await stage.store.tables.load(CHANNEL)
    assert all("boris" not in read_entry(line).by for line in record.log)
    assert len((await live_of(stage)).ballots) == 1  # the vote counts


async def test_every_language_can_ask() -> None:
    for language in LANGUAGES:
        stage = Stage(language=language)
        message = await opened(stage, "votes=2")
        offered = await choices(stage, "Boris", message)
        told = await stage.press("Boris", offered[0].token)
        assert told[0].text.startswith("🗳️")

"""The close-up of a cell: few buttons, two presses for a turn, old buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chats.discord.rows import lay_out
from bot.chats.telegram.keyboards import keyboard, sheet
from bot.chats.web.page_format import grouped
from bot.conversation.protocol.catalogue import catalogue
from bot.conversation.protocol.messages import Choice
from bot.conversation.protocol.polyglot import spoken
from bot.conversation.protocol.tokens import PressOption, PressPair, PressWay
from bot.conversation.show.areas import asked_offer
from bot.conversation.show.buttons import token_of
from bot.conversation.show.close_up import MOST_BUTTONS, CloseUpChoices
from bot.conversation.show.picture_requests import close_up
from bot.conversation.show.words import Words
from bot.conversation.table.log import Entry
from bot.conversation.table.model import Seat, Table
from bot.conversation.table.options import gain, is_placement, offer_of, prompts_of, ways
from bot.conversation.table.state import LiveTable, advanced, opened
from bot.pictures.draw import draw
from engine import notation, record
from engine.actions import Action, Claim, Pass, PlaceTile
from engine.game import apply
from engine.prompts import Prompt
from tests.replays.runner import Table as Replayed
from tests.support.stage import CHANNEL, Stage

GAMES = sorted(
    (Path(__file__).parent / "computer_games").glob("*.txt")
)  # played by the computer, level normal
TURNS = 250
EVERY = {"all": 3}  # of the games with all boxes each third turn is looked at, of the others each


class Turn:
    """A turn of a recorded game: the close-up of the cell that was chosen, and the move."""

    def __init__(self, live: LiveTable, action: Action, then: Action | None) -> None:
        self.live = live
        self.prompt: Prompt = prompts_of(live.state, action.player)[0]
        cells = offer_of(self.prompt).cells
        self.number = list(cells).index(getattr(action, "cell")) + 1  # noqa: B009  # a placement has one
        self.found = ways(live.state, self.prompt, list(cells.values())[self.number - 1])
        self.way = next(way for way in self.found if way.action == action)
        self.then = then if then in self.way.follow else None
        self.plays_at_once = len(self.found) == 1 and not self.way.follow
        words = Words(catalogue("en"), live.table)
        self.offered = CloseUpChoices(words, live, self.prompt, self.number, self.found)
        self.first = self.offered.at_first(self.offered.likeliest())

    def move(self) -> str:
        """The token of the choice that plays this move."""
        if self.then is None:
            return token_of(self.live, self.prompt, PressOption, self.way.index)
        return token_of(self.live, self.prompt, PressPair, self.way.index, self.way.follow.index(self.then))

    def presses(self) -> int:
        """How many presses play this move, beginning with the number of the cell or its part of the board."""
        number = 1 + (self.number not in asked_offer(self.live, self.prompt).shown)
        return number if self.plays_at_once else number + self._closer()

    def _closer(self) -> int:
        if self.move() in _tokens(self.first):
            return 1
        others = (self.offered.everything(), *(self.offered.at_first(way) for way in self.found))
        return 2 if any(self.move() in _tokens(choices) for choices in others) else 9


def _tokens(choices: list[Choice]) -> set[str]:
    return {choice.token for choice in choices}


def turns(path: Path, every: int = 1) -> Iterator[Turn]:
    """All turns of a recorded game, or each second, each third."""
    game = record.read(path.read_text("utf-8"))
    seats = tuple(Seat(f"web:{seat}", f"P{seat}", f"web:{seat}") for seat in range(game.setup.players))
    live = opened(CHANNEL, Table("g1", game.setup, "web:0", "en", seats), 0)
    lines = [notation.read(live.state.rules, line) for line in game.lines]
    laid = 0
    for action, then, line in zip(lines, [*lines[1:], None], game.lines, strict=True):
        laid += is_placement(action)
        if is_placement(action) and laid % every == 0:
            yield Turn(live, action, then)
        live = advanced(live, Entry(0, "web:0", line))


def shown(choices: list[Choice]) -> dict[str, int]:
    """What each platform shows at first sight: buttons, and menus as one."""
    rows = lay_out(choices)
    markup = keyboard(sheet(choices)).inline_keyboard
    return {
        "discord": sum(1 if row.menu else len(row.choices) for row in rows),
        "telegram": sum(map(len, markup)),
        "room": sum(1 if "menu" in group else len(group["choices"]) for group in grouped(tuple(choices))),
    }


def test_a_close_up_has_eight_buttons_at_most_and_two_presses_play_a_turn() -> None:
    presses: Counter[int] = Counter()
    for turn in (turn for path in GAMES for turn in turns(path, EVERY.get(path.stem.partition("-")[0], 1))):
        presses[turn.presses()] += 1
        other = [turn.offered.at_first(way) for way in turn.found[1:2]]  # another rotation
        for choices in (turn.first, *other):
            for platform, count in shown(choices).items():
                assert count <= MOST_BUTTONS, (platform, turn.live.state.ply)
    assert presses.total() >= TURNS
    assert max(presses) <= 3, presses
    assert presses[1] + presses[2] >= 0.9 * presses.total(), presses


def test_a_bridge_that_is_built_with_the_tile_is_in_the_picture() -> None:
    path = next(path for path in GAMES if "bridges" in path.read_text("utf-8"))
    built = 0
    for turn in turns(path):
        for way, variant in zip(turn.found, turn.offered.variants(), strict=True):
            spans = way.after.board.spans
            new = [cell for cell in spans if cell not in turn.live.state.board.spans]
            assert variant.bridge == ((new[0], spans[new[0]].axis) if new else None)
            built += bool(new)
        if built and turn.offered.variants()[-1].bridge:
            shown = turn
            break
    variants = shown.offered.variants()
    cell = list(offer_of(shown.prompt).cells)[shown.number - 1]
    with_bridge = close_up(shown.live, cell, variants, "day", "en")
    without = close_up(shown.live, cell, [replace(one, bridge=None) for one in variants], "day", "en")
    assert draw(with_bridge).content != draw(without).content


async def _open(stage: Stage) -> tuple[LiveTable, str]:
    await stage.open("Anna", "Boris")
    return await _asked(stage)


async def _asked(stage: Stage) -> tuple[LiveTable, str]:
    """The table, and the player who is asked."""
    live = await stage.service.repository.load(CHANNEL)
    assert live is not None
    return live, live.table.seats[live.waits[0].seat].name


async def test_close_up_asks_only_for_what_can_be_chosen() -> None:
    stage = Stage()
    await _open(stage)
    asked: dict[bool, str] = {}
    for _ in range(40):
        live, mine = await _asked(stage)
        prompt = prompts_of(live.state, live.waits[0].seat)[0]
        for number, found in enumerate(offer_of(prompt).cells.values(), 1):
            if prompt.ask == "place" and (len(found) > 1) not in asked:
                token = f"g1:{prompt.asked_at}:{'ab'[prompt.player]}C{number}"
                asked[len(found) > 1] = spoken((await stage.press(mine, token))[0].text, "en")
        if len(asked) == 2:
            break
        await stage.say(mine, "/play 1a nobody")
    assert asked[True].endswith(": which way round, and who goes there?")
    assert asked[False].endswith("): who goes there?")


async def test_another_rotation_is_chosen_by_one_press_and_marked() -> None:
    stage = Stage()
    await _open(stage)
    for _ in range(40):
        live, mine = await _asked(stage)
        prompt = prompts_of(live.state, live.waits[0].seat)[0]
        number = next((n for n, found in enumerate(offer_of(prompt).cells.values(), 1) if len(found) > 1), 0)
        if number:
            break
        await stage.say(mine, "/play 1a nobody")
    closer = (await stage.press(mine, f"g1:{prompt.asked_at}:{'ab'[prompt.player]}C{number}"))[0]
    rotations = [choice for choice in closer.choices if "W" in choice.token]
    assert [choice.label.startswith("✓ ") for choice in rotations].count(True) == 1
    other = next(choice for choice in rotations if not choice.label.startswith("✓ "))
    turned = (await stage.press(mine, other.token))[0]
    now = next(choice for choice in turned.choices if choice.label.startswith("✓ "))
    assert now.token == other.token
    assert getattr(turned.picture, "chosen", "") == now.label.removeprefix("✓ ")
    claims = [choice.token for choice in turned.choices if "P" in choice.token.split(":")[2]]
    assert {token.partition("P")[2].partition(".")[0] for token in claims} == {now.token.rpartition(".")[2]}
    assert (await stage.press(mine, claims[0]))[0].to is None


@pytest.mark.parametrize("what", ["W1.999", "W99.0", "M99", "W0.0"])
async def test_rotations_that_do_not_exist_change_nothing(what: str) -> None:
    stage = Stage()
    live, mine = await _open(stage)
    prompt = prompts_of(live.state, live.waits[0].seat)[0]
    answers = await stage.press(mine, f"g1:{prompt.asked_at}:{'ab'[prompt.player]}{what}")
    assert answers[0].to is not None
    after = await stage.service.repository.load(CHANNEL)
    assert after is not None
    assert after.version == live.version


def test_points_scored_at_once_stand_on_the_button() -> None:
    scoring = 0
    for turn in turns(GAMES[0].parent / "base-2.txt"):
        labels = {choice.token: choice.label for choice in turn.offered.everything()}
        for way in turn.found:
            for number, option in enumerate(way.follow):
                points = gain(turn.live.state, apply(way.after, option).state, turn.prompt.player)
                label = labels[token_of(turn.live, turn.prompt, PressPair, way.index, number)]
                assert label.endswith(f" +{points}") if points > 0 else "+" not in label
                scoring += points > 0
    assert scoring > 20


def test_more_offers_every_rotation_with_every_claim_of_a_plain_tile() -> None:
    for turn in turns(GAMES[0].parent / "base-2.txt"):
        offered = {choice.token for choice in turn.offered.everything()}
        for way in turn.found:
            for second in range(len(way.follow)):
                assert token_of(turn.live, turn.prompt, PressPair, way.index, second) in offered
        rotations = {token_of(turn.live, turn.prompt, PressWay, turn.number, way.index) for way in turn.found}
        assert not rotations & offered


def test_options_of_the_last_tile_promise_what_they_add_not_the_whole_final_scoring() -> None:
    """The monk on the board brings three points in any case."""
    last = {"bag": [], "stack": ["base-U"], "board": ["base-B 0,1 r0 A:monastery"]}
    laid = apply(Replayed(last).state, PlaceTile(0, (1, 0), 0)).state
    found = {option: apply(laid, option).state for option in prompts_of(laid, 0)[0].options}
    assert all(after.over for after in found.values())
    assert gain(laid, found[Pass(0)], 0) == 0
    assert gain(laid, found[Claim(0, (1, 0), "r1", "meeple")], 0) == 2

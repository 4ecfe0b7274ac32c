"""Moves: by two taps, by one, by an amount, or by one line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.conversation.commands.move_text import read_move
from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol.messages import Choice, Outgoing, Style
from bot.conversation.protocol.tokens import Token
from bot.conversation.show import picture_requests as pictures
from bot.conversation.show.buttons import option_choices, token_of
from bot.conversation.show.events import reason
from bot.conversation.show.turn import message_key, turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.options import Way, by_cell, gain, lots, placements, prompts_of, ways
from bot.conversation.table.state import Live
from bot.conversation.table.transaction import Course
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.game import apply
from engine.geometry import Cell
from engine.notation import BadNotation
from engine.prompts import Prompt
from engine.refusals import IllegalAction
from engine.setup import SEAT_LETTERS
from engine.state import GameState

_OPTION = re.compile(r"(\d+)")
_CELL = re.compile(r"C(\d+)")
_PAIR = re.compile(r"P(\d+)\.(\d+)")
_AMOUNT = re.compile(r"=(\d+)")
_STANDING = re.compile(r"S(\w+)")


async def press(desk: Desk, token: Token) -> list[Outgoing]:
    """A choice of a prompt was pressed; raises Refused if it is gone, or not this person's."""
    live = await desk.live_or_none()
    if live is None or live.game != token.game:
        raise Refused("stale")
    seat = SEAT_LETTERS.lower().find(token.what[0])
    if not 0 <= seat < len(live.table.seats):
        raise Refused("stale")
    there = live.table.seats[seat]
    if there.player != desk.who.id:
        if there.owner == desk.who.id:
            raise Refused("away")
        raise Refused("not_your_seat", player=public_words(live).name(seat))
    if live.table.paused:
        raise Refused("paused_now")
    prompt = next((asked for asked in prompts_of(live.state, seat) if asked.asked_at == token.stamp), None)
    if prompt is None:
        raise Refused("stale")
    return await _pressed(desk, live, prompt, token.what[1:])


async def _pressed(desk: Desk, live: Live, prompt: Prompt, what: str) -> list[Outgoing]:
    if match := _OPTION.fullmatch(what):
        return await perform(desk, live, [_option(prompt, int(match[1]))])
    if match := _PAIR.fullmatch(what):
        first = _option(prompt, int(match[1]))
        after, _ = apply(live.state, first)
        follow = next((later for later in prompts_of(after, prompt.player)), None)
        if follow is None:
            raise Refused("stale")
        return await perform(desk, live, [first, _option(follow, int(match[2]))])
    if match := _CELL.fullmatch(what):
        return await look_closer(desk, live, prompt, int(match[1]))
    if match := _AMOUNT.fullmatch(what):
        return await _amount(desk, live, prompt, int(match[1]))
    if match := _STANDING.fullmatch(what):
        course = Course(live, desk.at)
        course.act(desk.who.id, "standing", seat=prompt.player, ask=match[1], rule="pass")
        told = await desk.conclude(course)
        return [*told, desk.say(desk.mine.text("standing.set"))]
    if what == "B":
        message = turn_message(public_words(live), live)
        return [replace(message, to=desk.who.id, preview=True, notify=())]
    raise Refused("stale")


def _option(prompt: Prompt, index: int) -> Action:
    if index >= len(prompt.options):
        raise Refused("stale")
    return prompt.options[index]


async def perform(desk: Desk, live: Live, actions: list[Action]) -> list[Outgoing]:
    """Play what the author chose; raises Refused with the reason if the rules do not allow it."""
    course = Course(live, desk.at)
    for action in actions:
        try:
            course.play(action, desk.who.id)
        except IllegalAction as error:
            raise refused(desk, course.live, error) from None
    return await desk.conclude(course)


def refused(desk: Desk, live: Live, error: IllegalAction) -> Refused:
    """The engine's reason in the author's words."""
    return Refused("", text=reason(desk.words(live), live.state, error.reason))


async def _amount(desk: Desk, live: Live, prompt: Prompt, index: int) -> list[Outgoing]:
    offered = lots(prompt)
    if index >= len(offered):
        raise Refused("stale")
    lot = offered[index]
    typed = desk.command.text.strip()
    if not typed.isdecimal() or len(typed) > 4 or not lot.least <= int(typed) <= lot.most:
        raise Refused("amount.range", least=lot.least, most=lot.most)
    return await perform(desk, live, [lot.named(int(typed))])


async def look_closer(desk: Desk, live: Live, prompt: Prompt, number: int) -> list[Outgoing]:
    """The second half of a move: every way to lay the tile on a cell, and what may follow."""
    spots = list((placements(prompt) or by_cell(prompt)).items())
    if not 1 <= number <= len(spots):
        raise Refused("stale")
    cell, indices = spots[number - 1]
    if not placements(prompt):
        return [_options_on(desk, live, prompt, cell, indices)]
    found = ways(live.state, prompt, indices)
    if len(found) == 1 and not found[0].follow:
        return await perform(desk, live, [found[0].action])
    words = desk.words(live)
    choices = [choice for row, way in enumerate(found) for choice in _on_way(words, live, prompt, way, row)]
    back = token_of(live, prompt, "B")
    choices.append(Choice(words.catalogue.label("button.back"), back, row=len(found)))
    text = words.text("play.close_up", cell=cell_name(cell), number=number)
    return [
        Outgoing(
            desk.channel,
            text,
            tuple(choices),
            pictures.close_up(live, cell, found, desk.theme, desk.mine.language),
            alt=words.catalogue.label("alt.close_up", cell=cell_name(cell), n=len(found)),
            to=desk.who.id,
            key=message_key(live),
            preview=True,
        )
    ]


def _on_way(words: Words, live: Live, prompt: Prompt, way: Way, row: int) -> Iterator[Choice]:
    """What may be pressed for one way to lay the tile: whatever may follow, or the placement alone."""

    def choice(what: str, label: str, after: GameState, style: Style = "primary") -> Choice:
        points = gain(live.state, after, prompt.player)
        shown = f"{label} +{points}" if points else label
        return Choice(shown, token_of(live, prompt, what), style, row)

    extra = _extra(words, live.state, way.action)
    head = f"{way.letter}, {extra}" if extra else way.letter
    for index, option in enumerate(way.follow):
        after, _ = apply(way.after, option)
        what = f"P{way.index}.{index}"
        if isinstance(option, Pass):
            yield choice(what, f"{head}: {words.catalogue.label('play.nobody')}", after, "secondary")
            continue
        label = words.action(way.after, option)
        label = f"{index + 1} · {label}" if len(way.follow) > 2 else label
        yield choice(what, f"{head}: {label}", after)
    if not way.follow:
        yield choice(str(way.index), head, way.after)


def _options_on(desk: Desk, live: Live, prompt: Prompt, cell: Cell, indices: list[int]) -> Outgoing:
    """The options of one cell, where there were too many to show them all."""
    words = desk.words(live)
    choices = option_choices(words, live, prompt, [(index, prompt.options[index]) for index in indices])
    choices.append(Choice(words.catalogue.label("button.back"), token_of(live, prompt, "B"), row=9))
    return Outgoing(
        desk.channel,
        words.text("play.on_cell", cell=cell_name(cell)),
        tuple(choices),
        pictures.board_picture(
            live, kind="choice", highlight=(cell,), theme=desk.theme, language=desk.mine.language
        ),
        alt=words.catalogue.label("play.on_cell", cell=cell_name(cell)),
        to=desk.who.id,
        key=message_key(live),
        preview=True,
    )


def _extra(words: Words, state: GameState, action: Action) -> str:
    """What a placement includes beside the tile, e.g. a bridge."""
    key = f"way.{action.verb}"
    return words.catalogue.label(key, **words.values(state, action)) if words.catalogue.has(key) else ""


def asked(desk: Desk, live: Live) -> list[Prompt]:
    """What the author must decide now; raises Refused if that is nothing."""
    seat = desk.seat(live)
    if live.table.paused:
        raise Refused("paused_now")
    mine = prompts_of(live.state, seat)
    if not mine:
        waiting = ", ".join(public_words(live).name(wait.seat) for wait in live.waits)
        raise Refused("not_your_turn", player=waiting)
    return mine


async def play(desk: Desk) -> list[Outgoing]:
    """`/play 7b city`: a move in one line."""
    live = await desk.live()
    try:
        actions = read_move(desk.words(live), live, asked(desk, live)[0], desk.args)
    except BadNotation as error:
        raise Refused("play.bad", word=error.word) from None
    except IllegalAction as error:
        raise refused(desk, live, error) from None
    return await perform(desk, live, actions)


async def written(desk: Desk) -> list[Outgoing]:
    """A line of text: a number is an amount if one is asked for; anything else is talk."""
    typed = desk.command.text.strip()
    if not typed.isdecimal():
        return []
    live = await desk.live_or_none()
    seat = live.table.seat_of(desk.who.id) if live else None
    if live is None or seat is None or live.table.paused:
        return []
    for prompt in prompts_of(live.state, seat):
        if len(lots(prompt)) == 1:
            return await _amount(desk, live, prompt, 0)
    return []

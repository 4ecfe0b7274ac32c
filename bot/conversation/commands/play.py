"""Moves: by two presses, by one, by an amount, or by one line of text."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.commands.flag import fall, fallen
from bot.conversation.commands.group import crowd
from bot.conversation.commands.move_text import read_move
from bot.conversation.commands.person.tips import tip
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.tokens import (
    PressAmount,
    PressArea,
    PressBack,
    PressCell,
    PressMore,
    PressOption,
    PressPair,
    PressPrompt,
    PressStanding,
    PressSure,
    PressWay,
)
from bot.conversation.show import picture_requests
from bot.conversation.show.areas import ARROWS, areas, asked_offer
from bot.conversation.show.auction import debt
from bot.conversation.show.buttons import cell_choices, option_choices, token_of
from bot.conversation.show.close_up import CloseUpChoices
from bot.conversation.show.events import reason
from bot.conversation.show.public import public_words
from bot.conversation.show.turn import below_question, standings_line, turn_message, turn_slot
from bot.conversation.table.acts import StandingAct
from bot.conversation.table.options import Way, offer_of, prompts_of, ways
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine.actions import Action
from engine.coordinates import cell_name
from engine.game import apply
from engine.geometry import Cell
from engine.notation import BadNotation
from engine.prompts import Prompt
from engine.refusals import IllegalAction


async def press(context: Context) -> list[Outgoing]:
    """Play a pressed choice of a prompt; raises Refused if the question is closed or another player's."""
    live, pressed = await context.live_or_none(), context.token
    if live is None or not isinstance(pressed, PressPrompt) or live.game != pressed.game:
        raise Refused("stale")
    _must_own(context, live, pressed.seat)
    if live.table.paused:
        raise Refused("paused_now")
    for prompt in prompts_of(live.state, pressed.seat):
        if prompt.asked_at == pressed.stamp:
            return await _pressed(context, live, prompt, pressed)
    raise Refused("stale")


def _must_own(context: Context, live: LiveTable, seat: int) -> None:
    """Raise Refused unless the author plays on this seat."""
    if seat >= len(live.table.seats):
        raise Refused("stale")
    there = live.table.seats[seat]
    if there.by_vote:
        crowd.check_voter(context, live)
    elif there.player != context.who.id:
        if there.owner == context.who.id:
            raise Refused("away")
        raise Refused("not_your_seat", player=public_words(live).name(seat))


async def _pressed(context: Context, live: LiveTable, prompt: Prompt, pressed: PressPrompt) -> list[Outgoing]:
    match pressed:
        case PressOption(index=index):
            return await _perform_or_warn(context, live, prompt, [option_of(prompt, index)])
        case PressSure(index=index):
            return await perform(context, live, [option_of(prompt, index)])
        case PressPair():
            return await perform(context, live, pair_of(live, prompt, pressed))
        case PressCell(number=number):
            return await look_closer(context, live, prompt, number)
        case PressWay(number=number, index=index):
            return await look_closer(context, live, prompt, number, index)
        case PressArea(index=index):
            return [area_message(context, await _for_readers(context, live), prompt, index)]
        case PressMore(number=number):
            return await look_closer(context, live, prompt, number, everything=True)
        case PressAmount(index=index):
            return await _amount(context, live, prompt, index)
        case PressStanding(ask=ask):
            return await _stand(context, live, prompt, ask)
        case PressBack():
            message = turn_message(public_words(live), live)
            return [replace(message, to=context.who.id, preview=True, notify=())]
    raise Refused("stale")


def pair_of(live: LiveTable, prompt: Prompt, pressed: PressPair) -> list[Action]:
    """The actions of a pressed pair; raises Refused."""
    first = option_of(prompt, pressed.first)
    after, _ = apply(live.state, first)
    follow = prompts_of(after, prompt.player)
    if not follow:
        raise Refused("stale")
    return [first, option_of(follow[0], pressed.second)]


async def _stand(context: Context, live: LiveTable, prompt: Prompt, ask: str) -> list[Outgoing]:
    if live.table.seats[prompt.player].by_vote:
        raise Refused("stale")
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, StandingAct(seat=prompt.player, ask=ask, rule="pass"))
    await context.conclude(transaction)
    return [context.say(context.mine.text("standing.set"))]


def option_of(prompt: Prompt, index: int) -> Action:
    """The option of this index; raises Refused."""
    if index >= len(prompt.options):
        raise Refused("stale")
    return prompt.options[index]


async def perform(context: Context, live: LiveTable, actions: list[Action]) -> list[Outgoing]:
    """Play the author's actions, or vote for them; raises Refused with the reason if the rules forbid one."""
    flagged = fallen(live, context.at)
    if flagged is not None:  # the alarm is about to ring
        return await fall(context, live, flagged)
    transaction = Transaction(live, context.at)
    for action in actions:
        try:
            transaction.play(action, context.who.id)
        except IllegalAction as error:
            raise refused(context, transaction.live, error) from None
    if live.table.seats[actions[0].player].by_vote:
        return await crowd.vote(context, live, actions)
    await context.conclude(transaction)
    return await tip(context, transaction)


async def _perform_or_warn(
    context: Context, live: LiveTable, prompt: Prompt, actions: list[Action]
) -> list[Outgoing]:
    """Play the author's actions; what leads into debt is asked about once more."""
    left = debt(live.state, actions[0])
    if left is None or actions[0] not in prompt.options:
        return await perform(context, live, actions)
    words = context.words(live)
    token = token_of(live, prompt, PressSure, prompt.options.index(actions[0]))
    sure = Choice(words.action(live.state, actions[0]), token, "danger")
    return [context.say(words.text("bid.debt", points=words.points(left)), (sure,))]


def refused(context: Context, live: LiveTable, error: IllegalAction) -> Refused:
    """The engine's reason in the author's language."""
    return Refused("", text=reason(context.words(live), live.state, error.reason))


async def _amount(context: Context, live: LiveTable, prompt: Prompt, index: int) -> list[Outgoing]:
    if index >= len(prompt.amounts):
        raise Refused("stale")
    amounts = prompt.amounts[index]
    typed = context.command.text.strip()
    if not typed.isdecimal() or len(typed) > 4 or not amounts.least <= int(typed) <= amounts.most:
        raise Refused("amount.range", least=amounts.least, most=amounts.most)
    return await _perform_or_warn(context, live, prompt, [amounts.build(int(typed))])


async def look_closer(
    context: Context,
    live: LiveTable,
    prompt: Prompt,
    number: int,
    chosen: int | None = None,
    *,
    everything: bool = False,
) -> list[Outgoing]:
    """The second step of a move: the ways to place the tile on a cell, and what may follow."""
    offer = offer_of(prompt)
    if not 1 <= number <= len(offer.cells):
        raise Refused("stale")
    cell, indices = list(offer.cells.items())[number - 1]
    if not offer.places_tile:
        return [_options_on(context, await _for_readers(context, live), prompt, cell, indices)]
    found = ways(live.state, prompt, indices)
    if len(found) == 1 and not found[0].follow:
        return await perform(context, live, [found[0].action])
    shown = await _for_readers(context, live)
    return [close_up_message(context, shown, prompt, number, found, chosen, everything=everything)]


async def _for_readers(context: Context, live: LiveTable) -> LiveTable:
    """The table for those who see a close-up: if all do, in the language of their channel."""
    return await context.shown(live) if context.command.shared else live


def close_up_message(
    context: Context,
    live: LiveTable,
    prompt: Prompt,
    number: int,
    found: list[Way],
    chosen: int | None = None,
    *,
    everything: bool = False,
) -> Outgoing:
    """The close-up of a cell: its rotations, and what may follow the chosen one."""
    words, cell = context.preview_words(live), list(offer_of(prompt).cells)[number - 1]
    offered = CloseUpChoices(words, live, prompt, number, found)
    way = next((way for way in found if way.index == chosen), None) or offered.likeliest()
    choices = offered.everything() if everything else offered.at_first(way)
    marked = way.letter if len(found) > 1 and not everything else ""
    text = words.text(_close_up_question(found), cell=cell_name(cell), number=number)
    like = picture_requests.numbered(asked_offer(live, prompt)) if context.command.shared else None
    return Outgoing(
        context.channel,
        _preview_text(context, live, prompt, text),
        tuple(choices),
        picture_requests.close_up(
            live, cell, offered.variants(), context.preview_theme, words.catalogue.language, marked, like
        ),
        alt=words.catalogue.label("alt.close_up", cell=cell_name(cell), n=len(found)),
        to=context.who.id,
        slot=turn_slot(live),
        preview=True,
        seat=prompt.player,
        kind="close_up",
    )


def _close_up_question(found: list[Way]) -> str:
    """What there is to choose on a cell: the way, who goes there, or both."""
    if len(found) == 1:
        return "play.close_up.who"
    return "play.close_up" if any(way.follow for way in found) else "play.close_up.way"


def _preview_text(context: Context, live: LiveTable, prompt: Prompt, text: str) -> str:
    """The text of a close-up; one that all can see names the player, and keeps the news and scores.

    A linked channel was told the news in messages of their own.
    """
    if not context.command.shared:
        return text
    words = public_words(live)
    linked = live.channel != context.channel
    below = [standings_line(words, live)] if linked else below_question(words, live)
    return "\n".join([f"{words.name(prompt.player)}: {text}", *below])


def area_message(context: Context, live: LiveTable, prompt: Prompt, index: int) -> Outgoing:
    """A quarter of the board with the numbers of its cells."""
    offer = offer_of(prompt)
    found = areas(list(offer.cells)) if offer.cells else []
    if index >= len(found) or not found[index]:
        raise Refused("stale")
    words, numbers = context.preview_words(live), found[index]
    cells = picture_requests.numbered_cells(offer, numbers)
    choices = cell_choices(words, live, replace(offer, likely=numbers))
    back = token_of(live, prompt, PressBack)
    return Outgoing(
        context.channel,
        _preview_text(context, live, prompt, words.text("play.area", arrow=ARROWS[index])),
        (*choices, Choice(words.catalogue.label("button.back"), back, row=9)),
        picture_requests.area_picture(live, offer, numbers, context.preview_theme, words.catalogue.language),
        alt=markup.plain(words.listed(f"{label} = {cell_name(cell)}" for label, cell in cells)),
        to=context.who.id,
        slot=turn_slot(live),
        preview=True,
        seat=prompt.player,
        kind="close_up",
    )


def _options_on(
    context: Context, live: LiveTable, prompt: Prompt, cell: Cell, indices: list[int]
) -> Outgoing:
    """The options of one cell, when there were too many for one message."""
    words = context.preview_words(live)
    options = [(index, prompt.options[index]) for index in indices]
    choices = option_choices(words, live, prompt, options)
    choices.append(Choice(words.catalogue.label("button.back"), token_of(live, prompt, PressBack), row=9))
    return Outgoing(
        context.channel,
        _preview_text(context, live, prompt, words.text("play.on_cell", cell=cell_name(cell))),
        tuple(choices),
        picture_requests.spots_picture(live, options, context.preview_theme, words.catalogue.language),
        alt=words.catalogue.label("play.on_cell", cell=cell_name(cell)),
        to=context.who.id,
        slot=turn_slot(live),
        preview=True,
        seat=prompt.player,
        kind="close_up",
    )


def asked(context: Context, live: LiveTable) -> list[Prompt]:
    """The author's open questions, or that of the channel; raises Refused if there are none."""
    voting = crowd.voting_seat(live, context.who.id)
    seat = context.seat(live) if voting is None else voting
    if live.table.paused:
        raise Refused("paused_now")
    mine = prompts_of(live.state, seat)
    if not mine:
        words = public_words(live)
        waiting = words.listed(words.name(wait.seat) for wait in live.waits)
        raise Refused("not_your_turn", player=waiting)
    return mine


async def play(context: Context) -> list[Outgoing]:
    """`/play 7b city`: a move in one line."""
    live = await context.live()
    prompt = asked(context, live)[0]
    try:
        actions = read_move(context.words(live), live, prompt, context.args)
    except BadNotation as error:
        raise Refused("play.bad", word=error.word) from None
    except IllegalAction as error:
        raise refused(context, live, error) from None
    return await _perform_or_warn(context, live, prompt, actions)


async def written(context: Context) -> list[Outgoing]:
    """A text: a number answers a question for an amount; anything else is talk."""
    typed = context.command.text.strip()
    if not typed.isdecimal():
        return []
    live = await context.live_or_none()
    seat = live.table.seat_of(context.who.id) if live else None
    if live is None or seat is None or live.table.paused:
        return []
    for prompt in prompts_of(live.state, seat):
        if len(prompt.amounts) == 1:
            return await _amount(context, live, prompt, 0)
    return []

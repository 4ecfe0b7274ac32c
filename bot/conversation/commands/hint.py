"""`/hint`: the computer's move for the author, how to play it, and why. The answer is private."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from bot.conversation.commands.move_text import read_move
from bot.conversation.commands.play import asked
from bot.conversation.context import Context, Refused
from bot.conversation.protocol.messages import Choice, Outgoing
from bot.conversation.protocol.pictures import PictureRequest, Variant
from bot.conversation.protocol.ports import NoAnswer
from bot.conversation.protocol.tokens import PressOption, PressPair
from bot.conversation.show import picture_requests
from bot.conversation.show.buttons import decline_label, token_of
from bot.conversation.show.hint_reasons import reason_lines
from bot.conversation.show.turn import hint_slot
from bot.conversation.show.words import Words
from bot.conversation.table.acts import HintAct
from bot.conversation.table.options import Way, following, is_placement, placements, ways
from bot.conversation.table.state import LiveTable
from bot.conversation.table.transaction import Transaction
from engine import notation
from engine.actions import Action, Claim, Pass
from engine.coordinates import cell_name
from engine.game import apply, view_for
from engine.players import Hint
from engine.prompts import Prompt
from engine.refusals import IllegalAction
from engine.setup import SEAT_LETTERS

log = logging.getLogger(__name__)


async def hint(context: Context) -> list[Outgoing]:
    """Show the move that the computer would play for the author."""
    live = await context.live()
    if live.table.serious:
        raise Refused("hint.rated" if live.table.rated else "hint.cup")
    mine = asked(context, live)
    seat = mine[0].player
    await _note(context, live, seat)  # before the computer thinks: others may play meanwhile
    try:
        found = await context.repository.computer.hint(view_for(live.state, seat), seat)
    except NoAnswer as error:
        log.error("hint_failed channel=%s ply=%d error=%s", live.channel, live.state.ply, error)
        raise Refused("hint.failed") from None
    prompt = next((prompt for prompt in mine if found.action in prompt.options), None)
    if prompt is None:
        raise Refused("hint.failed")
    return [_told(context, live, prompt, found)]


async def _note(context: Context, live: LiveTable, seat: int) -> None:
    """Write into the log that a seat was given a hint; once for each decision is enough."""
    act = HintAct(seat=seat)
    if live.recent[-1].entry.act == act:
        return
    transaction = Transaction(live, context.at)
    transaction.act(context.who.id, act)
    await context.note(transaction)


def _told(context: Context, live: LiveTable, prompt: Prompt, found: Hint) -> Outgoing:
    words = context.words(live)
    actions, token = _pressed(live, prompt, found)
    way = _way(live, prompt, found.action)
    lines = [words.text("hint.move", move=_described(words, live, prompt, found, way))]
    line = _line(words, live, prompt, actions, way)
    if line:
        lines.append(words.text("hint.line", line=line))
    lines += [f"· {reason}" for reason in reason_lines(words, prompt.player, found.reasons)]
    button = Choice(words.catalogue.label("hint.play"), token, "success")
    picture = _picture(context, live, found, way)
    told = context.say("\n".join(lines), (button,), picture, alt=words.catalogue.label("alt.hint"))
    return replace(told, slot=hint_slot(live), fresh=True)


def _pressed(live: LiveTable, prompt: Prompt, found: Hint) -> tuple[list[Action], str]:
    """The actions that one press can play, and its token."""
    index = prompt.options.index(found.action)
    if found.then and is_placement(found.action):
        after, _ = apply(live.state, found.action)
        follow = following(live.state, after, prompt.player)
        if found.then[0] in follow:
            second = follow.index(found.then[0])
            return [found.action, found.then[0]], token_of(live, prompt, PressPair, index, second)
    return [found.action], token_of(live, prompt, PressOption, index)


def _way(live: LiveTable, prompt: Prompt, action: Action) -> tuple[int, Way] | None:
    """The number of the cell and the way to place the tile there; None if no tile is placed."""
    for number, indices in enumerate(placements(prompt).values(), start=1):
        for way in ways(live.state, prompt, indices):
            if way.action == action:
                return number, way
    return None


def _described(
    words: Words, live: LiveTable, prompt: Prompt, found: Hint, way: tuple[int, Way] | None
) -> str:
    """The move in words, with what follows in the same turn."""
    parts = []
    state = live.state
    for action in (found.action, *found.then):
        if action is found.action and way is not None:
            cell = cell_name(getattr(action, "cell"))  # noqa: B009  # a placement has one
            text = words.text("hint.place", number=way[0], cell=cell, letter=way[1].letter)
            extra = f"way.{action.verb}"
            if words.catalogue.has(extra):
                text += ", " + words.text(extra, **words.values(state, action))
        elif isinstance(action, Pass):
            label = decline_label(words, prompt)
            alone = action is found.action
            text = words.text("hint.decline", choice=label) if alone else words.text("play.nobody")
        else:
            text = words.action(state, action)
        parts.append(text)
        state, _ = apply(state, action)
    return reduce(lambda move, then: words.text("hint.then", move=move, then=then), parts)


def _line(
    words: Words, live: LiveTable, prompt: Prompt, actions: list[Action], way: tuple[int, Way] | None
) -> str:
    """The move as it can be typed: the first spelling that is read back as this move."""
    for line in _spellings(words, live, prompt, actions, way):
        try:
            if read_move(words, live, prompt, line.split()) == actions:
                return line
        except (Refused, IllegalAction, ValueError):
            continue
    return ""


def _spellings(
    words: Words, live: LiveTable, prompt: Prompt, actions: Sequence[Action], way: tuple[int, Way] | None
) -> Iterator[str]:
    if way is not None:
        head = f"{way[0]}{way[1].letter}"
        for action in actions[1:]:
            if isinstance(action, Claim):
                yield f"{head} {words.segment(way[1].after, action.cell, action.segment)}".lower()
            follow = following(live.state, way[1].after, prompt.player)
            yield f"{head} {words.catalogue.label('play.nobody')}"
            yield f"{head} {follow.index(action) + 1}"
        yield head
        return
    (action,) = actions
    if isinstance(action, Pass):
        yield words.catalogue.label("choice.pass").lower()
    for number, amounts in enumerate(prompt.amounts, start=1):
        if action in amounts:
            amount = getattr(action, "amount")  # noqa: B009  # it is in a range of amounts
            yield str(amount)
            yield f"{number} {amount}"
    yield str(prompt.options.index(action) + 1)
    yield notation.write(action).removeprefix(f"{SEAT_LETTERS[prompt.player]} ")


def _picture(
    context: Context, live: LiveTable, found: Hint, way: tuple[int, Way] | None
) -> PictureRequest | None:
    """The placed tile with the spot to claim; or the board with the chosen cell."""
    cell = getattr(found.action, "cell", None)
    theme, language = context.theme, context.mine.language
    if cell is None:
        return None
    if way is None:
        return picture_requests.board_picture(live, cells=(("•", cell),), theme=theme, language=language)
    claims = [action for action in found.then[:1] if isinstance(action, Claim) and action.cell == cell]
    rotation = int(getattr(found.action, "rotation", 0))
    shown = Variant(way[1].letter, rotation, tuple(("1", claim.segment) for claim in claims))
    return picture_requests.close_up(live, cell, [shown], theme, language)

"""The question to a viewer as data: cells for a tile, options with what they are about, amounts."""

from __future__ import annotations

import dataclasses
from typing import Any

from bot.conversation.protocol import markup
from bot.conversation.protocol.tokens import (
    PressAmount,
    PressOption,
    PressPair,
    PressPrompt,
    PressStanding,
    command,
)
from bot.conversation.show.auction import auction_line, offered_tiles
from bot.conversation.show.buttons import option_label, token_of
from bot.conversation.show.words import Words
from bot.conversation.table.options import following, gain, is_placement, offer_of, prompts_of
from bot.conversation.table.standing_answers import can_stand
from bot.conversation.table.state import REMEMBERED, LiveTable
from engine.actions import Action
from engine.game import apply
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.state import GameState

MOST_WEIGHED = 40  # options of one question whose points are worked out
HIDDEN = ("player",)  # fields of an action that a page need not know


@dataclasses.dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as data, and the actions that its options stand for."""

    data: dict[str, Any]
    options: tuple[Action, ...] = ()


def asked_of(words: Words, live: LiveTable, seat: int) -> AskedQuestion | None:
    """The open question to a seat, or None."""
    for prompt in prompts_of(live.state, seat):
        return _question(words, live, prompt)
    return None


def undo_token(live: LiveTable, seat: int) -> str:
    """The token that takes back the last move of a seat, or asks the others; empty before its first move."""
    user = live.table.seats[seat].player
    moved = any(one.action and one.action.player == seat and one.entry.by == user for one in live.recent)
    if not moved and len(live.recent) < REMEMBERED:
        return ""
    return command(live.game, live.state.ply, "undo")


def _question(words: Words, live: LiveTable, prompt: Prompt) -> AskedQuestion:
    offer = offer_of(prompt)
    placed = offer.cells if offer.places_tile else {}
    on_cells = {index for indices in placed.values() for index in indices}
    rest = [(index, option) for index, option in offer.options if index not in on_cells]
    shown: dict[str, Any] = {"ask": prompt.ask, "stamp": prompt.asked_at, "seat": prompt.player}
    if placed:
        shown["cells"] = [[*cell, len(indices)] for cell, indices in placed.items()]
    if rest:
        shown["options"] = [
            _option(words, live.state, option, token_of(live, prompt, PressOption, index), prompt)
            for index, option in rest
        ]
        _weigh(live.state, prompt.player, [option for _, option in rest], shown["options"])
    if prompt.amounts:
        shown["amounts"] = _amounts(words, live, prompt)
    tiles, lot = offered_tiles(live.state)
    if lot:
        shown |= {"lot": tiles[lot - 1], "note": markup.plain(auction_line(words, live))}
    if can_stand(prompt) and not live.table.seats[prompt.player].by_vote:
        shown["standing"] = _press(live, prompt, PressStanding, prompt.ask)
    return AskedQuestion(shown, tuple(option for _, option in rest))


def _press(live: LiveTable, prompt: Prompt, press: type[PressPrompt], *chosen: int | str) -> str:
    return token_of(live, prompt, press, *chosen)


def _option(words: Words, state: GameState, option: Action, token: str, prompt: Prompt) -> dict[str, Any]:
    """An option: its token, verb, label, and every field of the action that is set."""
    label = option_label(words, state, prompt, option)
    facts = {field.name: getattr(option, field.name) for field in dataclasses.fields(option)}
    facts = {name: fact for name, fact in facts.items() if name not in HIDDEN and fact is not None}
    return {"token": token, "verb": option.verb, "label": label, **facts}


def _weigh(state: GameState, seat: int, options: list[Action], shown: list[dict[str, Any]]) -> None:
    """Add the points that the options bring at once, unless they are too many."""
    if len(options) > MOST_WEIGHED:
        return
    for option, about in zip(options, shown, strict=True):
        points = gain(state, apply(state, option).state, seat)
        if points:
            about["points"] = points


def _amounts(words: Words, live: LiveTable, prompt: Prompt) -> list[dict[str, Any]]:
    found = []
    for number, amounts in enumerate(prompt.amounts):
        first = amounts.build(amounts.least)
        about = {"token": _press(live, prompt, PressAmount, number), "verb": first.verb}
        about["label"] = words.action(live.state, first)
        tile = getattr(first, "tile", None)
        found.append(
            {**about, "least": amounts.least, "most": amounts.most, **({"tile": tile} if tile else {})}
        )
    return found


# -- a tile on a cell -------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class BoardWay:
    """One way to lay the tile on a cell: the game after it, and its data with what may follow."""

    after: GameState
    follow: tuple[Action, ...]
    data: dict[str, Any]


def ways_on(words: Words, live: LiveTable, seat: int, cell: Cell) -> list[BoardWay]:
    """Every way to lay the tile on a cell, by rotation, each with the options that follow at once."""
    for prompt in prompts_of(live.state, seat):
        options = [(index, option) for index, option in prompt.listed if is_placement(option)]
        here = [(index, option) for index, option in options if getattr(option, "cell", None) == cell]
        if here:
            here.sort(key=lambda pair: (getattr(pair[1], "rotation", 0), pair[0]))
            return [_way(words, live, prompt, index, option) for index, option in here]
    return []


def _way(words: Words, live: LiveTable, prompt: Prompt, index: int, option: Action) -> BoardWay:
    token = token_of(live, prompt, PressOption, index)
    data = _option(words, live.state, option, token, prompt)
    after = apply(live.state, option).state
    follow = tuple(following(live.state, after, prompt.player))
    if points := gain(live.state, after, prompt.player):
        data["points"] = points
    if follow:
        asked = prompts_of(after, prompt.player)[0]
        data["follow"] = [
            _option(words, after, next_, token_of(live, prompt, PressPair, index, number), asked)
            for number, next_ in enumerate(follow)
        ]
        _weigh(after, prompt.player, list(follow), data["follow"])
    return BoardWay(after, follow, data)

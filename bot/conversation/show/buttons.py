"""The choices of a prompt: cells, options, amounts. The same for every box."""

from __future__ import annotations

from collections.abc import Callable

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Amount, Choice, Style
from bot.conversation.protocol.tokens import (
    PressAmount,
    PressArea,
    PressCell,
    PressOption,
    PressPrompt,
    PressStanding,
)
from bot.conversation.show.areas import ARROWS, areas
from bot.conversation.show.auction import bid_title, debt, priced
from bot.conversation.show.words import Words
from bot.conversation.table.options import MOST_FAR, MOST_LISTED, Offer, is_far, quick_amounts
from bot.conversation.table.standing_answers import can_stand
from bot.conversation.table.state import LiveTable
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.prompts import Prompt
from engine.state import GameState


def token_of(live: LiveTable, prompt: Prompt, press: Callable[..., PressPrompt], *chosen: int | str) -> str:
    """The token of a choice of this prompt."""
    return str(press(live.game, prompt.asked_at, prompt.player, *chosen))


def choices_of(words: Words, live: LiveTable, offer: Offer) -> list[Choice]:
    """All choices of a prompt."""
    prompt = offer.prompt
    on_cells = {index for indices in offer.cells.values() for index in indices}
    found = cell_choices(words, live, offer)
    if len(found) < len(offer.cells):
        found += _area_choices(live, offer)
    found += amount_choices(words, live, prompt)
    found += option_choices(words, live, prompt, [pair for pair in offer.options if pair[0] not in on_cells])
    if can_stand(prompt) and not live.table.seats[prompt.player].by_vote:
        label = words.catalogue.label("standing.choice", choice=decline_label(words, prompt))
        found.append(Choice(label, token_of(live, prompt, PressStanding, prompt.ask), row=9))
    return found


def cell_choices(words: Words, live: LiveTable, offer: Offer) -> list[Choice]:
    """The first tap: a cell to look at closer."""
    cells, found = list(offer.cells.items()), []
    for number in offer.shown:
        cell, indices = cells[number - 1]
        detail = f"{cell_name(cell)}, {words.catalogue.label('menu.ways', n=len(indices))}"
        token = token_of(live, offer.prompt, PressCell, number)
        found.append(Choice(str(number), token, "primary", row=1, detail=detail, cell=cell))
    return found


def _area_choices(live: LiveTable, offer: Offer) -> list[Choice]:
    """Quarters of the board, with the cells that have no button."""
    return [
        Choice(f"{arrow} {len(numbers)}", token_of(live, offer.prompt, PressArea, index), row=2)
        for index, (arrow, numbers) in enumerate(zip(ARROWS, areas(list(offer.cells)), strict=True))
        if numbers
    ]


def amount_choices(words: Words, live: LiveTable, prompt: Prompt) -> list[Choice]:
    """Quick amounts that lead into no debt, and one to be typed, for each range."""
    several = len(prompt.amounts) > 1
    found, first = [], 0
    for number, amounts in enumerate(prompt.amounts):
        row = 2 + number
        head = f"{number + 1} · " if several else ""
        quick = [
            amount for amount in quick_amounts(amounts) if debt(live.state, amounts.build(amount)) is None
        ]
        for amount in quick[: 1 if len(prompt.amounts) > 2 else None]:
            action = amounts.build(amount)
            label, icon = head + words.action(live.state, action), words.option_icon(live.state, action)
            token = token_of(live, prompt, PressOption, first + amount - amounts.least)
            found.append(Choice(label, token, "primary", row=row, icon=icon))
        first += len(amounts)
        if len(amounts) > 1:
            title = bid_title(words, live.state, number + 1)
            label = head + words.catalogue.label("amount.other")
            limits = Amount(amounts.least, amounts.most, title)
            found.append(Choice(label, token_of(live, prompt, PressAmount, number), row=row, amount=limits))
    return found


def option_choices(
    words: Words, live: LiveTable, prompt: Prompt, options: list[tuple[int, Action]]
) -> list[Choice]:
    """Options that are played at once."""
    menu = words.catalogue.label("menu.options") if len(options) > MOST_LISTED else ""
    far = [option for _, option in options if is_far(option, live.state.last)]
    folded = menu or (words.catalogue.label("menu.far") if len(far) > MOST_FAR else "")
    several = len(options) > 1
    found = []
    for number, (index, option) in enumerate(options, start=1):
        declines = isinstance(option, Pass)
        label = option_label(words, live.state, prompt, option)
        if several and (hasattr(option, "cell") or hasattr(option, "tile")):
            label = f"{number} · {label}"
        style: Style = "secondary" if declines else "primary"
        token, cell = token_of(live, prompt, PressOption, index), getattr(option, "cell", None)
        icon = "" if declines else words.option_icon(live.state, option)
        shown = folded if is_far(option, live.state.last) else menu
        found.append(Choice(label, token, style, row=8, menu=shown, cell=cell, icon=icon))
    return found


def option_label(words: Words, state: GameState, prompt: Prompt, option: Action) -> str:
    """The label of an option."""
    if isinstance(option, Pass):
        return decline_label(words, prompt)
    return priced(words, state, option, words.action(state, option))


def decline_label(words: Words, prompt: Prompt) -> str:
    """The label of declining."""
    keys = (f"pass.{prompt.ask}.{only_verb(prompt)}", f"pass.{prompt.ask}", "choice.pass")
    return markup.plain(words.catalogue.first(keys))


def only_verb(prompt: Prompt) -> str:
    """What a question about the placed tile offers, if that is one kind of thing."""
    verbs = {option.verb for option in prompt.options} - {Pass.verb} if prompt.ask == "act" else set()
    return verbs.pop() if len(verbs) == 1 else ""

"""What may be pressed for a prompt: cells, options, amounts. The same for every box."""

from __future__ import annotations

from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Amount, Choice, Style
from bot.conversation.protocol.tokens import Token
from bot.conversation.show.words import Words
from bot.conversation.table.options import MOST_LISTED, by_cell, has_amount, lots, placements, quick_amounts
from bot.conversation.table.standing_answers import can_stand
from bot.conversation.table.state import Live
from engine.actions import Action, Pass
from engine.coordinates import cell_name
from engine.geometry import Cell
from engine.prompts import Prompt
from engine.setup import SEAT_LETTERS


def token_of(live: Live, prompt: Prompt, what: str) -> str:
    """The token of something that this prompt's player may press."""
    return str(Token(live.game, prompt.asked_at, SEAT_LETTERS[prompt.player].lower() + what))


def choices_of(words: Words, live: Live, prompt: Prompt) -> list[Choice]:
    """Everything that may be pressed for a prompt; `whole` prompts are looked through faster."""
    spots = placements(prompt) or by_cell(prompt)
    looked_at = {index for indices in spots.values() for index in indices}
    rest = [
        (index, option)
        for index, option in enumerate(prompt.options)
        if index not in looked_at and not has_amount(option)
    ]
    found = cell_choices(words, live, prompt, spots)
    found += amount_choices(words, live, prompt)
    found += option_choices(words, live, prompt, rest)
    if can_stand(prompt):
        label = words.catalogue.label("standing.button")
        found.append(Choice(label, token_of(live, prompt, f"S{prompt.ask}"), row=9))
    return found


def cell_choices(words: Words, live: Live, prompt: Prompt, spots: dict[Cell, list[int]]) -> list[Choice]:
    """The first tap: a cell to look at closer."""
    menu = words.catalogue.label("menu.cells") if len(spots) > MOST_LISTED else ""
    found = []
    for number, (cell, indices) in enumerate(spots.items(), start=1):
        name = cell_name(cell)
        detail = f"{name}, {words.catalogue.label('menu.ways', n=len(indices))}"
        label = f"{number} · {name}" if menu else str(number)
        token = token_of(live, prompt, f"C{number}")
        found.append(Choice(label, token, "primary", row=1, menu=menu, detail=detail))
    return found


def amount_choices(words: Words, live: Live, prompt: Prompt) -> list[Choice]:
    """Quick amounts, and one to be typed, for each thing on offer."""
    offered = lots(prompt)
    found = []
    for number, lot in enumerate(offered):
        row = 2 + number
        head = f"{number + 1} · " if len(offered) > 1 else ""
        for amount in quick_amounts(lot)[: 1 if len(offered) > 2 else None]:
            action = lot.named(amount)
            label = head + words.action(live.state, action)
            token = token_of(live, prompt, str(prompt.options.index(action)))
            found.append(Choice(label, token, "primary", row=row))
        if lot.least == lot.most:
            continue
        title = words.catalogue.label("amount.title", what=words.action(live.state, lot.named(lot.least)))
        label = head + words.catalogue.label("amount.other")
        limits = Amount(lot.least, lot.most, title)
        found.append(Choice(label, token_of(live, prompt, f"={number}"), row=row, amount=limits))
    return found


def option_choices(
    words: Words, live: Live, prompt: Prompt, options: list[tuple[int, Action]]
) -> list[Choice]:
    """Options that play at once."""
    menu = words.catalogue.label("menu.options") if len(options) > MOST_LISTED else ""
    several = len(options) > 1
    found = []
    for number, (index, option) in enumerate(options, start=1):
        declines = isinstance(option, Pass)
        label = decline_label(words, prompt) if declines else words.action(live.state, option)
        if several and (hasattr(option, "cell") or hasattr(option, "tile")):
            label = f"{number} · {label}"
        style: Style = "secondary" if declines else "primary"
        found.append(Choice(label, token_of(live, prompt, str(index)), style, row=8, menu=menu))
    return found


def decline_label(words: Words, prompt: Prompt) -> str:
    """What declining is called here."""
    return markup.plain(words.catalogue.first((f"pass.{prompt.ask}", "choice.pass")))

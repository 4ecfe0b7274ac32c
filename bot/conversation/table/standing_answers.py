"""Standing answers: a player's automatic answer to one kind of question.

`pass` declines whenever declining is possible; `pass>3` declines when the least amount is above 3.
"""

from __future__ import annotations

import re

from bot.conversation.table.model import Seat
from engine.actions import Action, Pass
from engine.prompts import Prompt

_RULE = re.compile(r"pass(?:>(\d{1,3}))?")


def is_rule(text: str) -> bool:
    """Whether this is a standing answer."""
    return _RULE.fullmatch(text) is not None


def standing_answer(seat: Seat, prompt: Prompt) -> Action | None:
    """The standing answer of a seat to a prompt, or None if the player must be asked."""
    rule = dict(seat.standing).get(prompt.ask)
    match = _RULE.fullmatch(rule) if rule else None
    decline = Pass(prompt.player)
    if match is None or decline not in prompt.options:
        return None
    if match[1] is not None:
        least = min((amounts.least for amounts in prompt.amounts), default=0)
        if least <= int(match[1]):
            return None
    return decline


def can_stand(prompt: Prompt) -> bool:
    """Whether a prompt allows a standing answer: it can be declined, and it is no main step of a turn."""
    return prompt.ask not in ("place", "act") and Pass(prompt.player) in prompt.options

"""How much and how long: commands of a person and of a channel, and the length of a line."""

from __future__ import annotations

from bot.conversation.context import Desk

LONGEST = 400  # characters of a command with its arguments, or of a line that is not talk
MOST_WORDS = 40


async def refusal(desk: Desk) -> str:
    """Why a command is not looked at, in the author's language; nothing if it may pass.

    Whoever is too fast uses up nothing of what the others in the channel may do.
    """
    command, house, limits = desk.command, desk.room.house, desk.room.store.limits
    wait = await limits.take(command.who.id, burst=house.burst, per=house.per, now=command.at)
    if wait:
        return desk.mine.text("too_fast", n=max(1, round(wait)))
    together = house.channel_burst or 5 * house.burst
    wait = await limits.take(f"channel:{command.channel}", burst=together, per=house.per, now=command.at)
    if wait:
        return desk.mine.text("too_busy", n=max(1, round(wait)))
    if command.name and (len(command.args) > MOST_WORDS or sum(map(len, command.args)) > LONGEST):
        return desk.mine.text("too_long", n=LONGEST)
    return ""

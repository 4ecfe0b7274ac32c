"""An empty time bank: what the table's rule says happens then."""

from __future__ import annotations

from bot.conversation.commands.seats import close_table
from bot.conversation.context import Context
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.table.acts import FlagAct, SeatAct
from bot.conversation.table.anonymise import computer_title
from bot.conversation.table.due import flag_due
from bot.conversation.table.log import CLOCK
from bot.conversation.table.state import LiveTable, running_seat
from bot.conversation.table.transaction import Transaction


def fallen(live: LiveTable, now: float) -> int | None:
    """The seat whose bank is empty now; None if there is none."""
    due = flag_due(live)
    return running_seat(live) if due is not None and due <= now else None


async def fall(context: Context, live: LiveTable, seat: int) -> list[Outgoing]:
    """The bank of a seat is empty: its player loses, the computer plays on, or is only told."""
    there = live.table.seats[seat]
    transaction = Transaction(live, context.at)
    transaction.act(CLOCK, FlagAct(seat=seat))
    rule = live.table.bank.rule
    if rule != "remind":
        name = computer_title(live.table.language, there.name)
        transaction.act(CLOCK, SeatAct(seat=seat, player="", name=name, why="flag"))
        if not (transaction.live.over or transaction.live.table.played):
            return await close_table(context, transaction)
    await context.conclude(transaction)
    if rule != "remind":
        await context.store.users.rise(there.player, context.channel)
    return []

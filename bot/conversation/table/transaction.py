"""What one command does to a table before it is saved: the chosen action and what follows from it."""

from __future__ import annotations

from bot.conversation.protocol.ports import ComputerPlayer
from bot.conversation.table.acts import Act
from bot.conversation.table.due import missed_turn
from bot.conversation.table.log import COMPUTER, NOBODY, STANDING, Entry, act_entry
from bot.conversation.table.standing_answers import standing_answer
from bot.conversation.table.state import LiveTable, Moment, acted, advanced
from engine import notation
from engine.actions import Action
from engine.game import pending, safe_answer, view_for
from engine.prompts import Prompt

MOST_AT_ONCE = 120  # automatic actions in one transaction; computers go on with the next alarm


class Transaction:
    """Lines to be saved together, and the table after them."""

    def __init__(self, live: LiveTable, at: float) -> None:
        self.before = live
        self.live = live
        self.at = int(at)
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []

    def play(self, action: Action, by: str) -> None:
        """Play an action; raises IllegalAction."""
        self._add(Entry(self.at, by, notation.write(action)), action)

    def act(self, by: str, act: Act) -> None:
        """Do something to the table."""
        self._add(act_entry(self.at, by, act), None)

    def undone(self, live: LiveTable, entry: Entry) -> None:
        """Continue with a table after an undo."""
        self.live = live
        self.entries.append(entry)
        self.moments.append(live.recent[-1])

    def _add(self, entry: Entry, action: Action | None) -> None:
        self.live = advanced(self.live, entry) if action is None else acted(self.live, entry, action)
        self.entries.append(entry)
        self.moments.append(self.live.recent[-1])

    async def settle(self, computer: ComputerPlayer) -> None:
        """Play forced choices, standing answers, and computers that do not wait."""
        thinker = None if self.live.table.pace else computer
        for _ in range(MOST_AT_ONCE):
            if self.live.table.paused or self.live.over or not await self._automatic(thinker, computer):
                return

    async def play_computers(self, computer: ComputerPlayer) -> None:
        """Let the computers play whose pause is over, until the turn ends."""
        turn = self.live.state.turn
        for _ in range(MOST_AT_ONCE):
            if self.live.state.turn != turn or not await self._automatic(computer, computer):
                return

    async def _automatic(self, computer: ComputerPlayer | None, stand_in: ComputerPlayer) -> bool:
        """Play one automatic action if there is one; without `computer`, computers on turn wait."""
        for prompt in pending(self.live.state):
            seat = self.live.table.seats[prompt.player]
            if not seat.player and computer is None and prompt.player == self.live.state.player:
                continue
            if _forced(prompt):
                self.play(prompt.options[0], NOBODY if seat.player else COMPUTER)
                return True
            if not seat.player:
                if computer is None:
                    continue
                await self.play_computer(prompt.player, computer)
                return True
            answer = standing_answer(seat, prompt)
            if answer is not None:
                self.play(answer, STANDING)
                return True
            if await self._missed(prompt, stand_in):
                return True
        return False

    async def _missed(self, prompt: Prompt, stand_in: ComputerPlayer) -> bool:
        """Answer for a player who missed the beginning of this turn."""
        by = missed_turn(self.live, prompt.player)
        if by == COMPUTER:
            await self.play_computer(prompt.player, stand_in)
        elif by:
            self.play(safe_answer(self.live.state, prompt), by)
        return bool(by)

    async def play_computer(self, seat: int, computer: ComputerPlayer) -> None:
        """Let the computer play for a seat."""
        view = view_for(self.live.state, seat)
        self.play(await computer.choose(view, seat, self.live.table.seats[seat].level), COMPUTER)


def _forced(prompt: Prompt) -> bool:
    options = iter(prompt.options)
    next(options, None)
    return next(options, None) is None

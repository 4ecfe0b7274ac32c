"""A command's course at a table: what was chosen and all that follows by itself, before it is saved."""

from __future__ import annotations

from bot.conversation.protocol.ports import ComputerPlayer
from bot.conversation.table.model import COMPUTER, NOBODY, STANDING, Entry, act
from bot.conversation.table.standing_answers import standing_answer
from bot.conversation.table.state import Live, Moment, acted, advanced
from engine import notation
from engine.actions import Action
from engine.game import pending, view_for
from engine.prompts import Prompt

MOST_AT_ONCE = 120  # automatic actions in one course; a table of computers goes on with the next alarm


class Course:
    """Lines to be saved together, and the table as they leave it."""

    def __init__(self, live: Live, at: float) -> None:
        self.before = live
        self.live = live
        self.at = int(at)
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []

    def play(self, action: Action, by: str) -> None:
        """Play an action; raises IllegalAction."""
        self._add(Entry(self.at, by, notation.write(action)), action)

    def act(self, by: str, do: str, **facts: object) -> None:
        """Do something to the table."""
        self._add(act(self.at, by, do, **facts), None)

    def undone(self, live: Live, entry: Entry) -> None:
        """Take over a table that was taken back by this line."""
        self.live = live
        self.entries.append(entry)
        self.moments.append(live.recent[-1])

    def _add(self, entry: Entry, action: Action | None) -> None:
        self.live = advanced(self.live, entry) if action is None else acted(self.live, entry, action)
        self.entries.append(entry)
        self.moments.append(self.live.recent[-1])

    async def settle(self, computer: ComputerPlayer) -> None:
        """Play what needs no person: forced choices, standing answers; computers, if they play at once."""
        thinker = None if self.live.table.pace else computer
        for _ in range(MOST_AT_ONCE):
            if self.live.table.paused or not await self._automatic(thinker):
                return

    async def play_computers(self, computer: ComputerPlayer) -> None:
        """Let computers decide whose pause is over, as far as this turn goes; then settle."""
        turn = self.live.state.turn
        for _ in range(MOST_AT_ONCE):
            if self.live.state.turn != turn or not await self._automatic(computer):
                return

    async def _automatic(self, computer: ComputerPlayer | None) -> bool:
        """One thing that needs no person; without a computer player those on turn take their time."""
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
        return False

    async def play_computer(self, seat: int, computer: ComputerPlayer) -> None:
        """Let the computer decide for a seat."""
        view = view_for(self.live.state, seat)
        self.play(await computer.choose(view, seat, self.live.table.seats[seat].level), COMPUTER)


def _forced(prompt: Prompt) -> bool:
    options = iter(prompt.options)
    next(options, None)
    return next(options, None) is None

"""Nothing acknowledged is lost: what people saw played, against what the log holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.conversation.table import decode, read_entry
from engine import notation
from engine.actions import Action
from engine.game import apply, new_game, pending
from engine.prompts import Prompt
from engine.state import GameState
from storage import Store
from storage.records import FinishedRecord, Record
from tests.load.site import Turn

Answer = tuple[Prompt, Action, GameState, Action | None]  # question, answer, what came of it, the next answer


def answers(setup: bytes, log: Sequence[bytes]) -> dict[tuple[str, int], Answer]:
    """Every answered question of a game by seat and stamp; raises if the game does not replay."""
    entries = [read_entry(line) for line in log]
    lines = [entry.line for entry in entries if entry.act is None]
    state, _ = new_game(decode(setup).setup)
    found: dict[tuple[str, int], Answer] = {}
    for number, line in enumerate(lines):
        action = notation.read(state.rules, line)
        asked = [prompt for prompt in pending(state) if prompt.player == action.player]
        state, _ = apply(state, action)
        later = notation.read(state.rules, lines[number + 1]) if number + 1 < len(lines) else None
        for prompt in asked:
            found["abcdef"[action.player], prompt.asked_at] = (prompt, action, state, later)
    return found


def missing(setup: bytes, log: Sequence[bytes], turns: Iterable[Turn]) -> list[str]:
    """The moves that people saw and that the log does not hold, or holds differently."""
    known = answers(setup, log)
    lost = []
    for turn in turns:
        _, stamp, what = turn.tokens[-1].split(":")
        answer = known.get((what[0], int(stamp)))
        if answer is None:
            lost.append(f"{turn.tokens[-1]} is not in the log")
        elif not _is(what[1:], *answer):
            lost.append(f"{turn.tokens[-1]} is in the log as {notation.write(answer[1])}")
    return lost


async def unsaved(store: Store, seen: Iterable[Turn]) -> list[str]:
    """The same for all tables of a store, those with a finished game too."""
    by_channel: dict[str, list[Turn]] = defaultdict(list)
    for turn in seen:
        by_channel[turn.channel].append(turn)
    lost = []
    for channel, turns in by_channel.items():
        game = turns[0].tokens[0].split(":")[0]
        record: Record | FinishedRecord | None = await store.tables.load(channel, known=(game, 0))
        record = record or await store.archive.load(channel, game)
        found = missing(record.setup, record.log, turns) if record else ["the game is gone"]
        lost += [f"{channel}: {fault}" for fault in found]
    return lost


def _is(what: str, prompt: Prompt, action: Action, after: GameState, later: Action | None) -> bool:
    """Whether an answer is what a token stands for; a cell alone plays whatever single way there is."""
    first, _, second = what.removeprefix("P").partition(".")
    if what.startswith("C"):
        return True
    if prompt.options[int(first)] != action:
        return False
    if not second:
        return True
    follow = next(one for one in pending(after) if one.player == prompt.player)
    return later == follow.options[int(second)]

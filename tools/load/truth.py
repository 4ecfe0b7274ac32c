"""Nothing acknowledged is lost: what people saw played, against what the log holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from bot.conversation.table.log import read_entry
from bot.conversation.table.model import decode_table
from engine import notation
from engine.actions import Action
from engine.game import apply, new_game, pending
from engine.prompts import Prompt
from engine.state import GameState
from storage import Store
from storage.records import FinishedTable, StoredTable
from tools.load.site import Turn

Answer = tuple[Prompt, Action, GameState, Action | None]  # question, answer, what came of it, the next answer


def answers(setup: bytes, log: Sequence[bytes]) -> dict[tuple[str, int], Answer]:
    """Every answered question of a game by seat and stamp; raises if the game does not replay."""
    entries = [read_entry(line) for line in log]
    lines = [entry.line for entry in entries if entry.act is None]
    state, _ = new_game(decode_table(setup).setup)
    found: dict[tuple[str, int], Answer] = {}
    for number, line in enumerate(lines):
        action = notation.read(state.rules, line)
        asked = [prompt for prompt in pending(state) if prompt.player == action.player]
        state, _ = apply(state, action)
        later = notation.read(state.rules, lines[number + 1]) if number + 1 < len(lines) else None
        for prompt in asked:
            found["abcdef"[action.player], prompt.asked_at] = (prompt, action, state, later)
    return found


def missing(
    setup: bytes, log: Sequence[bytes], turns: Iterable[Turn], tried: Iterable[str] = ()
) -> list[str]:
    """The moves that people saw and that the log does not hold, or holds differently.

    Where a user pressed again because nothing was shown, an earlier press may be the one that counted.
    """
    known = answers(setup, log)
    earlier: dict[tuple[str, int], list[str]] = defaultdict(list)
    for token in tried:
        seat, stamp, what = _read(token)
        earlier[seat, stamp].append(what)
    lost = []
    for turn in turns:
        seat, stamp, what = _read(turn.tokens[-1])
        answer = known.get((seat, stamp))
        if answer is None:
            lost.append(f"{turn.tokens[-1]} is not in the log")
        elif not any(_is(one, *answer) for one in (what, *earlier[seat, stamp])):
            lost.append(f"{turn.tokens[-1]} is in the log as {notation.write(answer[1])}")
    return lost


def _read(token: str) -> tuple[str, int, str]:
    """The seat, the stamp, and what the seat chose."""
    _, stamp, what = token.split(":")
    return what[0], int(stamp), what[1:]


async def unsaved(
    store: Store, seen: Iterable[Turn], tried: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> list[str]:
    """The same for all tables of a store, those with a finished game too; `tried` is by channel."""
    by_channel: dict[str, list[Turn]] = defaultdict(list)
    for turn in seen:
        by_channel[turn.channel].append(turn)
    lost = []
    for channel, turns in by_channel.items():
        game = turns[0].tokens[0].split(":")[0]
        record: StoredTable | FinishedTable | None = await store.tables.load(channel, known=(game, 0))
        record = record or await store.archive.load(channel, game)
        found = (
            missing(record.setup, record.log, turns, tried.get(channel, ()))
            if record
            else ["the game is gone"]
        )
        lost += [f"{channel}: {fault}" for fault in found]
    return lost


def _is(what: str, prompt: Prompt, action: Action, after: GameState, later: Action | None) -> bool:
    """Whether an answer is what a token stands for; a cell alone plays the only way there is."""
    first, _, second = what.lstrip("PY").partition(".")  # a pair, or an option that was warned of
    if what.startswith("C"):
        return True
    if prompt.options[int(first)] != action:
        return False
    if not second:
        return True
    follow = next(one for one in pending(after) if one.player == prompt.player)
    return later == follow.options[int(second)]

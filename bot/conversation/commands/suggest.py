"""Completions: the lines that could follow a command, for chats that complete while the user types.

`context.args` holds what is typed so far. The registry says which command offers which lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.conversation.commands.group.bans import group_of
from bot.conversation.commands.group.bans import load as load_bans
from bot.conversation.commands.group.crowd import asked_seat
from bot.conversation.commands.group.cup_setup import WORDS
from bot.conversation.commands.group.daily import LINES
from bot.conversation.commands.group.ladder_settings import VALUES
from bot.conversation.commands.group.standings import SPANS
from bot.conversation.commands.move_text import follow_lines, labels
from bot.conversation.commands.person import settings as personal
from bot.conversation.context import Context
from bot.conversation.show.rules import entry_title
from bot.conversation.show.topics import OWNERS, TOPICS
from bot.conversation.show.words import Words
from bot.conversation.table.ladder import LADDERS
from bot.conversation.table.lobby import FIRST_RULES, LEVELS, decode_lobby, presets
from bot.conversation.table.options import placements, prompts_of, ways
from bot.conversation.table.results import decode_result
from bot.conversation.table.summaries import SUMMARY
from engine.coordinates import cell_name
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.prompts import Prompt
from engine.queries import claimed_features
from engine.state import GameState

MOST = 25
LAST_GAMES = 100
LONGEST_LINE = 90  # characters
CROWD_WORDS = ("crowd=1", "crowd=0", "vote=10m", "vote=1h", "votes=2", "enough=5")


def matching(context: Context, lines: list[str]) -> list[str]:
    """The lines that begin with what is typed so far, at most 25."""
    typed = _typed(context)
    return [line for line in lines if line.lower().startswith(typed)][:MOST]


def _typed(context: Context) -> str:
    return " ".join(context.args).lower()


async def topics(context: Context) -> list[str]:
    """Games and boxes, then the topics of the rules."""
    return list(dict.fromkeys(entry_title(context.mine, name) for name in (*TOPICS, *OWNERS)))


async def levels(_: Context) -> list[str]:
    """Levels of computer players, and `off`."""
    return [*LEVELS, "off"]


async def cup_words(_: Context) -> list[str]:
    """What can be said about a new cup."""
    return [*WORDS, "rounds=5", "round=1d", "until=2d"]


async def settings(context: Context) -> list[str]:
    """Every setting with each of its values; of hours and standing answers, the usual ones."""
    live = await context.live_or_none()
    asks = [ask for ask in live.state.rules.asks if ask not in ("place", "act")] if live else []
    standing = tuple(f"{ask} {rule}" for ask in asks for rule in ("pass", "off"))
    known = {**personal.CHOICES, **VALUES, "quiet": personal.QUIET_HOURS, "standing": standing}
    return [*(f"{name} {value}" for name, values in known.items() for value in values), "export"]


async def banned(context: Context) -> list[str]:
    """Names on the list of the group, for admins."""
    bans = await load_bans(context.repository, group_of(context.command)) if context.who.admin else None
    return [name or str(number) for number, name in enumerate(bans.people.values(), 1)] if bans else []


async def guests(context: Context) -> list[str]:
    """Numbers of the other channels of the table."""
    return [str(number) for number, _ in enumerate((await context.channels()).guests, 1)]


async def seats(context: Context) -> list[str]:
    """The players of the running table."""
    live = await context.live_or_none()
    return [seat.shown for seat in live.table.seats] if live else []


async def games(context: Context) -> list[str]:
    """Finished games of the channel, then of its group, the latest first: an id, and who played."""
    here = await context.store.archive.of_channel(context.channel, limit=MOST)
    found = {}
    for game in here:
        summary = SUMMARY.read(game.summary)
        found[game.game] = _players(summary.names, summary.scores)
    lines = await context.store.results.load(context.group, start=-LAST_GAMES)
    for result in reversed([decode_result(line) for line in lines]):
        seats = result.seats
        found.setdefault(result.game, _players([seat.name for seat in seats], [seat.score for seat in seats]))
    return [f"{game} {players}"[:LONGEST_LINE].strip() for game, players in found.items()]


def _players(names: Sequence[str], scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


async def daily(_: Context) -> list[str]:
    """What the position of the day can be told."""
    return list(LINES)


async def ladders(_: Context) -> list[str]:
    """Spans and ladders."""
    return [*SPANS, *LADDERS, *(f"{span} {ladder}" for span in SPANS for ladder in LADDERS)]


async def players(context: Context) -> list[str]:
    """Players of the group's last games."""
    lines = await context.store.results.load(context.group, start=-LAST_GAMES)
    found = [seat.name for line in lines for seat in decode_result(line).seats if seat.user]
    return list(dict.fromkeys(reversed(found)))


async def cells(context: Context) -> list[str]:
    """Tiles of claimed features first, then the others, the latest first."""
    live = await context.live_or_none()
    if live is None:
        return []
    claimed = [info.cells[-1] for info in claimed_features(live.state)]
    return [cell_name(cell) for cell in dict.fromkeys([*claimed, *reversed(live.state.board.cells)])]


async def lobby_words(context: Context) -> list[str]:
    """The typed line with its last word completed to a box, a preset, a game or an option."""
    document = await context.stored_lobby()
    begun = " ".join(context.args[:-1])
    if document.data is not None:
        lobby = decode_lobby(document.data)
        options = [f"{name}={value}" for name, values in lobby.known_options().items() for value in values]
        first = [f"first_player={rule}" for rule in FIRST_RULES]
        words = [*lobby.known_boxes(), *presets(lobby), *options, *first, *CROWD_WORDS]
    else:
        boxes = [box.key for game in GAMES.values() for box in game.boxes]
        words = [*boxes, *PRESETS, *GAMES, "clock=1d", "computers=1", "crowd=1", "pace=5"]
    return [f"{begun} {word}".strip() for word in words]


async def moves(context: Context) -> list[str]:
    """The moves of the author's current decision."""
    live = await context.live_or_none()
    seat = asked_seat(live, context.who.id) if live else None
    prompts = prompts_of(live.state, seat) if live is not None and seat is not None else []
    if live is None or not prompts:
        return []
    prompt, words, typed = prompts[0], context.words(live), _typed(context)
    others = [label for _, label in labels(words, live.state, prompt, context.args)]
    return [*_placements(words, live.state, prompt, typed), *others]


def _placements(words: Words, state: GameState, prompt: Prompt, typed: str) -> list[str]:
    """The first lines that lay the tile and begin with what is typed."""
    found: list[str] = []
    for number, indices in enumerate(placements(prompt).values(), start=1):
        if not f"{number}".startswith(typed[: len(str(number))]):
            continue
        for way in ways(state, prompt, indices):
            head = f"{number}{way.letter}"
            if not head.startswith(typed[: len(head)]):
                continue
            found += [head, *(f"{head} {line}" for line in follow_lines(words, way))]
        if sum(line.lower().startswith(typed) for line in found) >= MOST:
            break
    return found

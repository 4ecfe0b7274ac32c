"""What could be typed next: for chats that complete a command while it is written."""

from __future__ import annotations

from bot.conversation.commands.settings import CHOICES, topics
from bot.conversation.context import Desk
from bot.conversation.show.words import Words
from bot.conversation.table import lobby as agreement
from bot.conversation.table.computer import LEVELS
from bot.conversation.table.options import placements, prompts_of, ways
from engine.actions import Claim, Pass
from engine.coordinates import cell_name
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.prompts import Prompt
from engine.queries import claimed_features
from engine.state import GameState

MOST = 25


async def suggest(desk: Desk) -> list[str]:
    """Ways to go on with a command, at most 25; `args` hold what is written so far."""
    typed = " ".join(desk.args).lower()
    found: list[str] = []
    if desk.command.name == "rules":
        found = [desk.mine.label(f"rules.title.{topic}") for topic in topics(desk.mine)]
    elif desk.command.name in ("new", "options"):
        found = await _wishes(desk)
    elif desk.command.name == "computer":
        found = [*LEVELS, "off"]
    elif desk.command.name in ("kick", "substitute", "ban"):
        live = await desk.live_or_none()
        found = [seat.shown for seat in live.table.seats] if live else []
    elif desk.command.name == "settings":
        found = [f"{name} {value}" for name, values in CHOICES.items() for value in values]
    elif desk.command.name in ("replay", "record", "review"):
        found = [game.game for game in await desk.room.store.archive.of_channel(desk.channel, limit=MOST)]
    elif desk.command.name == "why":
        live = await desk.live_or_none()
        found = _cells(live.state) if live else []
    elif desk.command.name == "play":
        found = await _moves(desk, typed)
    return [line for line in found if line.lower().startswith(typed)][:MOST]


def _cells(state: GameState) -> list[str]:
    """The tiles on which somebody stands, and then the others, the latest first."""
    claimed = [info.cells[-1] for info in claimed_features(state)]
    return [cell_name(cell) for cell in dict.fromkeys([*claimed, *reversed(state.board.cells)])]


async def _wishes(desk: Desk) -> list[str]:
    """The last word of the line may become a box, a preset, a game or an option."""
    document = await desk.room.store.lobbies.load(desk.channel)
    begun = " ".join(desk.args[:-1])
    if document.data is not None:
        lobby = agreement.decode(document.data)
        options = [f"{name}={value}" for name, values in lobby.known_options().items() for value in values]
        words = [*lobby.known_boxes(), *agreement.presets(lobby), *options]
    else:
        boxes = [box.key for game in GAMES.values() for box in game.boxes]
        words = [*boxes, *PRESETS, *GAMES, "clock=1d", "computers=1", "pace=5"]
    return [f"{begun} {word}".strip() for word in words]


async def _moves(desk: Desk, typed: str) -> list[str]:
    live = await desk.live_or_none()
    seat = live.table.seat_of(desk.who.id) if live else None
    prompts = prompts_of(live.state, seat) if live is not None and seat is not None else []
    if live is None or not prompts:
        return []
    prompt, words = prompts[0], desk.words(live)
    if not placements(prompt):
        return [words.action(live.state, option) for option in prompt.options[:MOST]]
    return _placements(words, live.state, prompt, typed)


def _placements(words: Words, state: GameState, prompt: Prompt, typed: str) -> list[str]:
    found: list[str] = []
    for number, indices in enumerate(placements(prompt).values(), start=1):
        if not f"{number}".startswith(typed[: len(str(number))]):
            continue
        for way in ways(state, prompt, indices):
            head = f"{number}{way.letter}"
            found.append(head)
            for option in way.follow:
                if isinstance(option, Claim):
                    found.append(f"{head} {words.segment(way.after, option.cell, option.segment)}")
                elif isinstance(option, Pass):
                    found.append(f"{head} {words.catalogue.label('play.nobody')}")
        if len(found) > 4 * MOST:
            break
    return found

"""Commands that change nothing: the board, the tiles left, the scores, the fields, and how a score came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.conversation.commands import lobby
from bot.conversation.context import Context, Refused
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing
from bot.conversation.show import emoji, ending, picture_requests
from bot.conversation.show.events import scored
from bot.conversation.show.harvest import field_lines, hand_lines, has_tokens, supply_line
from bot.conversation.show.hint_reasons import reason_for_all
from bot.conversation.show.lobby import lobby_game
from bot.conversation.show.public import public_words
from bot.conversation.show.turn import asked_game, turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.history import GameHistory
from bot.conversation.table.state import LiveTable
from engine import players
from engine.coordinates import cell_name, read_cell
from engine.events import Scored
from engine.game import view_for
from engine.geometry import Cell
from engine.queries import FeatureInfo, census, dead_cells, feature_info, fields, projected_scores
from engine.tiles import LANDS

MOST_LINES = 12
COUNTED = ("city", "road", "monastery", "trail", "crop")  # kinds of features, in the bag


async def board(context: Context) -> list[Outgoing]:
    """`/board`: post the board and the open question again."""
    live = await context.shown(await context.live())
    return [replace(turn_message(public_words(live), live), notify=(), fresh=True)]


async def retell(context: Context, slots: Sequence[str]) -> list[Outgoing]:
    """What the channel should show, where messages in these slots can be pressed: they may be outdated."""
    games = {slot: game for slot in slots if (game := asked_game(slot) or lobby_game(slot))}
    told = await _standing(context) or await _ended(context, games)
    shown = [slot for message in told for slot in (message.slot, *message.closes)]
    outdated = [slot for slot in games if slot not in shown]
    return [replace(one, closes=(*one.closes, *outdated)) for one in told[:1]] + told[1:]


async def _standing(context: Context) -> list[Outgoing]:
    """The open question, or the lobby; the end of a game that nobody has been told of."""
    live = await context.live_or_none()
    if live is not None:
        return [turn_message(public_words(live), live)]
    return [*await context.publish(), *await lobby.show(context)]


async def _ended(context: Context, games: dict[str, str]) -> list[Outgoing]:
    """What became of the games of these messages: the end of the last, or that their lobbies are closed."""
    for slot, game in reversed(games.items()):
        record = await context.store.archive.load(context.channel, game)
        if record is not None:
            history = GameHistory(context.channel, record.setup, record.log)
            return [ending.end_message(public_words(history.live), history, slot)]
    text = (await context.public_texts()).text("lobby.closed")
    lobbies = [slot for slot in games if lobby_game(slot)]
    return [Outgoing(context.channel, text, slot=slot, quiet=True) for slot in lobbies]


async def tiles(context: Context) -> list[Outgoing]:
    """`/tiles`: the unseen tiles, and the cells that none of them fits."""
    live = await context.live()
    words = context.words(live)
    unseen = census(live.state)
    dead = dead_cells(live.state)
    left = picture_requests.left_line(words, live.state)
    lines = [left[:1].upper() + left[1:], *filter(None, [_kinds_line(words, live, unseen)])]
    if dead:
        lines.append(words.text("tiles.dead", cells=words.listed(cell_name(cell) for cell in sorted(dead))))
    listed = [f"{count} × {words.tile(live.state, tile)}" for tile, count in sorted(unseen.items())]
    picture = picture_requests.tiles_picture(
        live, tuple(sorted(unseen.items())), context.theme, context.mine.language, numbered=False
    )
    return [context.say("\n".join(lines), picture=picture, alt=markup.plain("; ".join(listed)))]


def _kinds_line(words: Words, live: LiveTable, unseen: Mapping[str, int]) -> str:
    """On how many of the unseen tiles there is a city, a road, a monastery, …"""
    found = dict.fromkeys(COUNTED, 0)
    for tile, count in unseen.items():
        for kind in {segment.kind for segment in live.state.rules.tile(tile).segments} & found.keys():
            found[kind] += count
    return " · ".join(f"{words.icon(kind)}{words.word(kind, 'kind')} {n}" for kind, n in found.items() if n)


async def score(context: Context) -> list[Outgoing]:
    """`/score`: the scores by category, and what they would be if the game ended now."""
    live = await context.live()
    words = context.words(live)
    lines = [words.standings(live.state.scores)]
    if live.table.aids:
        projected = projected_scores(view_for(live.state, live.table.seat_of(context.who.id)))
        lines.append(words.text("score.projected", scores=words.standings(projected)))
    lines += [_supply_line(words, live, seat) for seat in range(len(live.table.seats))]
    lines += _own_tokens(context, live, words)
    record = await context.store.tables.load(live.channel, known=(live.game, 0))
    if record is None:
        return [context.say("\n".join(lines))]
    history = GameHistory(live.channel, record.setup, record.log)
    lines += ending.sheet_lines(words, history)
    picture = ending.sheet(words, live, history, context.theme)
    return [context.say("\n".join(lines), picture=picture, alt=ending.sheet_alt(words, history))]


def _own_tokens(context: Context, live: LiveTable, words: Words) -> list[str]:
    """The author's own tokens and the supply, in a game that has some."""
    if not has_tokens(live.state):
        return []
    seat = live.table.seat_of(context.who.id)
    return [supply_line(words, live.state)] if seat is None else hand_lines(words, live.state, seat)


async def hand(context: Context) -> list[Outgoing]:
    """`/hand`: what only the author may see: the own tokens; or the own figures, where nothing is hidden."""
    live = await context.live()
    seat, words = context.seat(live), context.words(live)
    if has_tokens(live.state):
        return [context.say("\n".join(hand_lines(words, live.state, seat)))]
    return [context.say("\n".join([words.text("hand.open"), _supply_line(words, live, seat)]))]


def _supply_line(words: Words, live: LiveTable, seat: int) -> str:
    return words.text("score.supply", player=words.name(seat), supply=words.supply(live.state, seat))


async def show_fields(context: Context) -> list[Outgoing]:
    """`/fields`: the claimed fields, their owners and their points."""
    live = await context.live()
    words = context.words(live)
    if has_tokens(live.state):
        lines = field_lines(words, live.state)
    else:
        lines = [_feature_line(words, info) for info in fields(live.state) if info.figures]
    lines = lines or [words.text("fields.none")]
    text = "\n".join(lines[:MOST_LINES])
    picture = picture_requests.fields_picture(live, context.theme, context.mine.language)
    return [context.say(text, picture=picture, alt=emoji.without(markup.plain(text)))]


def _feature_line(words: Words, info: FeatureInfo) -> str:
    kind = f"{words.icon(info.kind)}{words.word(info.kind, 'kind')}"
    cells = picture_requests.named_cells(words, info.cells)
    completed = words.text("points", n=info.points_completed)
    if info.complete:
        return words.text("feature.complete", kind=kind, cells=cells, completed=completed)
    players = words.listed(words.name(seat) for seat in info.owners) or words.text("feature.free")
    now = words.text("points", n=info.points_now)
    now += f" ({words.items(info.now)})" if info.points_now else ""
    if info.kind in LANDS:  # never completed
        return words.text("feature.land", kind=kind, cells=cells, players=players, now=now)
    return words.text("feature", kind=kind, cells=cells, players=players, now=now, completed=completed)


async def why(context: Context) -> list[Outgoing]:
    """`/why`: how the last points were scored; `/why M20`: owners and points of the features there."""
    live = await context.live()
    words = context.words(live)
    if context.args:
        cell = read_cell(context.args[0])
        if cell is None or cell not in live.state.board.cells:
            raise Refused("why.no_tile")
        return [_explained(context, live, words, cell)]
    found: list[str] = []
    for moment in reversed(live.recent):
        events = [event for event in moment.events if isinstance(event, Scored)]
        found += [scored(words, event) for event in events]
        if len(found) >= MOST_LINES:
            break
    lines = [*await _computer_reasons(context, live, words), *found[:MOST_LINES]]
    return [context.say("\n".join(lines) or words.text("why.nothing"))]


async def _computer_reasons(context: Context, live: LiveTable, words: Words) -> list[str]:
    """One line about the last turn, if a computer played it: why it played so."""
    history = await context.repository.history(live)
    if history is None or not live.table.aids:
        return []
    played = history.last_turn_by_computer()
    if played is None:
        return []
    before, actions = played
    seat = actions[0].player
    told = reason_for_all(words, seat, players.why(before, actions))
    return [words.text("why.computer", player=words.name(seat), reason=told)] if told else []


def _explained(context: Context, live: LiveTable, words: Words, cell: Cell) -> Outgoing:
    if not live.table.aids:
        raise Refused("no_aids")
    ids = dict.fromkeys(feature for _, _, feature in live.state.board.segments_at(cell))
    infos = [feature_info(live.state, feature) for feature in ids if _has_worth(live, feature)]
    picture = picture_requests.features_picture(live, cell, context.theme, context.mine.language)
    text = "\n".join(_feature_line(words, info) for info in infos) or words.text("why.no_feature")
    return context.say(text, picture=picture, alt=emoji.without(markup.plain(text)))


def _has_worth(live: LiveTable, feature: int) -> bool:
    """Whether figures of this table can stand on a feature."""
    kind = live.state.board.features.by_id[feature].kind
    return any(kind in figure.stands_on for figure in live.state.rules.figures.values())

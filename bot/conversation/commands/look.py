"""Looking without acting: the board, the bag, the scores, the fields, and why. Answers are private."""

from __future__ import annotations

from dataclasses import replace

from bot.conversation.context import Desk, Refused, public_words
from bot.conversation.protocol import markup
from bot.conversation.protocol.messages import Outgoing, PictureRequest
from bot.conversation.show import ending
from bot.conversation.show import picture_requests as pictures
from bot.conversation.show.events import scored
from bot.conversation.show.turn import turn_message
from bot.conversation.show.words import Words
from bot.conversation.table.state import Live
from engine.coordinates import cell_name, read_cell
from engine.events import Scored
from engine.game import view_for
from engine.geometry import Cell
from engine.queries import FeatureInfo, census, dead_cells, feature_info, fields, projected_scores
from engine.tiles import LANDS

MOST_LINES = 12
MOST_CELLS = 8  # that are named of one feature


async def board(desk: Desk) -> list[Outgoing]:
    """What is saved, once more: the board and what is asked."""
    live = await desk.live()
    return [replace(turn_message(public_words(live), live), notify=(), fresh=True)]


def must_allow_aids(live: Live) -> None:
    """Raise Refused at a table that plays without aids."""
    if not live.table.aids:
        raise Refused("no_aids")


async def tiles(desk: Desk) -> list[Outgoing]:
    """The tiles that nobody has seen yet, and the cells that none of them fits."""
    live = await desk.live()
    must_allow_aids(live)
    words = desk.words(live)
    unseen = census(live.state)
    dead = dead_cells(live.state)
    lines = [pictures.left_line(words, live.state)]
    if dead:
        lines.append(words.text("tiles.dead", cells=", ".join(cell_name(cell) for cell in sorted(dead))))
    listed = [f"{count} × {words.tile(live.state, tile)}" for tile, count in sorted(unseen.items())]
    picture = PictureRequest(
        "census",
        live.game,
        view_for(live.state, None),
        live.state.ply,
        live.table.names(),
        tiles=tuple(sorted(unseen.items())),
        theme=desk.theme,
        language=desk.mine.language,
    )
    return [desk.say("\n".join(lines), picture=picture, alt=markup.plain("; ".join(listed)))]


async def score(desk: Desk) -> list[Outgoing]:
    """The scores with where they came from, and what they would be if the game ended now."""
    live = await desk.live()
    words = desk.words(live)
    lines = [pictures.score_line(words, live)]
    if live.table.aids:
        projected = projected_scores(view_for(live.state, None))
        lines.append(words.text("score.projected", scores=words.scores(projected)))
    for seat in range(len(live.table.seats)):
        supply = [
            f"{words.word(figure, 'figure')} {live.state.supply[seat, figure]}"
            for figure in live.state.rules.figures
        ]
        lines.append(words.text("score.supply", player=words.name(seat), supply=", ".join(supply)))
    record = await desk.room.store.tables.load(live.channel, known=(live.game, 0))
    if record is None:
        return [desk.say("\n".join(lines))]
    retold = ending.Retold(live.channel, record.setup, record.log)
    lines += ending.sheet_lines(words, retold)
    picture = ending.sheet(words, live, retold, desk.theme)
    return [desk.say("\n".join(lines), picture=picture, alt=desk.mine.label("alt.sheet"))]


async def show_fields(desk: Desk) -> list[Outgoing]:
    """Whose fields reach how far, and what they would score now."""
    live = await desk.live()
    must_allow_aids(live)
    words = desk.words(live)
    claimed = [info for info in fields(live.state) if info.figures]
    lines = [_feature_line(words, info) for info in claimed] or [words.text("fields.none")]
    text = "\n".join(lines[:MOST_LINES])
    picture = pictures.board_picture(live, kind="fields", theme=desk.theme, language=desk.mine.language)
    return [desk.say(text, picture=picture, alt=markup.plain(text))]


def _feature_line(words: Words, info: FeatureInfo) -> str:
    kind = words.word(info.kind, "kind")
    cells = ", ".join(cell_name(cell) for cell in info.cells[:MOST_CELLS])
    cells += ", …" if len(info.cells) > MOST_CELLS else ""
    completed = words.text("points", n=info.points_completed)
    if info.complete:
        return words.text("feature.complete", kind=kind, cells=cells, completed=completed)
    players = ", ".join(words.name(seat) for seat in info.owners) or words.text("feature.free")
    now = words.text("points", n=info.points_now)
    now += f" ({words.items(info.now)})" if info.points_now else ""
    if info.kind in LANDS:  # never completed
        return words.text("feature.land", kind=kind, cells=cells, players=players, now=now)
    return words.text("feature", kind=kind, cells=cells, players=players, now=now, completed=completed)


async def why(desk: Desk) -> list[Outgoing]:
    """`/why`: the working of the last scores; `/why M20`: whose the features there are, and their worth."""
    live = await desk.live()
    words = desk.words(live)
    if desk.args:
        cell = read_cell(desk.args[0])
        if cell is None or cell not in live.state.board.cells:
            raise Refused("why.no_tile")
        return [_explained(desk, live, words, cell)]
    found: list[str] = []
    for moment in reversed(live.recent):
        events = [event for event in moment.events if isinstance(event, Scored)]
        found += [scored(words, event) for event in events]
        if len(found) >= MOST_LINES:
            break
    return [desk.say("\n".join(found[:MOST_LINES]) or words.text("why.nothing"))]


def _explained(desk: Desk, live: Live, words: Words, cell: Cell) -> Outgoing:
    must_allow_aids(live)
    ids = dict.fromkeys(feature for _, _, feature in live.state.board.segments_at(cell))
    infos = [feature_info(live.state, feature) for feature in ids if _has_worth(live, feature)]
    picture = pictures.board_picture(
        live, kind="feature", highlight=(cell,), theme=desk.theme, language=desk.mine.language
    )
    text = "\n".join(_feature_line(words, info) for info in infos) or words.text("why.no_feature")
    return desk.say(text, picture=picture, alt=markup.plain(text))


def _has_worth(live: Live, feature: int) -> bool:
    """Whether a feature is one that figures of this table can stand on."""
    kind = live.state.board.features.by_id[feature].kind
    return any(kind in figure.stands_on for figure in live.state.rules.figures.values())

"""The names of things in the game: figures, features, cells, tiles, fields of actions and events.

A box that adds actions or events adds catalogue keys and no code: every field becomes a value by its name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from bot.conversation.protocol import formats, markup
from bot.conversation.protocol.catalogue import Catalogue, Value
from bot.conversation.show import emoji, towers
from bot.conversation.table.model import Table
from engine.actions import Action, Claim
from engine.coordinates import cell_name
from engine.events import Item
from engine.geometry import Cell
from engine.state import GameState
from engine.tiles import LANDS

UNSEEN = {"inner"}  # marks that are not printed on a tile
SAME_AS_SOURCE = {"site", "fairy_start", "fairy_bonus", "paid", "received"}  # items that add nothing
SEATS = frozenset(
    {"player", "by", "waiting_for", "pickers", "owner", "captor", "other"}
)  # facts that name seats
WORDS = ("word", "kind", "figure", "option", "box")  # where a bare word is looked up, in this order


def signed(points: int) -> str:
    """Points with a proper minus sign."""
    return f"{points}".replace("-", "−")


def platform_name(texts: Catalogue, user: str) -> str:
    """The name of the platform of a user or a channel."""
    name = user.partition(":")[0]
    return texts.text(f"platform.{name}") if texts.has(f"platform.{name}") else markup.escape(name)


class Words:
    """The names of things at one table, in one language."""

    def __init__(self, catalogue: Catalogue, table: Table, *, emoji: bool | None = None) -> None:
        self.catalogue = catalogue
        self.table = table
        self.emoji = table.emoji if emoji is None else emoji

    def plain(self) -> Words:
        """The same without emoji, for descriptions."""
        return Words(self.catalogue, self.table, emoji=False)

    def text(self, key: str, **values: Value) -> str:
        """The text of a key."""
        text = self.catalogue.text(key, **values)
        return text if self.emoji else emoji.without(text)

    def icon(self, meaning: str) -> str:
        """The emoji of a meaning with a space; empty if there is none or they are switched off."""
        return emoji.icon(meaning, shown=self.emoji)

    def option_icon(self, state: GameState, action: Action) -> str:
        """The emoji of what an option is about: a feature, a tile, something else; empty if there is none."""
        if isinstance(action, Claim):
            kinds = {name: kind for name, kind, _ in state.board.segments_at(action.cell)}
            meanings = [kinds.get(action.segment, "")]
        elif isinstance(tile := getattr(action, "tile", None), str) and tile:
            meanings = [segment.kind for segment in state.rules.tile(tile).segments]
            meanings.sort(key=lambda kind: kind in LANDS)
        else:
            meanings = [action.verb]
        return next(filter(None, map(self.icon, meanings)), "").strip()

    def square(self, seat: int) -> str:
        """The square in the colour of a seat with a space; empty if emoji are switched off."""
        return emoji.square(seat, shown=self.emoji)

    def name(self, seat: int) -> str:
        """A seat's name; if another one has the same, with the seat's colour, or its number."""
        name = self._own_name(seat)
        if [one.shown for one in self.table.seats].count(self.table.seats[seat].shown) == 1:
            return name
        return f"{self.square(seat)}{name}" if self.emoji else f"{name} ({seat + 1})"

    def _own_name(self, seat: int) -> str:
        return markup.escape(self.table.seats[seat].shown)

    def scores(self, points: Sequence[int]) -> str:
        """All seats with their points, in one line, for a description."""
        return " · ".join(f"{self.name(seat)} {signed(value)}" for seat, value in enumerate(points))

    def standings(self, points: Sequence[int]) -> str:
        """The same with the colours of the seats, for a message."""
        named = self._own_name if self.emoji else self.name
        names = [f"{self.square(seat)}{named(seat)}" for seat in range(len(points))]
        return " · ".join(f"{name} {signed(value)}" for name, value in zip(names, points, strict=True))

    def listed(self, parts: Iterable[str]) -> str:
        """Things in a row: "Anna, Boris, Clara"."""
        return formats.listed(self.catalogue, parts)

    def together(self, names: Sequence[str]) -> str:
        """Names as one phrase: "Anna, Boris and Clara"."""
        return formats.together(self.catalogue, names)

    def points(self, points: int) -> str:
        """How many points."""
        return self.text("points", n=points).replace("-", "−")

    def mention(self, seat: int) -> str:
        """A seat's name that mentions its player."""
        player = self.table.seats[seat].user
        named = markup.person(player, self.table.seats[seat].shown) if player else self._own_name(seat)
        return named + self.platform(seat)

    def placed(self, seat: int) -> str:
        """A seat's name, with its player's platform if the players are on several."""
        return self._own_name(seat) + self.platform(seat)

    def platform(self, seat: int) -> str:
        """The platform of a seat's player in brackets, if the players are on several; else nothing."""
        platforms = {player.partition(":")[0] for player in self.table.people()}
        player = self.table.seats[seat].user
        return f" ({platform_name(self.catalogue, player)})" if player and len(platforms) > 1 else ""

    def word(self, word: str, *places: str) -> str:
        """A single word of the rules: a figure, a kind of feature, a quarter, a title, ..."""
        for place in places or WORDS:
            key = f"{place}.{word}"
            if self.catalogue.has(key):
                return self.catalogue.text(key)
        return markup.escape(word.replace("_", " "))

    def segment(self, state: GameState, cell: Cell, segment: str) -> str:
        """A segment by its kind, numbered if its tile has several of them: "city 2"."""
        kinds = [(name, kind) for name, kind, _ in state.board.segments_at(cell)]
        kind = dict(kinds).get(segment, segment)
        alike = [name for name, other in kinds if other == kind]
        number = f" {alike.index(segment) + 1}" if len(alike) > 1 else ""
        return self.word(kind, "kind") + number

    def role(self, state: GameState, cell: Cell, segment: str, figure: str) -> str:
        """The name of a figure on a segment: knight, robber, monk, ..."""
        if cell not in state.board.cells:
            return self.word(figure, "figure")
        kind = next((kind for name, kind, _ in state.board.segments_at(cell) if name == segment), "")
        return self.role_on(kind, figure)

    def role_on(self, kind: str, figure: str) -> str:
        """The name of a figure on a kind of feature."""
        key = f"role.{kind}"
        if figure == "meeple" and self.catalogue.has(key):
            return self.catalogue.text(key)
        return self.word(figure, "figure")

    def tile(self, state: GameState, tile_id: str) -> str:
        """A tile by what is printed on it: "city, road, shield"."""
        tile = state.rules.tile(tile_id)
        kinds = [segment.kind for segment in tile.segments]
        hidden = {"field", "meadow"} if self._claimable(state, "garden") else {"field", "meadow", "garden"}
        parts = [kind for kind in dict.fromkeys(kinds) if kind not in hidden]
        marks = sorted({mark for segment in tile.segments for mark in segment.marks} - UNSEEN | tile.symbols)
        shields = ["shield"] if any(segment.shields for segment in tile.segments) else []
        words = [self.word(part, "kind") for part in parts] + [self.word(mark) for mark in (*shields, *marks)]
        return self.listed(words or [self.word("field", "kind")])

    @staticmethod
    def _claimable(state: GameState, kind: str) -> bool:
        """Whether a figure of this game can stand on a kind of feature."""
        return any(kind in figure.stands_on for figure in state.rules.figures.values())

    def supply(self, state: GameState, seat: int) -> str:
        """What a seat has left: "5 meeples, 1 abbot"."""
        left = {figure: state.supply[seat, figure] for figure in state.rules.figures}
        held = [self._left(*pair) for pair in left.items() if pair[1]]
        return self.listed([*held, *towers.held(self, state, seat)]) or self.text("score.none")

    def _left(self, figure: str, n: int) -> str:
        key = f"supply.{figure}"
        return self.text(key, n=n) if self.catalogue.has(key) else f"{n} × {self.word(figure, 'figure')}"

    def reason(self, source: str, items: Sequence[Item]) -> str:
        """What points are for: "city, 3 tiles, 1 shield"."""
        told = [self._item(item) for item in items if item.name not in SAME_AS_SOURCE]
        return self.listed([self.source(source), *told])

    def working(self, source: str, items: Sequence[Item]) -> str:
        """The same with the points of each item: "city: 3 tiles = 6, 1 shield = 2"."""
        if len(items) < 2:
            return self.reason(source, items)
        return f"{self.source(source)}: {self.items(items)}"

    def items(self, items: Sequence[Item]) -> str:
        """Items with their points: "3 tiles = 6, 1 shield = 2"."""
        return self.listed(f"{self._item(item)} = {signed(item.points)}" for item in items)

    def source(self, source: str) -> str:
        """The name of a source of points."""
        return self.word(source, "source", "kind", "figure", "word")

    def _item(self, item: Item) -> str:
        key = f"item.{item.name}"
        if self.catalogue.has(key):
            return self.catalogue.text(key, n=item.count)
        return self.catalogue.text("item", n=item.count, what=markup.escape(item.name.replace("_", " ")))

    def values(self, state: GameState, thing: Any) -> dict[str, Value]:
        """Every field of an action, event or refusal as a value for a text, by its name."""
        names = [field.name for field in dataclasses.fields(thing)]
        facts = {name: getattr(thing, name) for name in names}
        return self.facts(state, facts)

    def facts(self, state: GameState, facts: dict[str, Any]) -> dict[str, Value]:
        """Named facts as values for a text."""
        values = {name: self._value(state, name, fact) for name, fact in facts.items()}
        cell, segment = facts.get("cell"), facts.get("segment")
        if isinstance(cell, tuple) and isinstance(segment, str):
            if cell in state.board.cells:
                values["segment"] = self.segment(state, cell, segment)
            values["role"] = self.role(state, cell, segment, str(facts.get("figure", "meeple")))
        return values

    def _value(self, state: GameState, name: str, fact: Any) -> Value:
        if name in SEATS:
            seats = fact if isinstance(fact, tuple) else (fact,)
            return self.listed(self.name(seat) for seat in seats)
        if name in ("tile", "tiles", "shuffled") and fact:
            tiles = fact if isinstance(fact, tuple) else (fact,)
            return "; ".join(self.tile(state, tile) for tile in tiles)
        if name in ("figure", "kind") and isinstance(fact, str):
            return self.word(fact, name, *WORDS)
        return self._plain(fact)

    def _plain(self, fact: Any) -> Value:
        if fact is None:
            return "–"
        if isinstance(fact, bool):
            return self.word("yes" if fact else "no")
        if isinstance(fact, int):
            return fact
        if isinstance(fact, str):
            return self.word(fact)
        if isinstance(fact, tuple):
            if len(fact) == 2 and all(type(number) is int for number in fact):
                return cell_name(fact)
            return self.listed(str(self._plain(part)) for part in fact)
        return markup.escape(str(fact))

    @staticmethod
    def _at(action: Action, values: dict[str, Value]) -> str:
        """Which figure of a tile the fairy goes to."""
        return (
            f" ({values['segment']})" if action.verb == "fairy" and getattr(action, "segment", None) else ""
        )

    def action(self, state: GameState, action: Action) -> str:
        """The label of an option. An action without a text is spelled by its verb and fields."""
        values = self.values(state, action)
        key = f"choice.{action.verb}"
        if self.catalogue.has(key):
            far = isinstance(action, Claim) and action.cell != state.last
            where = f", {values['cell']}" if far else self._at(action, values)
            return markup.plain(self.catalogue.text(key, **values) + where)
        fields = [str(value) for name, value in values.items() if name not in ("player", "role")]
        return markup.plain(" ".join([self.word(action.verb), *fields]))

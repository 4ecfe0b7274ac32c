"""The topics of the rules: which game or box each belongs to, and which options change what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.conversation.table.lobby import SEATING_OPTIONS, Lobby
from engine.expansions.presets import PRESETS
from engine.game import GAMES
from engine.ruleset import Rules

TOPICS: Mapping[str, tuple[str, ...]] = {  # by game or box, in the order of a rule book
    "carcassonne": ("turn", "tile", "figure", "majority", "road", "city", "monastery", "field", "end"),
    "river": ("river",),
    "river2": ("river2",),
    "abbot": ("abbot",),
    "inns_cathedrals": ("inn", "cathedral", "large"),
    "traders_builders": ("goods", "builder", "pig"),
    "tower": ("tower", "prisoner"),
    "princess_dragon": ("dragon", "fairy", "princess", "portal", "editions"),
    "count": ("fortress", "count"),
    "king_robber": ("king",),
    "cult": ("cult",),
    "bridges": ("bridge",),
    "castles": ("castle",),
    "bazaars": ("bazaar",),
    "over_hill_and_dale": ("hill", "trail", "crop", "stable", "hill_end"),
}
OWNERS = {topic: owner for owner, topics in TOPICS.items() for topic in topics}
OPTIONS: Mapping[str, tuple[str, ...]] = {  # by the topic that tells them
    "figure": ("farmers",),
    "end": ("tie_break",),
    "river": ("river_uturn",),
    "river2": ("river_uturn", "river2_lake_effect", "river_combined_lake"),
    "inn": ("inn_cathedral_final",),
    "cathedral": ("inn_cathedral_final",),
    "builder": ("builder_double_turn", "builder_bazaar", "builder_volcano"),
    "fairy": ("fairy_attach", "fairy_final_bonus"),
    "princess": ("princess", "princess_blocks_fairy"),
    "fortress": ("carcassonne_start", "carcassonne_border", "river_with_carcassonne", "ordinary_tiles"),
    "king": ("ordinary_tiles",),
    "cult": ("ordinary_tiles",),
    "count": (
        "count_moves_to_empty",
        "count_fairy_points_block",
        "count_final_quarters",
        "count_double_turn",
    ),
    "bridge": ("bridge_isolated", "bridge_only_tile"),
    "bazaar": ("bazaar_mode", "bazaar_turns", "bazaar_unplaceable"),
    "trail": ("ohd_journey_block",),
}
ONLY_WITH: Mapping[str, tuple[str, ...]] = {  # the option matters only if one of these boxes is in play
    "river_combined_lake": ("river",),
    "river_with_carcassonne": ("river", "river2"),
    "carcassonne_border": ("princess_dragon",),
    "count_fairy_points_block": ("princess_dragon",),
    "count_double_turn": ("traders_builders",),
    "bazaar_turns": ("princess_dragon",),
    "builder_bazaar": ("bazaars",),
    "builder_volcano": ("princess_dragon",),
}
ONLY_IF: Mapping[str, tuple[str, str]] = {  # the topic is in play only with this value of an option
    "field": ("farmers", "on"),
    "pig": ("farmers", "on"),
    "count": ("carcassonne_start", "count"),
}
DEFAULTS: Mapping[str, str] = {
    name: values[0]
    for game in GAMES.values()
    for member in (game.base, *game.boxes)
    for name, values in member.options.items()
    if name not in SEATING_OPTIONS
}


@dataclass(frozen=True, slots=True)
class TableRules:
    """What a table plays: games and boxes, and the value of every option."""

    owners: tuple[str, ...]  # of topics: the game, then its boxes
    options: Mapping[str, str]

    @classmethod
    def running(cls, rules: Rules) -> TableRules:
        """What a running table plays."""
        return cls(_ordered(rules.setup.game, rules.setup.boxes), rules.options)

    @classmethod
    def planned(cls, lobby: Lobby) -> TableRules:
        """What a table will play that has not started."""
        options = {name: lobby.chosen(name) for name in lobby.known_options()}
        return cls(_ordered(lobby.kind, lobby.boxes), options)

    def topics(self, owner: str) -> list[str]:
        """The topics of a game or box that are in play here."""
        return [topic for topic in TOPICS[owner] if self.plays(topic)]

    def plays(self, topic: str) -> bool:
        """Whether a topic is in play here."""
        option, value = ONLY_IF.get(topic, ("", ""))
        return OWNERS[topic] in self.owners and self.options.get(option, value) == value

    def options_of(self, topic: str) -> list[str]:
        """The options that change a topic here."""
        return [
            name
            for name in OPTIONS.get(topic, ())
            if name not in ONLY_WITH or any(box in self.owners for box in ONLY_WITH[name])
        ]

    def all_options(self) -> list[str]:
        """Every option that matters here."""
        topics = [topic for owner in self.owners for topic in self.topics(owner)]
        return list(dict.fromkeys(name for topic in topics for name in self.options_of(topic)))

    def changed_options(self) -> list[str]:
        """The options that matter here and differ from the newest rule books."""
        return [name for name in self.all_options() if self.options[name] != DEFAULTS[name]]

    @property
    def edition(self) -> str:
        """The edition of Princess & Dragon: newest, older, or mixed."""
        older = dict(PRESETS["pd_classic"].options)
        found = [self.options[name] == value for name, value in older.items()]
        return "older" if all(found) else "mixed" if any(found) else "newest"


def _ordered(game: str, boxes: tuple[str, ...]) -> tuple[str, ...]:
    return (game, *(owner for owner in TOPICS if owner in boxes))


BOOKS = TableRules(tuple(TOPICS), DEFAULTS)  # every game and box by the newest rule books

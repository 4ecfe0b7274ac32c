"""The River and River II in the oracle's games."""

from __future__ import annotations

from typing import Any

from engine.events import Event
from engine.expansions.river import PART, RiverPart
from engine.steps.draw import discard, draw_placeable
from tests.replays.oracle import TILES, Difference, Extension, Replay


class River(Extension):
    """Its river is stricter than the rules, and its volcano lake gives no other turn."""

    def applies(self, game: dict[str, Any]) -> bool:
        return bool(game["elements"].get("river"))

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
        sets = {name.split(":")[0] for name in game["sets"]}
        boxes = [box for box, name in (("river", "river/1"), ("river2", "river/2")) if name in sets]
        return boxes, {"river_uturn": "adjacent_tiles"}  # its reading of RIVER-03: a straight tile resets it

    def begin(self, replay: Replay) -> None:
        # The oracle treats its volcano lake as a volcano and no more: without the dragon it may be claimed,
        # and nobody plays twice (RIVER-20, 21 are off; with the dragon VOLCANO-01 still bars figures).
        state = replay.state
        rivers = [tile for tile in replay.draws[1:] if is_river(replay, tile)]
        state.bag = tuple(tile for tile in state.bag if not is_river(replay, tile))
        PART.set(state, RiverPart(tuple(reversed(rivers)), PART.of(state).ends, volcano=False))

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        if decision["a"] != "tile":
            return
        while replay.state.tile != TILES[decision["tile"]] and is_river(replay, replay.state.tile or ""):
            self.give_up(replay)

    def give_up(self, replay: Replay) -> None:
        """The oracle found no place for a river tile that has one by the rules: it is discarded here, too."""
        if replay.state.tile not in [TILES[tile] for tile in replay.game["discarded"]]:
            raise Difference(f"the oracle placed another tile than {replay.state.tile}")
        state = replay.state.fork()
        events: list[Event] = []
        discard(state, state.tile or "", events)
        state.tile = draw_placeable(state, events)
        replay.state = state
        replay.turn_events += events

    def placements(self, replay: Replay, theirs: set[Any], ours: set[Any]) -> tuple[set[Any], set[Any]]:
        # The oracle also refuses an end that looks at tiles straight ahead or runs beside another end: what
        # the rules allow beyond its list is no difference, what they forbid of it is one.
        return theirs, ours & theirs if is_river(replay, replay.state.tile or "") else ours


def is_river(replay: Replay, tile: str) -> bool:
    """Whether a tile belongs to the river."""
    return "river" in replay.state.rules.shapes[tile].tile.edges


EXTENSION = River()

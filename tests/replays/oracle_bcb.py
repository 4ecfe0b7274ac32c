"""Bridges, Castles and Bazaars in the oracle's games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from engine.actions import Action, Pass, PlaceTile
from engine.events import FigureReturned
from engine.expansions import bazaars, bridges, castles
from engine.expansions.bazaars.part import Bid, Buy, OpenBid, PickTile, Sell
from engine.expansions.bridges import PlaceBridge
from engine.expansions.castles.building import chances
from engine.expansions.castles.part import BuildCastle
from engine.game import safe_answer
from engine.geometry import Cell
from engine.prompts import Prompt, Question
from engine.state import Figure
from tests.replays.oracle import FIGURES, TILES, Extension, Replay, segment_at

Site = tuple[Cell, str]  # a bridge: its tile and axis


class BridgesCastlesBazaars(Extension):
    """Known differences are mapped where they are met, each with its reason."""

    def applies(self, game: dict[str, Any]) -> bool:
        return any(name.startswith("bridges-castles-and-bazaars") for name in game["sets"])

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
        # It builds free bridges over the new tile and counts a bazaar tile as a turn of its owner.
        return ["bridges", "castles", "bazaars"], {
            "bridge_isolated": "true",
            "bazaar_mode": "draft" if game["rules"]["bazaar-no-auction"] else "auction",
            "bazaar_turns": "full_turns",
        }

    def begin(self, replay: Replay) -> None:
        """It builds a free bridge as an action of its own, after the tile; ours comes with the tile."""
        replay.notes["later"] = {
            id(first): (pointer(second), second)
            for turn in replay.game["turns"]
            for first, second in zip(turn["actions"], turn["actions"][1:], strict=False)
            if first["a"] == "tile" and second["a"] == "bridge"
        }
        replay.notes["legal_after"] = {
            id(first): second.get("legal")
            for turn in replay.game["turns"]
            for first, second in zip(turn["actions"], turn["actions"][1:], strict=False)
            if first["a"] == "tile"
        }
        replay.notes["castles"] = {
            id(action): [other for other in turn["actions"] if decides_castle(other, action["p"])]
            for turn in replay.game["turns"]
            for action in turn["actions"]
            if decides_castle(action, action["p"])
        }
        replay.notes["picks"] = {}
        replay.notes["free"] = set()

    # -- decisions --------------------------------------------------------------------------------

    def before(self, replay: Replay, decision: dict[str, Any]) -> None:
        self._settle(replay)
        prompt = replay.prompt()
        if prompt.ask == "auction" and decision["a"] == "bazaar_select":
            self._hand_over(replay, prompt, decision["p"])

    def _settle(self, replay: Replay) -> None:
        """It scores a castle with the most valuable feature; by CASTLE-15 the owner chooses."""
        while not replay.state.over and replay.prompt().ask == "castle_feature":
            replay.play(safe_answer(replay.state, replay.prompt()))

    def _hand_over(self, replay: Replay, prompt: Prompt, player: int) -> None:
        """It always passes the auctioneer's role on; by BAZAAR-14 an auctioneer without a tile stays."""
        state = replay.state = replay.state.fork()
        bazaars.PART.set(state, replace(bazaars.PART.of(state), auctioneer=player))
        state.questions = (Question(player, prompt.ask, prompt.asked_at),)

    def skips(self, replay: Replay, decision: dict[str, Any]) -> bool:
        kind = decision["a"]
        if kind == "bridge":  # built with the tile
            return True
        if kind == "bazaar_select" and replay.prompt().ask != "auction":
            # A draft: kept until our player is asked (BAZAAR-21).
            replay.notes["picks"][decision["p"]] = TILES[decision["tile"]]
            return True
        if decides_castle(decision, decision["p"]):
            self._castles(replay, decision)
            return True
        # Declining a free bridge when nothing else could be done: ours does not ask again.
        return (
            kind == "pass"
            and decision["phase"] == "ActionPhase"
            and bool(replay.notes["free"])
            and replay.prompt().ask != "act"
        )

    def _castles(self, replay: Replay, decision: dict[str, Any]) -> None:
        """It offers all small cities of a player at once; by CASTLE-04 each is decided separately."""
        player, decisions = decision["p"], replay.notes["castles"][id(decision)]
        if decisions[0] is not decision:
            return  # decided together with the first one
        board = replay.state.board
        built = {
            city_of(replay, action["x"], action["y"], action["loc"]) for action in decisions if "x" in action
        }
        if "legal" in decision:
            theirs = {city_of(replay, x, y, location) for _, x, y, location in decision["legal"]["castle"]}
            replay.check(
                "small cities", theirs, {city for owner, city in chances(replay.state) if owner == player}
            )
        replay.check("who decides", (player, "castle"), (replay.prompt().player, replay.prompt().ask))
        while (
            not replay.state.over and (prompt := replay.prompt()).ask == "castle" and prompt.player == player
        ):
            build = next(option for option in prompt.options if isinstance(option, BuildCastle))
            wanted = any({build.cell, replay.state.last} == set(board.tiles_of(city)) for city in built)
            replay.play(build if wanted else Pass(player))

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:
        player, kind = decision["p"], decision["a"]
        if kind == "tile":
            return self._placement(replay, decision)
        if kind == "bazaar_select":
            return OpenBid(player, TILES[decision["tile"]], decision["price"])
        if kind == "bazaar_bid":
            return Bid(player, decision["price"])
        if kind == "bazaar_buy":
            return Buy(player)
        if kind == "bazaar_sell":
            return Sell(player)
        return None

    def _placement(self, replay: Replay, decision: dict[str, Any]) -> Action | None:
        cell, rotation = (decision["x"], decision["y"]), decision["rot"] // 90
        free, later = self._free(replay, cell, rotation), replay.notes["later"].get(id(decision))
        replay.notes["free"] = set() if "bridge" in decision else free
        after = replay.notes["legal_after"].get(id(decision)) or {}
        if after and "bridge" not in decision:
            theirs = {(tuple(place), axis) for _, *place, axis in after.get("bridge", ())}
            replay.check("free bridges", theirs, free)
        if later is None and "bridge" not in decision:
            return None
        (_, x, y, axis) = decision["bridge"] if "bridge" in decision else (None, *later[0][0], later[0][1])
        replay.check("tile in hand", TILES[decision["tile"]], replay.state.tile)
        return PlaceBridge(decision["p"], cell, rotation, (x, y), axis)

    def _free(self, replay: Replay, cell: Cell, rotation: int) -> set[Site]:
        """Bridges over the new tile that continue nothing (BRIDGE-11)."""
        canonical = replay.state.rules.shapes[replay.state.tile or ""].canonical[rotation]
        return {
            (action.site, action.axis)
            for action in bridge_options(replay)
            if (action.cell, action.rotation) == (cell, canonical) and is_free(replay, action)
        }

    # -- comparisons ------------------------------------------------------------------------------

    def placements(self, replay: Replay, theirs: set[Any], ours: set[Any]) -> tuple[set[Any], set[Any]]:
        """Its list holds the placements that need a bridge as well."""
        canonical = replay.state.rules.shapes[replay.state.tile or ""].canonical
        return theirs, ours | {
            (*action.cell, rotation)
            for action in bridge_options(replay)
            if not is_free(replay, action)
            for rotation in range(4)
            if canonical[rotation] == action.rotation
        }

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        if "bazaar_select" in legal and prompt.ask == "auction":
            offer = bazaars.PART.of(replay.state).offer
            replay.check("tiles on offer", len(legal["bazaar_select"]), len(offer))
        for name, ask in (("bazaar_bid", "bid"), ("bazaar_buy", "settle"), ("bazaar_sell", "settle")):
            if name in legal:
                replay.check(name, ask, prompt.ask)
        if prompt.ask == "place":
            replay.check("refusing the tile", legal.get("pass", False), Pass(prompt.player) in prompt.options)

    def end_of_turn(self, replay: Replay, turn: dict[str, Any]) -> None:  # noqa: ARG002
        self._settle(replay)
        if not replay.state.over and (prompt := replay.prompt()).ask == "draft":
            # It lets all choose first; by BAZAAR-21 a tile is played before the next player chooses.
            replay.play(PickTile(prompt.player, replay.notes["picks"].pop(prompt.player)))

    def figures(self, replay: Replay, figures: list[Any]) -> list[Any]:
        part = castles.PART.of(replay.state)
        by_cell = {cell: castle.cells for castle in part.castles for cell in castle.cells}
        theirs = Counter(
            (player, FIGURES[figure], by_cell.get((x, y)))
            for player, figure, kind, x, y, _ in figures
            if kind == "Castle"
        )
        lords = [*castles.lords(replay.state), *gone_home(replay)]
        replay.check("lords", theirs, Counter((lord.player, lord.kind, by_cell[lord.cell]) for lord in lords))
        return [figure for figure in figures if figure[2] != "Castle"]

    def supply(self, replay: Replay, supply: Counter[tuple[int, str]]) -> Counter[tuple[int, str]]:
        """Its lords stay where they are at the end; ours go home first (CASTLE-22)."""
        return supply - Counter((lord.player, lord.kind) for lord in gone_home(replay))

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        for name, ours in (
            ("BRIDGE", bridges.PART.of(replay.state).left),
            ("CASTLE", castles.PART.of(replay.state).tokens),
        ):
            replay.check(name, [tokens.get(name, 0) for tokens in turn["tokens"]], list(ours))


def decides_castle(action: dict[str, Any], player: int) -> bool:
    """Whether this is a decision about the player's small cities."""
    return action["p"] == player and (action["a"] == "castle" or action.get("phase") == "CastlePhase")


def city_of(replay: Replay, x: int, y: int, location: str) -> int:
    """The city that the oracle points at."""
    return replay.state.board.feature_id((x, y), segment_at(replay.state, "City", (x, y), location))


def gone_home(replay: Replay) -> list[Figure]:
    """Lords who left unfinished castles when the game ended."""
    return [
        Figure(event.player, event.figure, event.cell, event.segment)
        for event in replay.turn_events
        if isinstance(event, FigureReturned) and event.why == "unfinished"
    ]


def pointer(decision: dict[str, Any]) -> Site:
    """A bridge of the oracle."""
    return (decision["x"], decision["y"]), decision["loc"]


def bridge_options(replay: Replay) -> list[PlaceBridge]:
    """Our placements with a bridge."""
    return [action for action in replay.prompt().options if isinstance(action, PlaceBridge)]


def is_free(replay: Replay, action: PlaceBridge) -> bool:
    """Whether the tile fits there without this bridge as well."""
    return PlaceTile(action.player, action.cell, action.rotation) in replay.prompt().options


EXTENSION = BridgesCastlesBazaars()

"""Princess & Dragon in the oracle's games.

Where the oracle plays by other rules than ours, this replay, and only it, is bent to the oracle's:

* Its dragon tiles stay out of the draw until the first volcano. The bag follows its draws, so no tile is ever
  set aside here; DRAGON-02 and VOLCANO-04 have tests of their own.
* Half of its games fly after the scoring (a variant outside our rules): the steps are reordered for them.
* Its portal tile with three city sides carries a shield, which the new edition does not print.
* Its fairy on a tile gives a point for each of the player's figures there, builder and pig among them; ours
  gives one, and for a meeple only (FAIRY-05, TB-40).
* Its fairy on a tile gives the bonus for a feature to one figure at most; ours to every player with a figure
  of that feature on her tile (FAIRY-07).
* Points at the start of a turn are not yet in its snapshot of the turn before.
* Its fairy may join a figure in a quarter of Carcassonne; ours may not (COUNT-32). She is put there all the
  same, alone, and as long as she stays her points are taken from the oracle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Action, Pass
from engine.events import Event, Scored, TurnStarted
from engine.expansions.princess_dragon.fairy import on_tiles, reachable
from engine.expansions.princess_dragon.part import PART, Expel, Fly, MoveFairy, walled
from engine.prompts import Prompt
from engine.ruleset import Rules
from engine.tiles import Tile
from engine.turned import Shape
from tests.replays.oracle import Difference, Extension, Replay, segment_at

WITH_SHIELD = "pd-portal-city3"


class PrincessDragonExtension(Extension):
    def applies(self, game: dict[str, Any]) -> bool:
        return "dragon" in game["elements"]

    def setup(self, game: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
        rules = game["rules"]
        return ["princess_dragon"], {
            "princess": rules["princess-action"],
            "fairy_attach": "tile" if rules["fairy-placement"] == "on-tile" else "meeple",
        }

    def begin(self, replay: Replay) -> None:
        rules = replay.own_rules()
        shape = rules.shapes[WITH_SHIELD]
        rules.shapes[WITH_SHIELD] = Shape(with_shield(shape.tile), live_kinds(shape))
        if replay.game["rules"]["dragon-move"] == "after-scoring":
            fly_late(rules)

    def action(self, replay: Replay, decision: dict[str, Any]) -> Action | None:
        player = decision["p"]
        kind = decision["a"]
        if kind == "dragon":
            return Fly(player, (decision["x"], decision["y"]))
        if kind == "fairy" and in_city(replay, pointer(decision)):
            replay.state = replay.state.fork()
            there = (decision["x"], decision["y"])
            PART.set(replay.state, replace(PART.of(replay.state), fairy=there, companion=None))
            return Pass(player)
        if kind == "fairy":
            return fairy_move(replay, player, pointer(decision))
        if kind == "return" and decision["source"] == "princess":
            feature, x, y, location = pointer(decision)
            return Expel(player, (x, y), segment_at(replay.state, feature, (x, y), location))
        return None

    def legal(self, replay: Replay, legal: dict[str, Any], prompt: Prompt) -> None:
        theirs: set[Action] = {Fly(prompt.player, (x, y)) for x, y in legal.get("dragon", ())}
        theirs |= {
            fairy_move(replay, prompt.player, target)
            for target in legal.get("fairy", ())
            if not in_city(replay, target)
        }
        theirs |= {
            Expel(prompt.player, (x, y), segment_at(replay.state, feature, (x, y), location))
            for feature, x, y, location in legal.get("return:princess", ())
        }
        ours = {action for action in prompt.options if isinstance(action, Fly | MoveFairy | Expel)}
        replay.check("dragon, fairy and princess", theirs, ours)

    def end_of_turn(self, replay: Replay, turn: dict[str, Any]) -> None:
        bend_bonus(replay, replay.turn_events, turn["events"])
        player = just_started(replay)
        if player is not None:
            ours = sum(event.points for event in started_with(replay))
            replay.state.scores[player] += their_start_points(replay, player) - ours
        replay.notes["ahead"] = []
        if in_city(replay, PART.of(replay.state).fairy):
            following = replay.game["turns"][turn["n"] :][:1]
            replay.notes["ahead"] = [
                score for after in following for score in fairy_points(after.get("start_events", []))
            ]
            for score in (*fairy_points(turn["events"]), *replay.notes["ahead"]):
                replay.state.scores[score["player"]] += score["points"]

    def scores(self, replay: Replay, scores: list[int]) -> list[int]:
        for score in replay.notes["ahead"]:
            scores[score["player"]] -= score["points"]
        player = just_started(replay)
        if player is not None:
            scores[player] -= their_start_points(replay, player)
        return scores

    def compare(self, replay: Replay, turn: dict[str, Any]) -> None:
        part = PART.of(replay.state)
        neutral = turn.get("neutral", {})
        dragon = tuple(neutral["dragon"]) if "dragon" in neutral else None
        replay.check("dragon", dragon, part.dragon)
        fairy = neutral.get("fairy")
        if fairy is None or len(fairy) == 2:
            replay.check("fairy", tuple(fairy) if fairy else None, part.fairy)
            return
        feature, x, y, location = fairy
        replay.check("fairy", (x, y), part.fairy)
        # The oracle keeps the pointer when the companion has gone; in the city there is none for us.
        if part.companion is not None and feature != "Quarter":
            segment = segment_at(replay.state, feature, (x, y), location)
            replay.check("the fairy's companion", segment, part.companion.segment)

    def finish(self, replay: Replay) -> None:
        final = [event for event in replay.turn_events if isinstance(event, Scored) and event.final]
        bend_bonus(replay, final, replay.game["final_events"])
        if in_city(replay, PART.of(replay.state).fairy):
            for score in fairy_points(replay.game["final_events"]):
                replay.state.scores[score["player"]] += score["points"]


def pointer(decision: dict[str, Any]) -> tuple[Any, ...]:
    """The place of a decision, as the oracle writes it among its legal ones."""
    if "feature" not in decision:
        return decision["x"], decision["y"]
    return decision["feature"], decision["x"], decision["y"], decision["loc"]


def in_city(replay: Replay, target: Sequence[Any] | None) -> bool:
    """Whether a place of the oracle lies within the walls of Carcassonne."""
    if target is None:
        return False
    x, y = target if len(target) == 2 else target[1:3]
    return target[0] == "Quarter" or walled(replay.state, (x, y))


def fairy_points(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every score that the oracle gave for the fairy."""
    return [
        score
        for event in events
        if event["e"] == "points"
        for score in event["points"]
        if score["name"].startswith("fairy")
    ]


def fairy_move(replay: Replay, player: int, target: Any) -> MoveFairy:
    """To a tile (x, y) or to a figure (feature, x, y, location)."""
    if len(target) == 2:
        return MoveFairy(player, tuple(target), None)
    feature, x, y, location = target
    return MoveFairy(player, (x, y), segment_at(replay.state, feature, (x, y), location))


def started_with(replay: Replay) -> list[Scored]:
    """The fairy's point for the turn that has just begun, if there is one."""
    found: list[Scored] = []
    for event in replay.turn_events:
        if isinstance(event, TurnStarted):
            found = []
        elif isinstance(event, Scored) and event.items[0].name == "fairy_start":
            found.append(event)
    return found


def just_started(replay: Replay) -> int | None:
    """Whose turn has begun since the oracle's last one."""
    started = [event.player for event in replay.turn_events if isinstance(event, TurnStarted)]
    return started[-1] if started else None


def their_start_points(replay: Replay, player: int) -> int:
    """What the oracle gives for the fairy to a player whose turn has just begun."""
    state = replay.state
    if not on_tiles(state):
        return sum(event.points for event in started_with(replay))
    without_weight = [
        figure for figure in state.all_figures() if figure.player == player and not figure.weight
    ]
    fairy = PART.of(state).fairy
    return sum(figure.cell == fairy for figure in [*reachable(state, player), *without_weight])


def bend_bonus(replay: Replay, ours: Sequence[Event], theirs: list[dict[str, Any]]) -> None:
    """Take back the bonus of players who share feature and tile with the one whom the oracle chose."""
    blessed: dict[int | None, list[int]] = {}
    for event in ours:
        if isinstance(event, Scored) and event.items[0].name == "fairy_bonus":
            blessed.setdefault(event.feature, []).append(event.player)
    for feature_id, players in blessed.items():
        if len(players) > 1:
            chosen = bonus_in(replay, theirs, feature_id)
            for player in players:
                if player != chosen:
                    replay.state.scores[player] -= 3


def bonus_in(replay: Replay, events: list[dict[str, Any]], feature_id: int | None) -> int:
    """Who got the oracle's bonus for a feature."""
    for event in events:
        for score in event.get("points", ()) if event["e"] == "points" else ():
            if score["name"] == "fairy.completed":
                feature, x, y, location = score["at"]
                segment = segment_at(replay.state, feature, (x, y), location)
                if replay.state.board.feature_id((x, y), segment) == feature_id:
                    return int(score["player"])
    raise Difference("the oracle gave no bonus")


def with_shield(tile: Tile) -> Tile:
    """The same tile with a shield in its city."""
    segments = [replace(s, shields=1) if s.kind == "city" else s for s in tile.segments]
    return replace(tile, segments=tuple(segments))


def live_kinds(shape: Shape) -> frozenset[str]:
    """The kinds of segments that are in play on a tile."""
    return frozenset(part.kind for part in shape.turns[0].parts)


def fly_late(rules: Rules) -> None:
    """Move the dragon's flight behind the scoring and all that follows from it."""
    steps = dict(zip(rules.names, rules.order, strict=True))
    names = [name for name in rules.names if name != "flight"]
    later = next(name for name in ("second_part", "bazaar", "end_turn") if name in names)
    names.insert(names.index(later), "flight")
    rules.names = tuple(names)
    rules.order = tuple(steps[name] for name in names)


EXTENSION = PrincessDragonExtension()

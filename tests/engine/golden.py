"""Golden records: games whose meaning must never change. Adding one:

python -m tests.engine.golden NAME --players 3 [--boxes a,b] [--options x=y] [--game carcassonne] [--generous]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from pathlib import Path

from engine import record
from engine.record import Record
from engine.setup import agree
from engine.state import GameState
from tests.support.random_play import generous, random_action, transitions

FOLDER = Path(__file__).parent / "golden"
FINGERPRINTS = FOLDER / "fingerprints.json"


def facts(state: GameState) -> str:
    """What players see of a state, in words that do not depend on how the engine keeps it."""
    figures = sorted((f.player, f.kind, f.cell, f.segment) for f in state.all_figures())
    supply = sorted(state.supply.items())
    asked = [(question.player, question.ask) for question in state.questions]
    tiles = [(cell, p.turned.tile.id, p.turned.rotation) for cell, p in state.board.cells.items()]
    return repr(
        (state.ply, state.scores, state.tile, tiles[-1], figures, supply, asked, state.bag, state.over)
    )


def fingerprint(game: Record) -> str:
    """A hash over all states of a game."""
    digest = hashlib.sha256()
    for transition in record.replay(game):
        digest.update(facts(transition.state).encode())
    return digest.hexdigest()


def add(name: str, game: Record) -> None:
    """Store a record; an existing one is never replaced."""
    path = FOLDER / f"{name}.txt"
    if path.exists():
        raise SystemExit(f"{path.name} exists: golden records are only ever added")
    known = json.loads(FINGERPRINTS.read_text("utf-8")) if FINGERPRINTS.exists() else {}
    state = record.last_state(game)
    known[name] = {"scores": state.scores, "over": state.over, "sha256": fingerprint(game)}
    path.write_text(game.write(), "utf-8")
    FINGERPRINTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


def main() -> None:
    """Play a random game and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--boxes", default="")
    parser.add_argument("--options", default="")
    parser.add_argument("--generous", action="store_true", help="players who complete what others own")
    args = parser.parse_args()
    boxes = [box for box in args.boxes.split(",") if box]
    options = dict(pair.split("=") for pair in args.options.split(",") if pair)
    setup = agree(args.players, boxes, options, game=args.game, seed=args.name, salt="golden")
    choose = generous if args.generous else random_action
    played = transitions(setup, random.Random(args.name), choose)
    actions = [action for _, action, _ in played if action is not None]
    add(args.name, record.record_of(setup, actions))


if __name__ == "__main__":
    main()

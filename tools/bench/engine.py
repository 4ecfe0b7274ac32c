"""The engine's figures: random play through the safe door, events included, against python-chess."""

from __future__ import annotations

import random
import time
import tracemalloc

import chess

from engine import record
from engine.expansions import ALL
from engine.game import apply, new_game, pending
from engine.setup import Setup, agree
from engine.state import GameState
from tools.bench.table import Row, best_of, paired, seconds

TITLE = "Engine"
SIX = ("river", "river2", "abbot", "king_robber", "cult", "count")
EVERY = tuple(box.key for box in ALL)
TEN = tuple(key for key in EVERY if key not in ("inns_cathedrals", "traders_builders"))
RIVER_BESIDE_CITY = {"river_with_carcassonne": "allowed"}


def chess_rate(moves: int = 4000) -> float:
    """Random moves a second of python-chess: the yardstick."""
    rng = random.Random(1)
    board = chess.Board()
    began = time.process_time()
    for _ in range(moves):
        if board.is_game_over():
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
    return moves / (time.process_time() - began)


def play(setup: Setup, rng: random.Random) -> int:
    """One random game, all options listed at every decision; the number of actions."""
    state = new_game(setup).state
    actions = 0
    while not state.over:
        options = pending(state)[0].options
        state = apply(state, options[rng.randrange(len(options))]).state
        actions += 1
    return actions


def rates(games: int = 12, **table: object) -> tuple[float, float]:
    """(actions, games) a second of random play."""
    rng = random.Random(1)
    players = int(str(table.pop("players", 2)))
    began = time.process_time()
    actions = sum(play(agree(players, seed=str(number), **table), rng) for number in range(games))  # type: ignore[arg-type]
    spent = time.process_time() - began
    return actions / spent, games / spent


def state_at(tile: int, seed: str = "bench") -> GameState:
    """A game about to lay its n-th tile."""
    rng = random.Random(7)
    state = new_game(agree(2, seed=seed)).state
    while state.turn < tile or pending(state)[0].ask != "place":
        options = pending(state)[0].options
        state = apply(state, options[rng.randrange(len(options))]).state
    return state


def listing(state: GameState) -> None:
    """All options, as actions."""
    state.offers = {}
    for prompt in pending(state):
        list(prompt.options)


def place_all(state: GameState) -> None:
    """Every placement of a state."""
    for option in pending(state)[0].options:
        apply(state, option)


def memory_of_a_game() -> int:
    """Bytes that a finished game of the base set holds on to, rules left out."""
    play(agree(2, seed="warm"), random.Random(1))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    state = state_at(71, "memory")
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held if state.turn else 0


def rows() -> list[Row]:
    """All figures of the engine."""
    rates(games=3)
    yardstick, base, second, six, ten, every = best_of(  # about a tenth of a second each: none runs cold
        lambda: chess_rate(3000),
        lambda: rates(40)[0],
        lambda: rates(40, game="over_hill_and_dale")[0],
        lambda: rates(16, boxes=SIX, options=RIVER_BESIDE_CITY)[0],
        lambda: rates(8, boxes=TEN, options=RIVER_BESIDE_CITY)[0],
        lambda: rates(8, boxes=EVERY, options=RIVER_BESIDE_CITY)[0],
    )
    early, middle, late = state_at(10), state_at(40), state_at(70)
    costs = {
        name: seconds(lambda s=state: place_all(s)) / len(pending(state)[0].options)
        for name, state in (("10", early), ("70", late))
    }  # type: ignore[misc]
    board = chess.Board()
    forks, copies = paired(
        lambda: 3000 / seconds(lambda: [late.fork().own_board() for _ in range(3000)], 1),
        lambda: 3000 / seconds(lambda: [board.copy(stack=False) for _ in range(3000)], 1),
    )
    game = _actions("bytes")
    text = record.record_of(agree(2, seed="bytes"), game).write()
    return [
        Row("python-chess, random moves", yardstick, "moves/s"),
        Row("base game, random play", base, "actions/s"),
        Row("base game against python-chess", base / yardstick, "actions a move", least=1.8),
        Row("base game, random play", rates()[1], "games/s"),
        Row("Over Hill and Dale, random play", second, "actions/s"),
        Row("Over Hill and Dale against the base game", second / base, "times", least=0.8),
        Row("six boxes of part one, random play", six, "actions/s"),
        Row("six boxes against the base game", six / base, "times", least=0.5),
        Row("all boxes, random play", every, "actions/s"),
        Row("all boxes against python-chess", every / yardstick, "actions a move", least=0.7),
        Row(
            "all boxes against all but Inns & Cathedrals and Traders & Builders",
            every / ten,
            "times",
            least=0.8,
        ),
        Row("all options at tile 10", seconds(lambda: [listing(early) for _ in range(500)]) * 2000, "µs"),
        Row("all options at tile 40", seconds(lambda: [listing(middle) for _ in range(500)]) * 2000, "µs"),
        Row("all options at tile 70", seconds(lambda: [listing(late) for _ in range(500)]) * 2000, "µs"),
        Row("one placement at tile 10", costs["10"] * 1e6, "µs"),
        Row("one placement at tile 70", costs["70"] * 1e6, "µs"),
        Row("placement at tile 70 against tile 10", costs["70"] / costs["10"], "times", most=2),
        Row("fork of a whole state, board included, at tile 70", forks, "forks/s"),
        Row("the same against chess.Board.copy", forks / copies, "times"),
        Row("record of a whole game", len(text), "bytes"),
        Row("snapshot at tile 70", len(record.encode(late)), "bytes"),
        Row("memory of a live game", memory_of_a_game() / 1024, "KB", most=200),
    ]


def _actions(seed: str) -> list:  # type: ignore[type-arg]
    rng = random.Random(1)
    state = new_game(agree(2, seed=seed)).state
    actions = []
    while not state.over:
        options = pending(state)[0].options
        actions.append(options[rng.randrange(len(options))])
        state = apply(state, actions[-1]).state
    return actions

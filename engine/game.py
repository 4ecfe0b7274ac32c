"""The only door: new_game, pending, apply, view_for."""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Action, Pass
from engine.board import Board
from engine.chance import arranged
from engine.events import Event, GameStarted
from engine.games import GAMES
from engine.prompts import Options, Prompt, Question
from engine.refusals import IllegalAction, Refusal, refuse
from engine.ruleset import Asked, Events, Rules, compile_rules
from engine.setup import BadSetup, Setup
from engine.state import GameState
from engine.tiles import load

__all__ = [
    "GAMES",
    "IllegalAction",
    "Transition",
    "apply",
    "new_game",
    "pending",
    "rules_of",
    "safe_answer",
    "view_for",
]


class Transition(NamedTuple):
    """A new state and what happened on the way to it."""

    state: GameState
    events: tuple[Event, ...]


def rules_of(setup: Setup) -> Rules:
    """The rules of a table; raises BadSetup if it cannot be played."""
    return compile_rules(setup, GAMES)


def new_game(setup: Setup) -> Transition:
    """Set the table and draw the first tile; raises BadSetup if it cannot be played."""
    rules = rules_of(setup)
    state = _bare(rules, setup)
    events: Events = []
    state.player = state.below(setup.players) if setup.first_seat is None else setup.first_seat
    state.placer = state.player
    events.append(GameStarted(setup.commitment, state.player))
    _set_table(state, setup)
    for begin in rules.hooks.begin:
        begin(state, events)
    for arrange in rules.hooks.arrange if setup.stack else ():
        arrange(state, setup.stack)
    _advance(state, events)
    return Transition(state, tuple(events))


def pending(state: GameState) -> tuple[Prompt, ...]:
    """Who must decide now, between what: several prompts when players decide at the same time."""
    prompts: tuple[Prompt, ...] = ()
    for asked in state.questions:
        prompts += (Prompt(asked.player, asked.ask, asked.asked_at, _offer(state, asked)),)
    return prompts


def _offer(state: GameState, asked: Question) -> Options:
    """The options of a question; a step may have worked them out already."""
    ready = state.offers.get(asked.ask)
    return state.rules.asks[asked.ask](state, asked.player) if ready is None else ready


def apply(state: GameState, action: Action) -> Transition:
    """Play an action; the given state never changes. Raises IllegalAction with a typed reason."""
    rules = state.rules
    for asked in state.questions:
        if asked.player == action.player and action in _offer(state, asked):
            break
    else:
        raise IllegalAction(_why_not(state, action))
    new = state.fork()
    new.ply += 1
    new.questions = ()
    for other in state.questions:
        if other is not asked:
            new.questions += (other,)
    events: Events = []
    kind = type(action)
    handler = rules.passes[asked.ask] if kind is Pass else rules.handlers[kind]
    handler(new, action, events)
    _advance(new, events)
    return Transition(new, tuple(events))


def view_for(state: GameState, viewer: int | None) -> GameState:
    """The game as a player (or, with None, a spectator) may know it.

    The bag is sorted, so that it is a census and tells no order; seed, salt and the hidden parts of boxes
    are gone. Everything that reads a state can read a view.
    """
    view = state.fork()
    view.secret = None
    view.bag = tuple(sorted(state.bag))
    for conceal in state.rules.hooks.conceal:
        conceal(view, viewer)
    return view


def imagine(view: GameState, seed: str) -> GameState:
    """A whole game that fits a view, for players who think ahead: what is hidden is drawn from the seed."""
    state = view.fork()
    state.secret = (seed, "imagined")
    state.bag = state.shuffled(tuple(sorted(state.bag)))
    for fill in state.rules.hooks.imagine:
        fill(state)
    return state


def safe_answer(state: GameState, prompt: Prompt) -> Action:
    """TURN-31: what is played for an absent player: pass where optional, else the first option."""
    chosen = state.rules.safe_answers.get(prompt.ask)
    if chosen is not None:
        return chosen(state, prompt.player)
    passing = Pass(prompt.player)
    return passing if passing in prompt.options else prompt.options[0]


def _bare(rules: Rules, setup: Setup) -> GameState:
    """A table with nothing on it."""
    state = GameState.__new__(GameState)
    state.rules = rules
    state.secret = (setup.seed, setup.salt)
    state.chance = state.ply = state.turn = state.step = state.player = state.placer = 0
    state.tile = state.last = None
    state.acted = state.over = False
    state.completed = state.discarded = state.bag = ()
    state.board = Board.empty()
    state.figures = {}
    state.supply = {
        (player, name): kind.count for player in range(setup.players) for name, kind in rules.figures.items()
    }
    state.scores = [0] * setup.players
    state.parts = {}
    state.questions = ()
    state.offers = {}
    return state


def _set_table(state: GameState, setup: Setup) -> None:
    """BASE-09: the start tile is laid, the rest is shuffled into the bag."""
    rules = state.rules
    for tile in setup.stack:
        if tile not in rules.shapes:
            raise BadSetup("unknown_tile", "BASE-09", tile=tile)
    bag = list(rules.bag)
    starts = [member.start for member in rules.members if member.start]
    start_tile = load(rules.members[0].tile_sets[0]).start
    if start_tile is not None:
        bag.remove(start_tile)  # BASE-09, RIVER-01, COUNT-01: laid first, or left in the box
    state.bag = arranged(state.shuffled(bag), setup.stack)
    for start in starts:
        start(state)
    boxed = starts or any(member.start_boxed for member in rules.members)
    if start_tile is not None and not boxed:
        state.board.place(rules.shapes[start_tile].turns[0], (0, 0))


def _advance(state: GameState, events: Events) -> None:
    """Run steps until a player must decide or the game is over."""
    order, places = state.rules.order, state.rules.places
    step = state.step
    while not state.over:
        state.step = step
        outcome = order[step](state, events)
        if outcome is None:
            step += 1
        elif isinstance(outcome, str):
            step = places[outcome]
        else:
            state.questions = _ask(state.questions, outcome, state.ply)
            return
    state.questions = ()


def _ask(standing: tuple[Question, ...], asked: Asked, ply: int) -> tuple[Question, ...]:
    """What is asked now; a question that stands already keeps the ply at which it was first asked."""
    questions: tuple[Question, ...] = ()
    for player, ask in asked:
        for question in standing:
            if question.player == player and question.ask == ask:
                break
        else:
            question = Question(player, ask, ply)
        questions += (question,)
    return questions


def _why_not(state: GameState, action: Action) -> Refusal:
    """The typed reason why an action is not among the options."""
    if state.over:
        return refuse("game_over", "BASE-39")
    rules = state.rules
    if type(action) not in rules.handlers and type(action) is not Pass:
        return refuse("not_in_this_game", "BASE-14", verb=action.verb)
    mine = [asked for asked in state.questions if asked.player == action.player]
    if not mine:
        return refuse(
            "not_your_turn", "BASE-13", waiting_for=tuple(asked.player for asked in state.questions)
        )
    kinds = {type(option) for asked in mine for option in rules.asks[asked.ask](state, asked.player)}
    explain = rules.explains.get(type(action))
    due = type(action) in kinds or action.ask in {asked.ask for asked in mine}
    reason = explain(state, action) if explain and due else None
    return reason or refuse("not_an_option", "BASE-14", asks=tuple(asked.ask for asked in mine))

"""Players to judge the levels by: other programs, and the levels of earlier versions.

They are for matches only; players are not offered them as opponents.
"""

from __future__ import annotations

from engine.players.levels import Chooser
from engine.players.yardsticks.earlier import EARLIER
from engine.players.yardsticks.greedy import play_greedy
from engine.players.yardsticks.tree_search import play_mcts

YARDSTICKS: dict[str, Chooser] = {"greedy": play_greedy, "mcts": play_mcts, **EARLIER}
